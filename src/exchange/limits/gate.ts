import {
  afterFailure,
  afterSuccess,
  afterUnclear,
  beforeCall,
  closedBreaker,
  type BreakerState,
} from '../../domain/failures/circuit-breaker.ts';
import type { ExchangeSettings } from '../../domain/exchange-settings.ts';

/** Plain JSON, so that a workflow can keep it across restarts. */
export interface GateState {
  readonly banUntilMs: number | null;
  readonly breaker: BreakerState;
}

/** Why a process may make no call at all: it stood still and asks for bans first, or another one calls in its place. */
type HoldReason = 'standstill' | 'standby';

export type GateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'ban' | 'breaker' | HoldReason; readonly retryAfterMs: number };

/**
 * Ban and breaker of one outgoing address (interface 7.1, 7.4). A ban is per address, so all accounts behind one
 * address share a gate. To keep it across restarts, read `state`, set it back and subscribe to changes.
 */
export interface Gate {
  state(): GateState;
  /**
   * Extends the ban to this moment (ms since the epoch); a longer ban stays. Throws a RangeError for an invalid moment.
   */
  setBan(untilMs: number): void;
  clearBan(): void;
  /** Throws a RangeError for an invalid state. */
  setBreaker(state: BreakerState): void;
  /** Calls back after every change; returns a function that ends the subscription. */
  subscribe(listener: (state: GateState) => void): () => void;
  /** Refuses every call for this reason as long as `holds` returns true. Returns a function that ends it. */
  holdWhile(reason: HoldReason, holds: () => boolean): () => void;
  /** Reports whether a call would be refused now, without any change. */
  peek(): GateVerdict;
  /** Requests permission for one call; while half-open the first request becomes the probe. */
  enter(): GateVerdict;
  recordSuccess(): void;
  recordFailure(): void;
  /** A call ended without proving anything, such as by an abort: if it was the probe, another may start at once. */
  recordUnclear(): void;
}

interface GateClock {
  /** Wall clock in ms since the epoch: a ban's end is reported and kept across restarts by it. */
  now(): number;
  /** A monotonic clock, in ms, that measures a ban; default: `now`. */
  elapsed?(): number;
}

const systemClock: GateClock = { now: () => Date.now(), elapsed: () => performance.now() };

type GateSettings = Pick<ExchangeSettings, 'breakerFailureThreshold' | 'breakerOpenMs'>;

const open: GateVerdict = { allowed: true };
/** The question whether a ban holds, or who leads, is answered in far less. */
const holdMs = 500;

class AddressGate implements Gate {
  readonly #settings: GateSettings;
  readonly #clock: GateClock;
  readonly #listeners = new Set<(state: GateState) => void>();
  readonly #holders = new Set<{ reason: HoldReason; holds: () => boolean }>();
  #state: GateState = { banUntilMs: null, breaker: closedBreaker };
  /** The end of the ban by the monotonic clock: setting the wall clock must neither end nor prolong it. */
  #banEndMs = Number.NEGATIVE_INFINITY;

  constructor(settings: GateSettings, clock: GateClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  state(): GateState {
    return this.#state;
  }

  setBan(untilMs: number): void {
    // Not a number would compare as no ban, for good.
    if (!Number.isFinite(untilMs)) throw new RangeError('a ban ends at a moment in ms since the epoch');
    const endMs = this.#elapsedMs() + untilMs - this.#clock.now();
    if (this.#banRestMs() > 0 && endMs <= this.#banEndMs) return;
    this.#banEndMs = endMs;
    this.#change({ banUntilMs: untilMs });
  }

  clearBan(): void {
    this.#banEndMs = Number.NEGATIVE_INFINITY;
    this.#change({ banUntilMs: null });
  }

  setBreaker(breaker: BreakerState): void {
    if (!isBreaker(breaker)) throw new RangeError('this is no state of a breaker');
    this.#change({ breaker });
  }

  subscribe(listener: (state: GateState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  holdWhile(reason: HoldReason, holds: () => boolean): () => void {
    const holder = { reason, holds };
    this.#holders.add(holder);
    return () => this.#holders.delete(holder);
  }

  peek(): GateVerdict {
    const held = this.#held();
    if (held !== null) return held;
    if (this.#isUntroubled()) return open;
    return this.#verdict(this.#ask().allowed);
  }

  enter(): GateVerdict {
    const held = this.#held();
    if (held !== null) return held;
    if (this.#isUntroubled()) return open;
    if (this.#banRestMs() > 0) return this.#verdict(true);
    const { allowed, state } = this.#ask();
    this.#change({ breaker: state });
    return this.#verdict(allowed);
  }

  recordSuccess(): void {
    if (this.#isUntroubled()) return;
    this.#change({ breaker: afterSuccess(this.#state.breaker) });
  }

  recordFailure(): void {
    this.#change({ breaker: afterFailure(this.#state.breaker, this.#clock.now(), this.#settings) });
  }

  recordUnclear(): void {
    if (this.#isUntroubled()) return;
    this.#change({ breaker: afterUnclear(this.#state.breaker, this.#clock.now()) });
  }

  /** No ban since the start and no failure since the last success: the common case, which needs no clock. */
  #isUntroubled(): boolean {
    const { banUntilMs, breaker } = this.#state;
    return banUntilMs === null && breaker.phase === 'closed' && breaker.failures === 0;
  }

  /** A known ban is more informative: it has an end. */
  #held(): GateVerdict | null {
    // Every check runs: those that look at the clocks must look.
    const [first] = [...this.#holders].filter(({ holds }) => holds());
    if (first === undefined || this.#banRestMs() > 0) return null;
    return { allowed: false, reason: first.reason, retryAfterMs: holdMs };
  }

  #ask(): ReturnType<typeof beforeCall> {
    return beforeCall(this.#state.breaker, this.#clock.now(), this.#settings);
  }

  #banRestMs(): number {
    return Math.ceil(Math.max(0, this.#banEndMs - this.#elapsedMs()));
  }

  #elapsedMs(): number {
    return this.#clock.elapsed?.() ?? this.#clock.now();
  }

  #verdict(breakerAllows: boolean): GateVerdict {
    const banRestMs = this.#banRestMs();
    if (banRestMs > 0) return { allowed: false, reason: 'ban', retryAfterMs: banRestMs };
    if (breakerAllows) return open;
    const restMs = (this.#state.breaker.openUntilMs ?? 0) - this.#clock.now();
    const retryAfterMs = Math.min(this.#settings.breakerOpenMs, Math.max(0, restMs));
    return { allowed: false, reason: 'breaker', retryAfterMs };
  }

  /** Listeners hear of real changes only: successes with a closed breaker are the common case and cost nothing. */
  #change(change: Partial<GateState>): void {
    const next = { ...this.#state, ...change };
    if (next.banUntilMs === this.#state.banUntilMs && sameBreaker(next.breaker, this.#state.breaker)) return;
    this.#state = next;
    for (const listener of this.#listeners) tell(listener, next);
  }
}

const isBreaker = ({ phase, failures, openUntilMs }: BreakerState): boolean =>
  ['closed', 'open', 'half-open'].includes(phase) &&
  Number.isInteger(failures) &&
  (openUntilMs === null || Number.isFinite(openUntilMs));

/** A listener's own error must not turn a call that took effect into one that failed. */
function tell(listener: (state: GateState) => void, state: GateState): void {
  try {
    listener(state);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error('a listener of the gate failed'));
  }
}

function sameBreaker(left: BreakerState, right: BreakerState): boolean {
  return left.phase === right.phase && left.failures === right.failures && left.openUntilMs === right.openUntilMs;
}

/** Creates the gate of one outgoing address. `clock` replaces the machine's clocks. */
export function createGate(settings: GateSettings, clock: GateClock = systemClock): Gate {
  return new AddressGate(settings, clock);
}

import {
  afterFailure,
  afterSuccess,
  afterUnclear,
  beforeCall,
  closedBreaker,
  type BreakerState,
} from '../../domain/failures/circuit-breaker.ts';
import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import { createAddress, systemClock, type Address, type GateClock, type HoldReason } from './address.ts';

/** Plain JSON, so that a workflow can keep it across restarts. */
export interface GateState {
  readonly banUntilMs: number | null;
  readonly breaker: BreakerState;
}

export type GateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'ban' | 'breaker' | HoldReason; readonly retryAfterMs: number }
  /** `code` is the refusal of the service. */
  | { readonly allowed: false; readonly reason: 'keys'; readonly retryAfterMs: number; readonly code: string };

/**
 * Ban and breaker (interface 7.1, 7.4). A ban is per outgoing address, so the gates of all accounts behind one share an
 * `Address`; a breaker is of one gate alone. To keep it across restarts, read `state`, set it back and subscribe to
 * changes.
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
  /**
   * The service refuses the keys of this account with this code: no call with them is sent any more, as long as this
   * gate lives.
   */
  refuseKeys(code: string): void;
  hasRefusedKeys(): boolean;
}

type GateSettings = Pick<ExchangeSettings, 'breakerFailureThreshold' | 'breakerOpenMs'>;

const open: GateVerdict = { allowed: true };
/** The question whether a ban holds, or who leads, is answered in far less. */
const holdMs = 500;

class AddressGate implements Gate {
  readonly #settings: GateSettings;
  readonly #clock: GateClock;
  readonly #address: Address;
  readonly #listeners = new Set<(state: GateState) => void>();
  #breaker: BreakerState = closedBreaker;
  #keysRefusedBy: string | null = null;

  constructor(settings: GateSettings, { clock, address }: { clock: GateClock; address: Address }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#address = address;
  }

  state(): GateState {
    return { banUntilMs: this.#address.banUntilMs, breaker: this.#breaker };
  }

  setBan(untilMs: number): void {
    this.#address.setBan(untilMs);
  }

  clearBan(): void {
    this.#address.clearBan();
  }

  setBreaker(breaker: BreakerState): void {
    if (!isBreaker(breaker)) throw new RangeError('this is no state of a breaker');
    this.#change(breaker);
  }

  subscribe(listener: (state: GateState) => void): () => void {
    this.#listeners.add(listener);
    const unsubscribe = this.#address.subscribe(() => tell(listener, this.state()));
    return () => {
      this.#listeners.delete(listener);
      unsubscribe();
    };
  }

  holdWhile(reason: HoldReason, holds: () => boolean): () => void {
    return this.#address.holdWhile(reason, holds);
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
    if (this.#address.banRestMs() > 0) return this.#verdict(true);
    const { allowed, state } = this.#ask();
    this.#change(state);
    return this.#verdict(allowed);
  }

  recordSuccess(): void {
    if (this.#isUntroubled()) return;
    this.#change(afterSuccess(this.#breaker));
  }

  recordFailure(): void {
    this.#change(afterFailure(this.#breaker, this.#clock.now(), this.#settings));
  }

  recordUnclear(): void {
    if (this.#isUntroubled()) return;
    this.#change(afterUnclear(this.#breaker, this.#clock.now()));
  }

  refuseKeys(code: string): void {
    this.#keysRefusedBy = code;
  }

  hasRefusedKeys(): boolean {
    return this.#keysRefusedBy !== null;
  }

  /** No ban since the start and no failure since the last success: the common case, which needs no clock. */
  #isUntroubled(): boolean {
    const { phase, failures } = this.#breaker;
    return this.#address.banUntilMs === null && phase === 'closed' && failures === 0;
  }

  /** A known ban is more informative: it has an end. */
  #held(): GateVerdict | null {
    if (this.#address.banRestMs() > 0) return null;
    const reason = this.#address.heldBy();
    if (reason !== null) return { allowed: false, reason, retryAfterMs: holdMs };
    const code = this.#keysRefusedBy;
    return code === null ? null : { allowed: false, reason: 'keys', retryAfterMs: holdMs, code };
  }

  #ask(): ReturnType<typeof beforeCall> {
    return beforeCall(this.#breaker, this.#clock.now(), this.#settings);
  }

  #verdict(breakerAllows: boolean): GateVerdict {
    const banRestMs = this.#address.banRestMs();
    if (banRestMs > 0) return { allowed: false, reason: 'ban', retryAfterMs: banRestMs };
    if (breakerAllows) return open;
    const restMs = (this.#breaker.openUntilMs ?? 0) - this.#clock.now();
    const retryAfterMs = Math.min(this.#settings.breakerOpenMs, Math.max(0, restMs));
    return { allowed: false, reason: 'breaker', retryAfterMs };
  }

  /** Listeners hear of real changes only: successes with a closed breaker are the common case and cost nothing. */
  #change(breaker: BreakerState): void {
    if (sameBreaker(breaker, this.#breaker)) return;
    this.#breaker = breaker;
    for (const listener of this.#listeners) tell(listener, this.state());
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

/**
 * Creates the gate of one account. `clock` replaces the machine's clocks; `address` is shared with the other gates
 * behind it.
 *
 * @example
 * const gate = createGate(defaultExchangeSettings);
 * gate.subscribe(({ banUntilMs, breaker }) => console.log('to be kept across restarts:', banUntilMs, breaker.phase));
 * const client = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret }, gate });
 * gate.peek(); // → { allowed: true }
 * await client.close();
 */
export function createGate(
  settings: GateSettings,
  clock: GateClock = systemClock,
  address: Address = createAddress(clock),
): Gate {
  return new AddressGate(settings, { clock, address });
}

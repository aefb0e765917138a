/** Why a process may make no call at all: it stood still and asks for bans first, or another one calls in its place. */
export type HoldReason = 'standstill' | 'standby';

export interface GateClock {
  /** Wall clock in ms since the epoch: a ban's end is reported and kept across restarts by it. */
  now(): number;
  /** A monotonic clock, in ms, that measures a ban; default: `now`. */
  elapsed?(): number;
}

export const systemClock: GateClock = { now: () => Date.now(), elapsed: () => performance.now() };

/**
 * What holds for everything that leaves by one outgoing address: its ban (interface 7.4), and reasons to call nothing.
 * The gates of the accounts behind the address share it; each keeps a breaker of its own.
 */
export interface Address {
  /** The end of the ban in ms since the epoch; null: none is known. */
  readonly banUntilMs: number | null;
  /** How long the ban still lasts, in ms. */
  banRestMs(): number;
  /** Extends the ban to this moment; a longer ban stays. Throws a RangeError for an invalid moment. */
  setBan(untilMs: number): void;
  clearBan(): void;
  /** Calls back after each change of the ban; returns a function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Refuses every call for this reason as long as `holds` returns true. Returns a function that ends it. */
  holdWhile(reason: HoldReason, holds: () => boolean): () => void;
  /** Returns why nothing may leave at present, or null. */
  heldBy(): HoldReason | null;
}

class SharedAddress implements Address {
  readonly #clock: GateClock;
  readonly #listeners = new Set<() => void>();
  readonly #holders = new Set<{ reason: HoldReason; holds: () => boolean }>();
  #banUntilMs: number | null = null;
  /** The end of the ban by the monotonic clock: setting the wall clock must neither end nor prolong it. */
  #banEndMs = Number.NEGATIVE_INFINITY;

  constructor(clock: GateClock) {
    this.#clock = clock;
  }

  get banUntilMs(): number | null {
    return this.#banUntilMs;
  }

  banRestMs(): number {
    return Math.ceil(Math.max(0, this.#banEndMs - this.#elapsedMs()));
  }

  setBan(untilMs: number): void {
    // Not a number would compare as no ban, for good.
    if (!Number.isFinite(untilMs)) throw new RangeError('a ban ends at a moment in ms since the epoch');
    const endMs = this.#elapsedMs() + untilMs - this.#clock.now();
    if (this.banRestMs() > 0 && endMs <= this.#banEndMs) return;
    this.#banEndMs = endMs;
    this.#change(untilMs);
  }

  clearBan(): void {
    this.#banEndMs = Number.NEGATIVE_INFINITY;
    this.#change(null);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  holdWhile(reason: HoldReason, holds: () => boolean): () => void {
    const holder = { reason, holds };
    this.#holders.add(holder);
    return () => this.#holders.delete(holder);
  }

  heldBy(): HoldReason | null {
    // Every check runs: those that look at the clocks must look.
    const [first] = [...this.#holders].filter(({ holds }) => holds());
    return first?.reason ?? null;
  }

  #change(untilMs: number | null): void {
    if (untilMs === this.#banUntilMs) return;
    this.#banUntilMs = untilMs;
    for (const listener of this.#listeners) listener();
  }

  #elapsedMs(): number {
    return this.#clock.elapsed?.() ?? this.#clock.now();
  }
}

/**
 * Creates an outgoing address that its accounts' gates share. `clock` replaces the machine's clocks.
 *
 * @example
 * const address = createAddress();
 * const gates = [0, 1].map(() => createGate(defaultExchangeSettings, undefined, address));
 * address.setBan(Date.now() + 60_000);
 * gates.map((gate) => gate.peek().allowed); // → [false, false]
 */
export function createAddress(clock: GateClock = systemClock): Address {
  return new SharedAddress(clock);
}

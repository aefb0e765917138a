import type { Sleep } from '../limits/sleep.ts';

interface PaceOptions {
  /** The least time between two turns, in ms. */
  readonly intervalMs: number;
  readonly sleep: Sleep;
  /** Monotonic clock, in ms: a step of the wall clock must neither stop nor rush the pace. */
  readonly monotonic: () => number;
}

/** Timers may fire a millisecond early; the rest is slept too. */
const maxSleeps = 2;

/** Grants turns, one after the other, with a minimum time between them. */
export class Pace {
  readonly #options: PaceOptions;
  #line: Promise<void> = Promise.resolve();
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Resolves when it is the caller's turn; rejects with the signal's reason when it aborts first. */
  async turn(signal: AbortSignal): Promise<void> {
    const turn = this.#line.then(() => this.#wait(signal));
    // A turn that is given up does not fail the next one.
    this.#line = turn.then(undefined, () => undefined);
    await turn;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { intervalMs, sleep, monotonic } = this.#options;
    for (let sleeps = 0; sleeps < maxSleeps; sleeps += 1) {
      const waitMs = Math.ceil(this.#lastMs + intervalMs - monotonic());
      if (waitMs <= 0) break;
      await sleep(waitMs, signal);
      signal.throwIfAborted();
    }
    this.#lastMs = monotonic();
  }
}

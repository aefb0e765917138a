/** As many as an account reads in a few seconds. */
const atOnce = 20;

interface UnreadOptions {
  /** Monotonic, in ms: a step of the wall clock must not keep places. */
  clock: { now(): number };
  /** An order that was not read in this time keeps its place no longer; by then a human is asked about it. */
  forgetAfterMs: number;
}

/**
 * The orders of an account that were taken up and not read yet. Only a few may be so at once (ADR 0031): a thousand would
 * wait for their reads in Temporal, with their time limits and repeats, where the tasks of the other accounts wait as well.
 */
export class UnreadOrders {
  readonly #options: UnreadOptions;
  /** Since when each is unread, the oldest first. */
  readonly #since = new Map<string, number>();
  #freed = Promise.withResolvers<void>();

  constructor(options: UnreadOptions) {
    this.#options = options;
  }

  /** Returns how many more orders may be taken up now. */
  room(): number {
    const { clock, forgetAfterMs } = this.#options;
    for (const [orderNumber, sinceMs] of this.#since) {
      if (clock.now() - sinceMs >= forgetAfterMs) this.#since.delete(orderNumber);
    }
    return Math.max(0, atOnce - this.#since.size);
  }

  /** An order is about to be taken up. Said before, so that its read cannot come first. */
  begin(orderNumber: string): void {
    this.#since.set(orderNumber, this.#options.clock.now());
  }

  /** It was read, or needed no workflow. */
  end(orderNumber: string): void {
    if (!this.#since.delete(orderNumber)) return;
    this.#freed.resolve();
    this.#freed = Promise.withResolvers<void>();
  }

  /** Settles when the next one is read, so that another may follow. */
  freed(): Promise<void> {
    return this.#freed.promise;
  }
}

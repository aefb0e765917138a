/** A queue between a producer that cannot wait and readers that can: it signals the producer when to pause. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  readonly #onPressure: (full: boolean) => void;
  readonly #limit: number;
  /** Readers that wait for the next item. */
  readonly #wakers: (() => void)[] = [];
  #isFull = false;
  #ended = false;
  #failure: Error | null = null;

  /** `onPressure(true)` is called when `limit` items wait, `onPressure(false)` when half of them are read. */
  constructor(limit: number, onPressure: (full: boolean) => void) {
    this.#limit = limit;
    this.#onPressure = onPressure;
  }

  /** Whether the producer should hold on. */
  get isFull(): boolean {
    return this.#isFull;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    if (this.#items.length >= this.#limit) this.#press(true);
    this.#wakers.shift()?.();
  }

  /** Ends every iteration after the remaining items, or with this failure. */
  end(failure: Error | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    for (const wake of this.#wakers.splice(0)) wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) {
        if (this.#items.length <= this.#limit / 2) this.#press(false);
        yield item;
      } else if (this.#ended) {
        if (this.#failure !== null) throw this.#failure;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wakers.push(resolve);
        });
      }
    }
  }

  #press(full: boolean): void {
    if (full === this.#isFull) return;
    this.#isFull = full;
    this.#onPressure(full);
  }
}

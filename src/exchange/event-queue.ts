/** A queue between a producer that cannot wait and one reader that can: it tells the producer when to hold on. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  readonly #onPressure: (full: boolean) => void;
  readonly #limit: number;
  #wake: (() => void) | null = null;
  #ended = false;
  #failure: Error | null = null;

  /** `onPressure(true)` is called when `limit` items wait, `onPressure(false)` when half of them are read. */
  constructor(limit: number, onPressure: (full: boolean) => void) {
    this.#limit = limit;
    this.#onPressure = onPressure;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    if (this.#items.length === this.#limit) this.#onPressure(true);
    this.#wake?.();
  }

  /** Ends the iteration after what is left, or with this failure. */
  end(failure: Error | null = null): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) {
        if (this.#items.length === Math.floor(this.#limit / 2)) this.#onPressure(false);
        yield item;
      } else if (this.#ended) {
        if (this.#failure !== null) throw this.#failure;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    }
  }
}

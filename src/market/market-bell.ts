/** Wakes everything that waits for an event in a market of the account. */
export class MarketBell {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls `listener` at each ring of the market; returns the function that ends it. */
  listen(market: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(market) ?? new Set();
    this.#listeners.set(market, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(market);
    };
  }

  ring(market: string): void {
    for (const listener of this.#listeners.get(market) ?? []) listener();
  }
}

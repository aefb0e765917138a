/** Wakes everything that waits for news of one name: of a market of the account, or of an account of the process. */
export class NamedBell {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls `listener` at each ring of the name; returns the function that ends it. */
  listen(name: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(name);
    };
  }

  ring(name: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener();
  }
}

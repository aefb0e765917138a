interface Entry<T> {
  value: Promise<T>;
  /** When the read began: what it says is at least that fresh. */
  atMs: number;
  /** True while the answer is still on its way. */
  open: boolean;
}

/**
 * One read for everybody who asks within its time to live, or while it is on its way: 500 ads on a pair cost one search
 * a round, however slow that is. A failed read is not kept.
 */
export class SharedRead<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #load: (key: string) => Promise<T>;
  readonly #clock: { now(): number };

  constructor(load: (key: string) => Promise<T>, clock: { now(): number }) {
    this.#load = load;
    this.#clock = clock;
  }

  /**
   * Gives the value of a key, at most `ttlMs` old; 0 always reads anew and shares nothing. Rejects with what the load
   * rejects with.
   */
  get(key: string, ttlMs: number): Promise<T> {
    const known = this.#entries.get(key);
    const nowMs = this.#clock.now();
    const shared = known !== undefined && ttlMs > 0 && (known.open || nowMs - known.atMs < ttlMs);
    return shared ? known.value : this.#read(key, nowMs);
  }

  /** Forgets a key, so that the next get reads anew. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  #read(key: string, atMs: number): Promise<T> {
    const entry: Entry<T> = { value: this.#load(key), atMs, open: true };
    this.#entries.set(key, entry);
    entry.value.then(
      () => {
        entry.open = false;
      },
      () => this.#drop(key, entry),
    );
    return entry.value;
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}

interface Entry<T> {
  value: Promise<T>;
  /** When the read began: what it says is at least that fresh. */
  atMs: number;
}

/**
 * One read for everybody who asks within its time to live: 500 ads on a pair cost one search a round. A failed read
 * is not kept.
 */
export class SharedRead<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #load: (key: string) => Promise<T>;
  readonly #clock: { now(): number };

  constructor(load: (key: string) => Promise<T>, clock: { now(): number }) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Gives the value of a key, at most `ttlMs` old. Rejects with what the load rejects with. */
  get(key: string, ttlMs: number): Promise<T> {
    const known = this.#entries.get(key);
    const nowMs = this.#clock.now();
    if (known !== undefined && nowMs - known.atMs < ttlMs) return known.value;
    const entry = { value: this.#load(key), atMs: nowMs };
    this.#entries.set(key, entry);
    entry.value.catch(() => this.#drop(key, entry));
    return entry.value;
  }

  /** Forgets a key, so that the next get reads anew. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}

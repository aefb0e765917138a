interface Entry<T> {
  value: Promise<T>;
  /** When the read began: its result is at least that fresh. */
  atMs: number;
  /** True while the answer is still on its way. */
  open: boolean;
}

/** How old a value may be to be returned at once, and from what age it is renewed in the background. */
export interface KnownAge {
  readonly renewFromMs: number;
  readonly limitMs: number;
}

/**
 * Shares one read among all callers within its time to live, or while it is under way: 500 ads on a pair cost one
 * search a round, however slow that is. A failed read is not kept.
 */
export class SharedRead<T> {
  readonly #entries = new Map<string, Entry<T>>();
  /** Reads that will replace a value that is still in use. */
  readonly #renewals = new Map<string, Entry<T>>();
  readonly #load: (key: string) => Promise<T>;
  readonly #clock: { now(): number };

  readonly #onRenewed: (key: string) => void;

  /** `onRenewed` is called when a renewal has replaced a value. */
  constructor(
    load: (key: string) => Promise<T>,
    clock: { now(): number },
    onRenewed: (key: string) => void = () => undefined,
  ) {
    this.#load = load;
    this.#clock = clock;
    this.#onRenewed = onRenewed;
  }

  /**
   * Returns the value of a key, at most `ttlMs` old; 0 always reads again and shares nothing. Rejects with the failure
   * of the load.
   */
  get(key: string, ttlMs: number): Promise<T> {
    const known = this.#entries.get(key);
    const nowMs = this.#clock.now();
    const shared = known !== undefined && ttlMs > 0 && (known.open || nowMs - known.atMs < ttlMs);
    return shared ? known.value : this.#read(key, nowMs);
  }

  /**
   * Returns the value of a key without waiting while it is younger than `limitMs`; from `renewFromMs` on it is renewed
   * in the background. A failed renewal drops the value: the next caller gets the error.
   */
  getKnown(key: string, { renewFromMs, limitMs }: KnownAge): Promise<T> {
    const known = this.#entries.get(key);
    if (known === undefined || known.open) return this.get(key, limitMs);
    const ageMs = this.#clock.now() - known.atMs;
    if (ageMs < renewFromMs) return known.value;
    const renewal = this.#renewals.get(key) ?? this.#renew(key);
    return ageMs < limitMs ? known.value : renewal.value;
  }

  /** Drops a key, so that the next get reads again. */
  forget(key: string): void {
    this.#entries.delete(key);
    this.#renewals.delete(key);
  }

  #renew(key: string): Entry<T> {
    const entry: Entry<T> = { value: this.#load(key), atMs: this.#clock.now(), open: true };
    this.#renewals.set(key, entry);
    const end = (isRead: boolean): void => {
      entry.open = false;
      // Anything dropped or read again meanwhile is not replaced by an older value.
      if (this.#renewals.get(key) !== entry) return;
      this.#renewals.delete(key);
      if (!isRead) return void this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#onRenewed(key);
    };
    entry.value.then(
      () => end(true),
      () => end(false),
    );
    return entry;
  }

  #read(key: string, atMs: number): Promise<T> {
    const entry: Entry<T> = { value: this.#load(key), atMs, open: true };
    this.#renewals.delete(key);
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

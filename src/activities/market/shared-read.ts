interface Entry<T> {
  value: Promise<T>;
  /** When the read began: what it says is at least that fresh. */
  atMs: number;
  /** True while the answer is still on its way. */
  open: boolean;
}

/** How old a value may be when it is given at once, and from what age on a read begins behind it. */
export interface KnownAge {
  readonly renewFromMs: number;
  readonly limitMs: number;
}

/**
 * One read for everybody who asks within its time to live, or while it is on its way: 500 ads on a pair cost one search
 * a round, however slow that is. A failed read is not kept.
 */
export class SharedRead<T> {
  readonly #entries = new Map<string, Entry<T>>();
  /** Reads that will replace a value which is still given. */
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
   * Gives the value of a key, at most `ttlMs` old; 0 always reads anew and shares nothing. Rejects with what the load
   * rejects with.
   */
  get(key: string, ttlMs: number): Promise<T> {
    const known = this.#entries.get(key);
    const nowMs = this.#clock.now();
    const shared = known !== undefined && ttlMs > 0 && (known.open || nowMs - known.atMs < ttlMs);
    return shared ? known.value : this.#read(key, nowMs);
  }

  /**
   * Returns the value of a key without a wait for as long as it is younger than `limitMs`; from `renewFromMs` on it is
   * read anew behind that. A renewal that fails takes the value with it: the next one who asks hears of the trouble.
   */
  getKnown(key: string, { renewFromMs, limitMs }: KnownAge): Promise<T> {
    const known = this.#entries.get(key);
    if (known === undefined || known.open) return this.get(key, limitMs);
    const ageMs = this.#clock.now() - known.atMs;
    if (ageMs < renewFromMs) return known.value;
    const renewal = this.#renewals.get(key) ?? this.#renew(key);
    return ageMs < limitMs ? known.value : renewal.value;
  }

  /** Forgets a key, so that the next get reads anew. */
  forget(key: string): void {
    this.#entries.delete(key);
    this.#renewals.delete(key);
  }

  #renew(key: string): Entry<T> {
    const entry: Entry<T> = { value: this.#load(key), atMs: this.#clock.now(), open: true };
    this.#renewals.set(key, entry);
    const end = (isRead: boolean): void => {
      entry.open = false;
      // What was forgotten meanwhile, or read again, is not replaced by what is older.
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

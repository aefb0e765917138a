/** One account of a group that needs a read, and can make it for all. */
export interface GroupReader<T> {
  readonly account: string;
  /** How deep it needs the read, such as in pages. */
  readonly depth: number;
  /** Calls of the account that wait for their turn: another one reads sooner. */
  waiting(): number;
  /** Reads as deep as the deepest of the group needs it. The signal aborts when another account was faster. */
  load(depth: number, signal: AbortSignal): Promise<T>;
}

interface FlightOptions<T> {
  /** Returns the account that reads next; null: none is left. */
  choose: (tried: ReadonlySet<string>) => GroupReader<T> | null;
  depth: () => number;
  /** Calls back after this long without an answer; returns what ends the wait. */
  later: (act: () => void) => () => void;
  onRead: (value: T, reader: GroupReader<T>) => void;
  onFailed: (account: string) => void;
  /** The account takes long. */
  onSlow: (account: string) => void;
}

/**
 * One read for a group. An account that fails, or is slow, holds up no other one: the next account reads, and the first
 * answer counts.
 */
export class GroupFlight<T> {
  readonly #options: FlightOptions<T>;
  readonly #tried = new Set<string>();
  readonly #failures = new Map<string, unknown>();
  readonly #over = new AbortController();
  readonly #end = Promise.withResolvers<T>();
  #running = 0;
  #endWait: () => void = () => undefined;

  constructor(options: FlightOptions<T>) {
    this.#options = options;
    // Who waits sees it; a read in the background has no one.
    this.#end.promise.catch(() => undefined);
    this.#next();
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Resolves with the first answer; rejects when every account has failed, with the account's own failure if it has one. */
  async result(account: string): Promise<T> {
    try {
      return await this.#end.promise;
    } catch (error) {
      throw this.#failures.get(account) ?? error;
    }
  }

  #next(): void {
    if (this.isOver) return;
    this.#endWait();
    const reader = this.#options.choose(this.#tried);
    if (reader !== null) this.#start(reader);
  }

  #start(reader: GroupReader<T>): void {
    const { depth, later, onRead, onSlow } = this.#options;
    this.#tried.add(reader.account);
    this.#running += 1;
    this.#endWait = later(() => {
      onSlow(reader.account);
      this.#next();
    });
    reader.load(depth(), this.#over.signal).then(
      (value) => {
        if (this.isOver) return;
        this.#close();
        onRead(value, reader);
        this.#end.resolve(value);
      },
      (error: unknown) => this.#failed(reader.account, error),
    );
  }

  #failed(account: string, error: unknown): void {
    if (this.isOver) return;
    this.#running -= 1;
    this.#failures.set(account, error);
    this.#options.onFailed(account);
    this.#next();
    if (this.#running > 0) return;
    this.#close();
    this.#end.reject(error);
  }

  #close(): void {
    this.#endWait();
    this.#over.abort();
  }
}

/** A moment of the service's clock, and the synchronisation behind it. */
export interface Stamp {
  readonly timestampMs: number;
  readonly generation: number;
}

/** What the service's clock showed, with the moments of asking and hearing by the monotonic clock; all in ms. */
export interface TimeReading {
  readonly serverTimeMs: number;
  readonly leftAtMs: number;
  readonly answeredAtMs: number;
}

interface ServerClockOptions {
  /** Wall clock in ms since the epoch: the starting point before the first synchronisation. */
  readonly wallNow: () => number;
  /** Monotonic clock in ms, so that a step of the wall clock changes nothing. */
  readonly monotonicNow: () => number;
  /** Asks the service for its time. */
  readonly readTime: () => Promise<TimeReading>;
}

/**
 * The service's time as we know it (interface 5 rule 3). One fetch at a time; between two fetches it only moves forward
 * with the monotonic clock. The error is at most half the round trip of the last fetch.
 */
export class ServerClock {
  readonly #options: ServerClockOptions;
  #anchorTimeMs: number;
  #anchorMonotonicMs: number;
  #generation = 0;
  #refreshing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: ServerClockOptions) {
    this.#options = options;
    this.#anchorTimeMs = options.wallNow();
    this.#anchorMonotonicMs = options.monotonicNow();
  }

  /** Returns the service's time now, in whole ms: the service refuses fractions. */
  stamp(): Stamp {
    const elapsedMs = this.#options.monotonicNow() - this.#anchorMonotonicMs;
    return { timestampMs: Math.round(this.#anchorTimeMs + elapsedMs), generation: this.#generation };
  }

  /**
   * Returns the service's clock minus this machine's now, in whole ms; null before the first measurement. Shows a step
   * of the machine's clock at once.
   */
  differenceMs(): number | null {
    return this.#generation === 0 ? null : this.stamp().timestampMs - Math.round(this.#options.wallNow());
  }

  /**
   * Fetches the time again, unless that has happened since `seen` was stamped: of a hundred calls that were refused
   * together one fetches and all use it. Rejects with the failure of the fetch.
   */
  async refreshSince(seen: Stamp): Promise<void> {
    if (seen.generation !== this.#generation) return;
    await this.refresh();
  }

  /** Does the same in the background, for later calls; a failed fetch leaves the time as it was. */
  refreshLater(seen: Stamp): void {
    void this.refreshSince(seen).catch(ignore);
  }

  /** Fetches the time again; concurrent callers share the fetch. Rejects with its failure. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /**
   * Fetches the time this often, in ms, until `close`; never keeps a process alive. A failed fetch leaves the time as
   * it was: -1021 triggers another where it matters.
   */
  keepFresh(everyMs: number): void {
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setInterval(() => void this.refresh().catch(ignore), everyMs);
    this.#timer.unref();
  }

  /** Ends the background refresh. */
  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Goes by this reading from now on. */
  take({ serverTimeMs, leftAtMs, answeredAtMs }: TimeReading): void {
    // The service read its clock somewhere within the round trip; its middle halves the largest possible error.
    this.#anchorMonotonicMs = (leftAtMs + answeredAtMs) / 2;
    this.#anchorTimeMs = serverTimeMs;
    this.#generation += 1;
  }

  async #fetch(): Promise<void> {
    this.take(await this.#options.readTime());
  }
}

const ignore = (): void => undefined;

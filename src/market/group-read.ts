import { GroupFlight, type GroupReader } from './group-flight.ts';
import type { KnownAge } from './shared-read.ts';

/** An account that has not asked for so many renewals looks at the market no more. */
const keptRenewals = 3;
/** An account that was slow is passed over for so long: each of its turns holds the market up until another one reads. */
const slowRestMs = 60_000;

interface Interest<T> {
  reader: GroupReader<T>;
  untilMs: number;
}

interface Entry<T> {
  known: { value: T; atMs: number } | null;
  flight: GroupFlight<T> | null;
  /** Accounts whose own read has failed since the last answer: the value is no news of their own. */
  readonly doubtedBy: Set<string>;
  readonly interests: Map<string, Interest<T>>;
}

interface GroupReadOptions {
  clock: { now(): number };
  /** Calls back when a read is slow; returns what ends the wait. */
  later: (act: () => void) => () => void;
  /** Called with each new value but the first. */
  onRenewed?: (key: string) => void;
}

/**
 * Shares reads among the accounts of a group: however many look at a market, one of them reads it a round. They take
 * turns, so that no one's budget pays for all; who waits for its own calls, has failed or was slow comes last.
 */
export class GroupRead<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #options: GroupReadOptions;
  /** When each account made its last read of any key, counted in reads. */
  readonly #turns = new Map<string, number>();
  #reads = 0;
  /** Until when an account counts as slow, at every key: it is the account's way to the service that is. */
  readonly #slowUntilMs = new Map<string, number>();

  constructor(options: GroupReadOptions) {
    this.#options = options;
  }

  /**
   * Returns the value of a key without waiting while it is younger than `limitMs`; from `renewFromMs` on it is renewed
   * in the background. An account whose own read has failed waits for the next one, and gets its failure when no other
   * account can read either.
   */
  getKnown(key: string, reader: GroupReader<T>, { renewFromMs, limitMs }: KnownAge): Promise<T> {
    const { account } = reader;
    const entry = this.#entryOf(key);
    const nowMs = this.#options.clock.now();
    entry.interests.set(account, { reader, untilMs: nowMs + keptRenewals * Math.max(renewFromMs, 1) });
    const { known } = entry;
    const ageMs = known === null ? Number.POSITIVE_INFINITY : nowMs - known.atMs;
    const isDoubted = entry.doubtedBy.has(account);
    if (known !== null && ageMs < renewFromMs && !isDoubted) return Promise.resolve(known.value);
    const flight = entry.flight ?? this.#fly(key, entry);
    return known !== null && ageMs < limitMs && !isDoubted ? Promise.resolve(known.value) : flight.result(account);
  }

  /** The account reads nothing from now on. */
  leave(account: string): void {
    this.#turns.delete(account);
    this.#slowUntilMs.delete(account);
    for (const { interests, doubtedBy } of this.#entries.values()) {
      interests.delete(account);
      doubtedBy.delete(account);
    }
  }

  #entryOf(key: string): Entry<T> {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry<T> = { known: null, flight: null, doubtedBy: new Set(), interests: new Map() };
    this.#entries.set(key, entry);
    return entry;
  }

  #fly(key: string, entry: Entry<T>): GroupFlight<T> {
    const { clock, later, onRenewed } = this.#options;
    const beganAtMs = new Map<string, number>();
    const flight = new GroupFlight<T>({
      later,
      depth: () => Math.max(...this.#interested(entry).map(({ depth }) => depth)),
      choose: (tried) => {
        const reader = this.#choose(entry, tried);
        if (reader === null) return null;
        beganAtMs.set(reader.account, clock.now());
        this.#reads += 1;
        this.#turns.set(reader.account, this.#reads);
        return reader;
      },
      onRead: (value, { account }) => {
        const isRenewal = entry.known !== null;
        entry.known = { value, atMs: beganAtMs.get(account) ?? clock.now() };
        entry.flight = null;
        entry.doubtedBy.clear();
        if (isRenewal) onRenewed?.(key);
      },
      onFailed: (account) => entry.doubtedBy.add(account),
      onSlow: (account) => this.#slowUntilMs.set(account, clock.now() + slowRestMs),
    });
    entry.flight = flight.isOver ? null : flight;
    void flight.result('').catch(() => {
      if (entry.flight === flight) entry.flight = null;
    });
    return flight;
  }

  #interested({ interests }: Entry<T>): GroupReader<T>[] {
    const nowMs = this.#options.clock.now();
    for (const [account, { untilMs }] of interests) if (untilMs < nowMs) interests.delete(account);
    return [...interests.values()].map(({ reader }) => reader);
  }

  #choose(entry: Entry<T>, tried: ReadonlySet<string>): GroupReader<T> | null {
    const nowMs = this.#options.clock.now();
    const comesLast = ({ account }: GroupReader<T>): boolean =>
      entry.doubtedBy.has(account) || (this.#slowUntilMs.get(account) ?? 0) > nowMs;
    const rank = (reader: GroupReader<T>): [number, number, number] => [
      comesLast(reader) ? 1 : 0,
      reader.waiting(),
      this.#turns.get(reader.account) ?? 0,
    ];
    const ranked = this.#interested(entry)
      .filter(({ account }) => !tried.has(account))
      .map((reader) => ({ reader, rank: rank(reader) }))
      .toSorted((left, right) => compareRanks(left.rank, right.rank));
    return ranked[0]?.reader ?? null;
  }
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

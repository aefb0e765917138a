/** One line of the ledger: an effect on the marketplace, in order of time. */
export interface LedgerEntry {
  atMs: number;
  kind:
    | 'place'
    | 'pay'
    | 'release'
    | 'cancel'
    | 'reprice'
    | 'ad-post'
    | 'ad-status'
    | 'arrive'
    | 'dispute'
    | 'expire'
    | 'roll-back'
    | 'complete'
    | 'in-zone';
  account: string | null;
  orderNumber?: string;
  adNumber?: string;
  side?: string;
  amount?: string;
  /** Of a placement: the requested amount with its kind; the asset's amount moves with the price. */
  wanted?: string;
  price?: string;
  /** The own ad whose exclusion zone the price lies in, and the price of that ad. */
  beside?: { adNumber: string; price: string };
  /** True when this effect had happened before. */
  repeated?: boolean;
}

/**
 * What really happened, whatever the desk believes.
 *
 * `doubleX` counts effects that were executed again, `repeatedAttempts` calls for a step that was already done (refused
 * or not). `pricesInZone` and `pricesOutsideLimits` count attempts, executed or not: a price within four ticks of
 * another own ad is refused, so it is visible only as an attempt.
 */
export interface Ledger {
  placements: number;
  payments: number;
  releases: number;
  repeatedAttempts: number;
  doublePlacements: number;
  doublePayments: number;
  doubleReleases: number;
  /** Releases of an order with a payment reference that had served another order's release. */
  releasesOnUsedPayment: number;
  /** Releases of an order that its buyer had not paid in full, or whose money was not booked; counted where a bank is simulated. */
  releasesWithoutMoney: number;
  callsDuringBan: number;
  /** Calls that were turned away with 429: above the window of the account, or above the weight of the endpoint. */
  callsOverLimit: number;
  /** Calls of an account that came before the Retry-After of a 429 was over. */
  callsBeforeRetryAfter: number;
  pricesInZone: number;
  pricesOutsideLimits: number;
  /**
   * Prices that passed another online ad of the same account, market and side. Harmless by itself: ads that follow a
   * moved market arrive in any order, and the last one restores it.
   */
  ownPasses: number;
  /** Those that passed an own ad with the best price of the market: no rival was beaten, only the own ad was undercut. */
  ownUndercuts: number;
  reprices: number;
  requests: number;
  rejected: Record<string, number>;
  orders: { arrived: number; completed: number; cancelled: number; open: number };
  entries: LedgerEntry[];
}

const entriesKept = 10_000;
const placementWindowMs = 60_000;

/** A ledger in which nothing happened yet. */
export function emptyLedger(): Ledger {
  return {
    placements: 0,
    payments: 0,
    releases: 0,
    repeatedAttempts: 0,
    doublePlacements: 0,
    doublePayments: 0,
    doubleReleases: 0,
    releasesOnUsedPayment: 0,
    releasesWithoutMoney: 0,
    callsDuringBan: 0,
    callsOverLimit: 0,
    callsBeforeRetryAfter: 0,
    pricesInZone: 0,
    pricesOutsideLimits: 0,
    ownPasses: 0,
    ownUndercuts: 0,
    reprices: 0,
    requests: 0,
    rejected: {},
    orders: { arrived: 0, completed: 0, cancelled: 0, open: 0 },
    entries: [],
  };
}

/** Adds a line and drops the oldest above the limit; counters keep everything. */
export function enter(ledger: Ledger, entry: LedgerEntry): void {
  ledger.entries.push(entry);
  if (ledger.entries.length > entriesKept) ledger.entries.splice(0, ledger.entries.length - entriesKept);
}

/** Counts a refusal under its code. */
export function countRejection(ledger: Ledger, code: number): void {
  const key = String(code);
  ledger.rejected[key] = (ledger.rejected[key] ?? 0) + 1;
}

/**
 * Records an order that the desk placed.
 *
 * The service has no key that separates two intents, so the same ad, side and wanted amount within 60 s is a double.
 */
export function bookPlacement(ledger: Ledger, entry: LedgerEntry): void {
  const repeated = ledger.entries.some(
    (earlier) =>
      earlier.kind === 'place' && samePlacement(earlier, entry) && entry.atMs - earlier.atMs < placementWindowMs,
  );
  ledger.placements += 1;
  if (repeated) ledger.doublePlacements += 1;
  enter(ledger, repeated ? { ...entry, repeated } : entry);
}

function samePlacement(a: LedgerEntry, b: LedgerEntry): boolean {
  return a.account === b.account && a.adNumber === b.adNumber && a.side === b.side && a.wanted === b.wanted;
}

/** Records a payment or a release of the desk; `timesBefore` is how often this order had it already. */
export function bookMoneyStep(ledger: Ledger, entry: LedgerEntry, timesBefore: number): void {
  const [done, doubled] =
    entry.kind === 'pay' ? (['payments', 'doublePayments'] as const) : (['releases', 'doubleReleases'] as const);
  ledger[done] += 1;
  if (timesBefore > 0) ledger[doubled] += 1;
  enter(ledger, timesBefore > 0 ? { ...entry, repeated: true } : entry);
}

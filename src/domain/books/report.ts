/** What was traded in a period, summed up. */
import type { Decimal } from '../decimal.ts';
import { Books, pairOf, type BookedTrade, type Transfer } from './books.ts';
import { zero, type CostMethod } from './inventory.ts';
import type { Trade } from './trade.ts';

/** By what trades are summed up; amounts of two pairs are never added. */
export const reportGroups = ['pair', 'side', 'ad', 'method', 'counterparty'] as const;
export type ReportGroup = (typeof reportGroups)[number];

const keyOf: Readonly<Record<ReportGroup, (trade: Trade) => string | null>> = {
  pair: pairOf,
  side: ({ side }) => side,
  ad: ({ adNumber }) => adNumber,
  method: ({ method }) => method,
  counterparty: ({ counterparty }) => counterparty,
};

/** The sums of one key within one pair. Decimals as text, exact. */
export interface ReportRow {
  /** Null: not known. */
  readonly key: string | null;
  readonly asset: string;
  readonly fiat: string;
  /** Completed. */
  readonly trades: number;
  readonly cancelled: number;
  readonly bought: string;
  readonly paid: string;
  readonly sold: string;
  readonly received: string;
  readonly fees: string;
  /** What the sold asset and its fees have cost, as far as that is known. */
  readonly cost: string;
  /** What came in for it, without that cost. */
  readonly earned: string;
  /** Sold without a known cost: it is not in `earned`. */
  readonly uncovered: string;
}

export interface Report {
  readonly method: CostMethod;
  readonly rows: readonly ReportRow[];
  /** What is left at the end of the period, with its cost. */
  readonly stock: readonly {
    readonly asset: string;
    readonly fiat: string;
    readonly amount: string;
    readonly cost: string;
  }[];
}

interface ReportWish {
  /** All that are known, also from before the period: what was sold in it was bought before. */
  readonly trades: readonly Trade[];
  readonly transfers: readonly Transfer[];
  readonly method: CostMethod;
  readonly by: ReportGroup;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Sums up the trades that were created in a period. */
export function reportOf({ trades, transfers, method, by, fromMs, untilMs }: ReportWish): Report {
  const books = new Books(method);
  const sums = new Map<string, Sums>();
  const moves = transfers.filter(({ atMs }) => atMs < untilMs).toSorted((left, right) => left.atMs - right.atMs);
  let moved = 0;
  const moveUntil = (atMs: number): void => {
    for (let next = moves[moved]; next !== undefined && next.atMs <= atMs; next = moves[moved]) {
      books.move(next);
      moved += 1;
    }
  };
  for (const trade of trades.filter(({ createdAtMs }) => createdAtMs < untilMs).toSorted(inTime)) {
    moveUntil(trade.createdAtMs);
    const booked = books.trade(trade);
    if (trade.createdAtMs >= fromMs) sumsOf(sums, keyOf[by](trade), trade).add(booked);
  }
  moveUntil(untilMs);
  const stock = books.stock().map((one) => ({ ...one, amount: one.amount.toFixed(), cost: one.cost.toFixed() }));
  return { method, rows: [...sums.values()].map((sum) => sum.row()).toSorted(byName), stock };
}

/** Two of one moment are in the order of their numbers, so that each run has the same sums. */
function inTime(left: Trade, right: Trade): number {
  return left.createdAtMs - right.createdAtMs || (left.orderNumber < right.orderNumber ? -1 : 1);
}

const nameOf = ({ key, asset, fiat }: ReportRow): string => `${pairOf({ asset, fiat })} ${key ?? '\uFFFF'}`;

function byName(left: ReportRow, right: ReportRow): number {
  return nameOf(left) < nameOf(right) ? -1 : 1;
}

function sumsOf(all: Map<string, Sums>, key: string | null, { asset, fiat }: Trade): Sums {
  const name = JSON.stringify([asset, fiat, key]);
  const sums = all.get(name) ?? new Sums(key, asset, fiat);
  all.set(name, sums);
  return sums;
}

type Summed = 'bought' | 'paid' | 'sold' | 'received' | 'fees' | 'cost' | 'earned' | 'uncovered';

class Sums {
  readonly #head: Pick<ReportRow, 'key' | 'asset' | 'fiat'>;
  readonly #sums: Record<Summed, Decimal> = {
    bought: zero,
    paid: zero,
    sold: zero,
    received: zero,
    fees: zero,
    cost: zero,
    earned: zero,
    uncovered: zero,
  };
  #trades = 0;
  #cancelled = 0;

  constructor(key: string | null, asset: string, fiat: string) {
    this.#head = { key, asset, fiat };
  }

  add({ trade, amount, total, fee, cost, earned, uncovered }: BookedTrade): void {
    if (trade.end === 'completed') this.#trades += 1;
    else this.#cancelled += 1;
    const isSale = trade.side === 'SELL';
    const added = isSale ? { sold: amount, received: total } : { bought: amount, paid: total };
    for (const [name, value] of Object.entries({ ...added, fees: fee, cost, earned, uncovered }))
      // Most are zero, and an addition costs as much as the rest of a trade.
      if (!value.isZero()) this.#sums[name as Summed] = this.#sums[name as Summed].plus(value);
  }

  row(): ReportRow {
    const { bought, paid, sold, received, fees, cost, earned, uncovered } = this.#sums;
    return {
      ...this.#head,
      trades: this.#trades,
      cancelled: this.#cancelled,
      bought: bought.toFixed(),
      paid: paid.toFixed(),
      sold: sold.toFixed(),
      received: received.toFixed(),
      fees: fees.toFixed(),
      cost: cost.toFixed(),
      earned: earned.toFixed(),
      uncovered: uncovered.toFixed(),
    };
  }
}

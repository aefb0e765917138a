import { Amount } from '../world/amounts.ts';
import type { Quote } from '../world/market-feed.ts';

/** The two sides of a market at one moment. */
interface QuotePair {
  ask: Quote;
  bid: Quote;
}

const smoothingRows = 9;
/**
 * Someone who buys for this much more than another one sells is a bait, or the other one is: the largest distance of a
 * competitor, as the rules have it by default.
 */
const baitRatio = 1.05;

function middleOf(a: string | null, b: string | null): Amount | null {
  if (a !== null && b !== null) return new Amount(a).plus(b).div(2);
  const one = a ?? b;
  return one === null ? null : new Amount(one);
}

/**
 * Returns the reference price of each row, unaffected by baits.
 *
 * Medians withstand any bait, so they come first; then the most usual prices. If there are only best prices, their
 * middle is smoothed by the median of the nine latest rows, which a single bait cannot move; of two that exclude each
 * other the one nearer to the latest reference counts, however long the other one stays. Null while no row so far holds
 * a price.
 */
export function referencePrices(rows: readonly QuotePair[]): (Amount | null)[] {
  const middles: Amount[] = [];
  const first = firstMiddle(rows);
  let latest: Amount | null = null;
  return rows.map(({ ask, bid }) => {
    const robust = middleOf(ask.median, bid.median) ?? middleOf(ask.usual, bid.usual);
    const raw = honestMiddle(ask.best, bid.best, latest ?? first);
    if (raw !== null) middles.push(raw);
    if (middles.length > smoothingRows) middles.shift();
    latest = robust ?? (raw === null ? latest : medianOf(middles));
    return latest;
  });
}

/** Of the first best prices that do not exclude each other; null: there are none. */
function firstMiddle(rows: readonly QuotePair[]): Amount | null {
  const row = rows.find(({ ask, bid }) => ask.best !== null && bid.best !== null && !isBaited(ask.best, bid.best));
  return row === undefined ? null : middleOf(row.ask.best, row.bid.best);
}

function honestMiddle(ask: string | null, bid: string | null, anchor: Amount | null): Amount | null {
  if (ask === null || bid === null || anchor === null || !isBaited(ask, bid)) return middleOf(ask, bid);
  return new Amount(distance(ask, anchor) <= distance(bid, anchor) ? ask : bid);
}

/** Floats suffice here. */
const isBaited = (ask: string, bid: string): boolean => Number(bid) > Number(ask) * baitRatio;
const distance = (price: string, anchor: Amount): number => Math.abs(Number(price) - anchor.toNumber());

function medianOf(values: readonly Amount[]): Amount | null {
  const sorted = [...values].sort((a, b) => a.cmp(b));
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

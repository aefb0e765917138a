import { Amount } from '../world/amounts.ts';
import type { Quote } from '../world/market-feed.ts';

/** The two sides of a market at one moment. */
interface QuotePair {
  ask: Quote;
  bid: Quote;
}

const smoothingRows = 9;

function middleOf(a: string | null, b: string | null): Amount | null {
  if (a !== null && b !== null) return new Amount(a).plus(b).div(2);
  const one = a ?? b;
  return one === null ? null : new Amount(one);
}

/**
 * Returns the reference price of each row, unaffected by baits.
 *
 * Medians withstand any bait, so they come first; then the most usual prices. If there are only best prices, their
 * middle is smoothed by the median of the nine latest rows, which a single bait cannot move. Null while no row so far
 * holds a price.
 */
export function referencePrices(rows: readonly QuotePair[]): (Amount | null)[] {
  const middles: Amount[] = [];
  let latest: Amount | null = null;
  return rows.map(({ ask, bid }) => {
    const robust = middleOf(ask.median, bid.median) ?? middleOf(ask.usual, bid.usual);
    const raw = middleOf(ask.best, bid.best);
    if (raw !== null) middles.push(raw);
    if (middles.length > smoothingRows) middles.shift();
    latest = robust ?? (raw === null ? latest : medianOf(middles));
    return latest;
  });
}

function medianOf(values: readonly Amount[]): Amount | null {
  const sorted = [...values].sort((a, b) => a.cmp(b));
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

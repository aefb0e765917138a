import { decimalsOf } from '../world/amounts.ts';
import type { Quote } from '../world/market-feed.ts';

/** The largest number of decimals that a price of a market has. */
export const maxDecimals = 8;

interface QuotePair {
  ask: Quote;
  bid: Quote;
}

/** Zeros at the end count up to here: money is usually written with two decimals, whatever its step. */
const usualDecimals = 2;
/** Of this many rows one must share a number of decimals. */
const rowsToOne = 50;
/** Best prices are prices that someone set, and so, mostly, are the usual ones; a median may lie between two. */
const kinds = ['best', 'usual', 'median'] as const;

/**
 * Returns the decimals of a market's prices, from the best prices where there are any. More decimals than nearly all
 * rows have are those of an odd row, which does not decide. Null when no price has as few as a market's.
 */
export function marketScale(rows: readonly QuotePair[]): number | null {
  const ballots = kinds.map((kind) => ballotOf(rows, kind));
  const ballot = ballots.find(({ voters }) => voters > 0 && voters >= neededOf(rows.length));
  return ballot === undefined ? null : scaleOf(ballot);
}

const neededOf = (rows: number): number => (rows < 3 ? 1 : Math.max(2, Math.ceil(rows / rowsToOne)));

interface Ballot {
  voters: number;
  /** How many rows have this many decimals, zeros at the end not counted. */
  exact: number[];
  /** The same with zeros, up to the usual decimals. */
  written: number[];
}

function ballotOf(rows: readonly QuotePair[], kind: (typeof kinds)[number]): Ballot {
  const none = (): number[] => Array.from({ length: maxDecimals + 1 }, () => 0);
  const ballot = { voters: 0, exact: none(), written: none() };
  for (const { ask, bid } of rows) {
    const prices = [ask[kind], bid[kind]].filter((price) => price !== null);
    const exact = Math.max(...prices.map(exactDecimals));
    if (prices.length === 0 || exact > maxDecimals) continue;
    const written = Math.min(usualDecimals, Math.max(...prices.map(decimalsOf)));
    ballot.voters += 1;
    ballot.exact[exact] = (ballot.exact[exact] ?? 0) + 1;
    ballot.written[written] = (ballot.written[written] ?? 0) + 1;
  }
  return ballot;
}

function scaleOf({ voters, exact, written }: Ballot): number {
  return Math.max(mostSharedBy(exact, neededOf(voters)), mostSharedBy(written, voters / 2));
}

/** The largest number of decimals that enough rows have, or exceed. */
function mostSharedBy(rows: readonly number[], needed: number): number {
  let scale = rows.length;
  let sum = 0;
  while (scale > 0 && sum < needed) {
    scale -= 1;
    sum += rows[scale] ?? 0;
  }
  return scale;
}

/** How many decimals a price has without zeros at its end. */
export function exactDecimals(price: string): number {
  let last = price.length - 1;
  const point = price.indexOf('.');
  if (point < 0) return 0;
  while (price[last] === '0') last -= 1;
  return last - point;
}

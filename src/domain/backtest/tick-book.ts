import type { TradeSide } from '../orders/order-facts.ts';
import { isProductAtMost, ticksOf } from './ticks.ts';

/** One side of a market at one moment, prices in ticks. */
export interface TickBook {
  readonly atMs: number;
  readonly prices: readonly number[];
  /** The market's reference price, in ticks; null: there was none. */
  readonly reference: number | null;
  /** What the service allowed then; absent: not known. */
  readonly range?: TickRange;
}

/** Prices in ticks, both ends included; lowest above highest: there is none. */
export interface TickRange {
  readonly lowest: number;
  readonly highest: number;
}

/** A filter by the distance from the reference, as a whole share: `part / whole`. */
interface MaxDeviation {
  readonly part: number;
  readonly whole: number;
}

const maxDecimals = 9;

/** Returns the ratio as a share of whole numbers; undefined where it has too many digits for that. */
export function maxDeviationOf(ratio: string | null): MaxDeviation | null | undefined {
  if (ratio === null) return null;
  const part = ticksOf(ratio, maxDecimals);
  return part === null ? undefined : { part, whole: 10 ** maxDecimals };
}

/**
 * Returns the prices that count, best first: those within the largest distance of the reference, or of their median
 * where there is none. The same choice as `findCompetitors` makes of offers that nothing else is known of.
 */
export function competitorTicks(
  { prices, reference }: TickBook,
  side: TradeSide,
  maxDeviation: MaxDeviation | null,
): readonly number[] {
  const sorted = prices.toSorted(side === 'SELL' ? ascending : descending);
  if (maxDeviation === null) return sorted;
  const doubled = reference === null ? doubledMedian(sorted) : 2 * reference;
  return sorted.filter((price) =>
    isProductAtMost([Math.abs(2 * price - doubled), maxDeviation.whole], [doubled, maxDeviation.part]),
  );
}

const ascending = (left: number, right: number): number => left - right;
const descending = (left: number, right: number): number => right - left;

/** Twice the median, which is a whole number also for an even number of prices. */
function doubledMedian(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (middle.reduce((sum, price) => sum + price, 0) * 2) / middle.length;
}

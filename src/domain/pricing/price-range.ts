import { compare, Decimal } from '../decimal.ts';
import { highestOf, lowestOf, priceOf, type Price } from '../price.ts';
import { findRangeText } from './price-range-text.ts';
import type { DeskSettings } from '../settings.ts';

/** Both ends included; decimals as text, low <= high. */
export interface PriceRange {
  readonly low: string;
  readonly high: string;
}

type EstimateSettings = Pick<DeskSettings, 'rangeEstimateLowFactor' | 'rangeEstimateHighFactor'>;

/**
 * Returns the range "low-high" of a service's message, or null when it is not certain. `near`, a price close to the
 * range, decides between readings such as 1.234 and 1234. Interface 7.4 PRICE_RANGE_LIMIT.
 */
export function parsePriceRange(message: string, near: string | null = null): PriceRange | null {
  const ends = findRangeText(message, near);
  if (ends === null) return null;
  const [first, second] = ends;
  return compare(first, second) <= 0 ? { low: first, high: second } : { low: second, high: first };
}

/** Returns the range to assume when the message is unreadable: the USD rate x 0.905 to x 1.095 (interface 7.4). */
export function estimateRange(usdRate: string, settings: EstimateSettings): PriceRange {
  const rate = new Decimal(usdRate);
  return {
    low: rate.times(settings.rangeEstimateLowFactor).toFixed(),
    high: rate.times(settings.rangeEstimateHighFactor).toFixed(),
  };
}

/** Returns the range of a ratio such as '0.10' around a reference price (interface 8). */
export function rangeAround(reference: string, marginRatio: string): PriceRange {
  const margin = new Decimal(reference).times(marginRatio);
  return { low: new Decimal(reference).minus(margin).toFixed(), high: new Decimal(reference).plus(margin).toFixed() };
}

/** A range in ticks, both ends included. */
export interface TickRange {
  readonly low: Price;
  readonly high: Price;
}

/** Returns a range in ticks of the scale. */
export function rangeInTicks({ low, high }: PriceRange, scale: number): TickRange {
  return { low: priceOf(low, scale), high: priceOf(high, scale) };
}

/** Returns the overlap, or null. */
export function intersect(left: TickRange, right: TickRange): TickRange | null {
  const low = highestOf(left.low, right.low);
  const high = lowestOf(left.high, right.high);
  return low.compare(high) <= 0 ? { low, high } : null;
}

import type { DeskSettings } from '../domain/settings.ts';
import { intersect, rangeAround, rangeInTicks, type PriceRange } from '../domain/pricing/price-range.ts';
import type { WatchedAd } from '../domain/pricing/market-plan.ts';

/** Returns how old, in ms, offers and a reference price may be that a price is decided on (invariant I15). */
export function marketAges({ marketMaxAgeMs, marketIntervalMs, priceRangeTtlMs }: DeskSettings): {
  maxOffersAgeMs: number;
  maxReferenceAgeMs: number;
} {
  return {
    maxOffersAgeMs: Math.max(marketMaxAgeMs, 3 * marketIntervalMs),
    maxReferenceAgeMs: marketMaxAgeMs + priceRangeTtlMs,
  };
}

/** Returns about ±10 % of the reference price (interface 8), narrowed by a recent range from a refusal; null: unknown. */
export function knownServiceRange(
  { priceRangeMarginRatio }: DeskSettings,
  { learnedRange }: Pick<WatchedAd, 'learnedRange'>,
  { atMs, referencePrice }: { atMs: number; referencePrice: string | null },
): PriceRange | null {
  const around = referencePrice === null ? null : rangeAround(referencePrice, priceRangeMarginRatio);
  const learned = learnedRange !== null && learnedRange.untilMs > atMs ? learnedRange.range : null;
  if (around === null || learned === null) return learned ?? around;
  // Both are compared by value, whatever the tick is.
  const overlap = intersect(rangeInTicks(around, 0), rangeInTicks(learned, 0));
  return overlap === null ? learned : { low: overlap.low.text, high: overlap.high.text };
}

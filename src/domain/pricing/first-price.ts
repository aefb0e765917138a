import { intersect, type PriceRange } from './price-range.ts';
import { nearestAllowedPrice } from './exclusion-zone.ts';
import { decidePrice, guardsOf } from './pricing.ts';
import type { PricingDecision, PricingReason } from './pricing-decision.ts';
import type { PricingInput } from './pricing-input.ts';

/** The price that an ad is published at, with how it was found, or why there is none. */
type FirstPrice =
  { readonly price: string; readonly decision: PricingDecision } | { readonly price: null; readonly why: string };

const noBasis = 'what its rules go by is not known yet';
const noPrice = 'no price satisfies its limits, the service range and the own other ads';

/** Where an ad that stands would keep its own price, a new one has none. */
const reasons: Readonly<Partial<Record<PricingReason, string>>> = {
  'no-basis': noBasis,
  stale: 'the market was read too long ago',
  'no-price-satisfies': noPrice,
};

/**
 * Returns the price of an ad that is not published yet, by its rules and all guards (design 6). It comes from the
 * limit that is best for the merchant: there it begins where the rules name no target.
 */
export function firstPrice(input: Omit<PricingInput, 'currentPrice'>): FirstPrice {
  const rules = { ...input.rules, maximumStep: null };
  const bounds = guardsOf({ ...input, rules, currentPrice: input.rules.limits.ceiling });
  const isMarginKnown = bounds.margin === null || bounds.margin.price !== null;
  const start = startingPrice(input, bounds);
  const decision = start === null ? null : decidePrice({ ...input, rules, currentPrice: start });
  if (decision === null) return { price: null, why: noPrice };
  const why = isMarginKnown ? reasons[decision.reason] : noBasis;
  return why === undefined ? { price: decision.price, decision } : { price: null, why };
}

function startingPrice(
  { side, priceScale, zoneTicks, serviceRange }: Omit<PricingInput, 'currentPrice'>,
  { limits, ownPrices }: ReturnType<typeof guardsOf>,
): string | null {
  const own: PriceRange = { low: limits.floor, high: limits.ceiling };
  const range = intersect(own, serviceRange ?? own);
  if (range === null) return null;
  const target = side === 'SELL' ? range.high : range.low;
  const first = side === 'SELL' ? 'lower' : 'higher';
  return nearestAllowedPrice(target, { scale: priceScale, zoneTicks, ownPrices, range, first });
}

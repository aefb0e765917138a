import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';

/**
 * Returns why the rules cannot price the ad, or null: whether its price floats is the merchant's choice at the service,
 * and a price for a floating ad, or a ratio for a fixed one, would undo it.
 */
export function priceTypeProblem(
  { priceType, floatingRatio }: Pick<AdFacts, 'priceType' | 'floatingRatio'>,
  { strategy }: Pick<PricingRules, 'strategy'>,
): string | null {
  const floats = strategy.kind === 'floating';
  if (priceType === 'fixed') return floats ? fixedAd : null;
  if (!floats) return floatingAd;
  return floatingRatio === null
    ? 'the service does not show the ratio of its floating price: fix the price in the app'
    : null;
}

const fixedAd =
  'the ad has a fixed price, and its rules keep a ratio: let it float in the app, or give it a price (strategy.kind=reference strategy.percent=100.5)';

const floatingAd =
  'the ad has a floating price, and its rules set a price: give it a ratio (strategy.kind=floating strategy.ratio=100.5), or fix its price in the app';

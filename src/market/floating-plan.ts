import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { floatingPrice, indexOf } from '../domain/pricing/floating/floating-ratio.ts';
import type { PlanAd, WatchedAd } from '../domain/pricing/market-plan.ts';

/** What a plan says of a floating price. An ad with intents only is planned at the ratio that it would have. */
export function floatingAd(
  { priceType, floatingRatio: shown, price, priceScale }: AdFacts,
  intent: WatchedAd | null,
  { referencePrice }: { referencePrice: string | null },
): Pick<PlanAd, 'floating'> & Partial<Pick<PlanAd, 'currentPrice'>> {
  if (priceType === 'fixed' || shown === null) return {};
  const index = indexOf({ ratio: shown, price }, { referencePrice, priceScale });
  const ratio = intent?.assumedRatio ?? shown;
  const assumed = ratio === shown ? null : floatingPrice(ratio, { index, priceScale });
  return { floating: { ratio, index }, ...(assumed === null ? {} : { currentPrice: assumed }) };
}

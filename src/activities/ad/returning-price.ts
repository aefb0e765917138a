import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { firstPrice } from '../../domain/pricing/first-price.ts';
import type { PutAdOnlineInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { newcomerInput } from './newcomer-input.ts';
import { rulesNow } from './rules-now.ts';

interface Returning {
  ad: AdFacts;
  /** The own ads of its pair. */
  own: readonly AdFacts[];
}

/**
 * Returns the price at which an ad comes back to the market, or why it has none. One that comes back by itself, after a
 * night or once there is enough to sell, is priced by its rules and guards first, as a new ad is: no one has agreed to
 * its price of yesterday.
 */
export async function returningPrice(
  deps: ActivityDependencies,
  { pricing }: PutAdOnlineInput,
  { ad, own }: Returning,
): Promise<{ price: string } | { price: null; why: string }> {
  if (pricing === undefined) return { price: ad.price };
  const now = rulesNow(deps, pricing.rules, 'it comes back then');
  if ('why' in now) return { price: null, why: now.why };
  const { asset, fiat, side, adNumber, priceScale } = ad;
  const others = own.filter((one) => one.adNumber !== adNumber);
  const snapshot = await deps.market.snapshot({ asset, fiat, side });
  const wantsFee = now.rules.minimumMargin !== null;
  const makerFee = wantsFee ? await deps.market.makerFee({ asset, fiat, side }) : null;
  const input = await newcomerInput(deps, { ...pricing, ...now }, { side, snapshot, own: others, makerFee });
  const first = firstPrice({ ...input, adNumber, priceScale, terms: ad });
  return first.price === null ? { price: null, why: `it cannot be priced: ${first.why}` } : { price: first.price };
}

import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { compare } from '../../domain/decimal.ts';
import { firstPrice } from '../../domain/pricing/first-price.ts';
import { indexOf, ratiosFor } from '../../domain/pricing/floating/floating-ratio.ts';
import type { PutAdOnlineInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { staleDecision } from '../kit/terms-write.ts';
import { newcomerInput } from './newcomer-input.ts';
import { priceTypeProblem } from './price-type.ts';
import { rulesNow } from './rules-now.ts';
import { amountText } from '../../words/amount-words.ts';
import { firstPriceWords } from '../../words/ads/pricing-words.ts';

interface Returning {
  ad: AdFacts;
  /** The own ads of its pair. */
  own: readonly AdFacts[];
}

/** `ratio`: what the price comes from, of a floating ad that was priced; null: not known, or the price is fixed. */
type ReturningPrice = { price: string; ratio: string | null } | { price: null; why: string };

/**
 * Returns the price at which an ad comes back to the market, or why it has none. One that comes back by itself, after a
 * night or once there is enough to sell, is priced by its rules and guards first, as a new ad is: no one has agreed to
 * its price of yesterday.
 */
export async function returningPrice(
  deps: ActivityDependencies,
  { pricing }: PutAdOnlineInput,
  { ad, own }: Returning,
): Promise<ReturningPrice> {
  if (pricing === undefined) return { price: ad.price, ratio: null };
  const ofType = priceTypeProblem(ad, pricing.rules);
  if (ofType !== null) return { price: null, why: ofType };
  const now = rulesNow(deps, pricing.rules, 'it comes back then');
  if ('why' in now) return { price: null, why: now.why };
  const { asset, fiat, side, adNumber, priceScale, priceType } = ad;
  const others = own.filter((one) => one.adNumber !== adNumber);
  const snapshot = await deps.market.snapshot({ asset, fiat, side });
  const wantsFee = now.rules.minimumMargin !== null;
  const makerFee = wantsFee ? await deps.market.makerFee({ asset, fiat, side }) : null;
  const input = await newcomerInput(deps, { ...pricing, ...now }, { side, snapshot, own: others, makerFee });
  const index = priceType === 'fixed' ? null : indexOfAd(ad, snapshot.referencePrice);
  const floating = priceType === 'fixed' ? null : { ratio: null, index };
  const first = firstPrice({ ...input, adNumber, priceScale, terms: ad, floating });
  return first.price === null ? { price: null, why: `it cannot be priced: ${firstPriceWords[first.why]}` } : first;
}

type PriceToSend = { price: string; floatingRatio?: string };

/**
 * Returns what is sent of the price of an ad before it comes online; null: it has it already. A floating ad gets a ratio
 * and never a price. Rejects with MarketplaceFailure, and with STALE_DECISION where no ratio follows.
 */
export async function priceToSend(
  { market }: ActivityDependencies,
  ad: AdFacts,
  { price, ratio }: { price: string; ratio: string | null },
): Promise<PriceToSend | null> {
  const isThere = compare(price, ad.price) === 0;
  if (ad.priceType === 'fixed') return isThere ? null : { price };
  if (ratio === null && isThere) return null;
  const { asset, fiat, side, priceScale } = ad;
  const { referencePrice } = await market.snapshot({ asset, fiat, side });
  const index = indexOfAd(ad, referencePrice);
  const found = ratio ?? ratiosFor({ price, index, priceScale, wanted: null })[0]?.ratio;
  if (found === undefined)
    throw staleDecision(`no ratio is known for ${amountText(price)}: the service has no reference price`);
  const isSame = ad.floatingRatio !== null && compare(found, ad.floatingRatio) === 0;
  return isSame ? null : { price, floatingRatio: found };
}

function indexOfAd({ floatingRatio: ratio, price, priceScale }: AdFacts, referencePrice: string | null): string | null {
  return ratio === null ? null : indexOf({ ratio, price }, { referencePrice, priceScale });
}

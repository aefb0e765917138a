/** Own ads that pass each other, and those that undercut each other. */
import { priceOf } from './ad-desk.ts';
import { Amount } from '../world/amounts.ts';
import { pairKey } from '../world/market-feed.ts';
import type { Marketplace } from '../world/marketplace.ts';
import { SimAdStatus, type AdRecord } from '../world/simulator-state.ts';

/**
 * Counts what a new price did to the other ads of its account, once a price. An ad that stays ahead of another one passes
 * nothing: only one that was behind, and no longer is.
 */
export function countPasses(marketplace: Marketplace, ad: AdRecord, before: string): void {
  const { ledger } = marketplace;
  const passed = passedAds(marketplace, ad, before);
  if (passed.length > 0) ledger.ownPasses += 1;
  if (passed.some((sister) => leadsMarket(marketplace, sister))) ledger.ownUndercuts += 1;
}

function passedAds(marketplace: Marketplace, ad: AdRecord, before: string): AdRecord[] {
  if (ad.status !== SimAdStatus.ONLINE) return [];
  return [...marketplace.ads.values()].filter((other) => {
    if (!isSister(ad, other)) return false;
    const price = priceOf(marketplace, other);
    return isBetter(ad, ad.price, price) && !isBetter(ad, before, price);
  });
}

/** Whether takers see both ads in the same list. */
const isSister = (ad: AdRecord, other: AdRecord): boolean =>
  other.account === ad.account && other.advNo !== ad.advNo && isBeside(ad, other);

const isBeside = (ad: AdRecord, other: AdRecord): boolean =>
  other.side === ad.side && other.status === SimAdStatus.ONLINE && pairKey(other) === pairKey(ad);

/** Whether takers prefer the first price. */
const isBetter = ({ side }: AdRecord, price: string, other: string): boolean =>
  side === 'SELL' ? new Amount(price).lt(other) : new Amount(price).gt(other);

/** Whether no one else offers as good a price: a price that passes such an ad beats no rival. A bait is no rival. */
function leadsMarket(marketplace: Marketplace, ad: AdRecord): boolean {
  const book = marketplace.book(ad.asset, ad.fiat);
  const offers = (ad.side === 'SELL' ? book?.asks : book?.bids) ?? [];
  const others = [...marketplace.ads.values()].filter((other) => other.account !== ad.account && isBeside(ad, other));
  const rivals = [
    ...offers.filter(({ bait }) => !bait).map(({ price }) => price),
    ...others.map((other) => priceOf(marketplace, other)),
  ];
  const own = priceOf(marketplace, ad);
  return rivals.every((price) => isBetter(ad, own, price));
}

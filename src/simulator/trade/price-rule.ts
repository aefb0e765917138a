import { floatingPrice, priceOf, type PricedAd } from './ad-desk.ts';
import { countPasses } from './own-passes.ts';
import { Amount, atScale, decimalsOf, tickSize } from '../world/amounts.ts';
import { enter } from '../world/ledger.ts';
import { pairKey } from '../world/market-feed.ts';
import type { Marketplace } from '../world/marketplace.ts';
import { illegalParameter, overlapsOwnAd, SimRefusal, tooPrecise, wrapped } from '../world/sim-refusal.ts';
import { SimAdStatus, type AdRecord } from '../world/simulator-state.ts';

const exclusionZoneTicks = 4;
const rangeRatio = '0.10';

/** Whether a price is within four ticks of another online ad of the same account and pair, on either side. */
export function isInZone(marketplace: Marketplace, ad: PricedAd, price: string): boolean {
  return ownAdNear(marketplace, ad, price) !== null;
}

function ownAdNear(marketplace: Marketplace, ad: PricedAd, price: string): AdRecord | null {
  const zone = tickSize(ad.priceScale).mul(exclusionZoneTicks);
  const near = [...marketplace.ads.values()].find(
    (other) =>
      other.advNo !== ad.advNo &&
      other.account === ad.account &&
      pairKey(other) === pairKey(ad) &&
      other.status === SimAdStatus.ONLINE &&
      new Amount(price).minus(priceOf(marketplace, other)).abs().lte(zone),
  );
  return near ?? null;
}

/** Counts an attempt to set a price in the ledger, executed or not. */
export function judgePriceAttempt(marketplace: Marketplace, ad: AdRecord, price: string): void {
  const near = ownAdNear(marketplace, ad, price);
  if (near !== null) bookInZone(marketplace, ad, { price, near });
  const limits = ad.limits;
  if (limits !== null && (new Amount(price).lt(limits.floor) || new Amount(price).gt(limits.ceiling))) {
    marketplace.ledger.pricesOutsideLimits += 1;
  }
}

function bookInZone(
  marketplace: Marketplace,
  { account, advNo: adNumber, side }: AdRecord,
  { price, near }: { price: string; near: AdRecord },
): void {
  const { clock, ledger } = marketplace;
  const beside = { adNumber: near.advNo, price: priceOf(marketplace, near) };
  ledger.pricesInZone += 1;
  enter(ledger, { atMs: clock.now(), kind: 'in-zone', account, adNumber, side, price, beside });
}

/** Returns the range that the service allows around the reference price; null for a pair without a market. */
function serviceRange(marketplace: Marketplace, ad: PricedAd): { low: string; high: string } | null {
  const reference = marketplace.book(ad.asset, ad.fiat)?.reference;
  if (reference === undefined) return null;
  const margin = new Amount(reference).mul(rangeRatio);
  return {
    low: atScale(new Amount(reference).minus(margin), ad.priceScale, 'up'),
    high: atScale(new Amount(reference).plus(margin), ad.priceScale, 'down'),
  };
}

/** Refuses a price that is too precise, out of range, or in the account's own exclusion zone. */
export function requirePrice(marketplace: Marketplace, ad: PricedAd, price: string): void {
  if (!new Amount(price).gt(0)) throw illegalParameter();
  if (decimalsOf(price) > ad.priceScale) throw tooPrecise();
  const range = serviceRange(marketplace, ad);
  if (range !== null && (new Amount(price).lt(range.low) || new Amount(price).gt(range.high))) {
    throw outOfRange(marketplace, range);
  }
  if (isInZone(marketplace, ad, price)) throw overlapsOwnAd();
}

/** Returns the price of a percentage, and refuses one that could not be set; a pair without a market cannot float. */
export function requireRatio(marketplace: Marketplace, ad: PricedAd, ratio: string): string {
  const price = floatingPrice(marketplace, ad, ratio);
  if (price === null) throw illegalParameter();
  requirePrice(marketplace, ad, price);
  return price;
}

/** Sets a fixed price, if it may be set. */
export function setPrice(marketplace: Marketplace, ad: AdRecord, price: string): void {
  requirePrice(marketplace, ad, price);
  const before = priceOf(marketplace, ad);
  ad.price = atScale(price, ad.priceScale);
  ad.floatingRatio = null;
  bookReprice(marketplace, ad, before);
}

/** Lets the price float at a percentage of the reference, if that price may be set. */
export function setRatio(marketplace: Marketplace, ad: AdRecord, ratio: string): void {
  const before = priceOf(marketplace, ad);
  ad.price = requireRatio(marketplace, ad, ratio);
  ad.floatingRatio = ratio;
  bookReprice(marketplace, ad, before);
}

function bookReprice(marketplace: Marketplace, ad: AdRecord, before: string): void {
  const { clock, ledger, emit } = marketplace;
  const { price } = ad;
  const atMs = clock.now();
  ledger.reprices += 1;
  countPasses(marketplace, ad, before);
  enter(ledger, { atMs, kind: 'reprice', account: ad.account, adNumber: ad.advNo, price });
  emit({ type: 'price', adNumber: ad.advNo, price, atMs });
}

/** The service's own number for it is unknown: clients recognise the words. */
const rangeCode = 187020;

function outOfRange(marketplace: Marketplace, { low, high }: { low: string; high: string }): SimRefusal {
  const comma = (text: string): string => text.replace('.', ',');
  const { random } = marketplace;
  if (random.chance(0.25)) return new SimRefusal(rangeCode, `The price is not in the price range ${low} - ${high}.`);
  const text = random.pick([
    `rango limitado ${low}-${high}`,
    `El precio debe estar en el rango limitado ${low} - ${high}`,
    `Precio fuera del rango limitado: entre ${comma(low)} y ${comma(high)}`,
    `The price exceeds the limited range ${low}-${high}`,
  ]);
  return random.chance(0.5) ? wrapped(text) : new SimRefusal(rangeCode, text);
}

import { Amount, atScale, decimalsOf, tickSize } from './amounts.ts';
import { enter } from './ledger.ts';
import { describePair, pairKey } from './market-feed.ts';
import { merchantOf, type Marketplace } from './marketplace.ts';
import { seedFromText } from './seeded-random.ts';
import { overlapsOwnAd, SimRefusal, tooPrecise, wrapped } from './sim-refusal.ts';
import {
  BusinessStatus,
  SimAdStatus,
  type AdRecord,
  type PaymentMethod,
  type PriceLimits,
  type TradeSide,
} from './simulator-state.ts';

/** An ad to put on the marketplace; what is left out gets a sensible value. */
export interface NewAd {
  account: string;
  side: TradeSide;
  asset: string;
  fiat: string;
  price: string;
  initAmount?: string | undefined;
  minFiat?: string | undefined;
  maxFiat?: string | undefined;
  floatingRatio?: string | null;
  payTimeLimitMinutes?: number;
  remarks?: string;
  autoReply?: string | null;
  additionalKyc?: boolean;
  status?: SimAdStatus;
  /** For the ledger: an update outside of these is counted. */
  limits?: PriceLimits | undefined;
}

const exclusionZoneTicks = 4;
const rangeRatio = '0.10';
const commissionRate = '0.001';

/** The service's name for "wrong number, or not an ad that can be changed". */
const noSuchAd = (): SimRefusal => wrapped('187022');

/** Puts an ad on the marketplace and gives its record. The pair's decimals come from the market, if it is known there. */
export function addAd(marketplace: Marketplace, wanted: NewAd): AdRecord {
  const pair =
    marketplace.feed.pairs.find((candidate) => pairKey(candidate) === pairKey(wanted)) ??
    describePair(wanted.asset, wanted.fiat, decimalsOf(wanted.price));
  const nowMs = marketplace.clock.now();
  const ad: AdRecord = {
    advNo: marketplace.nextId('1'),
    account: wanted.account,
    side: wanted.side,
    asset: wanted.asset,
    fiat: wanted.fiat,
    price: atScale(wanted.price, pair.priceScale),
    floatingRatio: wanted.floatingRatio ?? null,
    priceScale: pair.priceScale,
    assetScale: pair.assetScale,
    fiatScale: pair.fiatScale,
    status: wanted.status ?? SimAdStatus.ONLINE,
    ...adAmounts(wanted),
    payTimeLimitMinutes: wanted.payTimeLimitMinutes ?? Math.ceil(marketplace.settings.paymentWindowMs / 60_000),
    remarks: wanted.remarks ?? '',
    autoReply: wanted.autoReply ?? null,
    additionalKyc: wanted.additionalKyc ?? false,
    commissionRate,
    paymentMethods: [paymentMethodOf(wanted.account)],
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    limits: wanted.limits ?? null,
    lastOrderAtMs: null,
  };
  marketplace.ads.set(ad.advNo, ad);
  marketplace.adRevisions.note(ad.advNo, ad, nowMs);
  return ad;
}

function adAmounts(wanted: NewAd) {
  const initAmount = wanted.initAmount ?? '1000';
  const worth = new Amount(initAmount).mul(wanted.price);
  return {
    initAmount,
    surplusAmount: initAmount,
    minFiat: wanted.minFiat ?? atScale(worth.mul('0.01'), 0),
    maxFiat: wanted.maxFiat ?? atScale(worth.mul('0.5'), 0),
  };
}

/** The one bank account that an account is paid on. */
export function paymentMethodOf(account: string): PaymentMethod {
  const payId = 40_000_000 + (seedFromText(account) % 9_999_999);
  return { payId, identifier: 'BANK', name: 'Bank Transfer', account: `${payId}001` };
}

/** The ad's own price, or for a floating one its part of the reference. */
export function priceOf(marketplace: Marketplace, ad: AdRecord): string {
  const reference = ad.floatingRatio === null ? null : (marketplace.book(ad.asset, ad.fiat)?.reference ?? null);
  if (ad.floatingRatio === null || reference === null) return ad.price;
  return atScale(new Amount(reference).mul(ad.floatingRatio).div(100), ad.priceScale);
}

/** Whether takers find the ad: online, its merchant open, and enough left for the least order. */
export function isTradable(marketplace: Marketplace, ad: AdRecord): boolean {
  if (ad.status !== SimAdStatus.ONLINE || merchantOf(marketplace, ad.account).status !== BusinessStatus.OPEN)
    return false;
  return new Amount(ad.surplusAmount).mul(priceOf(marketplace, ad)).gte(ad.minFiat);
}

/** The account's own ad; refuses a number that is unknown, foreign or of a closed ad. */
export function ownAd(marketplace: Marketplace, account: string, advNo: string): AdRecord {
  const ad = marketplace.ads.get(advNo);
  if (ad === undefined || ad.account !== account || ad.status === SimAdStatus.CLOSED) throw noSuchAd();
  return ad;
}

/** Refuses writes of a merchant that is closed (83229) or takes a break (83230). */
export function requireOpenBusiness(marketplace: Marketplace, account: string): void {
  const { status } = merchantOf(marketplace, account);
  if (status === BusinessStatus.CLOSED) throw new SimRefusal(83229, 'The business is closed.');
  if (status === BusinessStatus.RESTING) throw new SimRefusal(83230, 'The merchant is taking a break.');
}

/** Whether a price is within four ticks of another ad of the same account and pair that is online, on either side. */
export function isInZone(marketplace: Marketplace, ad: AdRecord, price: string): boolean {
  const zone = tickSize(ad.priceScale).mul(exclusionZoneTicks);
  return [...marketplace.ads.values()].some(
    (other) =>
      other.advNo !== ad.advNo &&
      other.account === ad.account &&
      pairKey(other) === pairKey(ad) &&
      other.status === SimAdStatus.ONLINE &&
      new Amount(price).minus(priceOf(marketplace, other)).abs().lte(zone),
  );
}

/** Counts what an attempt to set a price says about the desk, whether or not it will be executed. */
export function judgePriceAttempt(marketplace: Marketplace, ad: AdRecord, price: string): void {
  if (isInZone(marketplace, ad, price)) marketplace.ledger.pricesInZone += 1;
  const limits = ad.limits;
  if (limits !== null && (new Amount(price).lt(limits.floor) || new Amount(price).gt(limits.ceiling))) {
    marketplace.ledger.pricesOutsideLimits += 1;
  }
}

/** The range that the service allows around the reference price; null for a pair without a market. */
export function serviceRange(marketplace: Marketplace, ad: AdRecord): { low: string; high: string } | null {
  const reference = marketplace.book(ad.asset, ad.fiat)?.reference;
  if (reference === undefined) return null;
  const margin = new Amount(reference).mul(rangeRatio);
  return {
    low: atScale(new Amount(reference).minus(margin), ad.priceScale, 'up'),
    high: atScale(new Amount(reference).plus(margin), ad.priceScale, 'down'),
  };
}

/** Sets a price, or refuses one that is too precise, out of range, or in the account's own exclusion zone. */
export function setPrice(marketplace: Marketplace, ad: AdRecord, price: string): void {
  if (decimalsOf(price) > ad.priceScale) throw tooPrecise();
  const range = serviceRange(marketplace, ad);
  if (range !== null && (new Amount(price).lt(range.low) || new Amount(price).gt(range.high))) {
    throw outOfRange(marketplace, range);
  }
  if (isInZone(marketplace, ad, price)) throw overlapsOwnAd();
  ad.price = atScale(price, ad.priceScale);
  ad.floatingRatio = null;
  const atMs = marketplace.clock.now();
  marketplace.ledger.reprices += 1;
  enter(marketplace.ledger, { atMs, kind: 'reprice', account: ad.account, adNumber: ad.advNo, price: ad.price });
  marketplace.emit({ type: 'price', adNumber: ad.advNo, price: ad.price, atMs });
}

/** The service's own number for it is unknown: clients know it by its words. */
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

import { Decimal, isPositiveDecimalText } from '../../domain/decimal.ts';
import type { AdFacts, MarketOffer } from '../../domain/ads/ad-facts.ts';
import { knownOrders, knownShare } from '../../domain/known-number.ts';
import { ExchangeError } from '../exchange-error.ts';
import { knownSide } from './known-side.ts';
import type { WireAd, WireSearchItem } from '../table/schemas/ad-schema.ts';
import { isScale } from '../table/wire-value.ts';

/** Interface words for the wire's numbers (c2c-sapi 7.4, enums). */
export const adStatusToWire = { online: 1, offline: 3, closed: 4 } as const;

const statusFromWire: ReadonlyMap<number | string, AdFacts['status']> = new Map([
  [1, 'online'],
  // One table of the sibling family calls 2 offline (wire-facts 16 row 17).
  [2, 'offline'],
  [3, 'offline'],
  [4, 'closed'],
]);

const floatingPrice = 2;

/**
 * Converts an ad of EP-2 or EP-4. An unknown or missing status counts as offline. Throws an ExchangeError for an
 * unknown side, and for a price that is not above zero or has more than 18 decimals: nothing may be priced from it.
 *
 * @example
 * const ad = toAdFacts(await client.ads.getDetailByNo(adNumber));
 * console.log(`${ad.side} ${ad.asset} at ${ad.price} ${ad.fiat}, ${ad.status}`);
 */
export function toAdFacts(ad: WireAd): AdFacts {
  const facts = toUnpricedAd(ad);
  if (isPositiveDecimalText(ad.price)) return facts;
  throw noPrice(`ad ${ad.advNo} has the price ${ad.price.slice(0, 40)}`);
}

/**
 * The same for what its price has no part in: the one shown may be none.
 *
 * @example
 * const { status, remaining } = toUnpricedAd(await client.ads.getDetailByNo(adNumber));
 * console.log(`${remaining} left, ${status}`);
 */
export function toUnpricedAd(ad: WireAd): AdFacts {
  return {
    adNumber: ad.advNo,
    side: knownSide(ad.tradeType, { endpoint: 'getDetailByNo', owner: `ad ${ad.advNo}` }),
    asset: ad.asset,
    fiat: ad.fiatUnit,
    price: ad.price,
    priceScale: priceScaleOf(ad),
    status: toAdStatus(ad),
    remaining: ad.surplusAmount ?? '0',
    minFiat: ad.minSingleTransAmount ?? '0',
    maxFiat: ad.maxSingleTransAmount ?? '0',
    priceType: ad.priceType === floatingPrice ? 'floating' : 'fixed',
    // A fixed price carries a ratio of 100 (wire-facts 2.4).
    floatingRatio: ad.priceType === floatingPrice ? (ad.priceFloatingRatio ?? null) : null,
    payMethods: payMethodsOf(ad),
  };
}

/**
 * Returns the status of an ad; an unknown or missing one counts as offline.
 *
 * @example
 * toAdStatus({ advStatus: 1 }); // → 'online'
 */
export function toAdStatus({ advStatus }: Pick<WireAd, 'advStatus'>): AdFacts['status'] {
  return statusFromWire.get(advStatus ?? 0) ?? 'offline';
}

/** A method without an identifier has its name in payType (wire-facts 12.5); without a list they are unknown. */
function payMethodsOf({ tradeMethods }: Pick<WireAd, 'tradeMethods'>): readonly string[] | null {
  if (tradeMethods === undefined || tradeMethods === null) return null;
  return tradeMethods.flatMap(({ identifier, payType }) => identifier || payType || []);
}

/** The scale differs between pairs (0, 2, 3, 8); if the ad has none, its price shows it. Never a fixed 2. */
function priceScaleOf(ad: WireAd): number {
  const scale = ad.priceScale ?? ad.fiatVo?.priceScale ?? new Decimal(ad.price).decimalPlaces();
  if (isScale(scale)) return scale;
  throw noPrice(`ad ${ad.advNo} has a price with ${scale} decimals`);
}

function noPrice(what: string): ExchangeError {
  return new ExchangeError({
    message: `${what}, which is no price`,
    endpoint: 'getDetailByNo',
    sent: 'yes',
    httpStatus: 200,
  });
}

/**
 * Converts a row of a search answer (EP-6, EP-0). `remaining` is what a taker can really get.
 *
 * @example
 * const { items } = await client.ads.search(toMarketSearch({ side: 'SELL', asset: 'USDT', fiat: 'BOB' }));
 * for (const { price, nickname, remaining } of items.map(toMarketOffer)) console.log(price, nickname, remaining);
 */
export function toMarketOffer(item: WireSearchItem): MarketOffer {
  const { adv, advertiser } = item;
  return {
    adNumber: adv.advNo,
    price: adv.price,
    remaining: adv.tradableQuantity ?? adv.surplusAmount ?? null,
    minFiat: adv.minSingleTransAmount ?? null,
    maxFiat: adv.dynamicMaxSingleTransAmount ?? adv.maxSingleTransAmount ?? null,
    payMethods: payMethodsOf(adv),
    additionalKyc: additionalKycOf(adv.takerAdditionalKycRequired),
    tradable: adv.isTradable ?? null,
    ...publisherOf(advertiser ?? {}),
  };
}

const userTypes: ReadonlyMap<string, 'merchant' | 'user'> = new Map([
  ['merchant', 'merchant'],
  ['user', 'user'],
]);

/** 0 or 1 (c2c-sapi 7.4); any other value counts as not known. */
function additionalKycOf(required: WireAd['takerAdditionalKycRequired']): boolean | null {
  if (required === 0) return false;
  return required === 1 ? true : null;
}

function publisherOf(advertiser: NonNullable<WireSearchItem['advertiser']>) {
  return {
    nickname: advertiser.nickName ?? '',
    userNo: advertiser.userNo || null,
    userType: userTypes.get(advertiser.userType ?? '') ?? null,
    orderCount: knownOrders(advertiser.monthOrderCount),
    finishRate: knownShare(advertiser.monthFinishRate),
  };
}

/**
 * Returns the argument of `ads.update`: the ad with its price, or with the ratio of a floating one, and nothing else (interface 7.6).
 *
 * @example
 * await client.ads.update(toPriceUpdate({ adNumber, price: '10.20' }));
 */
export function toPriceUpdate(change: {
  readonly adNumber: string;
  readonly price: string;
  /** Absent: the price is fixed. */
  readonly floatingRatio?: string | undefined;
}) {
  const { adNumber: advNo, price, floatingRatio } = change;
  return floatingRatio === undefined ? { advNo, price } : { advNo, priceFloatingRatio: floatingRatio };
}

/**
 * Returns the argument of `ads.updateStatus`. `closed` cannot be undone.
 *
 * @example
 * await client.ads.updateStatus(toStatusUpdate({ adNumbers: [adNumber], status: 'online' }));
 */
export function toStatusUpdate(change: { readonly adNumbers: readonly string[]; readonly status: AdFacts['status'] }) {
  return { advNos: [...change.adNumbers], advStatus: adStatusToWire[change.status] };
}

interface WireStatusAnswer {
  readonly failList?:
    | readonly {
        readonly advNo?: string | null | undefined;
        readonly errorCode?: string | null | undefined;
        readonly errorMsg?: string | null | undefined;
        readonly errorMessage?: string | null | undefined;
      }[]
    | null
    | undefined;
}

/**
 * Returns the ads that failed inside a success of `ads.updateStatus` (wire-facts 2.2); null: its number is not shown.
 *
 * @example
 * const answer = await client.ads.updateStatus(toStatusUpdate({ adNumbers: [adNumber], status: 'online' }));
 * toFailedAds(answer); // → []
 */
export function toFailedAds({ failList }: WireStatusAnswer) {
  return (failList ?? []).map(({ advNo, errorCode, errorMsg, errorMessage }) => ({
    adNumber: advNo ?? null,
    code: errorCode ?? null,
    message: errorMsg ?? errorMessage ?? '',
  }));
}

/**
 * Returns the argument of `ads.search` that lists the competitors of an ad of that side: the search wants the
 * searcher's side, which is the other one (wire-facts 3).
 *
 * @example
 * const search = toMarketSearch({ side: 'SELL', asset: 'USDT', fiat: 'BOB' });
 * search.tradeType; // → 'BUY'
 * const { items } = await client.ads.search(search);
 * console.log(`${items.length} ads that sell`);
 */
export function toMarketSearch(market: {
  readonly side: AdFacts['side'];
  readonly asset: string;
  readonly fiat: string;
  readonly page?: number;
  readonly rows?: number;
}) {
  const searcher = market.side === 'SELL' ? ('BUY' as const) : ('SELL' as const);
  const { asset, fiat, page = 1, rows = 20 } = market;
  return { asset, fiat, tradeType: searcher, page, rows };
}

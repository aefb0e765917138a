import { Decimal } from '../../domain/decimal.ts';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { ListedAd, ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { StockFacts } from '../../domain/ads/inventory.ts';
import type { PublishedTerms, TermsPart } from '../../domain/ads/published-terms.ts';
import type { WireTradeMethod } from '../table/schemas/account-schema.ts';
import type { WireAd } from '../table/schemas/ad-schema.ts';
import type { WirePayMethod } from '../table/schemas/pay-method-schema.ts';
import { toAdFacts, toUnpricedAd } from './ad-mapping.ts';

/**
 * Converts an ad of EP-2 or EP-4 with all its terms. Throws an ExchangeError as `toAdFacts` does.
 *
 * @example
 * const { quantity, minOrder, maxOrder, payMethods } = toListedAd(await client.ads.getDetailByNo(adNumber));
 * console.log(quantity, minOrder, maxOrder, payMethods?.map(({ identifier }) => identifier));
 */
export function toListedAd(ad: WireAd): ListedAd {
  return listedAd(ad, toAdFacts(ad));
}

/**
 * The same for what its price has no part in: the one shown may be none.
 *
 * @example
 * const { payMethods } = toUnpricedListedAd(await client.ads.getDetailByNo(adNumber));
 * console.log(payMethods);
 */
export function toUnpricedListedAd(ad: WireAd): ListedAd {
  return listedAd(ad, toUnpricedAd(ad));
}

function listedAd(ad: WireAd, known: AdFacts): ListedAd {
  const { adNumber, side, asset, fiat, price, status, floatingRatio } = known;
  const facts = { adNumber, side, asset, fiat, price, status, floatingRatio };
  return {
    ...facts,
    ...conditionsOf(ad),
    quantity: ad.initAmount ?? null,
    minOrder: ad.minSingleTransAmount ?? null,
    maxOrder: ad.maxSingleTransAmount ?? null,
    payMethods: ad.tradeMethods?.map(toListedMethod) ?? null,
    category: ad.classify ?? null,
    payTimeMinutes: ad.payTimeLimit ?? null,
    createdAtMs: ad.createTime ?? null,
  };
}

/**
 * Returns the stock of an ad of EP-2; null when its quantities or their decimals are missing.
 *
 * @example
 * const stock = toStockFacts(await client.ads.getDetailByNo(adNumber));
 * console.log(stock === null ? 'the service does not say' : `${stock.remaining} of ${stock.quantity} left`);
 */
export function toStockFacts(ad: WireAd): StockFacts | null {
  const { initAmount, surplusAmount, assetScale, assetVo, advVisibleRet } = ad;
  const scale = assetScale ?? assetVo?.decimalScale;
  if (!isKnown(initAmount) || !isKnown(surplusAmount) || !isKnown(scale)) return null;
  const covers = advVisibleRet?.freeAmountVisible;
  const walletCovers = covers === 0 || covers === 1 ? covers === 1 : null;
  return {
    side: toUnpricedAd(ad).side,
    quantity: plain(initAmount),
    remaining: plain(surplusAmount),
    scale,
    walletCovers,
  };
}

/** Without the zeros that the wire puts at the end. */
const plain = (quantity: string): string => new Decimal(quantity).toFixed();

const isKnown = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** An ad without any of these fields has none. */
function conditionsOf(ad: WireAd) {
  return {
    remarks: ad.remarks ?? '',
    autoReply: ad.autoReplyMsg ?? '',
    buyerKyc: ad.buyerKycLimit === 1,
    extraKyc: ad.takerAdditionalKycRequired === 1,
    minRegisterDays: ad.buyerRegDaysLimit ?? 0,
  };
}

function toListedMethod(method: NonNullable<WireAd['tradeMethods']>[number]): ListedMethod {
  const { payId, identifier, payType, tradeMethodName } = method;
  return { payId: payId ?? '', identifier: identifier || payType || '', name: tradeMethodName ?? '' };
}

/**
 * Converts an own payment method (EP-36, EP-37): what a seller names by its id.
 *
 * @example
 * const { items } = await client.paymentMethods.getPayMethodByUserId();
 * const methods = items.map(toOwnMethod);
 * console.log(methods.map(({ payId, identifier }) => `${identifier}: ${payId}`));
 */
export function toOwnMethod({ id, tradeMethod, tradeMethodIdentifier, payType }: WirePayMethod): ListedMethod {
  const identifier = tradeMethodIdentifier || tradeMethod?.identifier || payType || '';
  return { payId: id, identifier, name: tradeMethod?.name ?? '' };
}

/**
 * Converts a method of the catalogue (EP-38): what a buyer names by its identifier.
 *
 * @example
 * const { items } = await client.paymentMethods.listAll();
 * const methods = items.map(toCatalogueMethod);
 * console.log(methods.map(({ identifier, name }) => `${identifier}: ${name}`));
 */
export function toCatalogueMethod({ identifier, name, tradeMethodName }: WireTradeMethod): ListedMethod {
  return { payId: '', identifier: identifier ?? '', name: name || tradeMethodName || '' };
}

/** Sellers name their own account, buyers any method (interface 4.2, EP-5; wire-facts 12.5). */
function toTradeMethods(side: PublishedTerms['side'], methods: readonly ListedMethod[]) {
  return methods.map(({ payId, identifier }) => (side === 'SELL' ? { payId, identifier } : { identifier }));
}

/** An ad as it is published: what is looked up stands beside the terms. */
interface AdToPost {
  readonly terms: PublishedTerms;
  readonly methods: readonly ListedMethod[];
  readonly category: 'mass' | 'profession' | 'block';
  readonly price: string;
  /** Absent: the price is fixed. */
  readonly floatingRatio?: string | undefined;
  readonly online: boolean;
}

const fixedPrice = 1;
const floatingPrice = 2;

/**
 * Returns the argument of `ads.post` (EP-5).
 *
 * @example
 * const own = await client.paymentMethods.getPayMethodByUserId();
 * const methods = own.items.map(toOwnMethod).slice(0, 1);
 * const market = { side: 'SELL', asset: 'USDT', fiat: 'BOB' } as const;
 * const terms = { ...market, quantity: '50', minOrder: '100', maxOrder: '400', payMethods: ['BANK'] };
 * const number = await client.ads.post(toAdPost({ terms, methods, category: 'mass', price: '10.30', online: false }));
 * console.log(`published as ${number}`);
 */
export function toAdPost({ terms, methods, category, price, floatingRatio, online }: AdToPost) {
  return {
    ...toOpenTerms(terms),
    classify: category,
    tradeType: terms.side,
    asset: terms.asset,
    fiatUnit: terms.fiat,
    ...(floatingRatio === undefined
      ? { priceType: fixedPrice, price }
      : { priceType: floatingPrice, priceFloatingRatio: floatingRatio }),
    initAmount: terms.quantity,
    minSingleTransAmount: terms.minOrder,
    maxSingleTransAmount: terms.maxOrder,
    buyerKycLimit: Number(terms.buyerKyc ?? false),
    tradeMethods: toTradeMethods(terms.side, methods),
    onlineNow: online,
  };
}

/**
 * Returns the argument of `ads.update` (EP-7) that changes terms: never with a price, which goes alone (interface 4.2
 * rule 2), and never with the remainder (interface 7.6).
 *
 * @example
 * await client.ads.update(toTermsUpdate({ adNumber, side: 'SELL', terms: { maxOrder: '4000' }, methods: null }));
 */
export function toTermsUpdate(change: {
  readonly adNumber: string;
  readonly side: PublishedTerms['side'];
  readonly terms: TermsPart;
  /** Looked up, where the terms name methods. */
  readonly methods: readonly ListedMethod[] | null;
}) {
  const { quantity, minOrder, maxOrder, buyerKyc } = change.terms;
  return {
    advNo: change.adNumber,
    ...toOpenTerms(change.terms),
    ...(quantity === undefined ? {} : { initAmount: quantity }),
    ...(minOrder === undefined ? {} : { minSingleTransAmount: minOrder }),
    ...(maxOrder === undefined ? {} : { maxSingleTransAmount: maxOrder }),
    ...(buyerKyc === undefined ? {} : { buyerKycLimit: Number(buyerKyc) }),
    ...(change.methods === null ? {} : { tradeMethods: toTradeMethods(change.side, change.methods) }),
  };
}

function toOpenTerms({ payTimeMinutes, remarks, autoReply, extraKyc, minRegisterDays }: TermsPart) {
  return {
    ...(payTimeMinutes === undefined ? {} : { payTimeLimit: payTimeMinutes }),
    ...(remarks === undefined ? {} : { remarks }),
    ...(autoReply === undefined ? {} : { autoReplyMsg: autoReply }),
    ...(extraKyc === undefined ? {} : { takerAdditionalKycRequired: Number(extraKyc) }),
    ...(minRegisterDays === undefined ? {} : { buyerRegDaysLimit: minRegisterDays }),
  };
}

import { isTradable, priceOf } from '../../trade/ad-desk.ts';
import { pairOf, publicFields, tradeMethodToWire } from './ad-wire.ts';
import { pairKey, type MarketBook, type MarketPair, type Offer } from '../../world/market-feed.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { userNoFor } from '../../trade/order-party.ts';
import { offeredMethod } from '../../trade/payment-method.ts';
import { payMinutes } from '../../trade/pay-time.ts';
import { remainderOf } from '../../trade/reserved-amount.ts';
import type { AdRecord, PaymentMethod, TradeSide } from '../../world/simulator-state.ts';
import { competitorTerms } from '../../trade/takeable.ts';
import { holdsLeastOrder } from '../../trade/tradable-amount.ts';

/** A row of the search: an ad and its merchant. */
export interface SearchRow {
  /** The maker's side. */
  side: TradeSide;
  price: string;
  minFiat: string;
  maxFiat: string;
  payTypes: string[];
  isConformed: boolean;
  adv: PublicAd;
  advertiser: ReturnType<typeof advertiserOf>;
  /** Shown only on a merchant's own page (EP-24). */
  words: { remark: string; autoReply: string | null; kycLimit: number };
}

type PublicAd = ReturnType<typeof publicFields> & ReturnType<typeof sharedFields>;

const sharedFields = (payTimeLimit: number, methods: readonly PaymentMethod[]) => ({
  payTimeLimit,
  tradeMethods: methods.map((method) => tradeMethodToWire(method, false)),
  isTradable: true,
});

/**
 * Returns all ads of a market that can be taken now: those of accounts first, then the competitors', not sorted by
 * price. One with too little left for an order is hidden (wire-facts 13).
 */
export function marketRows(marketplace: Marketplace, pair: { asset: string; fiat: string }): SearchRow[] {
  const book = marketplace.book(pair.asset, pair.fiat);
  const accountAds = [...marketplace.ads.values()].filter(
    (ad) => pairKey(ad) === pairKey(pair) && isTradable(marketplace, ad),
  );
  return [
    ...accountAds.map((ad) => adToRow(marketplace, ad)),
    ...(book === null ? [] : offerRows(marketplace, book, 'SELL')),
    ...(book === null ? [] : offerRows(marketplace, book, 'BUY')),
  ];
}

function offerRows(marketplace: Marketplace, { pair, asks, bids }: MarketBook, side: TradeSide): SearchRow[] {
  const payTimeLimit = payMinutes(marketplace.settings, competitorTerms.payTimeLimitMinutes);
  return (side === 'SELL' ? asks : bids)
    .map((offer) => offerToRow(offer, remainderOf(marketplace, offer), { side, pair, payTimeLimit }))
    .filter((row) => row !== null);
}

interface OfferPlace {
  side: TradeSide;
  pair: MarketPair;
  payTimeLimit: number;
}

interface WrittenRow {
  surplusAmount: string;
  payTimeLimit: number;
  /** Null when too little is left for one order. */
  row: SearchRow | null;
}

/** A book stays the same for a while and is requested often: its rows are written once for each remainder. */
const writtenRows = new WeakMap<Offer, WrittenRow>();

function offerToRow(offer: Offer, surplusAmount: string, place: OfferPlace): SearchRow | null {
  const { payTimeLimit } = place;
  const written = writtenRows.get(offer);
  if (written?.surplusAmount === surplusAmount && written.payTimeLimit === payTimeLimit) return written.row;
  const row = writeRow({ ...offer, surplusAmount }, place);
  writtenRows.set(offer, { surplusAmount, payTimeLimit, row });
  return row;
}

function writeRow(offer: Offer, { side, pair, payTimeLimit }: OfferPlace): SearchRow | null {
  const { advNo, price, minFiat, maxFiat, surplusAmount } = offer;
  const { remarks, autoReply, ...terms } = competitorTerms;
  const bank = offeredMethod('BANK');
  const core = { ...terms, advNo, side, price, surplusAmount, minFiat, maxFiat, classify: 'mass' };
  if (!holdsLeastOrder({ ...core, assetScale: pair.assetScale })) return null;
  return {
    side,
    price,
    minFiat,
    maxFiat,
    payTypes: ['BANK'],
    isConformed: true,
    adv: { ...publicFields(core, pair), ...sharedFields(payTimeLimit, bank === null ? [] : [bank]) },
    advertiser: advertiserOf(offer),
    words: { remark: remarks, autoReply, kycLimit: 0 },
  };
}

/** Returns an account's own ad as a row of the search. */
function adToRow(marketplace: Marketplace, ad: AdRecord): SearchRow {
  const price = priceOf(marketplace, ad);
  const { side, minFiat, maxFiat, account, paymentMethods } = ad;
  const payTimeLimit = payMinutes(marketplace.settings, ad.payTimeLimitMinutes);
  const statistic = { monthOrderCount: 310, monthFinishRate: 0.985 };
  return {
    side,
    price,
    minFiat,
    maxFiat,
    payTypes: paymentMethods.map(({ identifier }) => identifier),
    isConformed: true,
    adv: { ...publicFields({ ...ad, price }, pairOf(ad)), ...sharedFields(payTimeLimit, paymentMethods) },
    advertiser: advertiserOf({ nickname: account, userNo: userNoFor(account), userType: 'merchant', ...statistic }),
    words: { remark: ad.remarks, autoReply: ad.autoReply, kycLimit: Number(ad.terms['buyerKycLimit'] ?? 0) },
  };
}

function advertiserOf(who: Pick<Offer, 'userNo' | 'nickname' | 'userType' | 'monthOrderCount' | 'monthFinishRate'>) {
  return {
    userNo: who.userNo,
    nickName: who.nickname,
    userType: who.userType,
    monthOrderCount: who.monthOrderCount,
    monthFinishRate: who.monthFinishRate,
    positiveRate: 0.99,
    tagIconUrls: [] as string[],
    userGrade: who.userType === 'merchant' ? 3 : 2,
    userIdentity: who.userType === 'merchant' ? 'MASS_MERCHANT' : '',
  };
}

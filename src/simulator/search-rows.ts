import { isTradable, priceOf } from './ad-desk.ts';
import { pairOf, publicFields, tradeMethodToWire } from './ad-wire.ts';
import { pairKey, type MarketPair, type Offer } from './market-feed.ts';
import type { Marketplace } from './marketplace.ts';
import { offeredMethod } from './payment-method.ts';
import type { AdRecord, PaymentMethod, TradeSide } from './simulator-state.ts';
import { userNoFor } from './take-ad.ts';

/** A row of the search: an ad and who stands behind it. */
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
}

type PublicAd = ReturnType<typeof publicFields> & ReturnType<typeof sharedFields>;

const sharedFields = (payTimeLimit: number, methods: readonly PaymentMethod[]) => ({
  payTimeLimit,
  tradeMethods: methods.map((method) => tradeMethodToWire(method, false)),
  isTradable: true,
});

/** All ads of a market that can be taken now: those of accounts first, then the competitors', in no order of price. */
export function marketRows(marketplace: Marketplace, pair: { asset: string; fiat: string }): SearchRow[] {
  const book = marketplace.book(pair.asset, pair.fiat);
  const accountAds = [...marketplace.ads.values()].filter(
    (ad) => pairKey(ad) === pairKey(pair) && isTradable(marketplace, ad),
  );
  return [
    ...accountAds.map((ad) => adToRow(marketplace, ad)),
    ...(book?.asks.map((offer) => offerToRow(offer, 'SELL', book.pair)) ?? []),
    ...(book?.bids.map((offer) => offerToRow(offer, 'BUY', book.pair)) ?? []),
  ];
}

/** A book stays the same for a while and is asked for often: its rows are written once. */
const writtenRows = new WeakMap<Offer, SearchRow>();

function offerToRow(offer: Offer, side: TradeSide, pair: MarketPair): SearchRow {
  const written = writtenRows.get(offer) ?? writeRow(offer, side, pair);
  writtenRows.set(offer, written);
  return written;
}

function writeRow(offer: Offer, side: TradeSide, pair: MarketPair): SearchRow {
  const { advNo, price, minFiat, maxFiat, surplusAmount } = offer;
  const bank = offeredMethod('BANK');
  const core = { advNo, side, price, surplusAmount, minFiat, maxFiat };
  return {
    side,
    price,
    minFiat,
    maxFiat,
    payTypes: ['BANK'],
    isConformed: true,
    adv: {
      ...publicFields({ ...core, classify: 'mass', commissionRate: '0.001', additionalKyc: false }, pair),
      ...sharedFields(15, bank === null ? [] : [bank]),
    },
    advertiser: advertiserOf(offer),
  };
}

/** An account's own ad in the search: it stands among the others. */
function adToRow(marketplace: Marketplace, ad: AdRecord): SearchRow {
  const price = priceOf(marketplace, ad);
  const { side, minFiat, maxFiat, account, paymentMethods } = ad;
  const statistic = { monthOrderCount: 310, monthFinishRate: 0.985 };
  return {
    side,
    price,
    minFiat,
    maxFiat,
    payTypes: paymentMethods.map(({ identifier }) => identifier),
    isConformed: true,
    adv: { ...publicFields({ ...ad, price }, pairOf(ad)), ...sharedFields(ad.payTimeLimitMinutes, paymentMethods) },
    advertiser: advertiserOf({ nickname: account, userNo: userNoFor(account), userType: 'merchant', ...statistic }),
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

import { isTradable, priceOf } from './ad-desk.ts';
import { Amount, atScale, quantityFor, withEightDecimals } from './amounts.ts';
import { describePair, type MarketPair, type Offer } from './market-feed.ts';
import type { Marketplace } from './marketplace.ts';
import type { AdRecord, PaymentMethod, TradeSide } from './simulator-state.ts';
import { userNoFor } from './take-ad.ts';

interface AdCore {
  advNo: string;
  side: TradeSide;
  price: string;
  surplusAmount: string;
  minFiat: string;
  maxFiat: string;
  commissionRate: string;
}

const symbolOf = (asset: string, fiat: string): string => describePair(asset, fiat, 2).fiatSymbol;

/** The fields that an ad shows to everybody, quantities derived as api-facts section 15 recomputed them. */
function publicFields(core: AdCore, pair: MarketPair): Record<string, unknown> {
  const { advNo, side, price, surplusAmount, minFiat, maxFiat, commissionRate } = core;
  const { asset, fiat, assetScale, fiatScale, priceScale } = pair;
  // The fee is charged on top of a seller's coin, so a little less than the remainder can be bought.
  const cost = side === 'SELL' ? new Amount(1).plus(commissionRate) : new Amount(1);
  const tradable = new Amount(surplusAmount).div(cost);
  const dynamicMax = Amount.min(maxFiat, tradable.mul(price));
  return {
    advNo,
    classify: 'mass',
    tradeType: side,
    asset,
    fiatUnit: fiat,
    price: atScale(price, priceScale),
    surplusAmount: atScale(surplusAmount, assetScale),
    tradableQuantity: atScale(tradable, assetScale),
    minSingleTransAmount: atScale(minFiat, fiatScale),
    maxSingleTransAmount: atScale(maxFiat, fiatScale),
    dynamicMaxSingleTransAmount: atScale(dynamicMax, fiatScale),
    minSingleTransQuantity: quantityFor(minFiat, price, assetScale),
    maxSingleTransQuantity: quantityFor(maxFiat, price, assetScale),
    dynamicMaxSingleTransQuantity: quantityFor(dynamicMax, price, assetScale),
    commissionRate: withEightDecimals(commissionRate),
    assetScale,
    fiatScale,
    priceScale,
    fiatSymbol: pair.fiatSymbol,
    takerAdditionalKycRequired: 0,
  };
}

const tradeMethodOf = (method: PaymentMethod, withPayId: boolean) => ({
  payId: withPayId ? method.payId : null,
  payType: method.identifier,
  identifier: method.identifier,
  tradeMethodName: method.name,
  tradeMethodShortName: method.name,
  iconUrlColor: '',
});

const pairOf = ({ asset, fiat, priceScale, assetScale, fiatScale }: AdRecord): MarketPair => ({
  asset,
  fiat,
  priceScale,
  assetScale,
  fiatScale,
  fiatSymbol: symbolOf(asset, fiat),
});

/** An account's own ad as its owner reads it. */
export function adToWire(marketplace: Marketplace, ad: AdRecord): Record<string, unknown> {
  const isFixed = ad.floatingRatio === null;
  return {
    ...publicFields({ ...ad, price: priceOf(marketplace, ad) }, pairOf(ad)),
    advStatus: ad.status,
    priceType: isFixed ? 1 : 2,
    priceFloatingRatio: withEightDecimals(ad.floatingRatio ?? '100'),
    rateFloatingRatio: withEightDecimals('0'),
    initAmount: withEightDecimals(ad.initAmount),
    buyerKycLimit: 0,
    buyerRegDaysLimit: -1,
    buyerBtcPositionLimit: withEightDecimals('0'),
    remarks: ad.remarks,
    autoReplyMsg: ad.autoReply ?? '',
    payTimeLimit: ad.payTimeLimitMinutes,
    tradeMethods: ad.paymentMethods.map((method) => tradeMethodOf(method, ad.side === 'SELL')),
    createTime: ad.createdAtMs,
    advUpdateTime: ad.updatedAtMs,
    isTradable: isTradable(marketplace, ad),
    takerAdditionalKycRequired: ad.additionalKyc ? 1 : 0,
  };
}

/** Only the detail says whether and why an ad is hidden; the list leaves it out. */
export function adDetailToWire(marketplace: Marketplace, ad: AdRecord): Record<string, unknown> {
  const visible = isTradable(marketplace, ad) ? 1 : 0;
  const advVisibleRet = { userSetVisible: 1, orderFlowVisible: 1, surplusAmountVisible: visible, freeAmountVisible: 1 };
  return { ...adToWire(marketplace, ad), advVisibleRet };
}

/** A row of the search: an ad and who stands behind it. */
export interface SearchRow {
  price: string;
  minFiat: string;
  maxFiat: string;
  surplusAmount: string;
  userType: 'user' | 'merchant';
  adv: Record<string, unknown>;
  advertiser: Record<string, unknown>;
}

/** A competitor's offer as the search shows it. */
export function offerToRow(offer: Offer, side: TradeSide, pair: MarketPair): SearchRow {
  const { advNo, price, minFiat, maxFiat, surplusAmount, userType } = offer;
  const method: PaymentMethod = { payId: 0, identifier: 'BANK', name: 'Bank Transfer', account: '' };
  return {
    price,
    minFiat,
    maxFiat,
    surplusAmount,
    userType,
    adv: {
      ...publicFields({ advNo, side, price, surplusAmount, minFiat, maxFiat, commissionRate: '0.001' }, pair),
      payTimeLimit: 15,
      tradeMethods: [tradeMethodOf(method, false)],
      isTradable: true,
    },
    advertiser: advertiserOf(offer),
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
    tagIconUrls: [],
    userGrade: who.userType === 'merchant' ? 3 : 2,
    userIdentity: who.userType === 'merchant' ? 'MASS_MERCHANT' : '',
  };
}

/** An account's own ad in the search: it stands among the others. */
export function adToRow(marketplace: Marketplace, ad: AdRecord): SearchRow {
  const pair = pairOf(ad);
  const price = priceOf(marketplace, ad);
  const { minFiat, maxFiat, surplusAmount, account } = ad;
  const advertiser = { nickname: account, userNo: userNoFor(account), monthOrderCount: 310, monthFinishRate: 0.985 };
  return {
    price,
    minFiat,
    maxFiat,
    surplusAmount,
    userType: 'merchant',
    adv: {
      ...publicFields({ ...ad, price }, pair),
      payTimeLimit: ad.payTimeLimitMinutes,
      tradeMethods: ad.paymentMethods.map((method) => tradeMethodOf(method, false)),
      isTradable: true,
    },
    advertiser: advertiserOf({ ...advertiser, userType: 'merchant' }),
  };
}

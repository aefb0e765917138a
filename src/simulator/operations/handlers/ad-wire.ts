import { hasEnough, isCovered, isTradable, priceOf } from '../../trade/ad-desk.ts';
import { termsToWire } from './ad-terms.ts';
import { atScale, quantityFor, withEightDecimals } from '../../world/amounts.ts';
import { assetToWire, fiatToWire } from './currency.ts';
import { describePair, type MarketPair } from '../../world/market-feed.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { payMinutes } from '../../trade/pay-time.ts';
import { SimAdStatus, type AdRecord, type PaymentMethod, type TradeSide } from '../../world/simulator-state.ts';
import { tradable } from '../../trade/tradable-amount.ts';

/** The source of an ad's public fields. */
interface AdCore {
  advNo: string;
  classify: string;
  side: TradeSide;
  price: string;
  surplusAmount: string;
  minFiat: string;
  maxFiat: string;
  commissionRate: string;
  additionalKyc: boolean;
}

/** The public fields of an ad, with quantities derived as recomputed in wire-facts 15. */
export function publicFields(core: AdCore, pair: MarketPair) {
  const { side, price, surplusAmount, minFiat, maxFiat, commissionRate } = core;
  const { assetScale, fiatScale, priceScale } = pair;
  const { quantity, maxTradableFiat } = tradable({ ...core, assetScale });
  return {
    advNo: core.advNo,
    classify: core.classify,
    tradeType: side,
    asset: pair.asset,
    fiatUnit: pair.fiat,
    price: atScale(price, priceScale),
    surplusAmount: atScale(surplusAmount, assetScale),
    tradableQuantity: quantity,
    minSingleTransAmount: atScale(minFiat, fiatScale),
    maxSingleTransAmount: atScale(maxFiat, fiatScale),
    dynamicMaxSingleTransAmount: atScale(maxTradableFiat, fiatScale),
    minSingleTransQuantity: quantityFor(minFiat, price, assetScale),
    maxSingleTransQuantity: quantityFor(maxFiat, price, assetScale),
    dynamicMaxSingleTransQuantity: quantityFor(maxTradableFiat, price, assetScale),
    commissionRate: withEightDecimals(commissionRate),
    assetScale,
    fiatScale,
    priceScale,
    fiatSymbol: pair.fiatSymbol,
    takerAdditionalKycRequired: core.additionalKyc ? 1 : 0,
  };
}

/** A payment method of an ad; only its owner sees the id of its own method, and only on an ad that sells. */
export const tradeMethodToWire = (method: PaymentMethod, isOwner: boolean) => ({
  payId: isOwner ? method.payId : null,
  payType: method.identifier,
  identifier: method.identifier,
  tradeMethodName: method.name,
  tradeMethodShortName: method.name,
  iconUrlColor: '',
});

export const pairOf = ({ asset, fiat, priceScale, assetScale, fiatScale }: AdRecord): MarketPair => ({
  asset,
  fiat,
  priceScale,
  assetScale,
  fiatScale,
  fiatSymbol: describePair(asset, fiat, priceScale).fiatSymbol,
});

/** An account's own ad as its owner reads it. */
export function adToWire(marketplace: Marketplace, ad: AdRecord): Record<string, unknown> {
  const isFixed = ad.floatingRatio === null;
  return {
    ...publicFields({ ...ad, price: priceOf(marketplace, ad) }, pairOf(ad)),
    advStatus: ad.status,
    priceType: isFixed ? 1 : 2,
    priceFloatingRatio: withEightDecimals(ad.floatingRatio ?? '100'),
    initAmount: withEightDecimals(ad.initAmount),
    ...termsToWire(ad.terms),
    remarks: ad.remarks,
    autoReplyMsg: ad.autoReply ?? '',
    payTimeLimit: payMinutes(marketplace.settings, ad.payTimeLimitMinutes),
    tradeMethods: ad.paymentMethods.map((method) => tradeMethodToWire(method, ad.side === 'SELL')),
    createTime: ad.createdAtMs,
    advUpdateTime: ad.updatedAtMs,
    isTradable: isTradable(marketplace, ad),
  };
}

/** EP-2: only the detail shows whether the ad is hidden and describes its currencies; the list omits that. */
export function adDetailToWire(marketplace: Marketplace, ad: AdRecord): Record<string, unknown> {
  const enough = hasEnough(marketplace, ad);
  const shown = ad.status === SimAdStatus.ONLINE && isTradable(marketplace, ad) ? 1 : 0;
  return {
    ...adToWire(marketplace, ad),
    advVisibleRet: {
      userSetVisible: 1,
      orderFlowVisible: shown === 1 || !enough || !isCovered(marketplace, ad) ? 1 : 0,
      surplusAmountVisible: enough ? 1 : 0,
      freeAmountVisible: isCovered(marketplace, ad) ? 1 : 0,
    },
    assetVo: assetToWire(ad),
    fiatVo: fiatToWire(ad),
    assetLogo: '',
  };
}

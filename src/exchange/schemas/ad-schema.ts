import { z } from 'zod';
import {
  decimal,
  flag,
  identifier,
  integer,
  millis,
  optional,
  optionals,
  quantity,
  anySide,
  text,
  anyCode,
} from '../wire-value.ts';

const visibilitySchema = z.looseObject(
  optionals({
    userSetVisible: integer,
    orderFlowVisible: integer,
    surplusAmountVisible: integer,
    freeAmountVisible: integer,
  }),
);

export const assetDetailSchema = z.looseObject(
  optionals({ asset: text, name: text, iconUrl: text, decimalScale: integer }),
);

export const fiatDetailSchema = z.looseObject(
  optionals({
    currencyCode: text,
    currencySymbol: text,
    currencyScale: integer,
    priceScale: integer,
    countryCode: text,
    iconUrl: text,
  }),
);

export const methodCommissionSchema = z.looseObject(
  optionals({ commissionRate: decimal, tradeMethodIdentifier: text, tradeMethodName: text }),
);

const adTradeMethodSchema = z.looseObject(
  optionals({
    payId: identifier,
    payType: text,
    identifier: text,
    tradeMethodName: text,
    payAccount: text,
    payBank: text,
    paySubBank: text,
    iconUrlColor: text,
  }),
);

const counterpartyConditions = {
  userTradeCountFilterTime: integer,
  userBuyTradeCountMin: integer,
  userBuyTradeCountMax: integer,
  userSellTradeCountMin: integer,
  userSellTradeCountMax: integer,
  userAllTradeCountMin: integer,
  userAllTradeCountMax: integer,
  userTradeCompleteRateFilterTime: integer,
  userTradeCompleteCountMin: integer,
  userTradeCompleteRateMin: decimal,
  userTradeVolumeFilterTime: integer,
  userTradeType: anyCode,
  userTradeVolumeMin: decimal,
  userTradeVolumeMax: decimal,
  userTradeVolumeAsset: text,
};

/** An ad: AdDetailResp of the field tables, api-facts 12.1. Amounts in the asset, limits in fiat, payTimeLimit in minutes. */
export const adSchema = z.looseObject({
  advNo: identifier,
  tradeType: anySide,
  asset: text,
  fiatUnit: text,
  price: decimal,
  tradeMethods: optional(z.array(adTradeMethodSchema)),
  tradeMethodCommissionRateVoList: optional(z.array(methodCommissionSchema)),
  advVisibleRet: optional(visibilitySchema),
  fiatVo: optional(fiatDetailSchema),
  assetVo: optional(assetDetailSchema),
  ...optionals({
    advStatus: anyCode,
    classify: text,
    priceType: anyCode,
    priceScale: integer,
    assetScale: integer,
    fiatScale: integer,
    fiatSymbol: text,
    priceFloatingRatio: decimal,
    rateFloatingRatio: decimal,
    currencyRate: decimal,
    initAmount: decimal,
    surplusAmount: decimal,
    tradableQuantity: decimal,
    minSingleTransAmount: decimal,
    maxSingleTransAmount: decimal,
    dynamicMaxSingleTransAmount: decimal,
    minSingleTransQuantity: decimal,
    maxSingleTransQuantity: decimal,
    dynamicMaxSingleTransQuantity: decimal,
    commissionRate: decimal,
    buyerKycLimit: integer,
    buyerRegDaysLimit: integer,
    buyerBtcPositionLimit: decimal,
    payTimeLimit: integer,
    takerAdditionalKycRequired: anyCode,
    isTradable: flag,
    offlineReason: text,
    remarks: text,
    autoReplyMsg: text,
    createTime: millis,
    advUpdateTime: millis,
    ...counterpartyConditions,
  }),
});
export type WireAd = z.infer<typeof adSchema>;

/** The publisher of an ad in a search answer, api-facts 12.7. Rates are shares of 1, advConfirmTime is in seconds. */
export const advertiserSchema = z.looseObject(
  optionals({
    userNo: text,
    nickName: text,
    userType: text,
    monthOrderCount: integer,
    monthFinishRate: quantity,
    positiveRate: quantity,
    orderCount: integer,
    advConfirmTime: quantity,
    margin: decimal,
    marginUnit: text,
    activeTimeInSecond: integer,
  }),
);

/** One row of a search answer, EP-6 and EP-0. */
export const searchItemSchema = z.looseObject({ adv: adSchema, advertiser: optional(advertiserSchema) });
export type WireSearchItem = z.infer<typeof searchItemSchema>;

/** EP-3: the reference quote of one asset, with the scales of its pair. */
export const referencePriceSchema = z.looseObject({
  asset: text,
  referencePrice: decimal,
  ...optionals({
    currency: text,
    currencyScale: integer,
    currencySymbol: text,
    assetScale: integer,
    priceScale: integer,
  }),
});

/** EP-8: the overall result and the ads that failed. The text of a failure has two names (api-facts 16 row 18). */
export const statusUpdateSchema = z.looseObject({
  status: optional(flag),
  failList: optional(
    z.array(z.looseObject(optionals({ advNo: identifier, errorCode: text, errorMsg: text, errorMessage: text }))),
  ),
});

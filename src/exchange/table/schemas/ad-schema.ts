import { z } from 'zod';
import type { Known } from '../known-fields.ts';
import {
  decimal,
  flag,
  identifier,
  integer,
  lenients,
  millis,
  optional,
  optionals,
  scale,
  symbol,
  anySide,
  text,
  anyCode,
} from '../wire-value.ts';
import { advertiserSchema } from './trader-schema.ts';

/** Each 0 or 1; stock is judged by the last. */
export const adVisibilitySchema = z.looseObject({
  ...optionals({ freeAmountVisible: integer }),
  ...lenients({ userSetVisible: integer, orderFlowVisible: integer, surplusAmountVisible: integer }),
});

export const assetDetailSchema = z.looseObject({
  ...optionals({ decimalScale: scale }),
  ...lenients({ asset: text, name: text, iconUrl: text }),
});

export const fiatDetailSchema = z.looseObject({
  ...optionals({ priceScale: scale }),
  ...lenients({ currencyCode: text, currencySymbol: text, currencyScale: scale, countryCode: text, iconUrl: text }),
});

export const methodCommissionSchema = z.looseObject(
  optionals({ commissionRate: decimal, tradeMethodIdentifier: text, tradeMethodName: text }),
);

/** Rules, caps and terms go by these; the account behind a method is only shown. */
const adTradeMethodSchema = z.looseObject({
  ...optionals({ payId: identifier, payType: text, identifier: text, tradeMethodName: text }),
  ...lenients({ payAccount: text, payBank: text, paySubBank: text, iconUrlColor: text }),
});

/**
 * The steps of a pair, also given by the scales: currency is the fiat amount's, asset the quantity's, price the
 * price's.
 */
export const ticketSizes = { currencyTicketSize: decimal, assetTicketSize: decimal, priceTicketSize: decimal };

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

/** Nothing is decided by these: an odd one does not make the ad unreadable. */
const furtherDetails = {
  tradeMethodCommissionRateVoList: z.array(methodCommissionSchema),
  assetLogo: text,
  fiatSymbol: text,
  rateFloatingRatio: decimal,
  currencyRate: decimal,
  minSingleTransQuantity: decimal,
  maxSingleTransQuantity: decimal,
  dynamicMaxSingleTransQuantity: decimal,
  commissionRate: decimal,
  buyerBtcPositionLimit: decimal,
  offlineReason: text,
  fiatScale: scale,
  advUpdateTime: millis,
  ...counterpartyConditions,
};

/** What only the terms of an own ad are compared by. */
const terms = {
  classify: text,
  initAmount: decimal,
  buyerKycLimit: integer,
  buyerRegDaysLimit: integer,
  payTimeLimit: integer,
  remarks: text,
  autoReplyMsg: text,
  createTime: millis,
};

/** What any ad says of what it trades, and for whom. */
const offered = {
  surplusAmount: decimal,
  tradableQuantity: decimal,
  minSingleTransAmount: decimal,
  maxSingleTransAmount: decimal,
  dynamicMaxSingleTransAmount: decimal,
  takerAdditionalKycRequired: anyCode,
  isTradable: flag,
};

const floatingPrice = { priceType: anyCode, priceFloatingRatio: decimal };
const scales = { priceScale: scale, assetScale: scale };
const parts = { advVisibleRet: adVisibilitySchema, fiatVo: fiatDetailSchema, assetVo: assetDetailSchema };
const tradeMethods = optional(z.array(adTradeMethodSchema));

/** An ad: AdDetailResp of the field tables, wire-facts 12.1. Amounts in the asset, limits in fiat, payTimeLimit in minutes. */
export const adSchema = z.looseObject({
  advNo: identifier,
  tradeType: anySide,
  asset: symbol,
  fiatUnit: symbol,
  price: decimal,
  tradeMethods,
  ...optionals({ advStatus: anyCode, ...parts, ...floatingPrice, ...scales, ...offered, ...terms }),
  ...lenients(furtherDetails),
});
export type WireAd = Known<z.infer<typeof adSchema>>;

/**
 * An ad as its takers find it: the same fields, of which only number, price, methods and amounts decide. Its market is
 * the one that was asked for.
 */
const foundAdSchema = z.looseObject({
  advNo: identifier,
  price: decimal,
  tradeMethods,
  ...optionals(offered),
  ...lenients({
    tradeType: anySide,
    asset: text,
    fiatUnit: text,
    advStatus: anyCode,
    ...parts,
    ...floatingPrice,
    ...scales,
    ...terms,
    ...furtherDetails,
  }),
});

/** One row of a search answer, EP-6 and EP-0. */
export const searchItemSchema = z.looseObject({ adv: foundAdSchema, advertiser: optional(advertiserSchema) });
export type WireSearchItem = Known<z.infer<typeof searchItemSchema>>;

/** EP-3: the reference quote of one asset, with the scales of its pair. */
export const referencePriceSchema = z.looseObject({
  asset: text,
  referencePrice: decimal,
  ...optionals({
    currency: text,
    currencyScale: scale,
    currencySymbol: text,
    assetScale: scale,
    priceScale: scale,
  }),
});

/**
 * EP-8: the overall result and the ads that failed. The text of a failure has two names (wire-facts 16 row 18). A
 * failure without an ad counts for all of them, and an answer with neither proves nothing.
 */
export const statusUpdateSchema = z
  .looseObject({
    status: optional(flag),
    failList: optional(
      z.array(z.looseObject(optionals({ advNo: identifier, errorCode: text, errorMsg: text, errorMessage: text }))),
    ),
  })
  .refine(({ status, failList }) => status === true || (failList ?? []).length > 0, {
    path: ['status'],
    message: 'not true, and no ad is named that failed',
  });

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
  text,
  anyCode,
} from '../wire-value.ts';
import { adSchema } from './ad-schema.ts';

/** POST user/baseDetail: businessStatus 1 open, 2 closed, 3 taking a break. */
export const userDetailSchema = z.looseObject(
  optionals({
    nickname: text,
    existsNickname: flag,
    businessStatus: anyCode,
    kycPassed: flag,
    kycType: anyCode,
    kycFullName: text,
    userKycStatus: text,
    countryCode: text,
    isUserGoogle: flag,
    isUserMobile: flag,
    bindMobileStatus: text,
    isSubUser: flag,
    fiatProtocolConfirm: flag,
    overComplained: integer,
    registerDays: integer,
  }),
);

const payFieldSchema = z.looseObject(
  optionals({
    id: identifier,
    fieldId: text,
    fieldName: text,
    fieldTitle: text,
    fieldContentType: text,
    fieldValue: text,
    hintWord: text,
    isRequired: flag,
    isCopyable: flag,
    lengthLimit: integer,
    restrictionType: integer,
    sequence: integer,
  }),
);

/** An own payment method (EP-36, EP-37); `id` is the payId of orders and ads. */
export const payMethodSchema = z.looseObject({
  id: identifier,
  tradeMethod: optional(z.looseObject({})),
  fieldList: optional(z.array(payFieldSchema)),
  ...optionals({
    userId: identifier,
    payStatus: text,
    forbidReason: text,
    tradeMethodIdentifier: text,
    payType: text,
    payee: text,
    payAccount: text,
    payBank: text,
    paySubBank: text,
    qrCodePath: text,
    payLimit: decimal,
    currentPayAmount: decimal,
    payLimitUnit: text,
    advCount: integer,
    isRemoved: integer,
    createTime: millis,
    updateTime: millis,
  }),
});

export const payMethodRequest = z.object({ id: identifier });

/** A trade method of the catalogue; its name has two spellings in the sources. */
export const tradeMethodSchema = z.looseObject(
  optionals({
    id: identifier,
    identifier: text,
    name: text,
    tradeMethodName: text,
    shortName: text,
    iconUrlColor: text,
  }),
);

const commissionItemSchema = z.looseObject(
  optionals({
    area: text,
    channel: text,
    fiat: text,
    makerBuyBaseCommissionRate: decimal,
    makerBuyCommissionRate: decimal,
    makerSellBaseCommissionRate: decimal,
    makerSellCommissionRate: decimal,
    takerBuyBaseCommissionRate: decimal,
    takerBuyCommissionRate: decimal,
    takerSellBaseCommissionRate: decimal,
    takerSellCommissionRate: decimal,
  }),
);

const commissionAssetSchema = z.looseObject({
  items: optional(z.array(commissionItemSchema)),
  ...optionals({ asset: text, assetName: text, assetLogoUrl: text }),
});

export const commissionOverviewRequest = z.object(optionals({ fiat: text }));
export const commissionOverviewSchema = z.looseObject({
  assetRetList: optional(z.array(commissionAssetSchema)),
  ...optionals({ userLevel: integer, userDiscountOffRateMaker: decimal, userDiscountOffRateTaker: decimal }),
});

/** The taker rates: tradeType is `buy` or `sell` in lower case here. */
export const takerCommissionRequest = z.object({
  tradeMethodIdentifier: z.array(text).nullish(),
  ...optionals({ fiat: text, asset: text, area: text, classify: text, tradeType: text }),
});
export const takerCommissionSchema = z.looseObject({
  baseCommissionRate: decimal,
  commissionRate: decimal,
  ...optionals({ tradeMethodIdentifier: text, tradeType: text }),
});

/** EP-28: until when the break lasts. */
export const restSchema = z.looseObject({ suspendEndTime: millis });

/** EP-24 names the fields of an ad differently from EP-2 (api-facts 10). */
const merchantAdSchema = z.looseObject({
  advNo: identifier,
  tradeType: adSchema.shape.tradeType,
  price: decimal,
  ...optionals({
    asset: text,
    fiatUnit: text,
    fiatSymbol: text,
    surplusAmount: decimal,
    priceScale: integer,
    assetScale: integer,
    fiatScale: integer,
    payTimeLimit: integer,
    minOrderPrice: decimal,
    maxOrderPrice: decimal,
    dynamicMaxOrderPrice: decimal,
    minOrderAmount: decimal,
    maxOrderAmount: decimal,
    dynamicMaxOrderAmount: decimal,
    isConformed: flag,
    offlineReason: text,
    remark: text,
    autoReply: text,
  }),
});

const merchantSchema = z.looseObject(
  optionals({
    merchantNo: text,
    userNo: text,
    userType: text,
    nickName: text,
    onlineStatus: text,
    orderCount: integer,
    monthOrderCount: integer,
    monthFinishRate: quantity,
    registerDays: integer,
  }),
);

export const merchantAdsRequest = z.object(optionals({ merchantNo: text }));
export const merchantAdsSchema = z.looseObject({
  merchant: optional(merchantSchema),
  buyList: optional(z.array(merchantAdSchema)),
  sellList: optional(z.array(merchantAdSchema)),
});

export const adCategoriesSchema = z.looseObject({ advClassifies: z.array(text) });

/** 13 digits, from 2001 to 2286: a clock set to anything else would have every call refused. */
const isInstant = (value: number): boolean => value >= 1e12 && value < 1e13;

/** GET /api/v3/time answers without an envelope. */
export const serverTimeSchema = z.looseObject({ serverTime: millis.refine(isInstant, 'not a time of these days') });

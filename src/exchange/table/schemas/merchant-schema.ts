import { z } from 'zod';
import {
  decimal,
  flag,
  identifier,
  integer,
  lenients,
  millis,
  optional,
  optionals,
  inputs,
  quantity,
  scale,
  anySide,
  text,
  anyCode,
} from '../wire-value.ts';
import { adVisibilitySchema, ticketSizes } from './ad-schema.ts';
import { gradeStates, tradeTotals, traderFacts } from './trader-schema.ts';

/** EP-28: until when the break lasts. */
export const restSchema = z.looseObject({ suspendEndTime: millis });

const merchantAdMethodSchema = z.looseObject(
  lenients({
    id: identifier,
    payType: text,
    identifier: text,
    tradeMethodName: text,
    payAccount: text,
    payBank: text,
    paySubBank: text,
    iconUrlColor: text,
    payMethodId: text,
    tradeMethodShortName: text,
    tradeMethodBgColor: text,
  }),
);

/**
 * An ad of EP-24, AdDetailVo of the field tables. It names the fields differently from EP-2 (wire-facts 10): `...Price`
 * is a limit in fiat, `...Amount` one in the asset. payTimeLimit in minutes, buyerRegisterLimit in days.
 */
const merchantAdSchema = z.looseObject({
  advNo: identifier,
  tradeType: anySide,
  price: decimal,
  ...optionals({
    asset: text,
    fiatUnit: text,
    fiatSymbol: text,
    surplusAmount: decimal,
    priceScale: scale,
    assetScale: scale,
    fiatScale: scale,
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
  ...lenients({
    userId: identifier,
    mainUserId: identifier,
    logo: text,
    kycLimit: integer,
    buyerRegisterLimit: integer,
    /** In BTC. */
    buyerBtcAmount: decimal,
    takerAdditionalKycRequired: anyCode,
    adVisibleRet: adVisibilitySchema,
    payMethodDtos: z.array(merchantAdMethodSchema),
    payTypeList: z.array(text),
    ...ticketSizes,
  }),
});

/** userGrade 1 user, 2 verified user, 3 verified merchant. */
const merchantGradeSchema = z.looseObject(lenients({ ...gradeStates, userGrade: anyCode }));

const merchantStatsSchema = z.looseObject(
  lenients({
    ...tradeTotals,
    finishRateLatest30day: quantity,
    firstOrderDays: integer,
    registerDays: integer,
    payMethodCount: integer,
  }),
);

/** The public profile, MerchantDetailVo of the field tables. onlineStatus 0 offline, 1 online; ages in days. */
const merchantSchema = z.looseObject(
  lenients({
    merchantNo: text,
    ...traderFacts,
    nickColor: text,
    onlineStatus: text,
    registerDays: integer,
    firstOrderDays: integer,
    authentication: flag,
    bindMobile: flag,
    emailVerified: flag,
    idVerified: flag,
    chanelInvolved: text,
    assetTicketSize: ticketSizes.assetTicketSize,
    userGradeInstanceResp: merchantGradeSchema,
    userKycResp: z.looseObject(lenients({ kycType: text, addressStatus: text })),
    userStatsResp: merchantStatsSchema,
  }),
);

export const merchantAdsRequest = z.object(inputs({ merchantNo: text }));

/** EP-24: a merchant and its running ads. */
export const merchantAdsSchema = z.looseObject({
  merchant: optional(merchantSchema),
  buyList: optional(z.array(merchantAdSchema)),
  sellList: optional(z.array(merchantAdSchema)),
});

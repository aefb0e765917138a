import { z } from 'zod';
import {
  decimalText,
  eightDecimals,
  moment,
  number20,
  plainNumber,
  text,
  tradeSide,
  userNumber,
  whole,
  zeroOrOne,
} from './answer-field.ts';

export const assetAnswer = z.strictObject({ asset: text, name: text, iconUrl: text, decimalScale: whole });

export const fiatAnswer = z.strictObject({
  currencyCode: text,
  currencySymbol: text,
  currencyScale: whole,
  priceScale: whole,
  countryCode: text,
  iconUrl: text,
});

const tradeMethod = z.strictObject({
  payId: whole.optional(),
  payType: text,
  identifier: text,
  tradeMethodName: text,
  tradeMethodShortName: text,
  iconUrlColor: text,
  payAccount: text.optional(),
});

const publicFields = {
  advNo: number20,
  classify: text,
  tradeType: tradeSide,
  asset: text,
  fiatUnit: text,
  price: decimalText,
  surplusAmount: decimalText,
  tradableQuantity: decimalText,
  minSingleTransAmount: decimalText,
  maxSingleTransAmount: decimalText,
  dynamicMaxSingleTransAmount: decimalText,
  minSingleTransQuantity: decimalText,
  maxSingleTransQuantity: decimalText,
  dynamicMaxSingleTransQuantity: decimalText,
  commissionRate: eightDecimals,
  assetScale: whole,
  fiatScale: whole,
  priceScale: whole,
  fiatSymbol: text,
  takerAdditionalKycRequired: zeroOrOne,
  payTimeLimit: whole,
  tradeMethods: z.array(tradeMethod),
  isTradable: z.boolean(),
};

/** The conditions of an ad for its takers; unset ones are omitted. */
const termAnswers = {
  buyerKycLimit: zeroOrOne,
  buyerRegDaysLimit: whole,
  buyerBtcPositionLimit: eightDecimals,
  userAllTradeCountMax: whole.optional(),
  userAllTradeCountMin: whole.optional(),
  userBuyTradeCountMax: whole.optional(),
  userBuyTradeCountMin: whole.optional(),
  userSellTradeCountMax: whole.optional(),
  userSellTradeCountMin: whole.optional(),
  userTradeCompleteCountMin: whole.optional(),
  userTradeCompleteRateFilterTime: whole.optional(),
  userTradeCompleteRateMin: decimalText.optional(),
  userTradeCountFilterTime: whole.optional(),
  userTradeType: whole.optional(),
  userTradeVolumeAsset: text.optional(),
  userTradeVolumeFilterTime: whole.optional(),
  userTradeVolumeMax: decimalText.optional(),
  userTradeVolumeMin: decimalText.optional(),
};

/** An own ad in a list (EP-4). */
export const ownAdAnswer = z.strictObject({
  ...publicFields,
  ...termAnswers,
  advStatus: whole,
  priceType: z.union([z.literal(1), z.literal(2)]),
  priceFloatingRatio: eightDecimals,
  rateFloatingRatio: eightDecimals,
  initAmount: eightDecimals,
  remarks: text,
  autoReplyMsg: text,
  createTime: moment,
  advUpdateTime: moment,
  offlineReason: text.optional(),
});

const visibility = {
  userSetVisible: zeroOrOne,
  orderFlowVisible: zeroOrOne,
  surplusAmountVisible: zeroOrOne,
  freeAmountVisible: zeroOrOne,
};

/** An own ad in full (EP-2). */
export const adDetailAnswer = ownAdAnswer.extend({
  advVisibleRet: z.strictObject(visibility),
  assetVo: assetAnswer,
  fiatVo: fiatAnswer,
  assetLogo: text,
});

const advertiser = {
  userNo: userNumber,
  nickName: text,
  userType: z.enum(['user', 'merchant']),
  monthOrderCount: whole,
  monthFinishRate: plainNumber,
  positiveRate: plainNumber,
  tagIconUrls: z.array(text),
  userGrade: whole,
  userIdentity: text,
};

/** EP-6. */
export const searchRowAnswer = z.strictObject({
  adv: z.strictObject(publicFields),
  advertiser: z.strictObject(advertiser),
});

const publicTradeMethod = tradeMethod.extend({
  payId: z.null(),
  payAccount: z.null(),
  payBank: z.null(),
  paySubBank: z.null(),
});

/** EP-0: fields that the public page does not know are null. */
export const publicRowAnswer = z.strictObject({
  adv: z.looseObject({ ...publicFields, tradeMethods: z.array(publicTradeMethod) }),
  advertiser: z.looseObject(advertiser),
  privilegeDesc: z.null(),
  privilegeType: z.null(),
});

/** EP-3. */
export const referencePriceAnswer = z.strictObject({
  asset: text,
  currency: text,
  currencyScale: whole,
  currencySymbol: text,
  referencePrice: decimalText,
  assetScale: whole,
  priceScale: whole,
});

/** EP-8. */
export const statusUpdateAnswer = z.strictObject({
  status: z.boolean(),
  failList: z.array(z.strictObject({ advNo: text, errorCode: text, errorMsg: text })),
});

/** EP-1. */
export const categoriesAnswer = z.strictObject({ advClassifies: z.array(text) });

/** An ad of EP-24, with field names of its own. */
const merchantAd = z.strictObject({
  advNo: number20,
  asset: text,
  fiatUnit: text,
  fiatSymbol: text,
  tradeType: tradeSide,
  price: decimalText,
  surplusAmount: decimalText,
  payTimeLimit: whole,
  takerAdditionalKycRequired: zeroOrOne,
  remark: text,
  autoReply: text.optional(),
  kycLimit: zeroOrOne,
  priceScale: whole,
  assetScale: whole,
  fiatScale: whole,
  minOrderPrice: decimalText,
  maxOrderPrice: decimalText,
  dynamicMaxOrderPrice: decimalText,
  minOrderAmount: decimalText,
  maxOrderAmount: decimalText,
  dynamicMaxOrderAmount: decimalText,
  payMethodDtos: z.array(
    z.strictObject({
      identifier: text,
      tradeMethodName: text,
      tradeMethodShortName: text,
      payType: text,
      iconUrlColor: text,
    }),
  ),
  payTypeList: z.array(text),
  isConformed: z.boolean(),
  adVisibleRet: z.strictObject(visibility),
});

const merchant = z.strictObject({
  merchantNo: userNumber,
  userNo: userNumber,
  userType: text,
  nickName: text,
  onlineStatus: z.enum(['0', '1']),
  authentication: z.boolean(),
  emailVerified: z.boolean(),
  bindMobile: z.boolean(),
  idVerified: z.boolean(),
  margin: eightDecimals,
  marginUnit: text,
  orderCount: whole,
  monthOrderCount: whole,
  monthFinishRate: plainNumber,
  advConfirmTime: whole,
  registerDays: whole,
  firstOrderDays: whole,
});

/** EP-24. */
export const merchantAdsAnswer = z.strictObject({
  merchant,
  buyList: z.array(merchantAd),
  sellList: z.array(merchantAd),
});

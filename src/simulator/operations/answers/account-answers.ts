import { z } from 'zod';
import { eightDecimals, moment, text, tradeSide, whole, zeroOrOne } from './answer-field.ts';
import { payFieldAnswer } from './order-answers.ts';

/** POST user/baseDetail. */
export const userAnswer = z.strictObject({
  nickname: text,
  existsNickname: z.boolean(),
  businessStatus: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  kycPassed: z.boolean(),
  kycType: whole,
  kycFullName: text,
  userKycStatus: z.enum(['NOTVERIFIED', 'PASS', 'PENDING', 'REFUSE', 'UNKNOWN']),
  countryCode: text,
  isUserGoogle: z.boolean(),
  isUserMobile: z.boolean(),
  bindMobileStatus: z.enum(['BIND', 'BIND_CHINA', 'UNBIND']),
  isSubUser: z.boolean(),
  fiatProtocolConfirm: z.boolean(),
  overComplained: zeroOrOne,
  registerDays: whole,
});

/** EP-36 and EP-37: here the flags of a field are numbers. */
export const payMethodAnswer = z.strictObject({
  id: whole,
  payStatus: z.enum(['ACTIVE', 'FORBID', 'INACTIVE']),
  tradeMethodIdentifier: text,
  tradeMethod: z.strictObject({ identifier: text, name: text, shortName: text }),
  fieldList: z.array(payFieldAnswer.extend({ isRequired: zeroOrOne, isCopyable: zeroOrOne })),
  payType: text,
  payee: text,
  payAccount: text,
  payBank: text,
  advCount: whole,
  isRemoved: zeroOrOne,
});

/** EP-38. */
export const tradeMethodAnswer = z.strictObject({
  id: whole,
  identifier: text,
  name: text,
  tradeMethodName: text,
  shortName: text,
  iconUrlColor: text,
  typeCode: text,
  sequence: whole,
});

const rates = {
  makerBuyBaseCommissionRate: eightDecimals,
  makerBuyCommissionRate: eightDecimals,
  makerSellBaseCommissionRate: eightDecimals,
  makerSellCommissionRate: eightDecimals,
  takerBuyBaseCommissionRate: eightDecimals,
  takerBuyCommissionRate: eightDecimals,
  takerSellBaseCommissionRate: eightDecimals,
  takerSellCommissionRate: eightDecimals,
};

/** POST commission-rate/overview. */
export const commissionOverviewAnswer = z.strictObject({
  userLevel: whole,
  userDiscountOffRateMaker: whole,
  userDiscountOffRateTaker: whole,
  assetRetList: z.array(
    z.strictObject({
      asset: text,
      assetName: text,
      assetLogoUrl: text,
      items: z.array(z.strictObject({ area: text, channel: text, fiat: text, ...rates })),
    }),
  ),
});

/** POST commission-rate/taker. */
export const takerCommissionAnswer = z.strictObject({
  tradeMethodIdentifier: text,
  tradeType: tradeSide,
  baseCommissionRate: eightDecimals,
  commissionRate: eightDecimals,
});

/** EP-28. */
export const restAnswer = z.strictObject({ suspendEndTime: moment });

/** GET /api/v3/time, which has no envelope. */
export const timeAnswer = z.strictObject({ serverTime: moment });

/** GET /api/v3/ticker/price, which has no envelope either. */
export const spotPriceAnswer = z.strictObject({ symbol: text, price: eightDecimals });

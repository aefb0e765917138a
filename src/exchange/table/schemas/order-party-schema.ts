import { z } from 'zod';
import { decimal, flag, identifier, integer, lenients, millis, quantity, text, anyCode } from '../wire-value.ts';
import { assetDetailSchema } from './ad-schema.ts';
import { gradeStates, tradeTotals, traderFacts } from './trader-schema.ts';

const changeTimes = { createTime: millis, updateTime: millis };

/** DigitalCurrencyVo of the field tables. */
const marginAssetSchema = z.looseObject({
  ...assetDetailSchema.shape,
  ...lenients({ isEnable: flag, isTransVisible: flag, ranking: integer, ...changeTimes }),
});

/** The conditions of a grade; the numbers of most of it are not published. */
const gradeConditionsSchema = z.looseObject(
  lenients({
    id: identifier,
    gradeName: text,
    typeName: text,
    countryCode: text,
    defaultAuthority: identifier,
    accountGrade: anyCode,
    accountType: anyCode,
    agreement: anyCode,
    email: anyCode,
    kycVerify: anyCode,
    margin: anyCode,
    mobile: anyCode,
    nickName: anyCode,
    ...changeTimes,
  }),
);

const gradeSchema = z.looseObject(
  lenients({
    id: identifier,
    userId: identifier,
    parentId: identifier,
    authorityId: identifier,
    qualificationId: identifier,
    ...gradeStates,
    userGradeQualificationVo: gradeConditionsSchema,
    ...changeTimes,
  }),
);

const identityCheckSchema = z.looseObject(
  lenients({
    userId: identifier,
    kycType: text,
    kycLevel: anyCode,
    kycStatus: text,
    basicStatus: text,
    identityStatus: text,
    faceStatus: text,
    addressStatus: text,
    certificateStatus: anyCode,
    firstName: text,
    middleName: text,
    lastName: text,
    companyName: text,
    idNo: text,
    address: text,
    countyCode: text,
    ...changeTimes,
  }),
);

/** The wider form of what EP-19 answers: rates are shares of 1, totals in BTC, times in seconds, accountAge in days. */
const tradingRecordSchema = z.looseObject(
  lenients({
    accountAge: integer,
    counterpartyNum: integer,
    creditScore: quantity,
    appealedOrderCountHistorical: integer,
    appealedOrderCountLast30Days: integer,
    appealedRateHistorical: quantity,
    appealedRateLast30Days: quantity,
    finishRate: quantity,
    finishRateLatest30Day: quantity,
    avgPayTime: quantity,
    avgReleaseTime: quantity,
    buyOrderNum: integer,
    buyOrderNumOfLatest30day: integer,
    canceledBuyOrderNum: integer,
    canceledBuyOrderNumOfLatest30day: integer,
    ...tradeTotals,
    completedBuyOrderTotalBtcAmountOfLatest30day: decimal,
    completedSellOrderTotalBtcAmountOfLatest30day: decimal,
  }),
);

/**
 * Maker or taker of an order, UserVo of the field tables; only EP-18 returns them (wire-facts 12.4). Ages in days,
 * eqMargin in eqMarginUnit, businessStatus 1 open, 2 closed, 3 taking a break, onlineStatus 0 offline, 1 online.
 */
export const orderPartySchema = z.looseObject(
  lenients({
    id: identifier,
    userId: identifier,
    parentId: identifier,
    tradingAccount: identifier,
    fiatTradingAccount: identifier,
    ...traderFacts,
    merchantType: text,
    businessStatus: anyCode,
    onlineStatus: text,
    realName: text,
    nickColor: text,
    badges: z.array(text),
    email: text,
    maskedEmail: text,
    mobile: text,
    mobileDisplayStatus: anyCode,
    businessMobile: text,
    maskedBusinessMobile: text,
    informMethods: text,
    countyCode: text,
    fundpwdStatus: anyCode,
    registrationTime: millis,
    registerDays: integer,
    firstOrderDays: integer,
    payMethodCount: integer,
    complaintCount: integer,
    maliceInitiatorCount: integer,
    overComplained: integer,
    eqMargin: decimal,
    eqMarginUnit: text,
    marginFreeze: decimal,
    marginAsset: marginAssetSchema,
    marginStatsItems: z.array(z.looseObject(lenients({ margin: decimal, marginUnit: text }))),
    proMerchantVo: z.looseObject(lenients({ merchantDescription: text, merchantLogo: text })),
    userGradeInstanceVo: gradeSchema,
    userKycVo: identityCheckSchema,
    userOrderHistoryStatsVo: tradingRecordSchema,
    userOrderInProgressStatsVo: z.looseObject({}),
    ...changeTimes,
  }),
);

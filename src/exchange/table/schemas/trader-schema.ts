import { z } from 'zod';
import { decimal, integer, lenients, millis, optionals, quantity, text, anyCode } from '../wire-value.ts';

/** Common to every description of a trader, beside the names. A month is 30 days, rates are shares of 1, margin is in marginUnit. */
const traderNumbers = {
  userType: text,
  orderCount: integer,
  monthOrderCount: integer,
  monthFinishRate: quantity,
  /** In seconds. */
  advConfirmTime: quantity,
  margin: decimal,
  marginUnit: text,
};

const traderNames = { userNo: text, nickName: text };
export const traderFacts = { ...traderNames, ...traderNumbers };

/**
 * The publisher of an ad in a search answer, wire-facts 12.7. Rules name merchants by number and nickname; a number of
 * theirs that cannot be read is not known, which each rule judges by itself.
 */
export const advertiserSchema = z.looseObject({
  ...optionals(traderNames),
  ...lenients({
    ...traderNumbers,
    positiveRate: quantity,
    activeTimeInSecond: integer,
    realName: text,
    email: text,
    mobile: text,
    registrationTime: millis,
    tagIconUrls: z.array(text),
  }),
});

/** Trades since the beginning and of the latest 30 days; totals in BTC, averages in seconds. */
export const tradeTotals = {
  completedOrderNum: integer,
  completedOrderNumOfLatest30day: integer,
  completedBuyOrderNum: integer,
  completedBuyOrderNumOfLatest30day: integer,
  completedSellOrderNum: integer,
  completedSellOrderNumOfLatest30day: integer,
  completedOrderTotalBtcAmount: decimal,
  completedOrderTotalBtcAmountOfLatest30day: decimal,
  completedBuyOrderTotalBtcAmount: decimal,
  completedSellOrderTotalBtcAmount: decimal,
  avgPayTimeOfLatest30day: quantity,
  avgReleaseTimeOfLatest30day: quantity,
};

/** The verified parts of a trader; the numbers of these states are not published. */
export const gradeStates = {
  agreementSigned: anyCode,
  emailStatus: anyCode,
  kycStatus: anyCode,
  marginStatus: anyCode,
  mobileStatus: anyCode,
  nickNameStatus: anyCode,
};

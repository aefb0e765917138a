import { z } from 'zod';
import {
  decimal,
  identifier,
  int64,
  integer,
  sentMillis,
  inputs,
  rawStatus,
  side,
  text,
  oneOf,
} from '../wire-value.ts';

/** The field is named after ads, but EP-13 wants the number of the order in it (wire-facts 5, EP-13). */
export const orderDetailRequest = z.object({ adOrderNo: identifier });

/** No order exists yet, so EP-11 wants the number of the ad (wire-facts 5, EP-11). */
export const placeCheckRequest = z.object({ adOrderNo: identifier });

export const orderNumberRequest = z.object({ orderNumber: identifier });

/** EP-9: orderCancelReasonCode 1 to 6; the free text belongs to reason 5. */
export const cancelOrderRequest = z.object({
  orderNumber: identifier,
  orderCancelReasonCode: integer,
  ...inputs({ orderCancelAdditionalInfo: text }),
});

/**
 * EP-15: `page` counts from 1, `rows` is usually 20, and live answers returned 100; the window is on the creation time,
 * in ms.
 */
export const listOrdersRequest = z.object({
  page: integer,
  rows: integer,
  orderStatusList: z.array(integer).nullish(),
  ...inputs({
    advNo: identifier,
    asset: text,
    tradeType: side,
    orderStatus: rawStatus,
    payType: integer,
    startDate: sentMillis,
    endDate: sentMillis,
    order: text,
    sort: oneOf<'asc' | 'desc'>(),
  }),
});

/**
 * EP-16: a window of at most 30 days within the last six months, in ms; `rows` is at most 100. The public pages name its
 * ends in two ways.
 */
export const orderHistoryRequest = z.object(
  inputs({
    tradeType: side,
    startTimestamp: sentMillis,
    endTimestamp: sentMillis,
    startTime: sentMillis,
    endTime: sentMillis,
    page: integer,
    rows: integer,
  }),
);

export const markPaidRequest = z.object({ orderNumber: identifier, ...inputs({ payId: int64 }) });

/** EP-18: totalAmount is fiat with BY_MONEY and asset with BY_AMOUNT; matchPrice is the price the taker saw. */
export const placeOrderRequest = z.object({
  advOrderNumber: identifier,
  ...inputs({
    asset: text,
    fiatUnit: text,
    tradeType: side,
    buyType: oneOf<'BY_MONEY' | 'BY_AMOUNT'>(),
    totalAmount: decimal,
    matchPrice: decimal,
    origin: oneOf<'MAKE_TAKE'>(),
    payType: text,
    payId: int64,
  }),
});

/** EP-12 and EP-20: with authType GOOGLE the code goes into both `googleVerifyCode` and `code` (wire-facts 5, EP-20). */
export const releaseRequest = z.object({
  orderNumber: identifier,
  ...inputs({
    authType: oneOf<'GOOGLE' | 'SMS' | 'FIDO2' | 'FUND_PWD'>(),
    code: text,
    googleVerifyCode: text,
    mobileVerifyCode: text,
    emailVerifyCode: text,
    yubikeyVerifyCode: text,
    confirmPaidType: oneOf<'normal' | 'quick'>(),
    payId: int64,
  }),
});

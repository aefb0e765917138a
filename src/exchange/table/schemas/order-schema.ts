import { z } from 'zod';
import { OrderStatus, orderStatusFromWire } from '../../../domain/orders/order-status.ts';
import type { Known } from '../known-fields.ts';
import {
  decimal,
  flag,
  identifier,
  integer,
  lenient,
  lenients,
  millis,
  moment,
  optional,
  optionals,
  quantity,
  rawStatus,
  symbol,
  anySide,
  text,
  anyCode,
} from '../wire-value.ts';
import { methodCommissionSchema, ticketSizes } from './ad-schema.ts';

/** What the two sides of an order pay, in the asset. */
export const paidCommissions = { commission: decimal, takerCommission: decimal };

/** The rates of the commissions; takerAmount is what the taker receives or pays, in the asset. */
export const shownCommissions = { commissionRate: decimal, takerCommissionRate: decimal, takerAmount: decimal };

/** A check that cannot be read may be required: never "none". */
const additionalKycOfRow = optional(anyCode).catch('unreadable');

/**
 * A row of listOrders (EP-15), wire-facts 12.2. It has neither real names nor the price of one unit. Only what is
 * decided by makes a row unreadable.
 */
export const orderRowSchema = z.looseObject({
  orderNumber: identifier,
  advNo: identifier,
  tradeType: anySide,
  asset: symbol,
  fiat: symbol,
  amount: decimal,
  totalPrice: decimal,
  orderStatus: rawStatus,
  createTime: moment,
  tradeMethodCommissionRateVoList: lenient(z.array(methodCommissionSchema)),
  additionalKycVerify: additionalKycOfRow,
  ...lenients({
    fiatSymbol: text,
    notifyPayEndTime: millis,
    confirmPayEndTime: millis,
    buyerNickname: text,
    sellerNickname: text,
    chatUnreadCount: integer,
    ...ticketSizes,
    ...paidCommissions,
    ...shownCommissions,
  }),
});
export type WireOrderRow = Known<z.infer<typeof orderRowSchema>>;

/** A row of the history (EP-16), wire-facts 12.3; its status is a name where the list has a number. */
export const orderHistoryRowSchema = z.looseObject({
  orderNumber: identifier,
  tradeType: anySide,
  asset: symbol,
  fiat: symbol,
  amount: decimal,
  totalPrice: decimal,
  orderStatus: rawStatus,
  createTime: moment,
  additionalKycVerify: additionalKycOfRow,
  ...lenients({
    advNo: identifier,
    fiatSymbol: text,
    unitPrice: decimal,
    commission: decimal,
    takerCommission: decimal,
    takerCommissionRate: decimal,
    takerAmount: decimal,
    counterPartNickName: text,
    payMethodName: text,
    advertisementRole: text,
  }),
});
export type WireHistoryRow = Known<z.infer<typeof orderHistoryRowSchema>>;

/** EP-14: counters of the calling account. */
export const orderSummarySchema = z.looseObject(
  optionals({ tradingCount: integer, buyerPayedCount: integer, inAppealCount: integer, inProcessCount: integer }),
);

const notPaid: readonly unknown[] = [
  OrderStatus.AWAITING_PAYMENT,
  OrderStatus.CANCELLED,
  OrderStatus.CANCELLED_BY_SYSTEM,
];

/** EP-17: the order after it was marked paid; an answer with any other status means that it was not. */
export const markPaidSchema = z
  .looseObject({
    orderNumber: identifier,
    orderStatus: optional(rawStatus),
    ...optionals({
      selectedPayId: identifier,
      notifyPayTime: millis,
      confirmPayEndTime: millis,
      complainFreezeTime: millis,
    }),
  })
  .refine(({ orderStatus }) => !notPaid.includes(orderStatusFromWire(orderStatus ?? '')), {
    path: ['orderStatus'],
    message: 'not paid: the order is open still, or cancelled',
  });

/** EP-19: rates are shares of 1, times are seconds, registerDays is days. Rules go by three of them. */
export const counterpartySchema = z.looseObject({
  ...optionals({ completedOrderNum: integer, finishRate: quantity, registerDays: integer }),
  ...lenients({
    completedOrderNumOfLatest30day: integer,
    finishRateLatest30Day: quantity,
    numberOfTradesWithCounterpartyCompleted30day: integer,
    avgPayTime: quantity,
    avgPayTimeOfLatest30day: quantity,
    avgReleaseTime: quantity,
    avgReleaseTimeOfLatest30day: quantity,
  }),
});
export type WireCounterparty = Known<z.infer<typeof counterpartySchema>>;

/** EP-21: the state of the extra identity check. The maker must not take an unconfirmed check for a confirmed one. */
export const additionalKycSchema = z
  .looseObject({ kycVerified: optional(flag), orderNumber: optional(identifier) })
  .refine(({ kycVerified }) => kycVerified !== false, {
    path: ['kycVerified'],
    message: 'false: the check is not confirmed',
  });

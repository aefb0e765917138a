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

/** One live form: a list with an empty object for each method with only null fields. */
const methodCommissions = z.array(z.strictObject({}));
const kycState = z.union([z.literal(0), z.literal(1), z.literal(2)]);
/** 1 trading, 2 paid, 3 releasing, 4 completed, 5 in appeal, 6 cancelled, 7 cancelled by the system. */
const orderStatus = z.int().min(1).max(7);

const amounts = {
  amount: eightDecimals,
  totalPrice: eightDecimals,
  commissionRate: decimalText,
  commission: decimalText,
  takerCommissionRate: decimalText,
  takerCommission: decimalText,
  takerAmount: decimalText,
};

const ticketSizes = { currencyTicketSize: decimalText, assetTicketSize: decimalText, priceTicketSize: decimalText };

/** EP-15. */
export const orderRowAnswer = z.strictObject({
  ...amounts,
  ...ticketSizes,
  orderNumber: number20,
  advNo: number20,
  tradeType: tradeSide,
  asset: text,
  fiat: text,
  fiatSymbol: text,
  orderStatus,
  createTime: moment,
  notifyPayEndTime: moment,
  confirmPayEndTime: moment.optional(),
  buyerNickname: text,
  sellerNickname: text,
  tradeMethodCommissionRateVoList: methodCommissions,
  chatUnreadCount: whole,
  additionalKycVerify: kycState,
});

/** EP-16: the status is a name here. */
export const orderHistoryAnswer = z.strictObject({
  orderNumber: number20,
  advNo: number20,
  tradeType: tradeSide,
  asset: text,
  fiat: text,
  fiatSymbol: text,
  amount: eightDecimals,
  totalPrice: eightDecimals,
  unitPrice: eightDecimals,
  orderStatus: z.enum([
    'TRADING',
    'BUYER_PAYED',
    'DISTRIBUTING',
    'COMPLETED',
    'IN_APPEAL',
    'CANCELLED',
    'CANCELLED_BY_SYSTEM',
  ]),
  createTime: moment,
  commission: decimalText,
  takerCommissionRate: decimalText,
  takerCommission: decimalText,
  takerAmount: decimalText,
  counterPartNickName: text,
  payMethodName: text,
  additionalKycVerify: kycState,
  advertisementRole: z.enum(['MAKER', 'TAKER']),
});

export const payFieldAnswer = z.strictObject({
  fieldId: text,
  fieldName: text,
  fieldContentType: text,
  fieldValue: text,
  restrictionType: whole,
  lengthLimit: whole,
  isRequired: z.boolean(),
  isCopyable: z.boolean(),
});

/** Of a cancelled or long completed order only the name is left. */
const orderPayMethod = z.strictObject({
  id: whole.optional(),
  identifier: text.optional(),
  tradeMethodName: text,
  iconUrlColor: text.optional(),
  fields: z.array(payFieldAnswer).optional(),
});

/** EP-13. Events that have not happened are absent. */
export const orderDetailAnswer = z.strictObject({
  ...amounts,
  ...ticketSizes,
  orderNumber: number20,
  advOrderNumber: number20,
  tradeType: tradeSide,
  orderStatus,
  asset: text,
  price: eightDecimals,
  fiatUnit: text,
  fiatSymbol: text,
  buyerNickname: text,
  sellerNickname: text,
  buyerName: text,
  sellerName: text,
  buyerMobilePhone: text,
  sellerMobilePhone: text,
  takerUserNo: userNumber,
  merchantNo: userNumber,
  payType: text,
  payMethods: z.array(orderPayMethod),
  selectedPayId: whole,
  tradeMethodCommissionRateVoList: methodCommissions,
  additionalKycVerify: kycState,
  remark: text,
  createTime: moment,
  updateTime: moment.optional(),
  notifyPayEndTime: moment,
  notifyPayTime: moment.optional(),
  confirmPayEndTime: moment.optional(),
  confirmPayTime: moment.optional(),
  cancelTime: moment.optional(),
  sysCancelTime: moment.optional(),
  cancelReasonDesc: text.optional(),
  cancelReasonAdditional: text.optional(),
  expectedPayTime: moment,
  notifyPayedExpireMinute: whole,
  confirmPayedExpireMinute: whole,
  confirmPayTimeout: zeroOrOne,
  complainFreezeTime: moment.optional(),
  allowComplainTime: moment.optional(),
  complaintStatus: whole.optional(),
  complaintReason: text.optional(),
  complaintDeadline: moment.optional(),
  isComplaintAllowed: z.boolean(),
  canCancelComplaintOrder: z.boolean().optional(),
  clientType: text,
  origin: text,
  onlineStatus: z.enum(['0', '1']),
  unreadCount: whole,
  iconUrl: text,
  avgPayPeriod: whole,
  avgReleasePeriod: whole,
});

/** EP-18. */
export const placedOrderAnswer = z.strictObject({ orderMatch: orderDetailAnswer, result: z.boolean() });

/** EP-17. */
export const markPaidAnswer = z.strictObject({
  orderNumber: number20,
  orderStatus,
  selectedPayId: whole,
  notifyPayTime: moment,
  confirmPayEndTime: moment,
  complainFreezeTime: moment,
});

/** EP-14. */
export const orderSummaryAnswer = z.strictObject({
  tradingCount: whole,
  buyerPayedCount: whole,
  inAppealCount: whole,
  inProcessCount: whole,
});

/** EP-19: JSON numbers throughout. */
export const counterpartyAnswer = z.strictObject({
  completedOrderNum: whole,
  completedOrderNumOfLatest30day: whole,
  finishRate: plainNumber,
  finishRateLatest30Day: plainNumber,
  numberOfTradesWithCounterpartyCompleted30day: whole,
  registerDays: whole,
  avgPayTime: plainNumber,
  avgPayTimeOfLatest30day: plainNumber,
  avgReleaseTime: plainNumber,
  avgReleaseTimeOfLatest30day: plainNumber,
});

/** EP-21. */
export const kycAnswer = z.strictObject({ kycVerified: z.boolean(), orderNumber: number20 });

import { tickSize, withEightDecimals } from '../../world/amounts.ts';
import { describePair } from '../../world/market-feed.ts';
import { paymentOf } from '../../trade/order-payment.ts';
import { commissionOf } from '../../trade/reserved-amount.ts';
import {
  buyerOf,
  sellerOf,
  SimOrderStatus,
  type OrderParty,
  type OrderRecord,
  type TradeSide,
} from '../../world/simulator-state.ts';

const statusNames: Record<SimOrderStatus, string> = {
  [SimOrderStatus.TRADING]: 'TRADING',
  [SimOrderStatus.PAID]: 'BUYER_PAYED',
  [SimOrderStatus.RELEASING]: 'DISTRIBUTING',
  [SimOrderStatus.COMPLETED]: 'COMPLETED',
  [SimOrderStatus.IN_APPEAL]: 'IN_APPEAL',
  [SimOrderStatus.CANCELLED]: 'CANCELLED',
  [SimOrderStatus.CANCELLED_BY_SYSTEM]: 'CANCELLED_BY_SYSTEM',
};

const minuteMs = 60_000;

/** The caller's own side of an order. */
export function sideOf(order: OrderRecord, account: string): TradeSide {
  return buyerOf(order).account === account ? 'BUY' : 'SELL';
}

export const counterpartyOf = (order: OrderRecord, account: string): OrderParty =>
  order.maker.account === account ? order.taker : order.maker;

/** Lists and history show only the start of the other party's name. */
const masked = (party: OrderParty, account: string): string =>
  party.account === account ? party.nickname : `${party.nickname.slice(0, 3)}***`;

const ticketSizes = (order: OrderRecord) => ({
  currencyTicketSize: tickSize(order.fiatScale).toString(),
  assetTicketSize: tickSize(order.assetScale).toString(),
  priceTicketSize: tickSize(order.priceScale).toString(),
});

const fiatSymbolOf = (order: OrderRecord): string => describePair(order.asset, order.fiat, order.priceScale).fiatSymbol;

const unreadCount = (order: OrderRecord, account: string): number => {
  const reader = order.maker.account === account ? 'maker' : 'taker';
  return order.chat.filter((row) => !row.readBy.includes(reader)).length;
};

/** Amounts with the decimals of the wire, fees included; a fee of the other role is "0". */
const amountsOf = (order: OrderRecord, account: string) => {
  const isMaker = order.maker.account === account;
  return {
    amount: withEightDecimals(order.amount),
    totalPrice: withEightDecimals(order.totalPrice),
    commissionRate: isMaker ? order.commissionRate : '0',
    commission: isMaker ? commissionOf(order) : '0',
    takerCommissionRate: '0',
    takerCommission: '0',
    takerAmount: isMaker ? '0' : withEightDecimals(order.amount),
  };
};

/** A row of EP-15: no unit price, no real names, no payment methods. */
export function orderToRow(order: OrderRecord, account: string): Record<string, unknown> {
  return {
    orderNumber: order.orderNumber,
    advNo: order.advNo,
    tradeType: sideOf(order, account),
    asset: order.asset,
    fiat: order.fiat,
    fiatSymbol: fiatSymbolOf(order),
    ...amountsOf(order, account),
    orderStatus: order.status,
    createTime: order.createdAtMs,
    notifyPayEndTime: order.payDeadlineMs,
    confirmPayEndTime: order.releaseDeadlineMs,
    ...ticketSizes(order),
    buyerNickname: masked(buyerOf(order), account),
    sellerNickname: masked(sellerOf(order), account),
    tradeMethodCommissionRateVoList: order.paymentMethods.map(() => ({})),
    chatUnreadCount: unreadCount(order, account),
    additionalKycVerify: order.additionalKyc,
  };
}

/** The method that the buyer chose; before, the first one that the order offers. */
const usedMethod = ({ paymentMethods, selectedPayId }: OrderRecord) =>
  paymentMethods.find(({ payId }) => payId === selectedPayId) ?? paymentMethods[0];

/** A row of EP-16: the status is a name here. */
export function orderToHistoryRow(order: OrderRecord, account: string): Record<string, unknown> {
  const { commission, takerCommissionRate, takerCommission, takerAmount } = amountsOf(order, account);
  return {
    orderNumber: order.orderNumber,
    advNo: order.advNo,
    tradeType: sideOf(order, account),
    asset: order.asset,
    fiat: order.fiat,
    fiatSymbol: fiatSymbolOf(order),
    amount: withEightDecimals(order.amount),
    totalPrice: withEightDecimals(order.totalPrice),
    unitPrice: withEightDecimals(order.price),
    orderStatus: statusNames[order.status],
    createTime: order.createdAtMs,
    commission,
    takerCommissionRate,
    takerCommission,
    takerAmount,
    counterPartNickName: masked(counterpartyOf(order, account), account),
    payMethodName: usedMethod(order)?.identifier ?? 'BANK',
    additionalKycVerify: order.additionalKyc,
    advertisementRole: order.maker.account === account ? 'MAKER' : 'TAKER',
  };
}

/** EP-13: the whole order, without events that have not happened. `nowMs` decides whether the release is overdue. */
export function orderToDetail(order: OrderRecord, account: string, nowMs: number): Record<string, unknown> {
  return {
    orderNumber: order.orderNumber,
    advOrderNumber: order.advNo,
    tradeType: sideOf(order, account),
    orderStatus: order.status,
    asset: order.asset,
    price: withEightDecimals(order.price),
    ...amountsOf(order, account),
    fiatUnit: order.fiat,
    fiatSymbol: fiatSymbolOf(order),
    ...partiesOf(order),
    ...paymentOf(order, account, nowMs),
    tradeMethodCommissionRateVoList: order.paymentMethods.map(() => ({})),
    additionalKycVerify: order.additionalKyc,
    remark: order.remarks,
    ...timesOf(order, nowMs),
    ...cancellationOf(order),
    ...complaintOf(order, nowMs),
    ...ticketSizes(order),
    clientType: 'ios',
    origin: 'MAKE_TAKE',
    onlineStatus: '1',
    unreadCount: unreadCount(order, account),
    iconUrl: '',
    avgPayPeriod: 180,
    avgReleasePeriod: 240,
  };
}

const partiesOf = (order: OrderRecord) => ({
  buyerNickname: buyerOf(order).nickname,
  sellerNickname: sellerOf(order).nickname,
  buyerName: buyerOf(order).realName,
  sellerName: sellerOf(order).realName,
  buyerMobilePhone: '',
  sellerMobilePhone: '',
  takerUserNo: order.taker.userNo,
  merchantNo: order.maker.userNo,
});

function timesOf(order: OrderRecord, nowMs: number) {
  const paidLate = order.status === SimOrderStatus.PAID && nowMs > (order.releaseDeadlineMs ?? Infinity);
  const releaseMs = order.releaseDeadlineMs === null ? 0 : order.releaseDeadlineMs - (order.paidAtMs ?? 0);
  return {
    createTime: order.createdAtMs,
    updateTime: order.changedAtMs,
    notifyPayEndTime: order.payDeadlineMs,
    notifyPayTime: order.paidAtMs,
    confirmPayEndTime: order.releaseDeadlineMs,
    confirmPayTime: order.releasedAtMs,
    cancelTime: order.cancelledAtMs,
    expectedPayTime: order.createdAtMs + 180_000,
    notifyPayedExpireMinute: Math.ceil((order.payDeadlineMs - order.createdAtMs) / minuteMs),
    confirmPayedExpireMinute: Math.ceil(releaseMs / minuteMs) || 15,
    confirmPayTimeout: paidLate ? 1 : 0,
  };
}

/** The reasons of EP-9 by their numbers (wire-facts section 3). */
const cancelReasons: Readonly<Record<number, string>> = {
  1: 'I changed my mind.',
  2: 'I do not meet the requirements of the seller.',
  3: 'The seller asks for an extra fee.',
  4: 'There is a problem with the payment method of the seller.',
  5: 'Other',
  6: 'The seller cannot release.',
};

/** How an order was cancelled: by the clock, or with the buyer's reason. */
const cancellationOf = ({ status, cancelledAtMs, cancelReason, cancelInfo }: OrderRecord) => ({
  sysCancelTime: status === SimOrderStatus.CANCELLED_BY_SYSTEM ? cancelledAtMs : null,
  cancelReasonDesc: cancelReason === null ? null : cancelReasons[cancelReason],
  cancelReasonAdditional: cancelInfo,
});

function complaintOf(order: OrderRecord, nowMs: number) {
  const isDisputed = order.status === SimOrderStatus.IN_APPEAL;
  return {
    complainFreezeTime: order.complainFreezeMs,
    allowComplainTime: order.complainFreezeMs,
    // The other one is to answer first.
    complaintStatus: isDisputed ? 0 : null,
    complaintReason: order.complaintReason,
    complaintDeadline: isDisputed ? (order.complaintDeadlineMs ?? null) : null,
    isComplaintAllowed: order.status === SimOrderStatus.PAID && nowMs >= (order.complainFreezeMs ?? 0),
    canCancelComplaintOrder: isDisputed ? false : null,
  };
}

/** The answer of EP-17. */
export const paidAnswer = (order: OrderRecord): Record<string, unknown> => ({
  orderNumber: order.orderNumber,
  orderStatus: order.status,
  selectedPayId: order.selectedPayId,
  notifyPayTime: order.paidAtMs,
  confirmPayEndTime: order.releaseDeadlineMs,
  complainFreezeTime: order.complainFreezeMs,
});

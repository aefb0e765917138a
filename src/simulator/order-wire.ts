import { tickSize, withEightDecimals } from './amounts.ts';
import { describePair } from './market-feed.ts';
import { bankName } from './payment-method.ts';
import { buyerOf, commissionOf, sellerOf } from './order-flow.ts';
import {
  SimOrderStatus,
  type OrderParty,
  type OrderRecord,
  type PaymentMethod,
  type TradeSide,
} from './simulator-state.ts';

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

/** The other party. */
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
    payMethodName: order.paymentMethods[0]?.identifier ?? 'BANK',
    additionalKycVerify: order.additionalKyc,
    advertisementRole: order.maker.account === account ? 'MAKER' : 'TAKER',
  };
}

/** EP-13: the whole order, events that have not happened left out. `nowMs` tells whether the release is overdue. */
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
    ...paymentOf(order, account),
    tradeMethodCommissionRateVoList: order.paymentMethods.map(() => ({})),
    additionalKycVerify: order.additionalKyc,
    remark: order.remarks,
    ...timesOf(order, nowMs),
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

/** A buyer whose identity check is open does not see where to pay. */
function paymentOf(order: OrderRecord, account: string) {
  const hidden = order.additionalKyc === 1 && buyerOf(order).account === account;
  const payee = sellerOf(order).realName;
  return {
    payType: order.paymentMethods[0]?.identifier ?? 'BANK',
    payMethods: hidden ? [] : order.paymentMethods.map((method) => payMethodToWire(method, payee)),
    selectedPayId: order.selectedPayId,
  };
}

/** A payment method with its fields, as an order carries it. */
export function payMethodToWire(method: PaymentMethod, payee: string) {
  const field = ([fieldContentType, fieldName]: [string, string], fieldValue: string, place: number) => ({
    fieldId: String(place).padStart(19, '0'),
    fieldName,
    fieldContentType,
    fieldValue,
    restrictionType: 0,
    lengthLimit: 200,
    isRequired: true,
    isCopyable: true,
  });
  return {
    id: method.payId,
    identifier: method.identifier,
    tradeMethodName: method.name,
    iconUrlColor: '',
    fields: [
      field(['payee', 'Name'], payee, 1),
      field(['pay_account', 'Account number'], method.account, 2),
      field(['bank', 'Bank name'], bankName, 3),
    ],
  };
}

function timesOf(order: OrderRecord, nowMs: number) {
  const paidLate = order.status === SimOrderStatus.PAID && nowMs > (order.releaseDeadlineMs ?? Infinity);
  const releaseMs = order.releaseDeadlineMs === null ? 0 : order.releaseDeadlineMs - (order.paidAtMs ?? 0);
  return {
    createTime: order.createdAtMs,
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

function complaintOf(order: OrderRecord, nowMs: number) {
  const isDisputed = order.status === SimOrderStatus.IN_APPEAL;
  return {
    complainFreezeTime: order.complainFreezeMs,
    allowComplainTime: order.complainFreezeMs,
    complaintStatus: isDisputed ? 1 : null,
    complaintReason: order.complaintReason,
    isComplaintAllowed: order.status === SimOrderStatus.PAID && nowMs >= (order.complainFreezeMs ?? 0),
    canCancelComplaintOrder: isDisputed ? false : null,
  };
}

/** What EP-17 answers. */
export const paidAnswer = (order: OrderRecord): Record<string, unknown> => ({
  orderNumber: order.orderNumber,
  orderStatus: order.status,
  selectedPayId: order.selectedPayId,
  notifyPayTime: order.paidAtMs,
  confirmPayEndTime: order.releaseDeadlineMs,
  complainFreezeTime: order.complainFreezeMs,
});

/** A statistic in JSON numbers: the one answer of the service that does not write decimals as text. */
export const statisticToWire = ({ statistic }: OrderParty): Record<string, number> => ({
  completedOrderNum: statistic.completedOrders,
  completedOrderNumOfLatest30day: statistic.completedOrders30Days,
  finishRate: statistic.finishRate,
  finishRateLatest30Day: statistic.finishRate30Days,
  numberOfTradesWithCounterpartyCompleted30day: statistic.tradesTogether30Days,
  registerDays: statistic.registerDays,
  avgPayTime: 180.25,
  avgPayTimeOfLatest30day: 175.5,
  avgReleaseTime: 240.75,
  avgReleaseTimeOfLatest30day: 233.1,
});

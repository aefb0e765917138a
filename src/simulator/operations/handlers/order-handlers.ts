import { z } from 'zod';
import { integerField, countField, numberField, textField, sideField } from '../../http/request-field.ts';
import { statisticToWire, tradesTogether } from './counterparty-record.ts';
import { sortRows } from '../../trade/list-order.ts';
import {
  cancel,
  confirmKyc,
  isCancellable,
  isClosed,
  isPartyOf,
  judgeMoneyAttempt,
  markPaid,
  orderOf,
  settle,
} from '../../trade/order-flow.ts';
import { matchesList, orderColumns } from './order-list.ts';
import { counterpartyOf, orderToDetail, orderToHistoryRow, orderToRow, paidAnswer, sideOf } from './order-wire.ts';
import {
  callerOf,
  integerParameter,
  pageOf,
  requiredText,
  sideParameter,
  textParameter,
  type SimAnswer,
  type SimCall,
} from '../../world/sim-call.ts';
import { findPlacement } from './placement-check.ts';
import { foreignOrder, illegalParameter, SimRefusal } from '../../world/sim-refusal.ts';
import { buyerOf, SimOrderStatus, type OrderRecord } from '../../world/simulator-state.ts';

const maxListRows = 100;
const maxHistoryMs = 30 * 86_400_000;
const oldestHistoryMs = 184 * 86_400_000;

/** The order that the call names, at once. */
const liveOrder = (call: SimCall): OrderRecord =>
  orderOf(call.marketplace, callerOf(call), requiredText(call, 'orderNumber'));

/** Returns the account's orders as they were at the moment of the call, oldest first. */
function ownOrders(call: SimCall): OrderRecord[] {
  const { marketplace, asOfMs } = call;
  const account = callerOf(call);
  return [...marketplace.orders.values()]
    .filter((order) => isPartyOf(order, account))
    .map((order) => settle(marketplace, order))
    .map((order) => (asOfMs === null ? order : marketplace.orderRevisions.at(order.orderNumber, order, asOfMs)))
    .filter((order) => order !== null);
}

/** EP-11, where it is the number of an ad, and EP-13, where it is the number of an order. */
export const adOrderNumberRequest = z.looseObject({ adOrderNo: numberField });

/** EP-11: `adOrderNo` is the number of the ad here. True when EP-18 would accept the caller for the ad. */
export function checkIfCanPlaceOrder(call: SimCall): SimAnswer {
  const found = findPlacement(call.marketplace, callerOf(call), requiredText(call, 'adOrderNo'));
  return { data: !(found instanceof SimRefusal) };
}

/** EP-13. */
export function getUserOrderDetail(call: SimCall): SimAnswer {
  const orderNumber = requiredText(call, 'adOrderNo');
  const order = ownOrders(call).find((candidate) => candidate.orderNumber === orderNumber);
  if (order === undefined) throw foreignOrder();
  return { data: orderToDetail(order, callerOf(call), call.marketplace.clock.now()) };
}

/** EP-14: counters of the calling account. */
export function getUserOrderSummary(call: SimCall): SimAnswer {
  const orders = ownOrders(call);
  const count = (status: SimOrderStatus): number => orders.filter((order) => order.status === status).length;
  return {
    data: {
      tradingCount: count(SimOrderStatus.TRADING),
      buyerPayedCount: count(SimOrderStatus.PAID),
      inAppealCount: count(SimOrderStatus.IN_APPEAL),
      inProcessCount: orders.filter((order) => !isClosed(order)).length,
    },
  };
}

/** EP-15: newest first by default. */
export function listOrders(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const found = ownOrders(call).filter((order) => matchesList(call, order));
  const rows = sortRows(call, found, orderColumns(account));
  return { data: pageOf(call, rows, maxListRows).map((order) => orderToRow(order, account)), total: rows.length };
}

/** EP-16. */
export const orderHistoryRequest = z.looseObject({
  endTime: integerField.optional(),
  endTimestamp: integerField.optional(),
  page: countField.optional(),
  rows: countField.optional(),
  startTime: integerField.optional(),
  startTimestamp: integerField.optional(),
  tradeType: sideField.optional(),
});

/** EP-16: thirty days at most, the last thirty by default, and nothing older than six months. */
export function listUserOrderHistory(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const { startMs, endMs } = historyWindow(call);
  const side = sideParameter(call);
  const rows = ownOrders(call)
    .filter((order) => side === null || sideOf(order, account) === side)
    .filter(({ createdAtMs }) => createdAtMs >= startMs && createdAtMs <= endMs)
    .toReversed();
  return {
    data: pageOf(call, rows, maxListRows).map((order) => orderToHistoryRow(order, account)),
    total: rows.length,
  };
}

function historyWindow(call: SimCall): { startMs: number; endMs: number } {
  const nowMs = call.marketplace.clock.now();
  const end = integerParameter(call, 'endTimestamp') ?? integerParameter(call, 'endTime');
  const start = integerParameter(call, 'startTimestamp') ?? integerParameter(call, 'startTime');
  const endMs = end ?? (start === null ? nowMs : start + maxHistoryMs);
  const startMs = start ?? endMs - maxHistoryMs;
  if (startMs > endMs || endMs - startMs > maxHistoryMs || nowMs - startMs > oldestHistoryMs) {
    throw illegalParameter();
  }
  return { startMs, endMs };
}

/** EP-10, EP-19, EP-21. The field tables call the number optional, but nothing works without it. */
export const orderNumberRequest = z.looseObject({ orderNumber: numberField });

/** EP-10: only the buyer may withdraw. */
export function checkIfAllowedCancelOrder(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  return { data: isCancellable(order) && buyerOf(order).account === callerOf(call) };
}

/** EP-9: reasons 1 to 6. */
export const cancelRequest = z.looseObject({
  orderNumber: numberField,
  orderCancelReasonCode: integerField,
  orderCancelAdditionalInfo: textField.optional(),
});

/** EP-9. */
export function cancelOrder(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  const code = integerParameter(call, 'orderCancelReasonCode') ?? 0;
  if (code < 1 || code > 6) throw illegalParameter();
  if (buyerOf(order).account !== callerOf(call)) throw foreignOrder();
  cancel(call.marketplace, order, { code, info: textParameter(call, 'orderCancelAdditionalInfo') });
  return {};
}

/** Counts a repeated payment mark in the ledger, whatever the outcome of the call. */
export function observePayment(call: SimCall): void {
  const order = call.marketplace.orders.get(requiredText(call, 'orderNumber'));
  if (order !== undefined) judgeMoneyAttempt(call.marketplace, order, 'paid');
}

/** EP-17. */
export const markPaidRequest = z.looseObject({ orderNumber: numberField, payId: integerField.optional() });

/** EP-17: only the buyer pays. */
export function markOrderAsPaid(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  if (buyerOf(order).account !== callerOf(call)) throw foreignOrder();
  markPaid(call.marketplace, order, integerParameter(call, 'payId'));
  return { data: paidAnswer(order) };
}

/** EP-19. */
export function queryCounterPartyOrderStatistic(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  return { data: statisticToWire(counterpartyOf(order, callerOf(call)), tradesTogether(call.marketplace, order)) };
}

/** EP-21: the maker, whose ad requires the identity check, confirms it (wire-facts 5). */
export function verifiedAdditionalKyc(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  if (order.maker.account !== callerOf(call)) throw foreignOrder();
  confirmKyc(call.marketplace, order);
  return { data: { kycVerified: order.additionalKyc !== 1, orderNumber: order.orderNumber } };
}

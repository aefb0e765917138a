import { merchantOf } from './marketplace.ts';
import { cancel, confirmKyc, judgeMoneyAttempt, buyerOf, isClosed, markPaid, orderOf, sellerOf } from './order-flow.ts';
import {
  counterpartyOf,
  orderToDetail,
  orderToHistoryRow,
  orderToRow,
  paidAnswer,
  sideOf,
  statisticToWire,
} from './order-wire.ts';
import {
  callerOf,
  integerParameter,
  pageOf,
  requiredText,
  sideParameter,
  textList,
  textParameter,
  type SimAnswer,
  type SimCall,
} from './sim-call.ts';
import { foreignOrder, illegalParameter } from './sim-refusal.ts';
import { BusinessStatus, SimOrderStatus, type OrderRecord } from './simulator-state.ts';
import { findTakeable } from './take-ad.ts';

const mostListRows = 100;
const longestHistoryMs = 30 * 86_400_000;
const oldestHistoryMs = 184 * 86_400_000;

/** The order that the call names, at once. */
const liveOrder = (call: SimCall): OrderRecord =>
  orderOf(call.marketplace, callerOf(call), requiredText(call, 'orderNumber'));

/** The account's orders as they looked at the moment of the call, newest first. */
function ownOrders(call: SimCall): OrderRecord[] {
  const { marketplace, asOfMs } = call;
  const account = callerOf(call);
  return [...marketplace.orders.values()]
    .filter((order) => order.maker.account === account || order.taker.account === account)
    .map((order) => (asOfMs === null ? order : marketplace.orderRevisions.at(order.orderNumber, order, asOfMs)))
    .filter((order) => order !== null)
    .toReversed();
}

/** EP-11: `adOrderNo` is the number of the ad here. False for an own ad and for one that nobody can take. */
export function checkIfCanPlaceOrder(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const target = findTakeable(call.marketplace, requiredText(call, 'adOrderNo'));
  const isOpen = merchantOf(call.marketplace, account).status === BusinessStatus.OPEN;
  return { data: target !== null && isOpen && target.maker.account !== account };
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

/** EP-15. */
export function listOrders(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const rows = ownOrders(call).filter((order) => matchesList(call, order));
  return { data: pageOf(call, rows, mostListRows).map((order) => orderToRow(order, account)), total: rows.length };
}

function matchesList(call: SimCall, order: OrderRecord): boolean {
  const statuses = [...textList(call, 'orderStatusList'), ...(textParameter(call, 'orderStatus') ?? '').split(/,/)];
  const wanted = statuses.filter((text) => text !== '');
  const side = sideParameter(call);
  const advNo = textParameter(call, 'advNo');
  const asset = textParameter(call, 'asset');
  if (wanted.length > 0 && !wanted.includes(String(order.status))) return false;
  if (side !== null && sideOf(order, callerOf(call)) !== side) return false;
  if (advNo !== null && order.advNo !== advNo) return false;
  return (asset === null || order.asset === asset) && isWithin(call, order, ['startDate', 'endDate']);
}

function isWithin(call: SimCall, order: OrderRecord, [startName, endName]: [string, string]): boolean {
  const start = integerParameter(call, startName) ?? -Infinity;
  const end = integerParameter(call, endName) ?? Infinity;
  return order.createdAtMs >= start && order.createdAtMs <= end;
}

/** EP-16: thirty days at most, the last thirty unless told otherwise, and nothing of more than six months ago. */
export function listUserOrderHistory(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const { startMs, endMs } = historyWindow(call);
  const side = sideParameter(call);
  const rows = ownOrders(call)
    .filter((order) => side === null || sideOf(order, account) === side)
    .filter(({ createdAtMs }) => createdAtMs >= startMs && createdAtMs <= endMs);
  return {
    data: pageOf(call, rows, mostListRows).map((order) => orderToHistoryRow(order, account)),
    total: rows.length,
  };
}

function historyWindow(call: SimCall): { startMs: number; endMs: number } {
  const nowMs = call.marketplace.clock.now();
  const end = integerParameter(call, 'endTimestamp');
  const start = integerParameter(call, 'startTimestamp');
  const endMs = end ?? (start === null ? nowMs : start + longestHistoryMs);
  const startMs = start ?? endMs - longestHistoryMs;
  if (startMs > endMs || endMs - startMs > longestHistoryMs || nowMs - startMs > oldestHistoryMs) {
    throw illegalParameter();
  }
  return { startMs, endMs };
}

/** EP-10: only the buyer may withdraw. */
export function checkIfAllowedCancelOrder(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  const isOpen = order.status === SimOrderStatus.TRADING || order.status === SimOrderStatus.PAID;
  return { data: isOpen && buyerOf(order).account === callerOf(call) };
}

/** EP-9. */
export function cancelOrder(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  const reason = integerParameter(call, 'orderCancelReasonCode') ?? 0;
  if (reason < 1 || reason > 6) throw illegalParameter();
  if (buyerOf(order).account !== callerOf(call)) throw foreignOrder();
  cancel(call.marketplace, order, reason);
  return {};
}

/** Tells the ledger of a payment that was marked again, whatever becomes of the call. */
export function observePayment(call: SimCall): void {
  const order = call.marketplace.orders.get(requiredText(call, 'orderNumber'));
  if (order !== undefined) judgeMoneyAttempt(call.marketplace, order, 'paid');
}

/** EP-17: only the buyer pays. */
export function markOrderAsPaid(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  if (buyerOf(order).account !== callerOf(call)) throw foreignOrder();
  markPaid(call.marketplace, order, integerParameter(call, 'payId'));
  return { data: paidAnswer(order) };
}

/** EP-19. */
export function queryCounterPartyOrderStatistic(call: SimCall): SimAnswer {
  return { data: statisticToWire(counterpartyOf(liveOrder(call), callerOf(call))) };
}

/** EP-21: the seller confirms the identity check. */
export function verifiedAdditionalKyc(call: SimCall): SimAnswer {
  const order = liveOrder(call);
  if (sellerOf(order).account !== callerOf(call)) throw foreignOrder();
  confirmKyc(call.marketplace, order);
  return { data: { kycVerified: order.additionalKyc !== 1, orderNumber: order.orderNumber } };
}

import { Amount, atScale } from './amounts.ts';
import { sayEvent, sayText } from './chat-log.ts';
import { bookMoneyStep, enter, type LedgerEntry } from './ledger.ts';
import { noteOrder, type Marketplace } from './marketplace.ts';
import { alreadyCompleted, foreignOrder, notCancellable, notPayable, notReleasable } from './sim-refusal.ts';
import { SimOrderStatus, type OrderParty, type OrderRecord } from './simulator-state.ts';

/** The party that pays fiat. */
export const buyerOf = (order: OrderRecord): OrderParty => (order.makerSide === 'BUY' ? order.maker : order.taker);
/** The party that gives the asset. */
export const sellerOf = (order: OrderRecord): OrderParty => (order.makerSide === 'SELL' ? order.maker : order.taker);

/** The order, if it exists and the account is one of its parties; else 83998. */
export function orderOf(marketplace: Marketplace, account: string, orderNumber: string): OrderRecord {
  const order = marketplace.orders.get(orderNumber);
  if (order === undefined || (order.maker.account !== account && order.taker.account !== account)) throw foreignOrder();
  return order;
}

/** Whether nothing more can happen to the order. */
export const isClosed = ({ status }: OrderRecord): boolean =>
  status === SimOrderStatus.COMPLETED ||
  status === SimOrderStatus.CANCELLED ||
  status === SimOrderStatus.CANCELLED_BY_SYSTEM;

function entryFor(marketplace: Marketplace, order: OrderRecord, kind: LedgerEntry['kind']): LedgerEntry {
  return {
    atMs: marketplace.clock.now(),
    kind,
    account: (kind === 'release' || kind === 'complete' ? sellerOf(order) : buyerOf(order)).account,
    orderNumber: order.orderNumber,
    adNumber: order.advNo,
    amount: order.amount,
  };
}

/** Counts a call for a step that was done before, executed or not. */
export function judgeMoneyAttempt(marketplace: Marketplace, order: OrderRecord, step: 'paid' | 'released'): void {
  if (order.effects[step] > 0) marketplace.ledger.repeatedAttempts += 1;
}

/** The buyer says that the fiat money is on its way. Refused (83023) unless the order awaits payment. */
export function markPaid(marketplace: Marketplace, order: OrderRecord, payId: number | null): void {
  const again = !marketplace.settings.idempotentMoney && order.status === SimOrderStatus.PAID;
  if (order.status !== SimOrderStatus.TRADING && !again) throw notPayable();
  const nowMs = marketplace.clock.now();
  const buyer = buyerOf(order);
  if (buyer.account !== null) {
    bookMoneyStep(marketplace.ledger, entryFor(marketplace, order, 'pay'), order.effects.paid);
  }
  order.effects.paid += 1;
  order.status = SimOrderStatus.PAID;
  order.paidAtMs = nowMs;
  order.releaseDeadlineMs = nowMs + marketplace.settings.releaseWindowMs;
  order.complainFreezeMs = nowMs + marketplace.settings.appealFreezeMs;
  order.selectedPayId = payId ?? order.paymentMethods[0]?.payId ?? 0;
  planAfterPayment(order, nowMs);
  noteOrder(marketplace, order, 'paid');
  sayEvent(marketplace, order, 'paid');
}

function planAfterPayment(order: OrderRecord, nowMs: number): void {
  if (order.afterPayment === null || sellerOf(order).account !== null) return;
  const { delayMs, step, resolveAfterMs } = order.afterPayment;
  order.plan.push({ atMs: nowMs + delayMs, step });
  if (resolveAfterMs !== undefined) order.plan.push({ atMs: nowMs + delayMs + resolveAfterMs, step: 'resolve' });
  order.afterPayment = null;
}

/** The seller gives the asset. Refused before payment (83021) and when it was done already (-3026). */
export function release(marketplace: Marketplace, order: OrderRecord): void {
  requireReleasable(marketplace, order);
  const seller = sellerOf(order);
  if (seller.account !== null) {
    bookMoneyStep(marketplace.ledger, entryFor(marketplace, order, 'release'), order.effects.released);
  }
  order.effects.released += 1;
  if (order.status === SimOrderStatus.COMPLETED || order.status === SimOrderStatus.RELEASING) return;
  if (marketplace.settings.releasingMs > 0) beginReleasing(marketplace, order);
  else complete(marketplace, order);
}

/** The asset is on its way: nobody can stop it any more, and a moment later the order is complete. */
function beginReleasing(marketplace: Marketplace, order: OrderRecord): void {
  const nowMs = marketplace.clock.now();
  order.status = SimOrderStatus.RELEASING;
  order.releasedAtMs = nowMs;
  order.releasingUntilMs = nowMs + marketplace.settings.releasingMs;
  order.plan = [];
  marketplace.orderRevisions.note(order.orderNumber, order, nowMs);
}

/** Completes an order whose asset has been on its way for long enough. */
export function arrive(marketplace: Marketplace, order: OrderRecord): void {
  if (order.status === SimOrderStatus.RELEASING) complete(marketplace, order);
}

/** Refuses an order whose asset cannot be given now. */
export function requireReleasable(marketplace: Marketplace, order: OrderRecord): void {
  const done = order.status === SimOrderStatus.COMPLETED || order.status === SimOrderStatus.RELEASING;
  if (done && marketplace.settings.idempotentMoney) throw alreadyCompleted();
  if (!done && order.status !== SimOrderStatus.PAID && order.status !== SimOrderStatus.IN_APPEAL) throw notReleasable();
}

function complete(marketplace: Marketplace, order: OrderRecord): void {
  order.status = SimOrderStatus.COMPLETED;
  order.releasedAtMs ??= marketplace.clock.now();
  order.releasingUntilMs = null;
  order.plan = [];
  marketplace.ledger.orders.completed += 1;
  marketplace.ledger.orders.open -= 1;
  enter(marketplace.ledger, entryFor(marketplace, order, 'complete'));
  noteOrder(marketplace, order, 'completed');
  sayEvent(marketplace, order, 'completed');
}

/** The buyer withdraws, before or after saying that it paid. */
export function cancel(marketplace: Marketplace, order: OrderRecord, reason: number | null): void {
  if (order.status !== SimOrderStatus.TRADING && order.status !== SimOrderStatus.PAID) throw notCancellable();
  order.cancelReason = reason;
  end(marketplace, order, 'cancelled');
}

/** The time to pay ran out: the system cancels. */
export function expire(marketplace: Marketplace, order: OrderRecord): void {
  if (order.status === SimOrderStatus.TRADING) end(marketplace, order, 'expired');
}

function end(marketplace: Marketplace, order: OrderRecord, how: 'cancelled' | 'expired'): void {
  order.status = how === 'cancelled' ? SimOrderStatus.CANCELLED : SimOrderStatus.CANCELLED_BY_SYSTEM;
  order.cancelledAtMs = marketplace.clock.now();
  order.plan = [];
  const ad = marketplace.ads.get(order.advNo);
  if (ad !== undefined) ad.surplusAmount = new Amount(ad.surplusAmount).plus(order.amount).toString();
  marketplace.ledger.orders.cancelled += 1;
  marketplace.ledger.orders.open -= 1;
  const kind = how === 'cancelled' ? 'cancel' : 'expire';
  enter(marketplace.ledger, entryFor(marketplace, order, kind));
  noteOrder(marketplace, order, how);
  sayEvent(marketplace, order, how);
}

/** The simulated party appeals; only a paid order can be disputed, and only after the freeze. */
export function dispute(marketplace: Marketplace, order: OrderRecord, reason: string): void {
  const frozen = marketplace.clock.now() < (order.complainFreezeMs ?? 0);
  if (order.status !== SimOrderStatus.PAID || frozen) throw notReleasable();
  order.status = SimOrderStatus.IN_APPEAL;
  order.complaintReason = reason;
  enter(marketplace.ledger, entryFor(marketplace, order, 'dispute'));
  noteOrder(marketplace, order, 'disputed');
  sayEvent(marketplace, order, 'disputed');
}

export type Resolution = 'completed' | 'cancelled' | 'paid';

/** Customer service ends an appeal: the asset goes to the buyer, back to the seller, or the appeal is withdrawn. */
export function resolve(marketplace: Marketplace, order: OrderRecord, outcome: Resolution): void {
  if (order.status !== SimOrderStatus.IN_APPEAL) throw notReleasable();
  if (outcome === 'completed') complete(marketplace, order);
  else if (outcome === 'cancelled') end(marketplace, order, 'cancelled');
  else {
    order.status = SimOrderStatus.PAID;
    noteOrder(marketplace, order, 'resolved');
  }
}

/** The seller confirms the buyer's additional identity check; only now the buyer sees where to pay. */
export function confirmKyc(marketplace: Marketplace, order: OrderRecord): void {
  if (order.additionalKyc !== 1) return;
  order.additionalKyc = 2;
  noteOrder(marketplace, order, 'kyc');
  sayEvent(marketplace, order, 'kyc');
}

/** A simulated party writes into the chat of its order. */
export function say(marketplace: Marketplace, order: OrderRecord, text: string): void {
  sayText(marketplace, order, { author: order.maker.account === null ? 'maker' : 'taker', text });
  noteOrder(marketplace, order, 'message');
}

/** The fee of the maker: its part of the amount, cut to the decimals of the asset. */
export const commissionOf = (order: OrderRecord): string =>
  atScale(new Amount(order.amount).mul(order.commissionRate), order.assetScale);

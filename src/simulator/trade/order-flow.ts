import { isPaidInTruth } from '../bank/bank.ts';
import { sayEvent, sayText } from './chat-log.ts';
import { bookMoneyStep, enter, type LedgerEntry } from '../world/ledger.ts';
import { noteOrder, type Marketplace } from '../world/marketplace.ts';
import type { OrderEventKind } from '../world/sim-event.ts';
import { giveBack, handOver } from './reserved-amount.ts';
import {
  alreadyCompleted,
  foreignOrder,
  missingParameters,
  notCancellable,
  notPayable,
  notReleasable,
  SimRefusal,
} from '../world/sim-refusal.ts';
import { buyerOf, sellerOf, SimOrderStatus, type OrderRecord } from '../world/simulator-state.ts';

export const isPartyOf = (order: OrderRecord, account: string): boolean =>
  order.maker.account === account || order.taker.account === account;

/** Returns the order as it is now, if it exists and the account is one of its parties; else refuses with 83998. */
export function orderOf(marketplace: Marketplace, account: string, orderNumber: string): OrderRecord {
  const order = marketplace.orders.get(orderNumber);
  if (order === undefined || !isPartyOf(order, account)) throw foreignOrder();
  return settle(marketplace, order);
}

/**
 * Ends what the clock has ended since the last tick and returns the order: a deadline takes effect at its moment. A
 * buyer that meant to pay in time and is still to be served goes first, as in the tick.
 */
export function settle(marketplace: Marketplace, order: OrderRecord): OrderRecord {
  const nowMs = marketplace.clock.now();
  const paysInTime = order.plan.some(({ step, atMs }) => step === 'pay' && atMs < order.payDeadlineMs);
  const isLate = nowMs >= order.payDeadlineMs && (order.additionalKyc === 1 || !paysInTime);
  if (isLate) expire(marketplace, order);
  if (nowMs >= (order.releasingUntilMs ?? Infinity)) arrive(marketplace, order);
  return order;
}

/** Records an event of the order, and when. */
function change(marketplace: Marketplace, order: OrderRecord, event: OrderEventKind): void {
  order.changedAtMs = marketplace.clock.now();
  noteOrder(marketplace, order, event);
}

/** Whether the order was cancelled, by the buyer or by the clock. */
export const isCancelled = ({ status }: OrderRecord): boolean =>
  status === SimOrderStatus.CANCELLED || status === SimOrderStatus.CANCELLED_BY_SYSTEM;

/** Whether nothing more can happen to the order. */
export const isClosed = (order: OrderRecord): boolean =>
  order.status === SimOrderStatus.COMPLETED || isCancelled(order);

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

/**
 * The buyer marks the order as paid.
 *
 * Refused (83023) unless the order awaits payment, and before a required identity check is confirmed, because until
 * then no one can know where to pay (wire-facts 13). A `payId` that the order does not have is -1102.
 */
export function markPaid(marketplace: Marketplace, order: OrderRecord, payId: number | null): void {
  requirePayable(marketplace, order);
  if (payId !== null && order.paymentMethods.every((method) => method.payId !== payId)) {
    throw missingParameters(['payId']);
  }
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
  change(marketplace, order, 'paid');
  sayEvent(marketplace, order, 'paid');
}

function requirePayable({ settings }: Marketplace, { status, additionalKyc }: OrderRecord): void {
  const awaitsPayment = status === SimOrderStatus.TRADING && additionalKyc !== 1;
  const again = !settings.idempotentMoney && status === SimOrderStatus.PAID;
  if (!awaitsPayment && !again) throw notPayable();
}

function planAfterPayment(order: OrderRecord, nowMs: number): void {
  if (order.afterPayment === null || sellerOf(order).account !== null) return;
  const { delayMs, step, resolveAfterMs } = order.afterPayment;
  order.plan.push({ atMs: nowMs + delayMs, step });
  if (resolveAfterMs !== undefined) order.plan.push({ atMs: nowMs + delayMs + resolveAfterMs, step: 'resolve' });
  order.afterPayment = null;
}

/** The seller releases the asset. Refused before payment and in an appeal (83021), and after completion (-3026). */
export function release(marketplace: Marketplace, order: OrderRecord): void {
  const refusal = releaseRefusal(marketplace, order);
  if (refusal !== null) throw refusal;
  const seller = sellerOf(order);
  if (seller.account !== null) {
    bookMoneyStep(marketplace.ledger, entryFor(marketplace, order, 'release'), order.effects.released);
    if (isOnUsedPayment(marketplace, order)) marketplace.ledger.releasesOnUsedPayment += 1;
    if (marketplace.settings.bank !== null && !isPaidInTruth(marketplace, order))
      marketplace.ledger.releasesWithoutMoney += 1;
  }
  order.effects.released += 1;
  order.rollsBack = false;
  if (order.status === SimOrderStatus.COMPLETED || order.status === SimOrderStatus.RELEASING) return;
  if (marketplace.settings.releasingMs > 0) beginReleasing(marketplace, order, marketplace.settings.releasingMs);
  else complete(marketplace, order);
}

function isOnUsedPayment({ orders }: Marketplace, { orderNumber, paymentReference }: OrderRecord): boolean {
  if (paymentReference === undefined) return false;
  return [...orders.values()].some(
    (other) =>
      other.orderNumber !== orderNumber && other.paymentReference === paymentReference && other.effects.released > 0,
  );
}

/** Starts a release: it cannot be stopped any more, and a moment later the order is complete. */
function beginReleasing(marketplace: Marketplace, order: OrderRecord, forMs: number): void {
  const nowMs = marketplace.clock.now();
  order.status = SimOrderStatus.RELEASING;
  order.releasedAtMs = nowMs;
  order.releasingUntilMs = nowMs + forMs;
  order.plan = [];
  order.changedAtMs = nowMs;
  marketplace.orderRevisions.note(order.orderNumber, order, nowMs);
}

/** Starts a release that fails after a while: it never counts as executed. */
export function beginRollBack(marketplace: Marketplace, order: OrderRecord, afterMs: number): void {
  if (order.status !== SimOrderStatus.PAID) return;
  order.rollsBack = true;
  beginReleasing(marketplace, order, afterMs);
}

/** Ends a release that was under way for long enough: the order is complete, or paid again. */
function arrive(marketplace: Marketplace, order: OrderRecord): void {
  if (order.status !== SimOrderStatus.RELEASING) return;
  if (order.rollsBack !== true) return complete(marketplace, order);
  Object.assign(order, { status: SimOrderStatus.PAID, releasedAtMs: null, releasingUntilMs: null, rollsBack: false });
  enter(marketplace.ledger, entryFor(marketplace, order, 'roll-back'));
  change(marketplace, order, 'rolled-back');
}

/** Returns why the asset of an order cannot be released now, or null. An appeal is ended by others (wire-facts 13). */
export function releaseRefusal({ settings }: Marketplace, { status }: OrderRecord): SimRefusal | null {
  const done = status === SimOrderStatus.COMPLETED || status === SimOrderStatus.RELEASING;
  if (done) return settings.idempotentMoney ? alreadyCompleted() : null;
  if (status === SimOrderStatus.IN_APPEAL) return new SimRefusal(notReleasable().code, 'The order is in appeal.');
  return status === SimOrderStatus.PAID ? null : notReleasable();
}

function complete(marketplace: Marketplace, order: OrderRecord): void {
  order.status = SimOrderStatus.COMPLETED;
  order.releasedAtMs ??= marketplace.clock.now();
  order.releasingUntilMs = null;
  order.plan = [];
  handOver(marketplace, order);
  marketplace.ledger.orders.completed += 1;
  marketplace.ledger.orders.open -= 1;
  enter(marketplace.ledger, entryFor(marketplace, order, 'complete'));
  change(marketplace, order, 'completed');
  sayEvent(marketplace, order, 'completed');
}

/** Why a buyer cancels: reasons 1 to 6, and its text. */
interface CancelReason {
  code: number;
  info: string | null;
}

/** Whether the buyer may still cancel: before and after marking it paid, not later. */
export const isCancellable = ({ status }: OrderRecord): boolean =>
  status === SimOrderStatus.TRADING || status === SimOrderStatus.PAID;

/** The buyer cancels; refused (83024) when the order has progressed too far. */
export function cancel(marketplace: Marketplace, order: OrderRecord, { code, info }: CancelReason): void {
  if (!isCancellable(order)) throw notCancellable();
  Object.assign(order, { cancelReason: code, cancelInfo: info });
  end(marketplace, order, 'cancelled');
}

/** The time to pay ran out: the system cancels. */
function expire(marketplace: Marketplace, order: OrderRecord): void {
  if (order.status === SimOrderStatus.TRADING) end(marketplace, order, 'expired');
}

function end(marketplace: Marketplace, order: OrderRecord, how: 'cancelled' | 'expired'): void {
  order.status = how === 'cancelled' ? SimOrderStatus.CANCELLED : SimOrderStatus.CANCELLED_BY_SYSTEM;
  order.cancelledAtMs = marketplace.clock.now();
  order.plan = [];
  giveBack(marketplace, order);
  marketplace.ledger.orders.cancelled += 1;
  marketplace.ledger.orders.open -= 1;
  const kind = how === 'cancelled' ? 'cancel' : 'expire';
  enter(marketplace.ledger, entryFor(marketplace, order, kind));
  change(marketplace, order, how);
  sayEvent(marketplace, order, how);
}

/** The interface shows no length of it. */
const appealAnswerMs = 30 * 60_000;

/** The simulated party appeals; only a paid order can be disputed, and only after the freeze. */
export function dispute(marketplace: Marketplace, order: OrderRecord, reason: string): void {
  const frozen = marketplace.clock.now() < (order.complainFreezeMs ?? 0);
  if (order.status !== SimOrderStatus.PAID || frozen) throw notReleasable();
  order.status = SimOrderStatus.IN_APPEAL;
  order.complaintReason = reason;
  order.complaintDeadlineMs = marketplace.clock.now() + appealAnswerMs;
  enter(marketplace.ledger, entryFor(marketplace, order, 'dispute'));
  change(marketplace, order, 'disputed');
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
    change(marketplace, order, 'resolved');
  }
}

/** The maker confirms the additional identity check of its ad; only then the buyer sees where to pay. */
export function confirmKyc(marketplace: Marketplace, order: OrderRecord): void {
  if (order.additionalKyc !== 1) return;
  order.additionalKyc = 2;
  change(marketplace, order, 'kyc');
  sayEvent(marketplace, order, 'kyc');
}

/** A simulated party writes into the chat of its order. */
export function say(marketplace: Marketplace, order: OrderRecord, text: string): void {
  sayText(marketplace, order, { author: order.maker.account === null ? 'maker' : 'taker', text });
  noteOrder(marketplace, order, 'message');
}

import { settleBank } from '../bank/bank.ts';
import { priceOf } from './ad-desk.ts';
import { cancel, dispute, markPaid, release, resolve, say, settle, isClosed, type Resolution } from './order-flow.ts';
import { merchantOf, type Marketplace } from '../world/marketplace.ts';
import { isInZone } from './price-rule.ts';
import { SimRefusal } from '../world/sim-refusal.ts';
import { SimAdStatus, type AdRecord, type OrderRecord, type PlannedAction } from '../world/simulator-state.ts';

/** Does everything that is due: plans of simulated parties, orders past their time to pay, ended breaks. */
export function doWhatIsDue(marketplace: Marketplace): void {
  const nowMs = marketplace.clock.now();
  settleBank(marketplace);
  for (const order of marketplace.orders.values()) if (!isClosed(order)) carryOn(marketplace, order, nowMs);
  // To look at a merchant ends a break that is over.
  for (const account of Object.keys(marketplace.state.merchants)) merchantOf(marketplace, account);
  for (const ad of marketplace.ads.values()) if (nowMs >= (ad.onlineAtMs ?? Infinity)) bringOnline(marketplace, ad);
  forgetOldOrders(marketplace);
}

/**
 * Brings an ad online that was posted for later, unless it was put online or closed meanwhile. One with a price within
 * the exclusion zone stays offline, as it would when its owner put it online (187055, interface 7.4).
 */
function bringOnline(marketplace: Marketplace, ad: AdRecord): void {
  ad.onlineAtMs = null;
  if (isInZone(marketplace, ad, priceOf(marketplace, ad))) return;
  ad.status = SimAdStatus.ONLINE;
  ad.updatedAtMs = marketplace.clock.now();
  marketplace.adRevisions.note(ad.advNo, ad, ad.updatedAtMs);
}

/** A closed order is forgotten once this many newer ones exist, so that a demo can run for days. */
const ordersKept = 2_000;
const ordersForgottenAtOnce = 200;

function forgetOldOrders({ orders }: Marketplace): void {
  if (orders.size < ordersKept + ordersForgottenAtOnce) return;
  const closed = [...orders.values()].filter(isClosed);
  for (const order of closed.slice(0, orders.size - ordersKept)) orders.delete(order.orderNumber);
}

function carryOn(marketplace: Marketplace, order: OrderRecord, nowMs: number): void {
  const due = order.plan.filter((action) => action.atMs <= nowMs && isPossible(order, action));
  if (due.length > 0) order.plan = order.plan.filter((action) => !due.includes(action));
  for (const action of due.sort((a, b) => a.atMs - b.atMs)) attempt(marketplace, order, action);
  // Everyone who meant to pay in time has done so by now.
  settle(marketplace, order);
}

/**
 * A buyer cannot pay before it sees where to: it waits until its identity check is confirmed. Nor can it pay too late.
 */
const isPossible = (order: OrderRecord, { step, atMs }: PlannedAction): boolean =>
  step !== 'pay' || (order.additionalKyc !== 1 && atMs < order.payDeadlineMs);

/** An outdated plan is dropped: the person would find the same. */
function attempt(marketplace: Marketplace, order: OrderRecord, action: PlannedAction): void {
  try {
    perform(marketplace, order, action);
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
  }
}

function perform(marketplace: Marketplace, order: OrderRecord, { step, detail }: PlannedAction): void {
  switch (step) {
    case 'pay':
      return markPaid(marketplace, order, null);
    case 'cancel':
      return cancel(marketplace, order, changedItsMind);
    case 'release':
      return release(marketplace, order);
    case 'dispute':
      return dispute(marketplace, order, detail ?? 'The other party does not answer.');
    case 'resolve':
      return resolve(marketplace, order, resolutionOf(detail));
    case 'chat':
      return say(marketplace, order, detail ?? 'Hello');
  }
}

const changedItsMind = { code: 1, info: null };

const resolutionOf = (detail: string | undefined): Resolution =>
  detail === 'cancelled' || detail === 'paid' ? detail : 'completed';

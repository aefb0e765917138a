import {
  arrive,
  expire,
  cancel,
  dispute,
  markPaid,
  release,
  resolve,
  say,
  isClosed,
  type Resolution,
} from './order-flow.ts';
import type { Marketplace } from './marketplace.ts';
import { SimRefusal } from './sim-refusal.ts';
import {
  BusinessStatus,
  SimAdStatus,
  SimOrderStatus,
  type AdRecord,
  type OrderRecord,
  type PlannedAction,
} from './simulator-state.ts';

/** Does everything that is due: what simulated parties planned, orders whose time to pay is over, ended breaks. */
export function doWhatIsDue(marketplace: Marketplace): void {
  const nowMs = marketplace.clock.now();
  for (const order of marketplace.orders.values()) if (!isClosed(order)) carryOn(marketplace, order, nowMs);
  for (const merchant of Object.values(marketplace.state.merchants)) {
    const rested = merchant.status === BusinessStatus.RESTING && nowMs >= (merchant.restUntilMs ?? Infinity);
    if (rested) Object.assign(merchant, { status: BusinessStatus.OPEN, restUntilMs: null });
  }
  for (const ad of marketplace.ads.values()) if (nowMs >= (ad.onlineAtMs ?? Infinity)) bringOnline(marketplace, ad);
  forgetOldOrders(marketplace);
}

/** An ad that was posted for later: whoever put it online or closed it meanwhile has ended the wait. */
function bringOnline(marketplace: Marketplace, ad: AdRecord): void {
  ad.onlineAtMs = null;
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
  if (nowMs >= (order.releasingUntilMs ?? Infinity)) arrive(marketplace, order);
  if (order.status === SimOrderStatus.TRADING && nowMs >= order.payDeadlineMs) expire(marketplace, order);
}

/** A buyer cannot pay before it sees where to: it waits until its identity check is confirmed. */
const isPossible = (order: OrderRecord, action: PlannedAction): boolean =>
  action.step !== 'pay' || order.additionalKyc !== 1;

/** A plan that the order has outrun is dropped: that is what the person would find, too. */
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
      return cancel(marketplace, order, 1);
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

const resolutionOf = (detail: string | undefined): Resolution =>
  detail === 'cancelled' || detail === 'paid' ? detail : 'completed';

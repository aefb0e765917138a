import { expire, cancel, dispute, markPaid, release, resolve, say, isClosed, type Resolution } from './order-flow.ts';
import type { Marketplace } from './marketplace.ts';
import { SimRefusal } from './sim-refusal.ts';
import { BusinessStatus, SimOrderStatus, type OrderRecord, type PlannedAction } from './simulator-state.ts';

/** Does everything that is due: what simulated parties planned, orders whose time to pay is over, ended breaks. */
export function doWhatIsDue(marketplace: Marketplace): void {
  const nowMs = marketplace.clock.now();
  for (const order of marketplace.orders.values()) if (!isClosed(order)) carryOn(marketplace, order, nowMs);
  for (const merchant of Object.values(marketplace.state.merchants)) {
    const rested = merchant.status === BusinessStatus.RESTING && nowMs >= (merchant.restUntilMs ?? Infinity);
    if (rested) Object.assign(merchant, { status: BusinessStatus.OPEN, restUntilMs: null });
  }
}

function carryOn(marketplace: Marketplace, order: OrderRecord, nowMs: number): void {
  const due = order.plan.filter((action) => action.atMs <= nowMs && isPossible(order, action));
  if (due.length > 0) order.plan = order.plan.filter((action) => !due.includes(action));
  for (const action of due.sort((a, b) => a.atMs - b.atMs)) attempt(marketplace, order, action);
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

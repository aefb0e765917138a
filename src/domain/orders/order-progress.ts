import { isTerminal, OrderStatus } from './order-status.ts';

/** How far an order has come, as plain JSON; `since` in epoch ms. */
export interface OrderProgress {
  readonly status: OrderStatus;
  readonly since: number;
}

/**
 * An appeal ranks above releasing: a late "releasing" changes nothing a human must see, a late "in appeal" does.
 * Terminal states share the last rank, so that none replaces another.
 */
const ranks: Record<OrderStatus, number> = {
  [OrderStatus.AWAITING_PAYMENT]: 0,
  [OrderStatus.PAID]: 1,
  [OrderStatus.RELEASING]: 2,
  [OrderStatus.IN_APPEAL]: 3,
  [OrderStatus.COMPLETED]: 4,
  [OrderStatus.CANCELLED]: 4,
  [OrderStatus.CANCELLED_BY_SYSTEM]: 4,
};

/** Takes two statuses and tells whether the first is a step forward from the second. */
export function isForward(next: OrderStatus, from: OrderStatus): boolean {
  return !isTerminal(from) && ranks[next] > ranks[from];
}

/** What a read of the service may say that is no step forward: the release was taken back, or the appeal withdrawn. */
function isWayBack(next: OrderStatus, from: OrderStatus): boolean {
  return next === OrderStatus.PAID && (from === OrderStatus.RELEASING || from === OrderStatus.IN_APPEAL);
}

/**
 * Takes the progress and what the service's own read of the order says (never an event: those only ask for a read) and
 * gives the progress after it. Forward, and from releasing or an appeal back to paid, since a new moment, so that what
 * was approved before lapses. A terminal state never changes. Design section 6.
 */
export function noteOrderRead(
  progress: OrderProgress,
  seen: { readonly status: OrderStatus; readonly atMs: number },
): OrderProgress {
  const { status, atMs } = seen;
  if (isForward(status, progress.status)) return { status, since: Math.max(progress.since, atMs) };
  return isWayBack(status, progress.status) ? { status, since: Math.max(progress.since + 1, atMs) } : progress;
}

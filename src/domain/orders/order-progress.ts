import { isTerminal, OrderStatus } from './order-status.ts';

/** How far an order has progressed, as plain JSON; `since` in epoch ms. */
export interface OrderProgress {
  readonly status: OrderStatus;
  readonly since: number;
}

/**
 * An appeal ranks above releasing: a late "releasing" changes nothing a human must see, but a late "in appeal" does.
 * Terminal states share the last rank, so none replaces another.
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

/** Reports whether `next` is a step forward from `from`. */
export function isForward(next: OrderStatus, from: OrderStatus): boolean {
  return !isTerminal(from) && ranks[next] > ranks[from];
}

/** Backward steps that a read may show: the release was taken back, or the appeal withdrawn. */
function isWayBack(next: OrderStatus, from: OrderStatus): boolean {
  return next === OrderStatus.PAID && (from === OrderStatus.RELEASING || from === OrderStatus.IN_APPEAL);
}

/**
 * Returns the progress after a read of the order (never after an event: events only trigger a read). Moves forward, and
 * from releasing or an appeal back to paid with a new `since`, so that earlier approvals lapse. A terminal state never
 * changes. Design 6.
 */
export function noteOrderRead(
  progress: OrderProgress,
  seen: { readonly status: OrderStatus; readonly atMs: number },
): OrderProgress {
  const { status, atMs } = seen;
  if (isForward(status, progress.status)) return { status, since: Math.max(progress.since, atMs) };
  return isWayBack(status, progress.status) ? { status, since: Math.max(progress.since + 1, atMs) } : progress;
}

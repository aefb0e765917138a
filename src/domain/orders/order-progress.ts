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

/**
 * Takes the progress and what a read or an event said (`atMs` in epoch ms) and gives the progress after it: forward
 * only; a repeated, late or out-of-order word gives the same object. A terminal state never changes. Design section 6.
 */
export function advanceOrder(
  progress: OrderProgress,
  seen: { readonly status: OrderStatus; readonly atMs: number },
): OrderProgress {
  if (!isForward(seen.status, progress.status)) return progress;
  return { status: seen.status, since: Math.max(progress.since, seen.atMs) };
}

/** Which of the orders that wait to be taken in will not be read before their time is over. */
import type { TradeSide } from '../order-facts.ts';
import { OrderStatus } from '../order-status.ts';

/** As the list shows an order. */
interface OrderDue {
  readonly side: TradeSide;
  readonly status: OrderStatus;
  readonly payDeadlineMs: number | null;
  readonly releaseDeadlineMs: number | null;
}

/** What an order costs as it arrives: its read, a look at its gate, and the release, or the payment notice with its read. */
const callsOfArrival = 4;

/** Returns until when the desk itself has to act, in epoch ms; null: it is the other one's turn, or the service does not say. */
export function ownDueMs({ side, status, payDeadlineMs, releaseDeadlineMs }: OrderDue): number | null {
  if (side === 'SELL') return status === OrderStatus.PAID ? releaseDeadlineMs : null;
  return status === OrderStatus.AWAITING_PAYMENT ? payDeadlineMs : null;
}

interface Pace {
  readonly nowMs: number;
  /** The account's budget. */
  readonly callsPerSecond: number;
}

/** Returns those whose turn comes after their time; `waiting` are in the order in which they are taken in. */
export function lateOrders<Waiting extends { readonly dueMs: number | null }>(
  waiting: readonly Waiting[],
  { nowMs, callsPerSecond }: Pace,
): Waiting[] {
  const eachMs = (callsOfArrival * 1_000) / callsPerSecond;
  return waiting.filter(({ dueMs }, before) => dueMs !== null && nowMs + (before + 1) * eachMs > dueMs);
}

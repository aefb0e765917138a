import { Decimal } from '../decimal.ts';
import type { OrderFacts } from './order-facts.ts';

/** What is known of an order that was placed without an answer. */
export interface PlacedTrace {
  side: OrderFacts['side'];
  totalAmount: string;
  /** Orders that were on the ad before. */
  known: readonly string[];
  /** The earliest moment at which the call can have left, by the service's clock. */
  sentAtMs: number;
}

/** The service's clock is known to half a round trip, and Temporal's stands beside it. */
const clockToleranceMs = 2_000;

/**
 * Returns the orders of an ad that could be the placed one, the likeliest first: those that the service dates after the
 * call, the earliest of them first, then the others. The time only ranks: a filter by it once dropped our own order,
 * and a second one was placed (ADR 0005).
 */
export function placedCandidates(orders: readonly OrderFacts[], trace: PlacedTrace): OrderFacts[] {
  return orders.filter((order) => couldBe(order, trace)).toSorted((left, right) => byTime(left, right, trace));
}

function couldBe({ orderNumber, side, totalPrice }: OrderFacts, trace: PlacedTrace): boolean {
  return !trace.known.includes(orderNumber) && side === trace.side && isNear(totalPrice, trace.totalAmount);
}

/** The service derives the fiat total from a rounded asset amount: a difference below half a percent is the same order. */
function isNear(totalPrice: string, wanted: string): boolean {
  const difference = new Decimal(totalPrice).minus(wanted).abs();
  return difference.lessThanOrEqualTo(new Decimal(wanted).times('0.005'));
}

/** Whether the service dates an order after a call that left at `sentAtMs`, by its own clock. */
export function isDatedAfter({ createdAtMs }: Pick<OrderFacts, 'createdAtMs'>, sentAtMs: number): boolean {
  return createdAtMs >= sentAtMs - clockToleranceMs;
}

function byTime(left: OrderFacts, right: OrderFacts, { sentAtMs }: PlacedTrace): number {
  const [isAfter, isOtherAfter] = [isDatedAfter(left, sentAtMs), isDatedAfter(right, sentAtMs)];
  if (isAfter !== isOtherAfter) return isAfter ? -1 : 1;
  const laterFirst = right.createdAtMs - left.createdAtMs;
  return isAfter ? -laterFirst : laterFirst;
}

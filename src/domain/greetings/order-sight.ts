/** What one process has seen of the orders of its account: enough to know what is new, and what is too old to be greeted. */
import type { OrderFacts, TradeSide } from '../orders/order-facts.ts';
import { OrderStatus } from '../orders/order-status.ts';
import type { GreetingState } from './greeting.ts';

/** A state that began before is not greeted any more: no one is welcomed a day late. */
export const greetingAgeMs = 600_000;

interface ListedOrder {
  readonly orderNumber: string;
  readonly side: TradeSide;
  readonly fiat: string;
  readonly status: OrderStatus;
  readonly createdAtMs: number;
}

/** What was seen of an order. */
export interface OrderSight extends Omit<ListedOrder, 'orderNumber' | 'createdAtMs' | 'status'> {
  /** Null: it has left the list of running orders. */
  readonly status: OrderStatus | null;
  /** It stands so since then, or since a moment after; null: it stood so when it was first seen. */
  readonly sinceMs: number | null;
  readonly seenAtMs: number;
  /** Whether it was seen in appeal: once that is over the service may not say it any more. */
  readonly wasInAppeal: boolean;
}

export type OrderSights = ReadonlyMap<string, OrderSight>;

interface Look {
  readonly orders: Iterable<ListedOrder>;
  /** Whether an order that is not among them has left the list. */
  readonly hasLeft: (orderNumber: string) => boolean;
  readonly nowMs: number;
}

/** Returns what is known after one more look at the list of running orders. */
export function seenOrders(before: OrderSights, { orders, hasLeft, nowMs }: Look): OrderSights {
  const listed = [...orders].map((order): [string, OrderSight] => {
    const { orderNumber, side, fiat, status } = order;
    const known = before.get(orderNumber);
    const sinceMs = listedSince(known, order);
    const wasInAppeal = known?.wasInAppeal === true || status === OrderStatus.IN_APPEAL;
    return [orderNumber, { side, fiat, status, sinceMs, seenAtMs: nowMs, wasInAppeal }];
  });
  const present = new Set(listed.map(([orderNumber]) => orderNumber));
  const others = [...before].filter(([orderNumber]) => !present.has(orderNumber));
  const left = others.map(([orderNumber, sight]): [string, OrderSight] => [
    orderNumber,
    sight.status !== null && hasLeft(orderNumber) ? { ...sight, status: null, sinceMs: sight.seenAtMs } : sight,
  ]);
  return new Map([...listed, ...left.filter(([, { seenAtMs }]) => nowMs - seenAtMs <= greetingAgeMs)]);
}

function listedSince(before: OrderSight | undefined, { status, createdAtMs }: ListedOrder): number | null {
  if (before === undefined) return status === OrderStatus.AWAITING_PAYMENT ? createdAtMs : null;
  return before.status === status ? before.sinceMs : before.seenAtMs;
}

/** Reports whether the state of an order began lately; a moment that is not known is none. */
export function isLately(
  state: GreetingState,
  { order, sinceMs }: { order: Pick<OrderFacts, 'createdAtMs' | 'paidAtMs'>; sinceMs: number | null },
  nowMs: number,
): boolean {
  const beganAtMs = beganAt(state, order) ?? sinceMs;
  return beganAtMs !== null && nowMs - beganAtMs <= greetingAgeMs;
}

function beganAt(state: GreetingState, { createdAtMs, paidAtMs }: Pick<OrderFacts, 'createdAtMs' | 'paidAtMs'>) {
  if (state === 'placed') return createdAtMs;
  return state === 'paid' ? (paidAtMs ?? null) : null;
}

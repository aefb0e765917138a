import { z } from 'zod';
import { Decimal, isPositiveDecimalText } from '../decimal.ts';
import { meansMethod, type ListedMethod } from '../ads/listed-terms.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { OrderStatus } from '../orders/order-status.ts';
import { capSchema, type PaymentCap, type PaymentCapsRule } from './caps-rule.ts';
import type { LocalDay } from './local-day.ts';

/** An order as far as caps go by it, no matter who placed it and where it is handled. */
export interface CountedOrder {
  /** The desk's own: what sells is paid to its accounts. */
  readonly side: TradeSide;
  readonly fiat: string;
  readonly totalPrice: string;
  readonly status: OrderStatus;
  readonly createdAtMs: number;
  /** When its buyer marked it as paid; null: not known. */
  readonly paidAtMs: number | null;
  /** What it was paid with, or those that its buyer may still choose from; empty: not known. */
  readonly methods: readonly ListedMethod[];
}

/** What the orders of a day add up to for a cap. */
export const capSumSchema = capSchema.extend({ sum: z.string() });

export type CapSum = z.infer<typeof capSumSchema>;

const cancelled: ReadonlySet<OrderStatus> = new Set([OrderStatus.CANCELLED, OrderStatus.CANCELLED_BY_SYSTEM]);

/** Money counts on the day on which it was paid; what may still be paid counts as if it was. */
function countsOn({ fromMs }: LocalDay, { status, createdAtMs, paidAtMs }: CountedOrder): boolean {
  if (cancelled.has(status)) return false;
  return status === OrderStatus.AWAITING_PAYMENT || (paidAtMs ?? createdAtMs) >= fromMs;
}

/** A total below zero would make room for others. */
const hasTotal = ({ totalPrice }: CountedOrder): boolean => isPositiveDecimalText(totalPrice);

/** An order that does not show its method may be any's. */
const mayUse = ({ method }: PaymentCap, { methods }: CountedOrder): boolean =>
  methods.length === 0 || methods.some((used) => meansMethod(method, used));

/** The day's orders that concern an ad: those of its side and its currency. */
interface DayOfAd {
  readonly side: TradeSide;
  readonly fiat: string;
  readonly day: LocalDay;
  readonly orders: readonly CountedOrder[];
}

/** Returns the caps in the currency of an ad, each with what its method has carried or may carry on the day. */
export function capSums({ caps }: PaymentCapsRule, { side, fiat, day, orders }: DayOfAd): CapSum[] {
  const counted = orders.filter(
    (order) => order.side === side && order.fiat === fiat && hasTotal(order) && countsOn(day, order),
  );
  return caps
    .filter((cap) => cap.fiat === fiat)
    .map((cap) => {
      const totals = counted.filter((order) => mayUse(cap, order)).map(({ totalPrice }) => totalPrice);
      return { ...cap, sum: totals.reduce((sum, total) => sum.plus(total), new Decimal(0)).toFixed() };
    });
}

/** Why an order is held when it arrives: what its person has done before, or has not (ADR 0059). */
import { compare, Decimal } from '../decimal.ts';
import { amountIn, fiatAmountsFromText } from '../orders/fiat-amounts.ts';
import { isCancelled, isTerminal, OrderStatus } from '../orders/order-status.ts';
import type { BlockReason } from '../orders/release-check.ts';
import type { DeskSettings } from '../settings.ts';
import { isCompleted, type Dealing } from './dealing.ts';

/** What an account asks of people. */
type ArrivalRules = Pick<DeskSettings, 'firstOrderCap' | 'personCooldownMs'>;

/** `cap` is null where only other currencies have one. Unknown: register or guard is silent, and is asked again. */
export type ArrivalReason =
  | Extract<BlockReason, { kind: 'blocked' }>
  /** `total` is that of all running orders of the person. */
  | { readonly kind: 'first-order'; readonly total: string; readonly fiat: string; readonly cap: string | null }
  | { readonly kind: 'cooldown'; readonly untilMs: number }
  | { readonly kind: 'unknown' };

/** What a person has to hear; the block list says the rest by itself. */
export type PersonReason = Extract<ArrivalReason, { kind: 'first-order' | 'cooldown' }>;

interface ArrivalFacts {
  readonly order: {
    readonly orderNumber: string;
    readonly side: 'BUY' | 'SELL';
    readonly status: OrderStatus;
    readonly totalPrice: string;
    readonly fiat: string;
  };
  /** What the block list says; undefined: register or guard is silent. */
  readonly barredBy: BlockReason | null | undefined;
  /** All orders with its person; null: the register is silent. */
  readonly dealings: readonly Dealing[] | null;
  readonly nowMs: number;
}

/** Returns why an order that arrives is held, or null. Where the desk has nothing left to pay or release it is not. */
export function arrivalReason(rules: ArrivalRules, facts: ArrivalFacts): ArrivalReason | null {
  const { order, barredBy, dealings, nowMs } = facts;
  if (!isAhead(order)) return null;
  if (barredBy?.kind === 'blocked') return barredBy;
  if (barredBy === undefined || dealings === null) return { kind: 'unknown' };
  const before = dealings.filter(({ orderNumber }) => orderNumber !== order.orderNumber);
  return firstOrderReason(rules, order, before) ?? cooldownReason(rules, before, nowMs);
}

/** Reports whether a step of the desk may still move money. */
export function isAhead({ side, status }: Pick<ArrivalFacts['order'], 'side' | 'status'>): boolean {
  if (status === OrderStatus.AWAITING_PAYMENT) return true;
  return side === 'SELL' && (status === OrderStatus.PAID || status === OrderStatus.IN_APPEAL);
}

function firstOrderReason(
  { firstOrderCap }: ArrivalRules,
  { totalPrice: total, fiat }: ArrivalFacts['order'],
  before: readonly Dealing[],
): ArrivalReason | null {
  const caps = fiatAmountsFromText(firstOrderCap);
  if (caps === null || before.some(isCompleted)) return null;
  const cap = amountIn(caps, fiat);
  // Several that are small, at once, are a large one.
  const running = before.filter((one) => one.fiat === fiat && !isTerminal(one.status));
  const sum = running.reduce((all, one) => all.plus(one.total), new Decimal(total)).toFixed();
  return cap !== null && compare(sum, cap) <= 0 ? null : { kind: 'first-order', total: sum, fiat, cap };
}

function cooldownReason(
  { personCooldownMs }: ArrivalRules,
  before: readonly Dealing[],
  nowMs: number,
): ArrivalReason | null {
  const bad = before.filter((dealing) => dealing.wasAppealed || isCancelled(dealing.status));
  const untilMs = Math.max(...bad.map(({ changedAtMs }) => changedAtMs)) + personCooldownMs;
  return untilMs > nowMs ? { kind: 'cooldown', untilMs } : null;
}

/** Why an order is held when it arrives: what its person has done before, or has not (ADR 0059). */
import { compare } from '../decimal.ts';
import { amountIn, fiatAmountsFromText } from '../orders/fiat-amounts.ts';
import type { DeskSettings } from '../settings.ts';
import { isCancelled, isCompleted, type Dealing } from './dealing.ts';

/** What an account asks of people. */
type ArrivalRules = Pick<DeskSettings, 'firstOrderCap' | 'personCooldownMs'>;

/** Reports whether an account asks anything of people. */
export const hasArrivalRules = ({ firstOrderCap, personCooldownMs }: ArrivalRules): boolean =>
  firstOrderCap !== 'none' || personCooldownMs > 0;

/** `cap` is null where only other currencies have one. */
export type ArrivalReason =
  | { readonly kind: 'first-order'; readonly total: string; readonly fiat: string; readonly cap: string | null }
  | { readonly kind: 'cooldown'; readonly untilMs: number };

interface ArrivalFacts {
  readonly order: { readonly orderNumber: string; readonly totalPrice: string; readonly fiat: string };
  /** All orders with its person. */
  readonly dealings: readonly Dealing[];
  readonly nowMs: number;
}

/** Returns why an order that arrives is held, or null. */
export function arrivalReason(rules: ArrivalRules, { order, dealings, nowMs }: ArrivalFacts): ArrivalReason | null {
  const before = dealings.filter(({ orderNumber }) => orderNumber !== order.orderNumber);
  return firstOrderReason(rules, order, before) ?? cooldownReason(rules, before, nowMs);
}

function firstOrderReason(
  { firstOrderCap }: ArrivalRules,
  { totalPrice: total, fiat }: ArrivalFacts['order'],
  before: readonly Dealing[],
): ArrivalReason | null {
  const caps = fiatAmountsFromText(firstOrderCap);
  if (caps === null || before.some(isCompleted)) return null;
  const cap = amountIn(caps, fiat);
  return cap !== null && compare(total, cap) <= 0 ? null : { kind: 'first-order', total, fiat, cap };
}

function cooldownReason(
  { personCooldownMs }: ArrivalRules,
  before: readonly Dealing[],
  nowMs: number,
): ArrivalReason | null {
  const bad = before.filter((dealing) => dealing.wasAppealed || isCancelled(dealing));
  const untilMs = Math.max(...bad.map(({ changedAtMs }) => changedAtMs)) + personCooldownMs;
  return untilMs > nowMs ? { kind: 'cooldown', untilMs } : null;
}

import { z } from 'zod';
import { compare, Decimal, isPositiveDecimalText, smallest } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';

const dayMs = 86_400_000;

const quantitySchema = z.string().refine(isPositiveDecimalText, 'must be a quantity above zero, such as "500"');

/** Numbers that are no decimals have been reported on their own. */
function isAbove(left: string, right: string): boolean {
  return isPositiveDecimalText(left) && isPositiveDecimalText(right) && compare(left, right) > 0;
}

/** How much of the asset an ad offers, kept by the desk (ads#the-quantity). */
export const inventoryRuleSchema = z
  .strictObject({
    target: quantitySchema.describe('what is left of the ad after a refill'),
    /** The smallest change is what lies between it and the target. */
    refillBelow: quantitySchema.describe('a refill begins once less than this is left'),
    total: quantitySchema.describe('all that the ad may ever offer, what it has sold included'),
    offlineBelow: quantitySchema
      .nullable()
      .default(null)
      .describe('once less than this is left, and nothing may be added, the ad leaves the market'),
    holdMs: z
      .int()
      .min(10_000, 'at least 10000 milliseconds')
      .max(dayMs)
      .default(60_000)
      .describe('between two changes, and between leaving the market and coming back'),
  })
  .refine(({ refillBelow, target }) => !isAbove(refillBelow, target), 'refill_below must not be above target')
  .refine(({ target, total }) => !isAbove(target, total), 'target must not be above total')
  .refine(
    ({ offlineBelow, refillBelow }) =>
      offlineBelow === null || !isPositiveDecimalText(offlineBelow) || isAbove(refillBelow, offlineBelow),
    'offline_below must be below refill_below, or the ad would come and go with every order',
  );

export type InventoryRule = z.infer<typeof inventoryRuleSchema>;

/** What the service says about an ad's stock (interface 4.2, EP-2). */
export interface StockFacts {
  readonly side: TradeSide;
  /** All that it offers from its first day on; what is in open orders counts as sold. */
  readonly quantity: string;
  readonly remaining: string;
  /** Decimal places of a quantity. */
  readonly scale: number;
  /** Whether the wallet covers the ad; null: the service does not say. */
  readonly walletCovers: boolean | null;
}

/** What the desk remembers of an ad's stock. Times in epoch ms. */
export interface StockTimes {
  /** Of the last change of the quantity by this desk; null: none. */
  readonly lastChangeAtMs: number | null;
  /** A change was refused: nothing is tried before this; null: none was. */
  readonly refusedUntilMs: number | null;
  /** Since when the stock keeps it off the market; null: it does not. */
  readonly offlineSinceMs: number | null;
}

/** What the workflow remembers of an ad's stock. */
export interface RememberedStock extends StockTimes {
  /** The quantity that a shadow desk would have set; null: none. */
  readonly intended: string | null;
}

/** Why nothing may be added to an ad; used-up: all that it may ever offer is sold or offered. */
const stockBarrierSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['uncovered', 'refused']) }),
  z.object({ code: z.literal('used-up'), total: z.string() }),
]);

export type StockBarrier = z.infer<typeof stockBarrierSchema>;

/** Why there is too little to sell. It travels in a failure, too, so it is parsed. */
export const shortStockSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('too-little'), left: z.string(), below: z.string(), barrier: stockBarrierSchema }),
  z.object({ code: z.literal('uncovered') }),
]);

export type ShortStock = z.infer<typeof shortStockSchema>;

/** Why the quantity of an ad stays, changes or keeps it off the market; `src/words` says it. */
export type StockNote =
  | ShortStock
  | { readonly code: 'left'; readonly left: string }
  | { readonly code: 'no-refill'; readonly left: string; readonly barrier: StockBarrier }
  | { readonly code: 'refill'; readonly from: string; readonly to: string; readonly below: string }
  | { readonly code: 'too-much'; readonly from: string; readonly to: string }
  | { readonly code: 'held'; readonly elapsedMs: number; readonly holdMs: number }
  | { readonly code: 'unshown' };

/** What a read showed of an ad's stock. */
export interface ShownStock {
  readonly quantity: string;
  readonly remaining: string;
  readonly walletCovers: boolean | null;
  readonly note: StockNote;
  readonly atMs: number;
}

export type StockDecision =
  | { readonly kind: 'keep'; readonly note: StockNote }
  /** EP-7 with this quantity, which leaves `remaining`. */
  | { readonly kind: 'change'; readonly quantity: string; readonly remaining: string; readonly note: StockNote }
  /** Too little is left, and nothing may be added: off the market. */
  | { readonly kind: 'empty'; readonly note: ShortStock }
  /** It was off the market for its stock, and need not be any more. */
  | { readonly kind: 'stocked'; readonly note: StockNote };

interface Stock {
  readonly rule: InventoryRule;
  readonly facts: StockFacts;
  readonly times: StockTimes;
  readonly nowMs: number;
}

/**
 * Returns what becomes of an ad's quantity. Only sold and remaining quantities of one read count, and a change is a new
 * total, so that an order that arrives meanwhile, or a change that is repeated, leaves less on the ad and never more.
 */
export function decideStock(stock: Stock): StockDecision {
  const { rule, facts } = stock;
  const wanted = wantedRemaining(rule, facts);
  const change = changeTo(stock, wanted);
  if (change !== null) return held(stock) ?? change;
  return leaving(stock) ?? returning(stock) ?? { kind: 'keep', note: keptNote(stock) };
}

/** What may be left of the ad: the target, as far as the total allows; zero when it is used up. */
function wantedRemaining({ target, total }: InventoryRule, { scale, ...facts }: StockFacts): string {
  const wanted = new Decimal(smallest(target, allowed(total, facts)));
  return Decimal.max(0, wanted).toDecimalPlaces(scale, Decimal.ROUND_FLOOR).toFixed();
}

/** What the total leaves to be offered; below zero when more is sold. */
function allowed(total: string, { quantity, remaining }: Pick<StockFacts, 'quantity' | 'remaining'>): string {
  return new Decimal(total).minus(quantity).plus(remaining).toFixed();
}

/** Returns the change that is due, or null. A wallet that does not cover the ad, or a refusal, adds nothing. */
function changeTo(stock: Stock, wanted: string): StockDecision | null {
  const { rule, facts } = stock;
  const { quantity, remaining } = facts;
  const mayAdd = compare(wanted, remaining) > 0 && barrier(stock) === null;
  const isRefill = mayAdd && compare(remaining, rule.refillBelow) < 0;
  const isTooMuch = compare(wanted, remaining) < 0 && compare(remaining, maxLeft(rule, facts)) > 0;
  if (!isRefill && !(isTooMuch && compare(wanted, '0') > 0 && !isRefused(stock))) return null;
  const changed = new Decimal(quantity).plus(wanted).minus(remaining).toFixed();
  const change = { from: remaining, to: wanted };
  const note: StockNote = isRefill
    ? { code: 'refill', ...change, below: rule.refillBelow }
    : { code: 'too-much', ...change };
  return { kind: 'change', quantity: changed, remaining: wanted, note };
}

/** Above this the ad offers too much: the amount of a cancelled order comes back, a person adds. */
function maxLeft({ target, refillBelow, total }: InventoryRule, facts: StockFacts): string {
  const beyond = new Decimal(target).times(2).minus(refillBelow).toFixed();
  return smallest(beyond, allowed(total, facts));
}

const isRefused = ({ times: { refusedUntilMs }, nowMs }: Stock): boolean =>
  refusedUntilMs !== null && nowMs < refusedUntilMs;

const isUncovered = ({ side, walletCovers }: StockFacts): boolean => side === 'SELL' && walletCovers === false;

/** Why nothing may be added although the total allows it; null: it may be. */
function barrier(stock: Stock): StockBarrier | null {
  if (isUncovered(stock.facts)) return { code: 'uncovered' };
  return isRefused(stock) ? { code: 'refused' } : null;
}

/** Orders and changes must not race: the next change waits. */
function held({ rule: { holdMs }, times: { lastChangeAtMs }, nowMs }: Stock): StockDecision | null {
  if (lastChangeAtMs === null || nowMs - lastChangeAtMs >= holdMs) return null;
  return { kind: 'keep', note: { code: 'held', elapsedMs: Math.max(0, nowMs - lastChangeAtMs), holdMs } };
}

/** What takers may really have of it: no more than the total allows. */
function offered({ total }: InventoryRule, facts: StockFacts): string {
  return Decimal.max(0, smallest(facts.remaining, allowed(total, facts))).toFixed();
}

function leaving(stock: Stock): StockDecision | null {
  const { rule, facts } = stock;
  const { offlineBelow } = rule;
  if (offlineBelow === null) return null;
  if (isUncovered(facts)) return { kind: 'empty', note: { code: 'uncovered' } };
  const left = offered(rule, facts);
  if (compare(left, offlineBelow) >= 0) return null;
  const note = { code: 'too-little', left, below: offlineBelow, barrier: barrier(stock) ?? usedUp(rule) } as const;
  return { kind: 'empty', note };
}

const usedUp = ({ total }: InventoryRule): StockBarrier => ({ code: 'used-up', total });

/** It comes back with twice what it left with, at most with what needs no refill, and not at once. */
function returning({ rule, facts, times, nowMs }: Stock): StockDecision | null {
  const { offlineBelow, refillBelow, holdMs } = rule;
  const { offlineSinceMs } = times;
  if (offlineSinceMs === null || nowMs - offlineSinceMs < holdMs) return null;
  const left = offered(rule, facts);
  const enough = offlineBelow === null ? '0' : smallest(refillBelow, new Decimal(offlineBelow).times(2).toFixed());
  return compare(left, enough) < 0 ? null : { kind: 'stocked', note: { code: 'left', left } };
}

function keptNote(stock: Stock): StockNote {
  const { rule, facts } = stock;
  const { remaining: left } = facts;
  if (compare(left, rule.refillBelow) >= 0) return { code: 'left', left };
  return { code: 'no-refill', left, barrier: barrier(stock) ?? usedUp(rule) };
}

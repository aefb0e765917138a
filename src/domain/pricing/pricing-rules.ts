import { z } from 'zod';
import { competitorFilterSchema } from './competitor.ts';
import { compare, Decimal, isPositiveDecimalText } from '../decimal.ts';
import { priceStrategySchema, priceTextSchema } from './price-strategy.ts';

function inOrder({ floor, ceiling }: { readonly floor: string; readonly ceiling: string }): boolean {
  // Ends that are no decimals have been reported on their own.
  if (!isPositiveDecimalText(floor) || !isPositiveDecimalText(ceiling)) return true;
  return compare(floor, ceiling) <= 0;
}

/** The merchant's own floor and ceiling, both included. */
const priceLimitsSchema = z
  .strictObject({ floor: priceTextSchema, ceiling: priceTextSchema })
  .refine(inOrder, 'floor must not be above ceiling');

export type PriceLimits = z.infer<typeof priceLimitsSchema>;

/** How a merchant wants one ad priced. */
export const pricingRulesSchema = z.strictObject({
  strategy: priceStrategySchema,
  filter: competitorFilterSchema.prefault({}),
  limits: priceLimitsSchema,
  /** Smaller changes are skipped, so that desks undercutting each other by a tick come to rest. */
  minimumChangeTicks: z.int().nonnegative().default(1),
  /** No second change earlier than this after the last. */
  minimumHoldMs: z.int().nonnegative().default(0),
  /** Which own ad of a market is priced first, 1 before 2; null: after the numbered ones, by ad number. */
  order: z.int().positive().nullable().default(null),
  /** Where the ad goes when an own ad is in its way: to the price better for the merchant, or for the taker (rank). */
  behindOwn: z.enum(['merchant', 'taker']).default('merchant'),
  /** When a limit has bound the ad for long: report it, or report it and take the ad offline. */
  whenBound: z.enum(['keep', 'offline']).default('keep'),
});

export type PricingRules = z.infer<typeof pricingRulesSchema>;

/** Rules as entered: fields with a default may be omitted. */
export type PricingRulesInput = z.input<typeof pricingRulesSchema>;

/** A change of rules: absent fields stay, given fields are replaced as a whole. */
export const pricingRulesPartSchema = z.strictObject({
  strategy: priceStrategySchema.optional(),
  filter: competitorFilterSchema.optional(),
  limits: priceLimitsSchema.optional(),
  minimumChangeTicks: z.int().nonnegative().optional(),
  minimumHoldMs: z.int().nonnegative().optional(),
  order: z.int().positive().nullable().optional(),
  behindOwn: z.enum(['merchant', 'taker']).optional(),
  whenBound: z.enum(['keep', 'offline']).optional(),
});

/** How far limits may be from the market before they look mistyped. */
const suspiciousRatio = '0.10';

/**
 * Returns why limits look mistyped, or null: a floor above the market by a tenth, or a ceiling below it by a tenth. One
 * leaves the ad without a price that anyone takes, the other gives the coin away.
 */
export function doubtLimits({ floor, ceiling }: PriceLimits, marketPrice: string): string | null {
  const margin = new Decimal(marketPrice).times(suspiciousRatio);
  const market = `the market at ${marketPrice} by more than 10 %`;
  if (new Decimal(marketPrice).plus(margin).lessThan(floor)) return `the floor ${floor} is above ${market}`;
  if (new Decimal(marketPrice).minus(margin).greaterThan(ceiling)) return `the ceiling ${ceiling} is below ${market}`;
  return null;
}

/** Returns the question that new limits raise, or null; a command answers it by `confirm`. */
export function questionLimits(limits: PriceLimits, marketPrice: string): string | null {
  const doubt = doubtLimits(limits, marketPrice);
  return doubt === null ? null : `${doubt}: if it is meant, say so (confirm: true)`;
}

/** Returns why a fixed price looks mistyped, or null: outside the limits the ad would go to one of them instead. */
export function questionFixedPrice({ strategy, limits }: Pick<PricingRules, 'strategy' | 'limits'>): string | null {
  if (strategy.kind !== 'fixed') return null;
  const { price } = strategy;
  const { floor, ceiling } = limits;
  if (compare(price, floor) >= 0 && compare(price, ceiling) <= 0) return null;
  return `the fixed price ${price} is outside the limits ${floor} to ${ceiling}: if it is meant, say so (confirm: true)`;
}

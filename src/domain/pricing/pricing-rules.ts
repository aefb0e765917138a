import { z } from 'zod';
import { competitorFilterSchema } from './competitor.ts';
import { compare, isPositiveDecimalText } from '../decimal.ts';
import { priceStrategySchema, priceTextSchema } from './price-strategy.ts';

function inOrder({ floor, ceiling }: { readonly floor: string; readonly ceiling: string }): boolean {
  // Ends that are no decimals have been reported on their own.
  if (!isPositiveDecimalText(floor) || !isPositiveDecimalText(ceiling)) return true;
  return compare(floor, ceiling) <= 0;
}

/** The merchant's own floor and ceiling, both included. */
export const priceLimitsSchema = z
  .strictObject({ floor: priceTextSchema, ceiling: priceTextSchema })
  .refine(inOrder, 'floor must not be above ceiling');

export type PriceLimits = z.infer<typeof priceLimitsSchema>;

/** How a merchant wants one ad priced. */
export const pricingRulesSchema = z.strictObject({
  strategy: priceStrategySchema,
  filter: competitorFilterSchema.prefault({}),
  limits: priceLimitsSchema,
  /** A smaller change is not made: desks that undercut each other by a tick come to rest. */
  minimumChangeTicks: z.int().nonnegative().default(1),
  /** No second change earlier than this after the last. */
  minimumHoldMs: z.int().nonnegative().default(0),
  /** Which own ad of a market gets its price first, 1 before 2; null: after those that have one, by ad number. */
  order: z.int().positive().nullable().default(null),
  /** Where the ad stands when an own ad is in its way: at the price better for the merchant, or for the taker (rank). */
  behindOwn: z.enum(['merchant', 'taker']).default('merchant'),
});

export type PricingRules = z.infer<typeof pricingRulesSchema>;

/** Rules as somebody gives them: what has a default may be left out. */
export type PricingRulesInput = z.input<typeof pricingRulesSchema>;

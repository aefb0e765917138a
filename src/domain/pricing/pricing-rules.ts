import { z } from 'zod';
import { inventoryRuleSchema } from '../ads/inventory.ts';
import { paymentCapsRuleSchema } from '../caps/caps-rule.ts';
import { competitorFilterSchema } from './competitors/competitor-filter.ts';
import { compare, Decimal, isPositiveDecimalText } from '../decimal.ts';
import { hoursRuleSchema } from '../hours/hours-rule.ts';
import { hasOneSize, oneSize, priceStrategySchema, stepSize } from './price-strategy.ts';
import { marginTextSchema, priceTextSchema } from './price-text.ts';

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

/** What an ad does while no competitor is left to go by. */
const fallbackSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hold') }),
  z.strictObject({ kind: z.literal('price'), price: priceTextSchema }),
  z.strictObject({ kind: z.literal('offline') }),
]);

const dayMs = 86_400_000;

const ruleFields = {
  strategy: priceStrategySchema,
  filter: competitorFilterSchema,
  limits: priceLimitsSchema,
  /** When the strategy finds no competitor: keep the price, take this one, or report it and take the ad offline. */
  fallback: fallbackSchema,
  /** What a trade earns at least against the reference price after the maker's fee, such as "0.6%"; null: anything. */
  minimumMargin: marginTextSchema.nullable(),
  /** How far one change may go; null: as far as the limits allow. */
  maximumStep: z.strictObject(stepSize).refine(hasOneSize, oneSize).nullable(),
  /** Smaller changes are skipped, so that desks undercutting each other by a tick come to rest. */
  minimumChangeTicks: z.int().nonnegative(),
  /** No second change earlier than this after the last. */
  minimumHoldMs: z.int().nonnegative().max(dayMs),
  /**
   * A small step in the taker's favour answers a rival. The second one in a row waits this long after the first, and
   * each further one twice as long as the one before, so that two desks do not race to their floors; 0: no wait.
   */
  answerHoldMs: z.int().nonnegative().max(dayMs),
  /** Which own ad of a market is priced first, 1 before 2; null: after the numbered ones, by ad number. */
  order: z.int().positive().nullable(),
  /** Where the ad goes when an own ad is in its way: to the price better for the merchant, or for the taker (rank). */
  behindOwn: z.enum(['merchant', 'taker']),
  /** A competitor beyond the own limit: stand at the limit, go by the next one within it, or report it and go offline. */
  whenRivalBeyond: z.enum(['limit', 'next', 'offline']),
  /** When a limit has bound the ad for long: report it, or report it and take the ad offline. */
  whenBound: z.enum(['keep', 'offline']),
  /** A pause leaves the ad online at its price, or takes it offline until it is resumed. */
  whenPaused: z.enum(['keep', 'offline']),
  /** Pauses the ad once its guards have changed its price this many times in the window; null: never. */
  pauseAfterHits: z
    .strictObject({ hits: z.int().positive().max(50), withinMs: z.int().positive().max(dayMs) })
    .nullable(),
  /** When the ad is on the market; null: always. Outside them it goes offline, or rests at a price. */
  hours: hoursRuleSchema.nullable(),
  /** How much of the asset the ad is kept to offer; null: as much as it does. */
  inventory: inventoryRuleSchema.nullable(),
  /** What its payment methods may carry in a day; null: as much as they do. */
  paymentCaps: paymentCapsRuleSchema.nullable(),
};

/** How a merchant wants one ad priced. */
export const pricingRulesSchema = z.strictObject({
  ...ruleFields,
  filter: ruleFields.filter.prefault({}),
  fallback: ruleFields.fallback.default({ kind: 'hold' }),
  minimumMargin: ruleFields.minimumMargin.default(null),
  maximumStep: ruleFields.maximumStep.default(null),
  minimumChangeTicks: ruleFields.minimumChangeTicks.default(1),
  minimumHoldMs: ruleFields.minimumHoldMs.default(0),
  answerHoldMs: ruleFields.answerHoldMs.default(10_000),
  order: ruleFields.order.default(null),
  behindOwn: ruleFields.behindOwn.default('merchant'),
  whenRivalBeyond: ruleFields.whenRivalBeyond.default('limit'),
  whenBound: ruleFields.whenBound.default('keep'),
  whenPaused: ruleFields.whenPaused.default('keep'),
  pauseAfterHits: ruleFields.pauseAfterHits.default(null),
  hours: ruleFields.hours.default(null),
  inventory: ruleFields.inventory.default(null),
  paymentCaps: ruleFields.paymentCaps.default(null),
});

export type PricingRules = z.infer<typeof pricingRulesSchema>;

/** Rules as entered: fields with a default may be omitted. */
export type PricingRulesInput = z.input<typeof pricingRulesSchema>;

/** A change of rules: absent fields stay, given fields are replaced as a whole. */
export const pricingRulesPartSchema = z.strictObject(ruleFields).partial();

/** How far limits may be from the market before they look mistyped. */
const suspiciousRatio = '0.10';

/**
 * Returns why limits look mistyped, or null: a floor above the market by a tenth, or a ceiling below it by a tenth. One
 * leaves the ad without a price that anyone takes, the other sells the coin for nothing.
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

type PricedRules = Pick<PricingRules, 'strategy' | 'limits' | 'hours'>;

/**
 * Returns why a fixed or a resting price looks mistyped, or null: outside the limits the ad would go to one of them
 * instead.
 */
export function questionFixedPrice({ strategy, limits, hours }: PricedRules): string | null {
  const prices = [
    ['fixed', strategy.kind === 'fixed' ? strategy.price : null],
    ['resting', hours?.restingPrice ?? null],
  ] as const;
  const { floor, ceiling } = limits;
  for (const [kind, price] of prices) {
    if (price !== null && (compare(price, floor) < 0 || compare(price, ceiling) > 0))
      return `the ${kind} price ${price} is outside the limits ${floor} to ${ceiling}: if it is meant, say so (confirm: true)`;
  }
  return null;
}

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
  .strictObject({
    floor: priceTextSchema.meta({ description: 'never below this price', examples: ['9.50'] }),
    ceiling: priceTextSchema.meta({ description: 'never above this price', examples: ['10.50'] }),
  })
  .refine(inOrder, 'floor must not be above ceiling');

export type PriceLimits = z.infer<typeof priceLimitsSchema>;

const fallbackSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hold') }),
  z.strictObject({ kind: z.literal('price'), price: priceTextSchema }),
  z.strictObject({ kind: z.literal('offline') }),
]);

const dayMs = 86_400_000;

/** Each rule with what it does: the help of a command and the pages show this text. */
const ruleFields = {
  strategy: priceStrategySchema.describe('where the price wants to stand'),
  filter: competitorFilterSchema,
  limits: priceLimitsSchema,
  fallback: fallbackSchema.describe('without a competitor: keep the price, take this one, or report it and go offline'),
  minimumMargin: marginTextSchema.nullable().meta({
    description: 'what a trade earns at least against the reference price, after your fee',
    examples: ['0.6%'],
  }),
  maximumStep: z
    .strictObject(stepSize)
    .refine(hasOneSize, oneSize)
    .nullable()
    .describe('how far one change may go, in ticks or percent'),
  /** So that desks undercutting each other by a tick come to rest. */
  minimumChangeTicks: z.int().nonnegative().describe('smaller changes are skipped'),
  minimumHoldMs: z.int().nonnegative().max(dayMs).describe('no second change earlier than this after the last'),
  /** Each further one twice as long as the one before, so that two desks do not race to their floors; 0: no wait. */
  answerHoldMs: z
    .int()
    .nonnegative()
    .max(dayMs)
    .describe('wait before a second small step for the taker in a row; twice as long before each further one'),
  order: z
    .int()
    .positive()
    .nullable()
    .describe('which own ad of a market is priced first, 1 before 2; without one by ad number, after the numbered'),
  behindOwn: z
    .enum(['merchant', 'taker'])
    .describe('which side of an own ad in its way: better for you (merchant), or for the rank (taker)'),
  whenRivalBeyond: z
    .enum(['limit', 'next', 'offline'])
    .describe('a competitor beyond your limit: stand at the limit, go by the next one, or report it and go offline'),
  whenBound: z
    .enum(['keep', 'offline'])
    .describe('when a limit binds for minutes: report it, or report it and go offline until resumed'),
  whenPaused: z.enum(['keep', 'offline']).describe('a pause leaves the ad online at its price, or takes it offline'),
  pauseAfterHits: z
    .strictObject({ hits: z.int().positive().max(50), withinMs: z.int().positive().max(dayMs) })
    .nullable()
    .describe('pause once guards have changed the price this many times within this time'),
  hours: hoursRuleSchema.nullable().describe('when the ad is on the market'),
  inventory: inventoryRuleSchema.nullable().describe('how much of the asset the ad is kept to offer'),
  paymentCaps: paymentCapsRuleSchema.nullable().describe('what its payment methods may carry in a day'),
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

/** Why rules look mistyped: a command asks whether they are meant, and takes them once that is confirmed. */
export type MistypedRules =
  | {
      readonly code: 'far-limit';
      readonly limit: 'floor' | 'ceiling';
      readonly price: string;
      readonly marketPrice: string;
    }
  | {
      readonly code: 'price-outside-limits';
      readonly what: 'fixed' | 'resting';
      readonly price: string;
      readonly floor: string;
      readonly ceiling: string;
    };

/**
 * Returns why limits look mistyped, or null: a floor above the market by a tenth, or a ceiling below it by a tenth. One
 * leaves the ad without a price that anyone takes, the other sells the coin for nothing.
 */
export function doubtLimits({ floor, ceiling }: PriceLimits, marketPrice: string): MistypedRules | null {
  const margin = new Decimal(marketPrice).times(suspiciousRatio);
  const far = (limit: 'floor' | 'ceiling', price: string): MistypedRules => ({
    code: 'far-limit',
    limit,
    price,
    marketPrice,
  });
  if (new Decimal(marketPrice).plus(margin).lessThan(floor)) return far('floor', floor);
  return new Decimal(marketPrice).minus(margin).greaterThan(ceiling) ? far('ceiling', ceiling) : null;
}

type PricedRules = Pick<PricingRules, 'strategy' | 'limits' | 'hours'>;

/**
 * Returns why a fixed or a resting price looks mistyped, or null: outside the limits the ad would go to one of them
 * instead.
 */
export function doubtFixedPrice({ strategy, limits, hours }: PricedRules): MistypedRules | null {
  const prices = [
    ['fixed', strategy.kind === 'fixed' ? strategy.price : null],
    ['resting', hours?.restingPrice ?? null],
  ] as const;
  const { floor, ceiling } = limits;
  for (const [what, price] of prices) {
    if (price !== null && (compare(price, floor) < 0 || compare(price, ceiling) > 0))
      return { code: 'price-outside-limits', what, price, floor, ceiling };
  }
  return null;
}

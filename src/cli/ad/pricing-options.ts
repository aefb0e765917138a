import { z } from 'zod';
import { competitorFilterSchema, type CompetitorFilter } from '../../domain/pricing/competitors/competitor-filter.ts';
import { pricingRulesSchema, questionFixedPrice, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { misuse } from '../kit/cli-failure.ts';
import {
  countValue,
  durationValue,
  positiveCountValue,
  priceValue,
  rateValue,
  shareValue,
  switchable,
  textValue,
} from '../kit/option-values.ts';
import {
  fallbackValue,
  inventoryValue,
  paymentCapsValue,
  marginValue,
  payMethodsValue,
  pauseValue,
  stepValue,
  yesValue,
} from './pricing-values.ts';
import { hoursFromOptions, hoursShape } from './hours-options.ts';
import { strategyOf, strategyShape } from './strategy-options.ts';

/** Options of `pricingOptions`, without the limits. */
export const pricingShape = {
  ...strategyShape,
  minFinishRate: switchable(rateValue).optional(),
  minOrders: switchable(countValue).optional(),
  minRemaining: switchable(priceValue).optional(),
  maxDeviation: switchable(shareValue).optional(),
  maxMedianDeviation: switchable(shareValue).optional(),
  minOrderSize: switchable(shareValue).optional(),
  ignore: z.array(textValue).optional(),
  ignoreUser: z.array(textValue).optional(),
  onlyUser: z.array(textValue).optional(),
  merchantsOnly: yesValue.optional(),
  withoutExtraKyc: yesValue.optional(),
  limitsOverlap: yesValue.optional(),
  payMethods: payMethodsValue.optional(),
  fallback: fallbackValue.optional(),
  minMargin: switchable(marginValue).optional(),
  maxStep: switchable(stepValue).optional(),
  minChange: countValue.optional(),
  hold: durationValue.optional(),
  answerHold: durationValue.optional(),
  order: switchable(positiveCountValue).optional(),
  behindOwn: z.enum(['merchant', 'taker'], 'must be merchant or taker').optional(),
  rivalBeyond: z.enum(['limit', 'next', 'offline'], 'must be limit, next or offline').optional(),
  whenBound: z.enum(['keep', 'offline'], 'must be keep or offline').optional(),
  whenPaused: z.enum(['keep', 'offline'], 'must be keep or offline').optional(),
  pauseAfter: switchable(pauseValue).optional(),
  ...hoursShape,
  inventory: switchable(inventoryValue).optional(),
  paymentCaps: switchable(paymentCapsValue).optional(),
};

export const limitShape = { floor: priceValue.optional(), ceiling: priceValue.optional() };

const pricingSchema = z.object(pricingShape);
const allSchema = z.object({ ...pricingShape, ...limitShape });

type PricingOptions = z.output<typeof pricingSchema>;
type RuleOptions = z.output<typeof allSchema>;

/** "off" alone empties a list. */
function listOf(values: readonly string[] | undefined): string[] | undefined {
  if (values === undefined) return undefined;
  return values.length === 1 && values[0] === 'off' ? [] : [...values];
}

/** Returns only the fields of a filter that the options name. */
function filterChanges(options: PricingOptions): Partial<CompetitorFilter> {
  return given({
    minFinishRate: options.minFinishRate,
    minOrderCount: options.minOrders,
    minRemaining: options.minRemaining,
    maxDeviationRatio: options.maxDeviation,
    maxMedianDeviationRatio: options.maxMedianDeviation,
    minOrderSizeRatio: options.minOrderSize,
    ignoreNicknames: listOf(options.ignore),
    ignoreUsers: listOf(options.ignoreUser),
    onlyUsers: listOf(options.onlyUser),
    merchantsOnly: options.merchantsOnly,
    withoutExtraKyc: options.withoutExtraKyc,
    limitsOverlap: options.limitsOverlap,
    payMethods: options.payMethods,
  });
}

/** Returns only the rules beside strategy, filter and limits that the options name. */
function guardChanges(options: PricingOptions, present: PricingRules['hours'] = null): Partial<PricingRules> {
  return given({
    hours: hoursFromOptions(options, present),
    fallback: options.fallback,
    minimumMargin: options.minMargin,
    maximumStep: options.maxStep,
    minimumChangeTicks: options.minChange,
    minimumHoldMs: options.hold,
    answerHoldMs: options.answerHold,
    order: options.order,
    behindOwn: options.behindOwn,
    whenRivalBeyond: options.rivalBeyond,
    whenBound: options.whenBound,
    whenPaused: options.whenPaused,
    pauseAfterHits: options.pauseAfter,
    inventory: options.inventory,
    paymentCaps: options.paymentCaps,
  });
}

/** Returns the rules of a new ad. Throws a failure that names a missing or contradicting option. */
export function newRules(options: RuleOptions): PricingRules {
  const { floor, ceiling } = options;
  if (floor === undefined || ceiling === undefined)
    throw misuse('--floor and --ceiling are needed: the limits of every price');
  const rules = checkedRules({ ...newPricing(options), limits: { floor, ceiling } });
  if (questionFixedPrice(rules) === null) return rules;
  const isFixed = questionFixedPrice({ ...rules, hours: null }) !== null;
  const option = isFixed ? `--price ${options.price ?? ''}` : `--resting-price ${options.restingPrice ?? ''}`;
  throw misuse(`${option} is outside the limits, --floor ${floor} to --ceiling ${ceiling}`);
}

const pricingPartSchema = pricingRulesSchema.omit({ limits: true });

/** The rules of an adopted ad, whose limits come from its own price. */
export function newPricing(options: PricingOptions): Omit<PricingRules, 'limits'> {
  return checked(pricingPartSchema, {
    strategy: strategyOf(options) ?? { kind: 'undercut', ticks: 1 },
    filter: competitorFilterSchema.parse(filterChanges(options)),
    ...guardChanges(options),
  });
}

/** Returns the parts of the rules that the options change; each part is complete. Throws a failure without any. */
export function changedRules(current: PricingRules, options: RuleOptions): Partial<PricingRules> {
  const { floor, ceiling } = options;
  const filter = filterChanges(options);
  const limits = given({ floor, ceiling });
  const changes: Partial<PricingRules> = given({
    strategy: strategyOf(options) ?? undefined,
    filter: Object.keys(filter).length === 0 ? undefined : { ...current.filter, ...filter },
    limits: Object.keys(limits).length === 0 ? undefined : { ...current.limits, ...limits },
    ...guardChanges(options, current.hours),
  });
  if (Object.keys(changes).length === 0)
    throw misuse('nothing to change: give at least one option, such as --ceiling 9.80');
  checkedRules({ ...current, ...changes });
  return changes;
}

const checkedRules = (rules: unknown): PricingRules => checked(pricingRulesSchema, rules);

function checked<T>(schema: z.ZodType<T>, rules: unknown): T {
  const parsed = schema.safeParse(rules);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  throw misuse(`${path === 'limits' ? '--floor, --ceiling' : path}: ${issue?.message ?? 'is wrong'}`);
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The entries that have a value. */
function given<T extends object>(all: T): Given<T> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Given<T>;
}

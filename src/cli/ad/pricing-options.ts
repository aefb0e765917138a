import { z } from 'zod';
import { competitorFilterSchema, type CompetitorFilter } from '../../domain/pricing/competitor.ts';
import { pricingRulesSchema, questionFixedPrice, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { PriceStrategy } from '../../domain/pricing/price-strategy.ts';
import { misuse } from '../cli-failure.ts';
import {
  countValue,
  durationValue,
  positiveCountValue,
  priceValue,
  rateValue,
  switchable,
  textValue,
} from '../option-values.ts';

const strategyKinds = ['undercut', 'match', 'rank', 'fixed'] as const;

/** Options of `pricingOptions`, without the limits. */
export const pricingShape = {
  strategy: z.enum(strategyKinds, `must be one of ${strategyKinds.join(', ')}`).optional(),
  ticks: positiveCountValue.optional(),
  rank: positiveCountValue.optional(),
  price: priceValue.optional(),
  minFinishRate: switchable(rateValue).optional(),
  minOrders: switchable(countValue).optional(),
  minRemaining: switchable(priceValue).optional(),
  maxDeviation: switchable(priceValue).optional(),
  ignore: z.array(textValue).optional(),
  minChange: countValue.optional(),
  hold: durationValue.optional(),
  order: switchable(positiveCountValue).optional(),
  behindOwn: z.enum(['merchant', 'taker'], 'must be merchant or taker').optional(),
  whenBound: z.enum(['keep', 'offline'], 'must be keep or offline').optional(),
};

export const limitShape = { floor: priceValue.optional(), ceiling: priceValue.optional() };

const pricingSchema = z.object(pricingShape);
const allSchema = z.object({ ...pricingShape, ...limitShape });

type PricingOptions = z.output<typeof pricingSchema>;
type RuleOptions = z.output<typeof allSchema>;

/**
 * Returns the strategy of the options, or null without one. `ticks`, `rank` and `price` alone imply theirs. Throws a
 * failure for options that contradict each other.
 */
export function strategyOf(
  options: Pick<PricingOptions, 'strategy' | 'ticks' | 'rank' | 'price'>,
): PriceStrategy | null {
  const { ticks, rank, price } = options;
  const implied = [
    ...(ticks === undefined ? [] : (['undercut'] as const)),
    ...(rank === undefined ? [] : (['rank'] as const)),
    ...(price === undefined ? [] : (['fixed'] as const)),
  ];
  const kind = options.strategy ?? implied[0];
  const odd = implied.find((other) => other !== kind);
  if (odd !== undefined) throw misuse(`${valueFlags[odd]} belongs to --strategy ${odd}, not to ${kind}: leave one out`);
  return kind === undefined ? null : strategyOfKind(kind, { ticks, rank, price });
}

const valueFlags = { undercut: '--ticks', rank: '--rank', fixed: '--price' } as const;

function strategyOfKind(
  kind: PriceStrategy['kind'],
  { ticks, rank, price }: Pick<PricingOptions, 'ticks' | 'rank' | 'price'>,
): PriceStrategy {
  switch (kind) {
    case 'undercut':
      return { kind, ticks: ticks ?? 1 };
    case 'match':
      return { kind };
    case 'rank':
      if (rank === undefined) throw misuse('--strategy rank needs --rank, such as --rank 3');
      return { kind, rank };
    case 'fixed':
      if (price === undefined) throw misuse('--strategy fixed needs --price, such as --price 9.35');
      return { kind, price };
  }
}

/** Returns only the fields of a filter that the options name. */
function filterChanges(options: PricingOptions): Partial<CompetitorFilter> {
  return given({
    minFinishRate: options.minFinishRate,
    minOrderCount: options.minOrders,
    minRemaining: options.minRemaining,
    maxDeviationRatio: options.maxDeviation,
    ignoreNicknames: options.ignore,
  });
}

/** Returns the rules of a new ad. Throws a failure that names a missing or contradicting option. */
export function newRules(options: RuleOptions): PricingRules {
  const { floor, ceiling } = options;
  if (floor === undefined || ceiling === undefined)
    throw misuse('--floor and --ceiling are needed: the limits of every price');
  const rules = checkedRules({ ...newPricing(options), limits: { floor, ceiling } });
  if (questionFixedPrice(rules) === null) return rules;
  throw misuse(`--price ${options.price ?? ''} is outside the limits, --floor ${floor} to --ceiling ${ceiling}`);
}

/** The rules of an adopted ad, whose limits come from its own price. */
export function newPricing(options: PricingOptions): Omit<PricingRules, 'limits'> {
  const { minChange = 1, hold = 0, order = null, behindOwn = 'merchant', whenBound = 'keep' } = options;
  return {
    strategy: strategyOf(options) ?? { kind: 'undercut', ticks: 1 },
    filter: competitorFilterSchema.parse(filterChanges(options)),
    minimumChangeTicks: minChange,
    minimumHoldMs: hold,
    order,
    behindOwn,
    whenBound,
  };
}

/** Returns the parts of the rules that the options change; each part is complete. Throws a failure without any. */
export function changedRules(current: PricingRules, options: RuleOptions): Partial<PricingRules> {
  const { floor, ceiling, minChange, hold, order, behindOwn, whenBound } = options;
  const filter = filterChanges(options);
  const limits = given({ floor, ceiling });
  const changes: Partial<PricingRules> = given({
    strategy: strategyOf(options) ?? undefined,
    filter: Object.keys(filter).length === 0 ? undefined : { ...current.filter, ...filter },
    limits: Object.keys(limits).length === 0 ? undefined : { ...current.limits, ...limits },
    minimumChangeTicks: minChange,
    minimumHoldMs: hold,
    order,
    behindOwn,
    whenBound,
  });
  if (Object.keys(changes).length === 0)
    throw misuse('nothing to change: give at least one option, such as --ceiling 9.80');
  checkedRules({ ...current, ...changes });
  return changes;
}

function checkedRules(rules: unknown): PricingRules {
  const parsed = pricingRulesSchema.safeParse(rules);
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

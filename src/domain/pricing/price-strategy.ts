import { z } from 'zod';
import { levelTextSchema, percentTextSchema, priceTextSchema, userNumberSchema } from './price-text.ts';

/** A distance: ticks or percent. */
export interface StepSize {
  readonly ticks?: number | undefined;
  readonly percent?: string | undefined;
}

/** Reports whether exactly one of both is given. */
export function hasOneSize({ ticks, percent }: StepSize): boolean {
  return (ticks === undefined) !== (percent === undefined);
}

/** The fields of a distance; `hasOneSize` checks them together. */
export const stepSize = { ticks: z.int().positive().optional(), percent: percentTextSchema.optional() };
export const oneSize = 'needs ticks or percent, and not both';

/** Where a price stands beside another one: better for the taker, the same, or worse. */
const beside = [
  z.strictObject({ kind: z.literal('undercut'), ...stepSize }).refine(hasOneSize, oneSize),
  z.strictObject({ kind: z.literal('match') }),
  z.strictObject({ kind: z.literal('trail'), ...stepSize }).refine(hasOneSize, oneSize),
] as const;

const besideSchema = z.discriminatedUnion('kind', [...beside]);

const adNumberSchema = z.string().regex(/^[\w-]{1,64}$/, 'must be an ad number');

/** A pair of the spot market as the service's ticker names it. */
const spotSymbolSchema = z.string().regex(/^[A-Z0-9]{5,30}$/, 'must be the name of a spot market, such as USDTBRL');

/**
 * undercut, match, trail: better than the best competitor, the same, or behind it. rank: the worst price that still has
 * this rank, counted from 1. follow: the same beside the first of these merchants who competes. The others need no
 * competitor: percent of the service's reference price, of the last price of a spot market of the service, of a rate set
 * by hand, of another own ad; or a price.
 */
const simpleStrategies = [
  ...beside,
  z.strictObject({ kind: z.literal('rank'), rank: z.int().positive().max(200) }),
  z.strictObject({
    kind: z.literal('follow'),
    users: z.array(userNumberSchema).min(1).max(20),
    position: besideSchema.default({ kind: 'match' }),
  }),
  z.strictObject({ kind: z.literal('reference'), percent: levelTextSchema }),
  z.strictObject({ kind: z.literal('spot'), symbol: spotSymbolSchema, percent: levelTextSchema.default('100') }),
  z.strictObject({ kind: z.literal('rate'), rate: priceTextSchema, percent: levelTextSchema.default('100') }),
  z.strictObject({ kind: z.literal('own-ad'), adNumber: adNumberSchema, percent: levelTextSchema }),
  z.strictObject({ kind: z.literal('fixed'), price: priceTextSchema }),
] as const;

const simpleStrategySchema = z.discriminatedUnion('kind', [...simpleStrategies]);

/**
 * Several strategies as one. first: that of the first with a target; merchant: the target best for the merchant; taker:
 * the one best for the taker.
 */
const combinedSchema = z.strictObject({
  kind: z.literal('combine'),
  take: z.enum(['first', 'merchant', 'taker']),
  of: z.array(simpleStrategySchema).min(2).max(6),
});

/**
 * The ad's price type is floating, and the desk keeps its ratio: percent of the service's reference price. What floats is
 * the ad, not a price, so it is no part of a combination.
 */
const floatingSchema = z.strictObject({ kind: z.literal('floating'), ratio: levelTextSchema });

export const priceStrategySchema = z.discriminatedUnion('kind', [...simpleStrategies, floatingSchema, combinedSchema]);

export type PriceStrategy = z.infer<typeof priceStrategySchema>;
export type SimpleStrategy = z.infer<typeof simpleStrategySchema>;
export type Beside = z.infer<typeof besideSchema>;

/** Returns the strategies of a combination, or the strategy alone; a floating one goes by no competitor and no other price. */
export function partsOf(strategy: PriceStrategy): readonly SimpleStrategy[] {
  if (strategy.kind === 'floating') return [];
  return strategy.kind === 'combine' ? strategy.of : [strategy];
}

/** Returns "1 tick", "3 ticks" or "0.2 %". */
export function sizeWords({ ticks, percent }: StepSize): string {
  if (ticks === undefined) return `${percent} %`;
  return ticks === 1 ? '1 tick' : `${ticks} ticks`;
}

import { z } from 'zod';
import { priceTextSchema, userNumberSchema } from '../price-text.ts';

const payMethodSchema = z.string().min(1).max(80);

/** Which offers count as competitors; null disables a rule. Rates 0 to 1, amounts in the asset. */
export const competitorFilterSchema = z.strictObject({
  minFinishRate: z.number().min(0).max(1).nullable().default(null),
  minOrderCount: z.int().nonnegative().nullable().default(null),
  minRemaining: priceTextSchema.nullable().default(null),
  /** Bait filter: the largest distance of an offer from the reference price, as a share of it. */
  maxDeviationRatio: priceTextSchema.nullable().default('0.05'),
  /** Bait filter: the same distance from the median of the offers, once there are five. */
  maxMedianDeviationRatio: priceTextSchema.nullable().default(null),
  /** Bait filter: the smallest largest order of an offer, as a share of the median one; below it the offer is for show. */
  minOrderSizeRatio: priceTextSchema.nullable().default(null),
  ignoreNicknames: z.array(z.string()).default([]),
  /** Merchants that never count, by user number. */
  ignoreUsers: z.array(userNumberSchema).default([]),
  /** The only merchants that count, by user number; empty: all. */
  onlyUsers: z.array(userNumberSchema).default([]),
  merchantsOnly: z.boolean().default(false),
  /** Offers that demand an additional identity check of the taker do not count. */
  withoutExtraKyc: z.boolean().default(false),
  /** Offers that take orders of none of the sums that the own ad takes do not count. */
  limitsOverlap: z.boolean().default(false),
  /** any: all; shared: offers with a payment method of the own ad; a list: offers with one of these identifiers. */
  payMethods: z.union([z.enum(['any', 'shared']), z.array(payMethodSchema).min(1)]).default('any'),
});

export type CompetitorFilter = z.infer<typeof competitorFilterSchema>;

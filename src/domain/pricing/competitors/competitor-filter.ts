import { z } from 'zod';
import { priceTextSchema, userNumberSchema } from '../price-text.ts';

const payMethodSchema = z.string().min(1).max(80);

/** Which offers count as competitors; null disables a rule. Rates 0 to 1, amounts in the asset. */
export const competitorFilterSchema = z.strictObject({
  minFinishRate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .default(null)
    .describe('ignore competitors below this finish rate, 0 to 1'),
  minOrderCount: z.int().nonnegative().nullable().default(null).describe('ignore competitors with fewer orders'),
  minRemaining: priceTextSchema.nullable().default(null).describe('ignore competitors with less of the asset left'),
  /** Bait filters, the second one once there are five offers. */
  maxDeviationRatio: priceTextSchema
    .nullable()
    .default('0.05')
    .describe('ignore competitors farther than this share from the reference price'),
  maxMedianDeviationRatio: priceTextSchema
    .nullable()
    .default(null)
    .describe('ignore competitors farther than this share from the median of the offers'),
  /** Below it the offer is for show. */
  minOrderSizeRatio: priceTextSchema
    .nullable()
    .default(null)
    .describe('ignore competitors whose largest order is below this share of the median one'),
  ignoreNicknames: z.array(z.string()).default([]).describe('ignore these competitors, by nickname'),
  ignoreUsers: z.array(userNumberSchema).default([]).describe('the same by user number, which is unique'),
  onlyUsers: z.array(userNumberSchema).default([]).describe('count only these merchants; empty: all'),
  merchantsOnly: z.boolean().default(false).describe('ignore competitors that are no merchants'),
  withoutExtraKyc: z.boolean().default(false).describe('ignore competitors that demand another identity check'),
  limitsOverlap: z.boolean().default(false).describe('ignore competitors that take none of your order sizes'),
  payMethods: z
    .union([z.enum(['any', 'shared']), z.array(payMethodSchema).min(1)])
    .default('any')
    .describe('count only competitors with a payment method of yours (shared), or with one of a list'),
});

export type CompetitorFilter = z.infer<typeof competitorFilterSchema>;

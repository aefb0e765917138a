import { z } from 'zod';
import { isPositiveDecimalText } from '../decimal.ts';
import type { MarketLook } from './rules-pricer.ts';
import { ticksOf } from './ticks.ts';

const textOrNull = z.string().nullable();

/** An offer as it was seen; what a later version also records is kept. */
const recordedOfferSchema = z.looseObject({
  adNumber: z.string(),
  price: z.string(),
  nickname: z.string(),
  userNo: textOrNull,
  userType: z.enum(['merchant', 'user']).nullable(),
  remaining: textOrNull,
  minFiat: textOrNull,
  maxFiat: textOrNull,
  payMethods: z.array(z.string()).nullable(),
  additionalKyc: z.boolean().nullable(),
  orderCount: z.number().nullable(),
  finishRate: z.number().nullable(),
  tradable: z.boolean().nullable(),
});

/** One line of a recording: a look at one side of one market. Prices as text, time in epoch ms. */
export const recordedLookSchema = z.strictObject({
  v: z.literal(1),
  atMs: z.int().positive(),
  asset: z.string().min(1),
  fiat: z.string().min(1),
  side: z.enum(['BUY', 'SELL']),
  /** Decimal places of a price. */
  priceScale: z.int().min(0).max(18),
  referencePrice: textOrNull,
  /** The merchant's own ads on this side: no competitors. */
  ownAdNumbers: z.array(z.string()),
  offers: z.array(recordedOfferSchema),
});

export type RecordedLook = z.infer<typeof recordedLookSchema>;

/** Returns a recorded line as a row to replay. */
export function lookOf({ atMs, priceScale, referencePrice, ownAdNumbers, offers }: RecordedLook): MarketLook {
  const known = referencePrice !== null && isPositiveDecimalText(referencePrice) ? referencePrice : null;
  // For the margin only, where it needs no exactness: a reference may have more decimals than a price.
  const reference = known === null ? null : (ticksOf(known, priceScale) ?? Number(known) * 10 ** priceScale);
  return { atMs, reference, referencePrice: known, ownAdNumbers, offers };
}

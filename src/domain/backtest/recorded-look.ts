import { z } from 'zod';
import { isPositiveDecimalText } from '../decimal.ts';
import { positivePrice, pricedOffers } from '../pricing/competitors/competitor.ts';
import type { OwnPrice } from '../pricing/own-spread.ts';
import { rangeAround, rangeInTicks } from '../pricing/price-range.ts';
import { defaultSettings } from '../settings.ts';
import type { MarketLook } from './rules-pricer.ts';

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

/** Returns where the recorded own ads of a look were, but the one that is replayed. */
export function ownPricesOf({ offers, ownAdNumbers, side }: RecordedLook, replayed: string): readonly OwnPrice[] {
  const others = new Set(ownAdNumbers.filter((own) => own !== replayed));
  return offers
    .filter(({ adNumber, price }) => others.has(adNumber) && isPositiveDecimalText(price))
    .map(({ adNumber, price }) => ({ adNumber, price, side }));
}

/** Returns a recorded line as a row to replay, with the service's range about its reference price (interface 8). */
export function lookOf({ atMs, priceScale, referencePrice: text, ownAdNumbers, offers }: RecordedLook): MarketLook {
  const referencePrice = positivePrice(text, priceScale);
  const onTicks = pricedOffers(offers, priceScale).filter(({ price }) => price === null || price.isOnTick);
  // For the margin only, where it needs no exactness: a reference may have more decimals than a price.
  const reference = referencePrice?.ticks ?? null;
  const look = { atMs, reference, referencePrice, ownAdNumbers, offers: onTicks };
  if (referencePrice === null) return look;
  const range = rangeAround(referencePrice.text, defaultSettings.priceRangeMarginRatio);
  return { ...look, serviceRange: rangeInTicks(range, priceScale) };
}

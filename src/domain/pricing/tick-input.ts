import { priceOf, type Price } from '../price.ts';
import { positivePrice } from './competitors/competitor.ts';
import { limitsInTicks, placesOf, type OwnPlace, type TickLimits } from './own-spread.ts';
import { rangeInTicks, type TickRange } from './price-range.ts';
import type { PricingInput } from './pricing-input.ts';

type TextPrices = 'currentPrice' | 'priceScale' | 'referencePrice' | 'serviceRange' | 'ownPrices';
type Market = 'offers' | 'unread' | 'ownAdNumbers' | 'terms';

/** What a decision depends on besides its competitors, with prices in ticks of the ad's scale. */
export interface TickInput extends Omit<PricingInput, TextPrices | Market> {
  readonly current: Price;
  /** The service's; null: it has none. */
  readonly reference: Price | null;
  /** The merchant's own. */
  readonly limits: TickLimits;
  readonly serviceRange: TickRange | null;
  /** The other own ads of the pair, either side. */
  readonly ownPrices: readonly OwnPlace[];
}

/** Returns an input with its prices in ticks. */
export function inTicks(input: PricingInput): TickInput {
  const { currentPrice, priceScale: scale, referencePrice, serviceRange, ownPrices } = input;
  return {
    ...input,
    current: priceOf(currentPrice, scale),
    reference: positivePrice(referencePrice, scale),
    limits: limitsInTicks(input.rules.limits, scale),
    serviceRange: serviceRange === null ? null : rangeInTicks(serviceRange, scale),
    ownPrices: placesOf(ownPrices, scale),
  };
}

import type { MarketOffer } from '../ads/ad-facts.ts';
import { competitorFilterSchema } from '../pricing/competitors/competitor-filter.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';
import type { MarketLook } from './rules-pricer.ts';
import type { TickBook } from './tick-book.ts';
import { exactTicks, priceOfTicks } from './ticks.ts';

/** Names of the offers that stand for a recorded row: nothing but their prices is known. */
const places = ['best', 'usual', 'median'] as const;

/** Returns a row of a recording that has prices only; the reference may lie between two ticks. */
export function priceRow(
  { atMs, prices, reference }: { atMs: number; prices: readonly string[]; reference: string | null },
  priceScale: number,
): TickBook {
  return {
    atMs,
    prices: prices.map((price) => exactTicks(price, priceScale)),
    reference: reference === null ? null : exactTicks(reference, priceScale),
  };
}

/** Returns a row as offers, for rules that decide by offers. */
export function lookOfPrices({ atMs, prices, reference }: TickBook, priceScale: number): MarketLook {
  const offers = prices.map((price, place): MarketOffer => {
    const name = places[place] ?? String(place);
    return { ...unknownOffer, adNumber: name, nickname: name, price: priceOfTicks(price, priceScale) };
  });
  const referencePrice = reference === null ? null : priceOfTicks(reference, priceScale);
  return { atMs, reference, referencePrice, offers, ownAdNumbers: [] };
}

const unknownOffer = {
  userNo: null,
  userType: null,
  remaining: null,
  minFiat: null,
  maxFiat: null,
  payMethods: null,
  additionalKyc: null,
  orderCount: null,
  finishRate: null,
  tradable: null,
};

/**
 * Returns the rules without the conditions that prices alone cannot answer, and their names: each would leave no
 * competitor at all.
 */
export function rulesForPrices(rules: PricingRules): { rules: PricingRules; ignored: readonly string[] } {
  const { maxDeviationRatio } = rules.filter;
  const filter = competitorFilterSchema.parse({ maxDeviationRatio });
  const wanted = new Map<string, unknown>(Object.entries(rules.filter));
  const ignored = Object.entries(filter).flatMap(([name, value]) =>
    JSON.stringify(wanted.get(name)) === JSON.stringify(value) ? [] : [name],
  );
  return { rules: { ...rules, filter }, ignored };
}

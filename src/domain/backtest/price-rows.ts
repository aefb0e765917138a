import { competitorFilterSchema } from '../pricing/competitors/competitor-filter.ts';
import type { PricedOffer } from '../pricing/competitors/competitor-rule.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';
import { priceAt, priceOf } from '../price.ts';
import type { MarketRow } from './backtest.ts';
import type { MarketLook } from './rules-pricer.ts';

/** A row of a recording that has prices only, in ticks. */
export interface PriceRow extends MarketRow {
  readonly prices: readonly number[];
}

/** Names of the offers that stand for a recorded row: nothing but their prices is known. */
const places = ['best', 'usual', 'median'] as const;

/** Returns a row of a recording that has prices only. Throws RangeError for a price between two ticks. */
export function priceRow(
  { atMs, prices, reference }: { atMs: number; prices: readonly string[]; reference: string | null },
  priceScale: number,
): PriceRow {
  const ticks = (price: string): number => priceOf(price, priceScale).wholeTicks;
  return { atMs, prices: prices.map(ticks), reference: reference === null ? null : ticks(reference) };
}

/** Returns rows as looks at offers, as rules decide by them. An offer at one place and price is made once. */
export function looksOfPrices(rows: readonly PriceRow[], priceScale: number): readonly MarketLook[] {
  const made: Map<number, PricedOffer>[] = [];
  const offerAt = (ticks: number, place: number): PricedOffer => {
    const atPlace = (made[place] ??= new Map<number, PricedOffer>());
    const offer = atPlace.get(ticks) ?? offerOf(ticks, place, priceScale);
    atPlace.set(ticks, offer);
    return offer;
  };
  return rows.map(({ atMs, prices, reference }) => ({
    atMs,
    reference,
    referencePrice: reference === null ? null : priceAt(reference, priceScale),
    offers: prices.map(offerAt),
    ownAdNumbers: [],
  }));
}

function offerOf(ticks: number, place: number, priceScale: number): PricedOffer {
  const name = places[place] ?? String(place);
  const price = priceAt(ticks, priceScale);
  return { price, offer: { ...unknownOffer, adNumber: name, nickname: name, price: price.text } };
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

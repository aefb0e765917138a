import type { MarketOffer } from '../ads/ad-facts.ts';
import { findCompetitors } from '../pricing/competitor.ts';
import { decidePrice } from '../pricing/pricing.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';
import type { MarketRow } from './backtest.ts';
import type { TickBook } from './tick-book.ts';
import { placeAmong, type TickAd, type TickDecision, type TickMarket } from './tick-pricer.ts';
import { exactTicks, priceOfTicks, ticksOf } from './ticks.ts';

/** One look at one side of a market, with its offers as they were seen. */
export interface MarketLook extends MarketRow {
  readonly offers: readonly MarketOffer[];
  readonly referencePrice: string | null;
  /** The merchant's own ads at that moment: no competitors. */
  readonly ownAdNumbers: readonly string[];
}

const replayedAd = 'replayed';

/** Returns the competitors' prices that count, best first, as `findCompetitors` chooses them. */
export function qualifiedBook(look: MarketLook, rules: PricingRules, { side, priceScale }: TickMarket): TickBook {
  const { kept } = findCompetitors({ ...look, side, filter: rules.filter });
  // An offer between two ticks cannot be: the market has the ad's tick.
  const prices = kept.flatMap(({ price }) => ticksOf(price, priceScale) ?? []);
  return { atMs: look.atMs, reference: look.reference, prices };
}

/** Decides each row by `decidePrice` itself: for rules that cannot be compiled. */
export function rulesPricer(rules: PricingRules, market: TickMarket): (look: MarketLook, ad: TickAd) => TickDecision {
  return (look, ad) => {
    const decision = decidePrice({
      ...market,
      ...look,
      adNumber: replayedAd,
      currentPrice: priceOfTicks(ad.ticks, market.priceScale),
      rules,
      serviceRange: null,
      ownPrices: [],
      lastChangeAtMs: ad.changedAtMs,
      nowMs: look.atMs,
      override: null,
      zoneTicks: 0,
    });
    const { action, price, reason, rank, bound } = decision;
    const { prices } = qualifiedBook(look, rules, market);
    const ticks = exactTicks(price, market.priceScale);
    const place = placeAmong(ticks, prices, market.side);
    return { isSet: action === 'set', ticks, reason, rank, place, bound, best: prices[0] ?? null };
  };
}

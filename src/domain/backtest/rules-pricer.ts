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

/** What a recording does not tell of the ad; the fee is taken as none. */
const unknown = {
  adNumber: 'replayed',
  serviceRange: null,
  ownPrices: [],
  terms: null,
  override: null,
  zoneTicks: 0,
  makerFee: '0',
  anchors: [],
  readAt: null,
} as const;

/** Returns the competitors' prices that count, best first, as `findCompetitors` chooses them. */
export function qualifiedBook(look: MarketLook, rules: PricingRules, { side, priceScale }: TickMarket): TickBook {
  const { offers, ownAdNumbers, referencePrice } = look;
  const { kept } = findCompetitors({ offers, ownAdNumbers, referencePrice, side, filter: rules.filter });
  // An offer between two ticks cannot be: the market has the ad's tick.
  const prices = kept.flatMap(({ price }) => ticksOf(price, priceScale) ?? []);
  return { atMs: look.atMs, reference: look.reference, prices };
}

/** Decides each row by `decidePrice` itself: for rules that cannot be compiled. */
export function rulesPricer(rules: PricingRules, market: TickMarket): (look: MarketLook, ad: TickAd) => TickDecision {
  return (look, ad) => {
    const { offers, ownAdNumbers, referencePrice, atMs } = look;
    const decision = decidePrice({
      ...unknown,
      ...market,
      offers,
      ownAdNumbers,
      referencePrice,
      currentPrice: priceOfTicks(ad.ticks, market.priceScale),
      rules,
      lastChangeAtMs: ad.changedAtMs,
      answers: ad.answers,
      nowMs: atMs,
    });
    const { action, price, reason, rank, bound, isAnswer = false } = decision;
    const { prices } = qualifiedBook(look, rules, market);
    const ticks = exactTicks(price, market.priceScale);
    const place = placeAmong(ticks, prices, market.side);
    return { isSet: action === 'set', ticks, reason, isAnswer, rank, place, bound, best: prices[0] ?? null };
  };
}

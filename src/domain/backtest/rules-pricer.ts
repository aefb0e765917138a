import type { MarketOffer } from '../ads/ad-facts.ts';
import { roundToScale } from '../decimal.ts';
import { findCompetitors } from '../pricing/competitors/competitor.ts';
import type { OwnPrice } from '../pricing/own-spread.ts';
import type { PriceRange } from '../pricing/price-range.ts';
import { decidePrice } from '../pricing/pricing.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';
import { defaultSettings } from '../settings.ts';
import type { MarketRow } from './backtest.ts';
import type { TickBook, TickRange } from './tick-book.ts';
import { placeAmong, type TickAd, type TickDecision, type TickMarket } from './tick-pricer.ts';
import { exactTicks, priceOfTicks, ticksOf } from './ticks.ts';

/** One look at one side of a market, with its offers as they were seen. */
export interface MarketLook extends MarketRow {
  readonly offers: readonly MarketOffer[];
  readonly referencePrice: string | null;
  /** The merchant's own ads at that moment: no competitors. */
  readonly ownAdNumbers: readonly string[];
  /** Where the other own ads of the pair were, on both sides; absent: they are not replayed. */
  readonly ownPrices?: readonly OwnPrice[];
  /** What the service allowed; absent: not known. */
  readonly serviceRange?: PriceRange;
}

/** What a recording does not show of the ad; the fee is taken as none. */
const unknown = {
  adNumber: 'replayed',
  terms: null,
  override: null,
  zoneTicks: defaultSettings.exclusionZoneTicks,
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
  const { atMs, reference, serviceRange } = look;
  const book = { atMs, reference, prices };
  return serviceRange === undefined ? book : { ...book, range: tickRange(serviceRange, priceScale) };
}

/** The prices on a tick within a range. */
function tickRange({ low, high }: PriceRange, scale: number): TickRange {
  return {
    lowest: exactTicks(roundToScale(low, scale, 'up'), scale),
    highest: exactTicks(roundToScale(high, scale, 'down'), scale),
  };
}

/** Decides each row by `decidePrice` itself: for rules that cannot be compiled. */
export function rulesPricer(rules: PricingRules, market: TickMarket): (look: MarketLook, ad: TickAd) => TickDecision {
  return (look, ad) => {
    const { offers, ownAdNumbers, referencePrice, atMs, ownPrices = [], serviceRange = null } = look;
    const decision = decidePrice({
      ...unknown,
      ...market,
      offers,
      ownAdNumbers,
      referencePrice,
      ownPrices,
      serviceRange,
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

import { findCompetitors, type Competition } from '../pricing/competitors/competitor.ts';
import type { PreparedFilter, PricedOffer } from '../pricing/competitors/competitor-rule.ts';
import { limitsInTicks, type OwnPlace } from '../pricing/own-spread.ts';
import type { TickRange } from '../pricing/price-range.ts';
import { decideInTicks, rankOf } from '../pricing/pricing.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';
import { priceAt, type Price } from '../price.ts';
import { defaultSettings } from '../settings.ts';
import type { MarketRow } from './backtest.ts';
import type { ReplayedAd, ReplayedDecision, TickMarket } from './replayed-ad.ts';

/** One look at one side of a market, with its offers as they were seen. */
export interface MarketLook extends MarketRow {
  /** An offer between two ticks cannot be: the market has the ad's tick. */
  readonly offers: readonly PricedOffer[];
  readonly referencePrice: Price | null;
  /** The merchant's own ads at that moment: no competitors. */
  readonly ownAdNumbers: readonly string[];
  /** Where the other own ads of the pair were, on both sides; absent: they are not replayed. */
  readonly ownPrices?: readonly OwnPlace[];
  /** What the service allowed; absent: not known. */
  readonly serviceRange?: TickRange;
}

/** A look whose competitors have been found: they are the same for all rules of one filter. */
export interface JudgedLook extends MarketRow {
  readonly look: MarketLook;
  readonly competition: Competition;
}

/** What a recording does not show of the ad; the fee is taken as none. */
const unknown = { adNumber: 'replayed', override: null, makerFee: '0', anchors: [], readAt: null } as const;
const zoneTicks = defaultSettings.exclusionZoneTicks;

/** Finds the competitors of a look as the desk does. Why the others do not count is not kept. */
export function judgedLook(look: MarketLook, filter: PreparedFilter, { side }: TickMarket): JudgedLook {
  const { atMs, reference, offers, referencePrice, ownPrices = [] } = look;
  const ownAdNumbers = [...look.ownAdNumbers, ...ownPrices.map(({ adNumber }) => adNumber)];
  const { kept } = findCompetitors({ offers, ownAdNumbers, reference: referencePrice, side, filter });
  return { atMs, reference, look, competition: { kept, dropped: [] } };
}

/** Returns a pricer that decides each row as the desk does. */
export function rulesPricer(
  rules: PricingRules,
  { side, priceScale }: TickMarket,
): (row: JudgedLook, ad: ReplayedAd) => ReplayedDecision {
  const limits = limitsInTicks(rules.limits, priceScale);
  return ({ look, competition }, ad) => {
    const decision = decideInTicks(
      {
        ...unknown,
        side,
        rules,
        limits,
        zoneTicks,
        current: priceAt(ad.ticks, priceScale),
        reference: look.referencePrice,
        serviceRange: look.serviceRange ?? null,
        ownPrices: look.ownPrices ?? [],
        lastChangeAtMs: ad.changedAtMs,
        answers: ad.answers,
        nowMs: look.atMs,
      },
      competition,
    );
    const { action, price, reason, rank, bound, isAnswer } = decision;
    const { kept } = competition;
    // A tie is lost: the service shows the older ad first, or the larger merchant.
    const place = rankOf(price.plusTicks(side === 'SELL' ? 1 : -1), kept, side);
    const best = kept[0]?.price.ticks ?? null;
    return { isSet: action === 'set', ticks: price.wholeTicks, reason, isAnswer, rank, place, bound, best };
  };
}

import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { PricingInput } from '../../domain/pricing/pricing-input.ts';
import { intersect, rangeAround, type PriceRange } from '../../domain/pricing/price-range.ts';
import type { WatchMarketInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { MarketSnapshot } from '../market/market-facts.ts';
import { spotPrices } from '../market/spot-prices.ts';

interface Surroundings {
  side: AdFacts['side'];
  snapshot: MarketSnapshot;
  /** The own ads of the pair. */
  own: readonly Pick<AdFacts, 'adNumber' | 'price' | 'side' | 'status'>[];
  makerFee: string | null;
}

type NewcomerInput = Omit<PricingInput, 'currentPrice' | 'adNumber' | 'priceScale' | 'terms'>;

/** Returns what prices an ad that comes to the market. It is priced last of all: the own ads of the pair stay where they are. */
export async function newcomerInput(
  { settings, clock, market }: ActivityDependencies,
  { rules, override, learnedRange }: Pick<WatchMarketInput, 'rules' | 'override' | 'learnedRange'>,
  { side, snapshot, own, makerFee }: Surroundings,
): Promise<NewcomerInput> {
  const { offers, readAtMs: offersAtMs, referencePrice, referenceAtMs } = snapshot;
  const { marketMaxAgeMs, marketIntervalMs, priceRangeTtlMs, priceRangeMarginRatio, exclusionZoneTicks } = settings;
  const maxOffersAgeMs = Math.max(marketMaxAgeMs, 3 * marketIntervalMs);
  const spots = await spotPrices(market, [rules], { nowMs: () => clock.now(), maxAgeMs: maxOffersAgeMs });
  const nowMs = clock.now();
  const online = own.filter(({ status }) => status === 'online');
  const around = referencePrice === null ? null : rangeAround(referencePrice, priceRangeMarginRatio);
  const learned = learnedRange !== null && learnedRange.untilMs > nowMs ? learnedRange.range : null;
  return {
    side,
    offers,
    ownAdNumbers: own.map(({ adNumber }) => adNumber),
    referencePrice,
    makerFee,
    anchors: online.map(({ adNumber, price }) => ({ adNumber, price, isDerived: false })),
    spots,
    readAt: {
      offersAtMs,
      maxOffersAgeMs,
      referenceAtMs,
      maxReferenceAgeMs: marketMaxAgeMs + priceRangeTtlMs,
    },
    nowMs,
    zoneTicks: exclusionZoneTicks,
    rules,
    serviceRange: narrowed(around, learned),
    ownPrices: online.map(({ adNumber, price, side: ownSide }) => ({ adNumber, price, side: ownSide })),
    lastChangeAtMs: null,
    answers: 0,
    override,
  };
}

function narrowed(around: PriceRange | null, learned: PriceRange | null): PriceRange | null {
  if (around === null || learned === null) return learned ?? around;
  return intersect(around, learned) ?? learned;
}

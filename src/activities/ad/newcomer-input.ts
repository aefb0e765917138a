import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { PricingInput } from '../../domain/pricing/pricing-input.ts';
import type { WatchMarketInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { MarketSnapshot } from '../../market/market-facts.ts';
import { spotPrices } from '../../market/spot-prices.ts';
import { knownServiceRange, marketAges } from '../../market/market-bounds.ts';

interface NewcomerFacts {
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
  { side, snapshot, own, makerFee }: NewcomerFacts,
): Promise<NewcomerInput> {
  const { offers, readAtMs: offersAtMs, referencePrice, referenceAtMs } = snapshot;
  const ages = marketAges(settings);
  const spots = await spotPrices(market, [rules], { nowMs: () => clock.now(), maxAgeMs: ages.maxOffersAgeMs });
  const nowMs = clock.now();
  const online = own.filter(({ status }) => status === 'online');
  return {
    side,
    offers,
    ownAdNumbers: own.map(({ adNumber }) => adNumber),
    referencePrice,
    makerFee,
    anchors: online.map(({ adNumber, price }) => ({ adNumber, price, isDerived: false })),
    spots,
    readAt: { offersAtMs, referenceAtMs, ...ages },
    nowMs,
    zoneTicks: settings.exclusionZoneTicks,
    rules,
    serviceRange: knownServiceRange(settings, { learnedRange }, { atMs: nowMs, referencePrice }),
    ownPrices: online.map(({ adNumber, price, side: ownSide }) => ({ adNumber, price, side: ownSide })),
    lastChangeAtMs: null,
    answers: 0,
    override,
  };
}

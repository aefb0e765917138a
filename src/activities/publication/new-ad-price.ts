import type { ListedAd, ListedMethod } from '../../domain/ads/listed-terms.ts';
import { Decimal } from '../../domain/decimal.ts';
import { firstPrice } from '../../domain/pricing/first-price.ts';
import { intersect, rangeAround, type PriceRange } from '../../domain/pricing/price-range.ts';
import type { CheckPublicationInput, ReadyAd } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { turnOf } from '../kit/calls.ts';
import type { MarketSnapshot } from '../market/market-facts.ts';
import { spotPrices } from '../market/spot-prices.ts';

type Priced = Pick<ReadyAd, 'price' | 'priceScale' | 'note' | 'referencePrice'>;

interface Surroundings {
  /** The own ads of the pair. */
  market: readonly ListedAd[];
  methods: readonly ListedMethod[];
}

/** What the service says of a pair: decimals, and the reference price. */
interface PairFacts {
  priceScale: number;
  assetScale: number | null;
  fiatScale: number | null;
}

/** Returns the price that an ad is published at, by its rules; or why it has none. Rejects with ExchangeError. */
export async function priceOfNewAd(
  deps: ActivityDependencies,
  input: CheckPublicationInput,
  around: Surroundings,
): Promise<Priced | { why: string }> {
  const { asset, fiat, side } = input.terms;
  const snapshot = await deps.market.snapshot({ asset, fiat, side });
  const pair = await pairFacts(deps, input, snapshot);
  if (pair === null) return { why: `the marketplace has no market ${asset}/${fiat}` };
  const problem = precisionProblem(input, pair);
  if (problem !== null) return { why: problem };
  const wantsFee = input.rules.minimumMargin !== null;
  const makerFee = wantsFee ? await deps.market.makerFee({ asset, fiat, side }) : null;
  const facts = pricingInput(deps, input, { ...around, snapshot, pair });
  const age = { nowMs: () => deps.clock.now(), maxAgeMs: facts.readAt.maxOffersAgeMs };
  const first = firstPrice({ ...facts, makerFee, spots: await spotPrices(deps.market, [input.rules], age) });
  if (first.price === null) return { why: `it cannot be priced: ${first.why}` };
  const { price, decision } = first;
  const least = new Decimal(input.terms.minOrder);
  if (new Decimal(input.terms.quantity).times(price).lessThan(least)) {
    return {
      why: `${input.terms.quantity} ${asset} at ${price} is less than the smallest order, ${least.toFixed()} ${fiat}`,
    };
  }
  const note =
    decision.action === 'set' ? (decision.steps[0]?.note ?? decision.reason) : 'its limit, no target is known';
  return { price, priceScale: pair.priceScale, note, referencePrice: snapshot.referencePrice };
}

/** Null: the service trades no such pair. */
async function pairFacts(
  { exchange }: ActivityDependencies,
  { terms }: CheckPublicationInput,
  { offers }: MarketSnapshot,
): Promise<PairFacts | null> {
  const { asset, fiat, side } = terms;
  const options = { priority: turnOf() };
  const [assets, fiats, prices] = await Promise.all([
    exchange.currencies.digitalCurrencyList(options),
    exchange.currencies.fiatCurrencyList(options),
    exchange.ads.getReferencePrice({ fiatCurrency: fiat, tradeType: side, assets: [asset] }, options),
  ]);
  const reference = prices.find((one) => one.asset === asset);
  const ofAsset = assets.find((one) => one.asset === asset);
  const ofFiat = fiats.find((one) => one.currencyCode === fiat);
  if (reference === undefined && (ofAsset === undefined || ofFiat === undefined)) return null;
  const { priceScale, assetScale, currencyScale } = reference ?? {};
  return {
    priceScale: firstKnown([priceScale, ofFiat?.priceScale]) ?? shownScale(offers),
    assetScale: firstKnown([assetScale, ofAsset?.decimalScale]),
    fiatScale: firstKnown([currencyScale, ofFiat?.currencyScale]),
  };
}

/** The longest price of a book shows the decimals that nothing else shows. */
const shownScale = (offers: MarketSnapshot['offers']): number =>
  Math.max(0, ...offers.map(({ price }) => new Decimal(price).decimalPlaces()));

const firstKnown = (scales: readonly (number | null | undefined)[]): number | null =>
  scales.find((scale) => typeof scale === 'number') ?? null;

/** The service refuses more decimals than a currency has (-1111). */
function precisionProblem({ terms }: CheckPublicationInput, pair: PairFacts): string | null {
  const amounts = [
    ['quantity', terms.quantity, pair.assetScale, terms.asset],
    ['min_order', terms.minOrder, pair.fiatScale, terms.fiat],
    ['max_order', terms.maxOrder, pair.fiatScale, terms.fiat],
  ] as const;
  const wrong = amounts.find(([, amount, scale]) => scale !== null && new Decimal(amount).decimalPlaces() > scale);
  return wrong === undefined ? null : `${wrong[0]} ${wrong[1]} has more than the ${wrong[2]} decimals of ${wrong[3]}`;
}

interface Look extends Surroundings {
  snapshot: MarketSnapshot;
  pair: PairFacts;
}

/** The ad is priced last of all: the own ads of the pair stay where they are. */
function pricingInput(
  { settings, clock }: ActivityDependencies,
  { terms, rules, learnedRange }: CheckPublicationInput,
  { market, methods, snapshot, pair }: Look,
) {
  const { offers, readAtMs: offersAtMs, referencePrice, referenceAtMs } = snapshot;
  const { marketMaxAgeMs, marketIntervalMs, priceRangeTtlMs, priceRangeMarginRatio, exclusionZoneTicks } = settings;
  const nowMs = clock.now();
  const online = market.filter(({ status }) => status === 'online');
  const around = referencePrice === null ? null : rangeAround(referencePrice, priceRangeMarginRatio);
  const learned = learnedRange !== null && learnedRange.untilMs > nowMs ? learnedRange.range : null;
  return {
    adNumber: 'new',
    side: terms.side,
    priceScale: pair.priceScale,
    offers,
    ownAdNumbers: market.map(({ adNumber }) => adNumber),
    referencePrice,
    anchors: online.map(({ adNumber, price }) => ({ adNumber, price, isDerived: false })),
    readAt: {
      offersAtMs,
      maxOffersAgeMs: Math.max(marketMaxAgeMs, 3 * marketIntervalMs),
      referenceAtMs,
      maxReferenceAgeMs: marketMaxAgeMs + priceRangeTtlMs,
    },
    nowMs,
    zoneTicks: exclusionZoneTicks,
    terms: {
      minFiat: terms.minOrder,
      maxFiat: terms.maxOrder,
      payMethods: methods.map(({ identifier }) => identifier),
    },
    rules,
    serviceRange: narrowed(around, learned),
    ownPrices: online.map(({ adNumber, price, side }) => ({ adNumber, price, side })),
    lastChangeAtMs: null,
    answers: 0,
    override: null,
  };
}

function narrowed(around: PriceRange | null, learned: PriceRange | null): PriceRange | null {
  if (around === null || learned === null) return learned ?? around;
  return intersect(around, learned) ?? learned;
}

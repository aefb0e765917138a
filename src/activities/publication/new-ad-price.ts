import type { ListedAd, ListedMethod } from '../../domain/ads/listed-terms.ts';
import { Decimal } from '../../domain/decimal.ts';
import { firstPrice } from '../../domain/pricing/first-price.ts';
import type { CheckPublicationInput, ReadyAd } from './publication-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { turnOf } from '../kit/calls.ts';
import type { MarketSnapshot } from '../../market/market-facts.ts';
import { newcomerInput } from '../ad/newcomer-input.ts';
import { rulesNow } from '../ad/rules-now.ts';
import { amountText } from '../../words/amount-words.ts';
import { firstPriceWords } from '../../words/ads/pricing-words.ts';

type Priced = Pick<ReadyAd, 'price' | 'floatingRatio' | 'priceScale' | 'note' | 'referencePrice'>;

interface MerchantListing {
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

/** Returns the price that an ad is published at, by its rules; or why it has none. Rejects with MarketplaceFailure. */
export async function priceOfNewAd(
  deps: ActivityDependencies,
  input: CheckPublicationInput,
  around: MerchantListing,
): Promise<Priced | { why: string }> {
  const byHours = rulesNow(deps, input.rules, 'publish it then');
  if ('why' in byHours) return byHours;
  const { asset, fiat, side } = input.terms;
  const snapshot = await deps.market.snapshot({ asset, fiat, side });
  const pair = await pairFacts(deps, input, snapshot);
  if (pair === null) return { why: `the marketplace has no market ${asset}/${fiat}` };
  const problem = precisionProblem(input, pair);
  if (problem !== null) return { why: problem };
  const wantsFee = input.rules.minimumMargin !== null;
  const makerFee = wantsFee ? await deps.market.makerFee({ asset, fiat, side }) : null;
  const { learnedRange, terms } = input;
  const { rules } = byHours;
  const first = firstPrice({
    ...(await newcomerInput(
      deps,
      { rules, learnedRange, override: null },
      { side, snapshot, own: around.market, makerFee },
    )),
    adNumber: 'new',
    floating: newFloating(input, snapshot),
    priceScale: pair.priceScale,
    terms: {
      minFiat: terms.minOrder,
      maxFiat: terms.maxOrder,
      payMethods: around.methods.map(({ identifier }) => identifier),
    },
  });
  if (first.price === null) return { why: `it cannot be priced: ${firstPriceWords[first.why]}` };
  const { price, decision } = first;
  const least = new Decimal(input.terms.minOrder);
  if (new Decimal(input.terms.quantity).times(price).lessThan(least)) {
    return {
      why: `${input.terms.quantity} ${asset} at ${amountText(price)} is less than the smallest order, ${least.toFixed()} ${fiat}`,
    };
  }
  const note = decision.action === 'set' ? (decision.steps[0]?.note ?? null) : null;
  return { price, ...ratioOf(first), priceScale: pair.priceScale, note, referencePrice: snapshot.referencePrice };
}

/** Also while it rests at a price: what an ad is published as, it stays. */
function newFloating({ rules }: CheckPublicationInput, { referencePrice: index }: MarketSnapshot) {
  return rules.strategy.kind === 'floating' ? { ratio: null, index } : null;
}

const ratioOf = ({ ratio }: { ratio: string | null }): { floatingRatio?: string } =>
  ratio === null ? {} : { floatingRatio: ratio };

/** Null: the service trades no such pair. */
async function pairFacts(
  { marketplace }: ActivityDependencies,
  { terms }: CheckPublicationInput,
  { offers }: MarketSnapshot,
): Promise<PairFacts | null> {
  const { asset, fiat, side } = terms;
  const scales = await marketplace.market.scales({ asset, fiat, side }, { priority: turnOf() });
  return scales === null ? null : { ...scales, priceScale: scales.priceScale ?? shownScale(offers) };
}

/** The longest price of a book shows the decimals that nothing else shows. */
const shownScale = (offers: MarketSnapshot['offers']): number =>
  Math.max(0, ...offers.map(({ price }) => new Decimal(price).decimalPlaces()));

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

import type { MarketOffer } from '../../ads/ad-facts.ts';
import { compare, Decimal, isDecimalText, isPositiveDecimalText } from '../../decimal.ts';
import type { TradeSide } from '../../orders/order-facts.ts';
import type { CompetitorFilter } from './competitor-filter.ts';
import {
  competitorRules,
  structuralReasons,
  type AdTerms,
  type CompetitorRule,
  type Objection,
} from './competitor-rule.ts';

/** An offer that does not count. `reason` is a code; `note` explains it with numbers. */
export interface DroppedOffer {
  readonly adNumber: string;
  readonly nickname: string;
  readonly price: string;
  readonly reason: string;
  readonly note: string;
}

export interface CompetitorSearch {
  /** The side of the own ad, and so of the offers. */
  readonly side: TradeSide;
  readonly offers: readonly MarketOffer[];
  readonly filter: CompetitorFilter;
  readonly ownAdNumbers: readonly string[];
  readonly referencePrice: string | null;
  /** Of the own ad; null or absent: not known. */
  readonly terms?: AdTerms | null;
}

export interface Competition {
  /** Best first. */
  readonly kept: readonly MarketOffer[];
  readonly dropped: readonly DroppedOffer[];
}

/** Returns the median (of an even number, the mean of the two middle values), or null for an empty list. */
export function medianPrice(prices: readonly string[]): string | null {
  const sorted = prices.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : new Decimal(upper).plus(lower).dividedBy(2).toFixed();
}

interface Basis {
  readonly price: string;
  readonly name: string;
  readonly ratio: string | null;
}

/** With fewer offers the median is no evidence against one of them. */
const fewestForMedian = 5;

const medianName = 'median of the offers';

/** The prices that an honest offer is near: the service's reference or else the median, and the median where asked. */
function basesOf({ referencePrice, filter }: CompetitorSearch, prices: readonly string[]): readonly Basis[] {
  const median = medianPrice(prices);
  if (median === null) return [];
  const hasReference = referencePrice !== null && isPositiveDecimalText(referencePrice);
  const first = hasReference ? { price: referencePrice, name: 'reference price' } : { price: median, name: medianName };
  const ofMedian = prices.length < fewestForMedian ? null : filter.maxMedianDeviationRatio;
  return [
    { ...first, ratio: filter.maxDeviationRatio },
    { price: median, name: medianName, ratio: ofMedian },
  ];
}

function deviationRule({ price, name, ratio }: Basis, side: TradeSide): CompetitorRule[] {
  if (ratio === null) return [];
  const basis = new Decimal(price);
  const maxDifference = basis.times(ratio);
  return [
    (offer) => {
      const difference = new Decimal(offer.price).minus(basis);
      if (difference.abs().lessThanOrEqualTo(maxDifference)) return null;
      // An offer far better than the market is bait; one far worse carries no information about the market.
      const reason = difference.isNegative() === (side === 'SELL') ? 'bait' : 'outlier';
      return { reason, note: `${offer.price} is away from it by more than ${ratio} of the ${name} ${price}` };
    },
  ];
}

/** An offer with tiny limits moves the market for show: no one can take it for a usual sum. */
function sizeRule(ratio: string | null, offers: readonly MarketOffer[]): CompetitorRule[] {
  const sizes = offers.flatMap(({ maxFiat }) => (maxFiat !== null && isDecimalText(maxFiat) ? [maxFiat] : []));
  const median = medianPrice(sizes);
  if (ratio === null || median === null) return [];
  const least = new Decimal(median).times(ratio);
  return [
    ({ maxFiat }) => {
      const isKnown = maxFiat !== null && isDecimalText(maxFiat);
      if (isKnown && least.lessThanOrEqualTo(maxFiat)) return null;
      const note = `its largest order, ${maxFiat ?? 'unknown'}, is below ${ratio} of the median one, ${median}`;
      return { reason: 'tiny-limits', note };
    },
  ];
}

interface Judged {
  readonly offer: MarketOffer;
  readonly objection: Objection | null;
}

function judge(rules: readonly CompetitorRule[], offer: MarketOffer): Objection | null {
  for (const object of rules) {
    const objection = object(offer);
    if (objection !== null) return objection;
  }
  return null;
}

function withoutBait(judged: readonly Judged[], search: CompetitorSearch): readonly Judged[] {
  const real = judged
    .filter(({ objection }) => objection === null || !structuralReasons.has(objection.reason))
    .map(({ offer }) => offer);
  const bases = basesOf(
    search,
    real.map(({ price }) => price),
  );
  const { side, filter } = search;
  const rules = [...bases.flatMap((basis) => deviationRule(basis, side)), ...sizeRule(filter.minOrderSizeRatio, real)];
  return judged.map(({ offer, objection }) => ({ offer, objection: objection ?? judge(rules, offer) }));
}

function toDropped({ offer, objection }: Judged): readonly DroppedOffer[] {
  if (objection === null) return [];
  const { adNumber, nickname, price } = offer;
  return [{ adNumber, nickname, price, ...objection }];
}

/**
 * Splits the offers of a market into competitors, best first (sorted here: the book may be hostile), and the others
 * with the reason. Offers too far from the reference price are dropped on both sides.
 */
export function findCompetitors(search: CompetitorSearch): Competition {
  const { filter, ownAdNumbers, terms = null, side } = search;
  const rules = competitorRules({ filter, ownAdNumbers, terms });
  const judged = withoutBait(
    search.offers.map((offer) => ({ offer, objection: judge(rules, offer) })),
    search,
  );
  const kept = judged.filter(({ objection }) => objection === null).map(({ offer }) => offer);
  const sign = side === 'SELL' ? 1 : -1;
  return {
    kept: kept.toSorted((left, right) => sign * compare(left.price, right.price)),
    dropped: judged.flatMap(toDropped),
  };
}

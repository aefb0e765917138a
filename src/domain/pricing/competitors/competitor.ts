import type { MarketOffer } from '../../ads/ad-facts.ts';
import { compare, Decimal, isDecimalText, isPositiveDecimalText } from '../../decimal.ts';
import type { TradeSide } from '../../orders/order-facts.ts';
import { priceOf, type Price, type Share } from '../../price.ts';
import type { CompetitorRule, PreparedFilter, PricedOffer } from './competitor-rule.ts';
import type { Objection } from './objection.ts';

/** An offer that does not count, and why. */
export type DroppedOffer = Pick<MarketOffer, 'adNumber' | 'nickname' | 'price'> & Objection;

export interface CompetitorSearch {
  /** The side of the own ad, and so of the offers. */
  readonly side: TradeSide;
  readonly offers: readonly PricedOffer[];
  readonly filter: PreparedFilter;
  readonly ownAdNumbers: readonly string[];
  /** null: there is none. */
  readonly reference: Price | null;
}

/** An offer that counts. */
export interface Competitor extends PricedOffer {
  readonly price: Price;
}

export interface Competition {
  /** Best first. */
  readonly kept: readonly Competitor[];
  readonly dropped: readonly DroppedOffer[];
}

/** Returns offers with their prices in ticks of the scale. */
export function pricedOffers(offers: readonly MarketOffer[], scale: number): readonly PricedOffer[] {
  return offers.map((offer) => ({ offer, price: positivePrice(offer.price, scale) }));
}

/** Returns the price, or null for what is none. */
export function positivePrice(text: string | null, scale: number): Price | null {
  return text !== null && isPositiveDecimalText(text) ? priceOf(text, scale) : null;
}

/** Returns the median (of an even number, the mean of the two middle values), or null for an empty list. */
export function medianPrice(prices: readonly string[]): string | null {
  const middle = middleOf(prices.toSorted(compare));
  return middle === null ? null : new Decimal(middle[0]).plus(middle[1]).dividedBy(2).toFixed();
}

/** The same of prices in ticks. */
function medianOf(prices: readonly Price[]): Price | null {
  const middle = middleOf(prices.toSorted((left, right) => left.compare(right)));
  return middle === null ? null : middle[0].plus(middle[1]).percent('50');
}

/** The two in the middle, which are one where there is an odd number. */
function middleOf<Value>(sorted: readonly Value[]): readonly [Value, Value] | null {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : [upper, lower];
}

/** With fewer offers the median is no evidence against one of them. */
const fewestForMedian = 5;

/** An honest offer is near the service's reference or else the median, and near the median where that is asked. */
function deviationRules({ reference, filter, side }: CompetitorSearch, real: readonly Competitor[]): CompetitorRule[] {
  const { maxDeviation } = filter;
  const maxMedianDeviation = real.length < fewestForMedian ? null : filter.maxMedianDeviation;
  const isMedianAsked = maxMedianDeviation !== null || (reference === null && maxDeviation !== null);
  const median = isMedianAsked ? medianOf(real.map(({ price }) => price)) : null;
  const first =
    reference === null ? ({ price: median, of: 'median' } as const) : ({ price: reference, of: 'reference' } as const);
  return [
    ...deviationRule({ ...first, share: maxDeviation }, side),
    ...deviationRule({ price: median, of: 'median', share: maxMedianDeviation }, side),
  ];
}

interface Basis {
  readonly price: Price | null;
  readonly of: 'reference' | 'median';
  readonly share: Share | null;
}

function deviationRule({ price: from, of: basis, share }: Basis, side: TradeSide): CompetitorRule[] {
  if (from === null || share === null) return [];
  return [
    ({ price }) => {
      if (price === null || price.isWithinShare(from, share)) return null;
      // An offer far better than the market is bait; one far worse carries no information about the market.
      const reason = price.compare(from) < 0 === (side === 'SELL') ? 'bait' : 'outlier';
      return { reason, share: share.text, basis, at: from.text };
    },
  ];
}

/** An offer with tiny limits moves the market for show: no one can take it for a usual sum. */
function sizeRule(ratio: string | null, offers: readonly PricedOffer[]): CompetitorRule[] {
  if (ratio === null) return [];
  const sizes = offers.flatMap(({ offer: { maxFiat } }) =>
    maxFiat !== null && isDecimalText(maxFiat) ? [maxFiat] : [],
  );
  const median = medianPrice(sizes);
  if (median === null) return [];
  const least = new Decimal(median).times(ratio);
  return [
    ({ offer: { maxFiat } }) => {
      const isKnown = maxFiat !== null && isDecimalText(maxFiat);
      if (isKnown && least.lessThanOrEqualTo(maxFiat)) return null;
      return { reason: 'tiny-limits', largest: maxFiat, share: ratio, median };
    },
  ];
}

const ownAd: Objection = { reason: 'own' };
const badPrice: Objection = { reason: 'bad-price' };
const duplicate: Objection = { reason: 'duplicate' };

/** Objections that make an offer useless for the market's median, too. */
const structural: ReadonlySet<Objection | null> = new Set([ownAd, badPrice, duplicate]);

function structuralObjection({ offer, price }: PricedOffer, own: readonly string[], seen: Set<string>) {
  const { adNumber } = offer;
  if (own.includes(adNumber)) return ownAd;
  if (price === null) return badPrice;
  return seen.size === seen.add(adNumber).size ? duplicate : null;
}

function judge(rules: readonly CompetitorRule[], priced: PricedOffer): Objection | null {
  for (const object of rules) {
    const objection = object(priced);
    if (objection !== null) return objection;
  }
  return null;
}

function isCompetitor(priced: PricedOffer): priced is Competitor {
  return priced.price !== null;
}

type Objections = readonly (Objection | null)[];

/** What is wrong with each offer itself. */
function ownObjections({ offers, ownAdNumbers, filter }: CompetitorSearch): Objections {
  const seen = new Set<string>();
  return offers.map((priced) => structuralObjection(priced, ownAdNumbers, seen) ?? judge(filter.rules, priced));
}

/** Adds what is wrong with offers beside the market. */
function withBait(objections: Objections, search: CompetitorSearch): Objections {
  const real = search.offers.filter((_, at) => !structural.has(objections[at] ?? null)).filter(isCompetitor);
  const rules = [...deviationRules(search, real), ...sizeRule(search.filter.minOrderSizeRatio, real)];
  return search.offers.map((priced, at) => objections[at] ?? judge(rules, priced));
}

/**
 * Splits the offers of a market into competitors, best first (sorted here: the book may be hostile), and the others
 * with the reason. Offers too far from the reference price are dropped on both sides.
 */
export function findCompetitors(search: CompetitorSearch): Competition {
  const { offers, side } = search;
  const objections = withBait(ownObjections(search), search);
  const sign = side === 'SELL' ? 1 : -1;
  return {
    kept: offers
      .filter((_, at) => objections[at] === null)
      .filter(isCompetitor)
      .toSorted((left, right) => sign * left.price.compare(right.price)),
    dropped: offers.flatMap((priced, at) => droppedFor(priced, objections[at] ?? null)),
  };
}

function droppedFor({ offer }: PricedOffer, objection: Objection | null): readonly DroppedOffer[] {
  if (objection === null) return [];
  const { adNumber, nickname, price } = offer;
  return [{ adNumber, nickname, price, ...objection }];
}

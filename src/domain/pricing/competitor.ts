import { z } from 'zod';
import type { MarketOffer } from '../ads/ad-facts.ts';
import { compare, Decimal, isDecimalText, isPositiveDecimalText } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { priceTextSchema } from './price-strategy.ts';

/** Which offers count as competitors; null disables a rule. Rates 0 to 1, amounts in the asset. */
export const competitorFilterSchema = z.strictObject({
  minFinishRate: z.number().min(0).max(1).nullable().default(null),
  minOrderCount: z.int().nonnegative().nullable().default(null),
  minRemaining: priceTextSchema.nullable().default(null),
  /** Bait filter: the largest distance of an offer from the reference price, as a share of it. */
  maxDeviationRatio: priceTextSchema.nullable().default('0.05'),
  ignoreNicknames: z.array(z.string()).default([]),
});

export type CompetitorFilter = z.infer<typeof competitorFilterSchema>;

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
}

export interface Competition {
  /** Best first. */
  readonly kept: readonly MarketOffer[];
  readonly dropped: readonly DroppedOffer[];
}

interface Objection {
  readonly reason: string;
  readonly note: string;
}

type Rule = (offer: MarketOffer) => Objection | null;

function rule(reason: string, objects: (offer: MarketOffer) => boolean, note: (offer: MarketOffer) => string): Rule {
  return (offer) => (objects(offer) ? { reason, note: note(offer) } : null);
}

/** Unknown counts as too low: the merchant asked for proof. */
function below(value: number | null, minimum: number | null): boolean {
  return minimum !== null && (value === null || value < minimum);
}

function lessRemaining(offer: MarketOffer, minimum: string | null): boolean {
  return minimum !== null && (!isDecimalText(offer.remaining) || compare(offer.remaining, minimum) < 0);
}

function firstOfItsNumber(): (offer: MarketOffer) => boolean {
  const seen = new Set<string>();
  return ({ adNumber }) => seen.size === seen.add(adNumber).size;
}

/** Rules that need no reference price, in the order in which the first objection is reported. */
function plainRules({ filter, ownAdNumbers }: CompetitorSearch): readonly Rule[] {
  const own = new Set(ownAdNumbers);
  const ignored = new Set(filter.ignoreNicknames);
  return [
    rule(
      'own',
      (offer) => own.has(offer.adNumber),
      () => 'an own ad',
    ),
    rule(
      'bad-price',
      (offer) => !isPositiveDecimalText(offer.price),
      () => 'its price is no decimal above zero',
    ),
    rule('duplicate', firstOfItsNumber(), () => 'the ad was listed before'),
    rule(
      'ignored',
      (offer) => ignored.has(offer.nickname),
      () => 'its merchant is on the ignore list',
    ),
    rule(
      'not-tradable',
      (offer) => offer.tradable === false,
      () => 'it cannot be traded',
    ),
    rule(
      'finish-rate',
      (offer) => below(offer.finishRate, filter.minFinishRate),
      (offer) => `finish rate ${offer.finishRate ?? 'unknown'} is below ${filter.minFinishRate}`,
    ),
    rule(
      'order-count',
      (offer) => below(offer.orderCount, filter.minOrderCount),
      (offer) => `${offer.orderCount ?? 'unknown'} orders are fewer than ${filter.minOrderCount}`,
    ),
    rule(
      'remaining',
      (offer) => lessRemaining(offer, filter.minRemaining),
      (offer) => `remaining ${offer.remaining} is below ${filter.minRemaining}`,
    ),
  ];
}

/** Returns the median (of an even number, the mean of the two middle prices), or null for an empty list. */
export function medianPrice(prices: readonly string[]): string | null {
  const sorted = prices.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : new Decimal(upper).plus(lower).dividedBy(2).toFixed();
}

const structuralReasons: ReadonlySet<string> = new Set(['own', 'bad-price', 'duplicate']);

/** Describes an excessive deviation from the reference; null within the allowed one. */
function deviation(price: string, reference: Decimal, { filter, side }: CompetitorSearch): 'bait' | 'outlier' | null {
  if (filter.maxDeviationRatio === null) return null;
  const difference = new Decimal(price).minus(reference);
  if (difference.abs().lessThanOrEqualTo(reference.times(filter.maxDeviationRatio))) return null;
  // An offer far better than the market is bait; one far worse carries no information about the market.
  return difference.isNegative() === (side === 'SELL') ? 'bait' : 'outlier';
}

function deviationRule(reference: { readonly price: string; readonly name: string }, search: CompetitorSearch): Rule {
  const price = new Decimal(reference.price);
  return (offer) => {
    const reason = deviation(offer.price, price, search);
    if (reason === null) return null;
    const limit = `more than ${search.filter.maxDeviationRatio} of the ${reference.name} ${reference.price}`;
    return { reason, note: `${offer.price} is away from it by ${limit}` };
  };
}

/** Chooses the reference price: the service's, else the median of the offers. */
function chooseReference(search: CompetitorSearch, prices: readonly string[]): { price: string; name: string } | null {
  const { referencePrice } = search;
  if (referencePrice !== null && isPositiveDecimalText(referencePrice)) {
    return { price: referencePrice, name: 'reference price' };
  }
  const median = medianPrice(prices);
  return median === null ? null : { price: median, name: 'median of the offers' };
}

interface Judged {
  readonly offer: MarketOffer;
  readonly objection: Objection | null;
}

function judge(rules: readonly Rule[], offer: MarketOffer): Objection | null {
  for (const object of rules) {
    const objection = object(offer);
    if (objection !== null) return objection;
  }
  return null;
}

function withoutOutliers(judged: readonly Judged[], search: CompetitorSearch): readonly Judged[] {
  const real = judged.filter(({ objection }) => objection === null || !structuralReasons.has(objection.reason));
  const reference = chooseReference(
    search,
    real.map(({ offer }) => offer.price),
  );
  if (reference === null) return judged;
  const rules = [deviationRule(reference, search)];
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
  const rules = plainRules(search);
  const judged = withoutOutliers(
    search.offers.map((offer) => ({ offer, objection: judge(rules, offer) })),
    search,
  );
  const kept = judged.filter(({ objection }) => objection === null).map(({ offer }) => offer);
  const sign = search.side === 'SELL' ? 1 : -1;
  return {
    kept: kept.toSorted((left, right) => sign * compare(left.price, right.price)),
    dropped: judged.flatMap(toDropped),
  };
}

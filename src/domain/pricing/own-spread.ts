import type { TradeSide } from '../orders/order-facts.ts';
import { highestOf, lowestOf, priceOf, type Price } from '../price.ts';
import type { PriceLimits } from './pricing-rules.ts';
import type { Crossing } from './price-step.ts';

/** Another own ad of the pair; without a side it counts for the exclusion zone only. */
export interface OwnPrice {
  readonly adNumber: string;
  readonly price: string;
  readonly side?: TradeSide;
}

/** The same with its price in ticks. */
export interface OwnPlace extends Omit<OwnPrice, 'price'> {
  readonly price: Price;
}

/** A merchant's limits in ticks. */
export interface TickLimits {
  readonly floor: Price;
  readonly ceiling: Price;
}

interface OwnSpread {
  readonly side: TradeSide;
  readonly zoneTicks: number;
  readonly limits: TickLimits;
  /** The other own ads of the pair. */
  readonly ownPrices: readonly OwnPlace[];
}

/** Returns where own ads are, in ticks of the scale. */
export function placesOf(ownPrices: readonly OwnPrice[], scale: number): readonly OwnPlace[] {
  return ownPrices.map((own) => ({ ...own, price: priceOf(own.price, scale) }));
}

/** Returns limits in ticks of the scale. */
export function limitsInTicks({ floor, ceiling }: PriceLimits, scale: number): TickLimits {
  return { floor: priceOf(floor, scale), ceiling: priceOf(ceiling, scale) };
}

/** Reports whether a price is within limits, both included. */
export function isWithinLimits(price: Price, { floor, ceiling }: TickLimits): boolean {
  return price.compare(floor) >= 0 && price.compare(ceiling) <= 0;
}

/**
 * Narrows a merchant's limits so that the desk never sells below its own buying price: a crossed market (a bait, a
 * replayed book) must not make it trade against itself at a loss. The gap is the exclusion zone plus one tick. The
 * floor may end above the ceiling: then no price satisfies. Design 6.
 */
export function limitsWithoutCrossing(spread: OwnSpread): TickLimits {
  const { side, limits } = spread;
  const { floor, ceiling } = limits;
  const nearest = nearestOpposite(spread);
  if (nearest === null) return limits;
  if (side === 'SELL') return { floor: highestOf(floor, nearest.edge), ceiling };
  return { floor, ceiling: lowestOf(ceiling, nearest.edge) };
}

/** Returns the own ad that narrows the limits, which are no longer the merchant's; null: none does. */
export function crossingOf(spread: OwnSpread): Crossing | null {
  const { side, limits } = spread;
  const nearest = nearestOpposite(spread);
  if (nearest === null) return null;
  const { own, edge } = nearest;
  const narrows = side === 'SELL' ? edge.compare(limits.floor) > 0 : edge.compare(limits.ceiling) < 0;
  return narrows ? { adNumber: own.adNumber, does: side === 'SELL' ? 'buys' : 'sells', at: own.price.text } : null;
}

/** The own ad of the other side that comes nearest, and the last price that keeps clear of it. */
function nearestOpposite({ side, zoneTicks, ownPrices }: OwnSpread): { own: OwnPlace; edge: Price } | null {
  const [first, ...more] = ownPrices.filter((own) => own.side !== undefined && own.side !== side);
  if (first === undefined) return null;
  const nearer = side === 'SELL' ? 1 : -1;
  const own = more.reduce((found, other) => (other.price.compare(found.price) === nearer ? other : found), first);
  return { own, edge: own.price.plusTicks((zoneTicks + 1) * nearer, 'all') };
}

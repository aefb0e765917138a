import { compare, Decimal, largest, smallest, tickOf } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import type { PriceLimits } from './pricing-rules.ts';

/** Another own ad of the pair; without a side it counts for the exclusion zone only. */
export interface OwnPrice {
  readonly adNumber: string;
  readonly price: string;
  readonly side?: TradeSide;
}

interface OwnSpread {
  readonly side: TradeSide;
  readonly priceScale: number;
  readonly zoneTicks: number;
  readonly limits: PriceLimits;
  /** The other own ads of the pair. */
  readonly ownPrices: readonly OwnPrice[];
}

/**
 * Narrows a merchant's limits so that the desk never sells below its own buying price: a crossed market (a bait, a
 * replayed book) must not make it trade against itself at a loss. The gap is the exclusion zone plus one tick. The
 * floor may end above the ceiling: then no price satisfies. Design 6.
 */
export function limitsWithoutCrossing(spread: OwnSpread): PriceLimits {
  const { side, limits } = spread;
  const { floor, ceiling } = limits;
  const nearest = nearestOpposite(spread);
  if (nearest === null) return limits;
  if (side === 'SELL') return { floor: largest(floor, nearest.edge), ceiling };
  return { floor, ceiling: smallest(ceiling, nearest.edge) };
}

/** Names the own ad that narrows the limits, which are no longer the merchant's; null: none does. */
export function crossingNote(spread: OwnSpread): string | null {
  const { side, limits } = spread;
  const nearest = nearestOpposite(spread);
  if (nearest === null) return null;
  const { own, edge } = nearest;
  const narrows = side === 'SELL' ? compare(edge, limits.floor) > 0 : compare(edge, limits.ceiling) < 0;
  return narrows ? `own ad ${own.adNumber} ${side === 'SELL' ? 'buys' : 'sells'} at ${own.price}` : null;
}

/** The own ad of the other side that comes nearest, and the last price that keeps clear of it. */
function nearestOpposite({
  side,
  priceScale,
  zoneTicks,
  ownPrices,
}: OwnSpread): { own: OwnPrice; edge: string } | null {
  const [first, ...more] = ownPrices.filter((own) => own.side !== undefined && own.side !== side);
  if (first === undefined) return null;
  const nearer = side === 'SELL' ? 1 : -1;
  const own = more.reduce((found, other) => (compare(other.price, found.price) === nearer ? other : found), first);
  const edge = new Decimal(tickOf(priceScale)).times((zoneTicks + 1) * nearer).plus(own.price);
  return { own, edge: edge.toFixed(Math.max(priceScale, edge.decimalPlaces())) };
}

import { Decimal, largest, smallest, tickOf } from '../decimal.ts';
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
export function limitsWithoutCrossing({ side, priceScale, zoneTicks, limits, ownPrices }: OwnSpread): PriceLimits {
  const gap = new Decimal(tickOf(priceScale)).times(zoneTicks + 1);
  const opposite = ownPrices.filter((own) => own.side !== undefined && own.side !== side);
  const [first, ...more] = opposite.map(({ price }) => price);
  if (first === undefined) return limits;
  const { floor, ceiling } = limits;
  if (side === 'SELL')
    return { floor: largest(floor, new Decimal(largest(first, ...more)).plus(gap).toFixed()), ceiling };
  return { floor, ceiling: smallest(ceiling, new Decimal(smallest(first, ...more)).minus(gap).toFixed()) };
}

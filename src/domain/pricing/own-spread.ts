import { compare, Decimal, tickOf } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import type { PriceLimits } from './pricing-rules.ts';

/** An own other ad of the pair; without a side it counts for the exclusion zone only. */
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
  /** The own other ads of the pair. */
  readonly ownPrices: readonly OwnPrice[];
}

/**
 * Takes a merchant's limits and the own other ads and gives limits within which the desk never sells below what it buys
 * for: a crossed market (a bait, a recording of one) must not make it trade against itself at a loss. The gap is the
 * exclusion zone and one tick. Floor may end above ceiling: then no price satisfies. Design section 6.
 */
export function limitsWithoutCrossing({ side, priceScale, zoneTicks, limits, ownPrices }: OwnSpread): PriceLimits {
  const gap = new Decimal(tickOf(priceScale)).times(zoneTicks + 1);
  const opposite = ownPrices.filter((own) => own.side !== undefined && own.side !== side);
  let { floor, ceiling } = limits;
  for (const { price } of opposite) {
    const lowest = new Decimal(price).plus(gap).toFixed();
    const highest = new Decimal(price).minus(gap).toFixed();
    if (side === 'SELL' && compare(lowest, floor) > 0) floor = lowest;
    if (side === 'BUY' && compare(highest, ceiling) < 0) ceiling = highest;
  }
  return { floor, ceiling };
}

import { z } from 'zod';
import { Decimal, isPositiveDecimalText, largest, smallest, tickOf } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';

/** A price as text: a plain decimal above zero. */
export const priceTextSchema = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as "9.15"');

/** undercut: `ticks` better than the best competitor. rank: the worst price that still has this rank, counted from 1. */
export const priceStrategySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('undercut'), ticks: z.int().positive() }),
  z.strictObject({ kind: z.literal('match') }),
  z.strictObject({ kind: z.literal('rank'), rank: z.int().positive() }),
  z.strictObject({ kind: z.literal('fixed'), price: priceTextSchema }),
]);

export type PriceStrategy = z.infer<typeof priceStrategySchema>;

/** The book that a strategy sees: the competitors' prices, best first. */
export interface PriceLadder {
  readonly side: TradeSide;
  readonly priceScale: number;
  readonly prices: readonly string[];
}

export interface StrategyTarget {
  readonly price: string;
  readonly note: string;
}

/** `ticks` ticks better for the taker: lower when the ad sells, higher when it buys. */
function better(price: string, ticks: number, { side, priceScale }: PriceLadder): string {
  const distance = new Decimal(tickOf(priceScale)).times(ticks);
  return (side === 'SELL' ? new Decimal(price).minus(distance) : new Decimal(price).plus(distance)).toFixed();
}

function worstOf(left: string, right: string, side: TradeSide): string {
  return side === 'SELL' ? largest(left, right) : smallest(left, right);
}

function rankTarget(rank: number, ladder: PriceLadder): StrategyTarget | null {
  const { prices } = ladder;
  const last = prices.at(-1);
  if (last === undefined) return null;
  const behind = prices[rank - 1];
  if (behind === undefined) {
    const price = better(last, -1, ladder);
    return {
      price,
      note: `rank ${rank} of only ${prices.length} competitors: 1 tick behind the last at ${last} is ${price}`,
    };
  }
  const ahead = prices[rank - 2];
  const justBetter = better(behind, 1, ladder);
  // One tick must not carry the ad past the competitor that should stay ahead of it.
  const price = ahead === undefined ? justBetter : worstOf(justBetter, ahead, ladder.side);
  return { price, note: `rank ${rank} of ${prices.length} competitors, ahead of ${behind}, is ${price}` };
}

/** Returns the strategy's target with the reason, or null when there is no competitor to follow. */
export function strategyTarget(strategy: PriceStrategy, ladder: PriceLadder): StrategyTarget | null {
  const best = ladder.prices[0];
  if (strategy.kind === 'fixed') return { price: strategy.price, note: `the fixed price is ${strategy.price}` };
  if (strategy.kind === 'rank') return rankTarget(strategy.rank, ladder);
  if (best === undefined) return null;
  if (strategy.kind === 'match')
    return { price: best, note: `the best of ${ladder.prices.length} competitors is ${best}` };
  const price = better(best, strategy.ticks, ladder);
  const ticks = strategy.ticks === 1 ? '1 tick' : `${strategy.ticks} ticks`;
  return { price, note: `the best competitor is ${best}; ${ticks} better is ${price}` };
}

/** Describes a strategy, for pages and the command line. */
export function strategyWords(strategy: PriceStrategy): string {
  switch (strategy.kind) {
    case 'undercut':
      return `undercut the best by ${strategy.ticks} tick${strategy.ticks === 1 ? '' : 's'}`;
    case 'match':
      return 'match the best';
    case 'rank':
      return `hold rank ${strategy.rank}`;
    case 'fixed':
      return `fixed at ${strategy.price}`;
  }
}

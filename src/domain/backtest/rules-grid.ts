import type { PriceStrategy } from '../pricing/price-strategy.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';

/** The values that a search combines. */
export interface RulesGrid {
  readonly strategies: readonly PriceStrategy[];
  readonly minimumChangeTicks: readonly number[];
  readonly minimumHoldMs: readonly number[];
}

export const usualGrid: RulesGrid = {
  strategies: [
    { kind: 'undercut', ticks: 1 },
    { kind: 'undercut', ticks: 2 },
    { kind: 'undercut', ticks: 5 },
    { kind: 'match' },
    ...[1, 2, 3, 4, 5, 8].map((rank): PriceStrategy => ({ kind: 'rank', rank })),
  ],
  minimumChangeTicks: [1, 2, 5],
  minimumHoldMs: [0, 30_000, 300_000],
};

/** Returns every combination of the grid, each with the other rules of the present ones. */
export function combinations(present: PricingRules, grid: RulesGrid): readonly PricingRules[] {
  return grid.strategies.flatMap((strategy) =>
    grid.minimumChangeTicks.flatMap((minimumChangeTicks) =>
      grid.minimumHoldMs.map((minimumHoldMs) => ({ ...present, strategy, minimumChangeTicks, minimumHoldMs })),
    ),
  );
}

/** A recording in two parts: rules are searched in the first, and proven in the second. */
export interface TrainAndTest<Row> {
  readonly train: readonly Row[];
  readonly test: readonly Row[];
}

/** Splits rows by time: the first `trainShare` of the rows, and the rest. */
export function splitRows<Row>(rows: readonly Row[], trainShare: number): TrainAndTest<Row> {
  const end = Math.round(rows.length * trainShare);
  return { train: rows.slice(0, end), test: rows.slice(end) };
}

import type { PriceStrategy } from '../pricing/price-strategy.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';

/** The values that a search combines. */
interface RulesGrid {
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

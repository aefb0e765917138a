import { compare } from '../decimal.ts';
import type { PricingDecision, PricingReason } from '../pricing/pricing-decision.ts';

/**
 * What stood between a strategy and its price: a guard that moved the target (sent as it was, the service or the
 * merchant's limits would have refused it), or no price at all.
 */
export const foreseenNames = ['margin', 'limits', 'service-range', 'exclusion-zone', 'no-price', 'no-market'] as const;
export type Foreseen = (typeof foreseenNames)[number];

const guards: ReadonlySet<string> = new Set([
  'margin',
  'limits',
  'service-range',
  'exclusion-zone',
] satisfies Foreseen[]);

const withoutPrice: Partial<Record<PricingReason, Foreseen>> = {
  'no-price-satisfies': 'no-price',
  'no-basis': 'no-market',
  'no-competitor': 'no-market',
  stale: 'no-market',
};

/** Returns what the steps of a decision foresaw (interface 7.4), each once. */
export function foreseenOf({ steps, reason }: Pick<PricingDecision, 'steps' | 'reason'>): Foreseen[] {
  const moved = steps.flatMap(({ name, price }, index) => {
    const before = steps[index - 1]?.price ?? null;
    const isMoved = before !== null && (price === null || compare(price, before) !== 0);
    return isMoved && isGuard(name) ? [name] : [];
  });
  const missing = withoutPrice[reason];
  return [...new Set([...moved, ...(missing === undefined ? [] : [missing])])];
}

function isGuard(name: string): name is Foreseen {
  return guards.has(name);
}

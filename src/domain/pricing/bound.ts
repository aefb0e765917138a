/** What keeps an ad from its target, to the merchant's harm if it lasts. */
import type { PricingDecision } from './pricing-decision.ts';
import type { PriceLimits } from './pricing-rules.ts';
import type { StepNote } from './price-step.ts';

/** A code with its prices; `src/words` says it. */
export type Bound =
  /** The ceiling of a SELL, the floor of a BUY. */
  | { readonly code: 'ceiling' | 'floor'; readonly limit: string; readonly target: string | null }
  | { readonly code: 'rival'; readonly price: string | null; readonly limits: PriceLimits }
  | { readonly code: 'no-competitor' }
  /** `last`: what left no price. */
  | { readonly code: 'no-price'; readonly last: StepNote | null };

/** Returns what binds, or null when nothing does. */
export function boundIn({ bound, target, steps, rivals }: PricingDecision, limits: PriceLimits): Bound | null {
  switch (bound) {
    case null:
      return null;
    case 'ceiling':
    case 'floor':
      return { code: bound, limit: limits[bound], target };
    case 'rival':
      return { code: bound, price: rivals[0]?.price ?? null, limits };
    case 'no-competitor':
      return { code: bound };
    case 'no-price':
      return { code: bound, last: steps.at(-1)?.note ?? null };
  }
}

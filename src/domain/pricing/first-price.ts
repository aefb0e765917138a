import { ratioFor } from './floating-decision.ts';
import { allowedPrice, effectiveRange, type PriceGuards } from './price-guards.ts';
import { decidePrice, guardsOf } from './pricing.ts';
import type { PricingDecision } from './pricing-decision.ts';
import type { PricingInput } from './pricing-input.ts';
import { inTicks } from './tick-input.ts';

/** The price that an ad is published at, with how it was found, or why there is none. */
type FirstPrice =
  | {
      readonly price: string;
      readonly decision: PricingDecision;
      /** What a floating price is published with; null: the price is fixed. */
      readonly ratio: string | null;
    }
  | { readonly price: null; readonly why: NoFirstPrice };

/** Where an ad that stands would keep its own price, a new one has none. */
const lacks = ['no-basis', 'stale', 'no-price-satisfies'] as const;
/** Why a new ad has no price; `src/words` says it. */
export type NoFirstPrice = (typeof lacks)[number];

/**
 * Returns the price of an ad that is not published yet, by its rules and all guards (design 6). It comes from the
 * limit that is best for the merchant: there it begins where the rules name no target. A floating ad has its ratio, too.
 */
export function firstPrice(input: Omit<PricingInput, 'currentPrice'>): FirstPrice {
  const rules = { ...input.rules, maximumStep: null };
  const { index } = input.floating ?? { index: undefined };
  const floating = index === undefined ? null : { ratio: null, index };
  const from = { ...input, rules, floating };
  const bounds = guardsOf(inTicks({ ...from, currentPrice: input.rules.limits.ceiling }));
  const isMarginKnown = bounds.margin === null || bounds.margin.price !== null;
  const start = startingPrice(bounds);
  const decision = start === null ? null : decidePrice({ ...from, currentPrice: start });
  if (decision === null) return { price: null, why: 'no-price-satisfies' };
  const why = isMarginKnown ? lacks.find((lack) => lack === decision.reason) : 'no-basis';
  if (why !== undefined) return { price: null, why };
  const { price } = decision;
  if (floating === null) return { price, decision, ratio: null };
  const found = ratioFor(price, { input: { ...from, currentPrice: price }, guards: bounds, floating });
  return found === null ? { price: null, why: 'no-basis' } : { ...found, decision };
}

function startingPrice(guards: PriceGuards): string | null {
  const range = effectiveRange(guards);
  if (range === null) return null;
  const [target, first] = guards.side === 'SELL' ? ([range.high, 'lower'] as const) : ([range.low, 'higher'] as const);
  return allowedPrice(target, guards, first)?.text ?? null;
}

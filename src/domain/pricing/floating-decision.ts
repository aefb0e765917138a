/** What a decided price means for an ad whose price floats (ads#a-floating-ad-by-its-ratio). */
import { compare } from '../decimal.ts';
import { priceOf } from '../price.ts';
import { ratiosFor, type FloatingPrice } from './floating/floating-ratio.ts';
import { brokenGuard, type PriceGuards } from './price-guards.ts';
import { staleNote } from './price-wish.ts';
import type { PricingDecision } from './pricing-decision.ts';
import type { FloatingAd, PricingInput } from './pricing-input.ts';
import type { StepNote } from './price-step.ts';

interface Decided {
  readonly input: PricingInput;
  readonly guards: PriceGuards;
}

/**
 * Returns the decision with the ratio that it sets or keeps; unchanged for a fixed price. What the index alone moves needs
 * no call: a ratio is written when it is worth another price at the present index than the one of now.
 */
export function withRatio(decision: PricingDecision, { input, guards }: Decided): PricingDecision {
  const { floating = null } = input;
  if (floating === null) return decision;
  if (decision.action === 'keep') return { ...decision, ...ratioPart(floating) };
  const stale = staleNote(input);
  const keep = (reason: PricingDecision['reason'], note: StepNote): PricingDecision =>
    kept(decision, { input, guards, floating, reason, note });
  if (stale !== null) return keep('stale', stale);
  const found = ratioFor(decision.price, { input, guards, floating });
  if (floating.index === null) return keep('no-basis', { code: 'index-unknown', price: decision.price });
  if (found === null)
    return keep('no-price-satisfies', { code: 'no-ratio', price: decision.price, index: floating.index });
  const { ratio, price } = found;
  const note = { code: 'ratio', ratio, index: floating.index, price } as const;
  if (floating.ratio !== null && compare(ratio, floating.ratio) === 0) return keep('at-target', note);
  return { ...decision, price, floatingRatio: ratio, steps: [...decision.steps, { name: 'ratio', price, note }] };
}

function ratioPart({ ratio }: FloatingAd): { floatingRatio?: string } {
  return ratio === null ? {} : { floatingRatio: ratio };
}

interface FloatingDecided extends Decided {
  readonly floating: FloatingAd;
}

interface Keeping extends FloatingDecided {
  readonly reason: PricingDecision['reason'];
  readonly note: StepNote;
}

/** A price outside the guards that no ratio mends is as bad as one that none satisfies, and is reported so. */
function kept(decision: PricingDecision, { input, guards, floating, reason, note }: Keeping): PricingDecision {
  const { currentPrice: price, priceScale } = input;
  const hasNoWay = reason !== 'at-target' && brokenGuard(priceOf(price, priceScale), guards) !== null;
  return {
    ...decision,
    action: 'keep',
    isAnswer: false,
    price,
    reason,
    bound: hasNoWay || reason === 'no-price-satisfies' ? 'no-price' : decision.bound,
    steps: [...decision.steps, { name: 'ratio', price, note }],
    ...ratioPart(floating),
  };
}

/** Returns the ratio to write for a price and what it is worth; null: the index is not known, or each one breaks a guard. */
export function ratioFor(price: string, floats: FloatingDecided): FloatingPrice | null {
  const { input, guards, floating } = floats;
  const { rules, side, priceScale } = input;
  const wanted = rules.strategy.kind === 'floating' ? rules.strategy.ratio : null;
  const found = ratiosFor({ price, wanted, index: floating.index, priceScale });
  const safeFirst = side === 'SELL' ? found : found.toReversed();
  const isSafe = (one: string): boolean => brokenGuard(priceOf(one, priceScale), guards) === null;
  return safeFirst.find((one) => compare(one.price, price) === 0 || isSafe(one.price)) ?? null;
}

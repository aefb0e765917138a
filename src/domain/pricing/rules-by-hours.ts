import type { HoursRule } from '../hours/hours-rule.ts';
import type { Opening } from '../hours/opening.ts';
import type { PricingRules } from './pricing-rules.ts';

/** Returns the hours outside which an ad is to be off the market; null: it has none, or rests at a price. */
export function offHours({ hours }: Pick<PricingRules, 'hours'>): HoursRule | null {
  return hours?.restingPrice === null ? hours : null;
}

/** Whether an ad with these rules is to be off the market now. */
export function isOffNow(rules: Pick<PricingRules, 'hours'>, opening: Opening): boolean {
  return offHours(rules) !== null && !opening.isOpen;
}

/**
 * Returns the rules that hold now: outside the hours of an ad that rests at a price, they name that price, within the
 * same limits and guards. It is taken at once, whatever was set shortly before.
 */
export function rulesDuring(rules: PricingRules, opening: Opening | null): PricingRules {
  const price = rules.hours?.restingPrice ?? null;
  if (price === null || opening === null || opening.isOpen) return rules;
  return {
    ...rules,
    strategy: { kind: 'fixed', price },
    fallback: { kind: 'hold' },
    whenRivalBeyond: 'limit',
    minimumHoldMs: 0,
    answerHoldMs: 0,
  };
}

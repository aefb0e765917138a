import { unknownZone } from '../../domain/hours/hours-rule.ts';
import { openingAt } from '../../domain/hours/opening.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { isOffNow, rulesDuring } from '../../domain/pricing/rules-by-hours.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Returns the rules that hold now for an ad that comes to the market, or why its hours keep it off, and what `then` follows. */
export function rulesNow(
  { clock }: Pick<ActivityDependencies, 'clock'>,
  rules: PricingRules,
  then: string,
): { rules: PricingRules } | { why: string } {
  const { hours } = rules;
  if (hours === null) return { rules };
  const opening = openingAt(hours, clock.now());
  if (opening === null) return { why: unknownZone(hours) };
  if (isOffNow(rules, opening)) return { why: `outside its hours until ${opening.until ?? 'they change'}: ${then}` };
  return { rules: rulesDuring(rules, opening) };
}

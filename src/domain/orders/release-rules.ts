import { z } from 'zod';
import type { Check } from './release-check.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { amountCapRule } from './rules/amount-cap.ts';
import { approversRule } from './rules/approvers.ts';
import { counterpartyRule } from './rules/counterparty.ts';
import { policyRule } from './rules/policy-rule.ts';
import type { RuleMeaning, Written } from './rules/release-rule.ts';

/** How an order may be released. A rule that began later is optional: guards and histories stand without it. */
export const releaseRulesSchema = z
  .strictObject({
    policy: policyRule.schema,
    amountCap: amountCapRule.schema,
    counterparty: counterpartyRule.schema,
    approvers: approversRule.schema,
  })
  .readonly();
export type ReleaseRules = z.infer<typeof releaseRulesSchema>;
type RuleName = keyof ReleaseRules;

/** What a person can write of the rules, in the order in which it is shown. */
export const ruleKeys = {
  ...policyRule.keys,
  ...amountCapRule.keys,
  ...counterpartyRule.keys,
  ...approversRule.keys,
};
export type WrittenRules = Written<typeof ruleKeys>;

/** Binds the meaning of a rule to its place among the rules. */
function inPlace<Name extends RuleName>(name: Name, rule: RuleMeaning<ReleaseRules[Name], WrittenRules>) {
  return {
    written: (present: ReleaseRules, values: WrittenRules): unknown => rule.written(present[name], values),
    checks: (rules: ReleaseRules, facts: ReleaseFacts): Check[] => rule.checks?.(rules[name], facts) ?? [],
    looser: (from: ReleaseRules, to: ReleaseRules): string[] => rule.looser(from[name], to[name]),
    words: (rules: ReleaseRules): string | null => rule.words(rules[name]),
  };
}

/** A rule of the schema does not compile without its meaning. */
const meanings: Readonly<Record<RuleName, ReturnType<typeof inPlace>>> = {
  policy: inPlace('policy', policyRule),
  amountCap: inPlace('amountCap', amountCapRule),
  counterparty: inPlace('counterparty', counterpartyRule),
  approvers: inPlace('approvers', approversRule),
};
const inOrder = Object.values(meanings);

/** Where nothing is set a human approves each release. */
export const noReleaseRules: ReleaseRules = {
  policy: 'approve',
  amountCap: null,
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
};

/** Returns the rules with what was written; what was not stays as it is. */
export function rulesWith(present: ReleaseRules, values: WrittenRules): ReleaseRules {
  const parts = Object.entries(meanings).map(([name, rule]) => [name, rule.written(present, values)] as const);
  return releaseRulesSchema.parse(Object.fromEntries(parts.filter(([, value]) => value !== undefined)));
}

/** Returns what an order lacks by the rules that have a check of their own. */
export function ruleChecks(rules: ReleaseRules, facts: ReleaseFacts): Check[] {
  return inOrder.flatMap((rule) => rule.checks(rules, facts));
}

/**
 * Returns what new release rules let through that the present ones hold, in words; empty: they are as strict or
 * stricter. Without present rules a human approves each release.
 */
export function looserRules(present: ReleaseRules | null, wanted: ReleaseRules): string[] {
  return inOrder.flatMap((rule) => rule.looser(present ?? noReleaseRules, wanted));
}

/** Returns release rules in one line. */
export function releaseText(rules: ReleaseRules): string {
  const words = inOrder.map((rule) => rule.words(rules));
  return words.filter((text) => text !== null).join(', ');
}

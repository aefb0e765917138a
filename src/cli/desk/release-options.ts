import { z } from 'zod';
import type { ReleaseRules } from '../../client/index.ts';
import { countValue, fiatAmountsValue, switchable, rateValue } from '../option-values.ts';

const policies = ['approve', 'match', 'paid'] as const;

/** Options of `releaseOptions`. */
export const releaseShape = {
  release: z.enum(policies, `must be one of ${policies.join(', ')}`).optional(),
  amountCap: fiatAmountsValue.optional(),
  counterpartyMinOrders: countValue.optional(),
  counterpartyMinFinishRate: rateValue.optional(),
  counterpartyMinDays: countValue.optional(),
};

/** The same for rules that exist: "off" takes one away. */
export const releaseChangeShape = {
  release: releaseShape.release,
  amountCap: switchable(fiatAmountsValue).optional(),
  counterpartyMinOrders: switchable(countValue).optional(),
  counterpartyMinFinishRate: switchable(rateValue).optional(),
  counterpartyMinDays: switchable(countValue).optional(),
};

const releaseSchema = z.object(releaseShape);
const changeSchema = z.object(releaseChangeShape);

export type ReleaseOptions = z.output<typeof releaseSchema>;

/** True when any of the options was given. */
export function namesReleaseRules(options: ReleaseOptions): boolean {
  const names = Object.keys(releaseShape) as (keyof ReleaseOptions)[];
  return names.some((name) => options[name] !== undefined);
}

/** The release rules that the options describe; without any a human approves each release. */
export function releaseRules(options: ReleaseOptions): ReleaseRules {
  return {
    policy: options.release ?? 'approve',
    amountCap: options.amountCap ?? null,
    counterparty: {
      minCompletedOrders: options.counterpartyMinOrders ?? null,
      minFinishRate: options.counterpartyMinFinishRate ?? null,
      minRegisterDays: options.counterpartyMinDays ?? null,
    },
  };
}

/** The rules with what the options say in place of what was; an option that is not given changes nothing. */
export function changedReleaseRules(rules: ReleaseRules, options: z.output<typeof changeSchema>): ReleaseRules {
  const { counterparty } = rules;
  const { release, amountCap, counterpartyMinOrders, counterpartyMinFinishRate, counterpartyMinDays } = options;
  return {
    ...rules,
    policy: release ?? rules.policy,
    amountCap: given(amountCap, rules.amountCap),
    counterparty: {
      minCompletedOrders: given(counterpartyMinOrders, counterparty.minCompletedOrders),
      minFinishRate: given(counterpartyMinFinishRate, counterparty.minFinishRate),
      minRegisterDays: given(counterpartyMinDays, counterparty.minRegisterDays),
    },
  };
}

/** Null is a value here: it says that there is no such rule. */
const given = <T>(value: T | undefined, present: T): T => (value === undefined ? present : value);

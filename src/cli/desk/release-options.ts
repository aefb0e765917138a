import { z } from 'zod';
import type { ReleaseRules } from '../../client/index.ts';
import {
  fiatAmountsText,
  releasePolicyNames,
  type ApproverRules,
  type FiatAmounts,
} from '../../domain/orders/release-rules.ts';
import { misuse } from '../cli-failure.ts';
import { countValue, fiatAmountsValue, rateValue, switchable } from '../option-values.ts';

const maxPeople = 5;
const peopleValue = countValue.refine((count) => count > 0 && count <= maxPeople, `must be 1 to ${maxPeople}`);

/** Options of `releaseOptions`: absent ones stay as they are, "off" removes a rule. */
export const releaseShape = {
  release: z.enum(releasePolicyNames, `must be one of ${releasePolicyNames.join(', ')}`).optional(),
  amountCap: switchable(fiatAmountsValue).optional(),
  counterpartyMinOrders: switchable(countValue).optional(),
  counterpartyMinFinishRate: switchable(rateValue).optional(),
  counterpartyMinDays: switchable(countValue).optional(),
  approvers: peopleValue.optional(),
  approversAbove: switchable(fiatAmountsValue).optional(),
  approversThen: peopleValue.optional(),
};

const releaseSchema = z.object(releaseShape);
type ReleaseOptions = z.output<typeof releaseSchema>;

export function namesReleaseRules(options: ReleaseOptions): boolean {
  const names = Object.keys(releaseShape) as (keyof ReleaseOptions)[];
  return names.some((name) => options[name] !== undefined);
}

/** Returns the rules with the given options applied. */
export function changedReleaseRules(rules: ReleaseRules, options: ReleaseOptions): ReleaseRules {
  const { counterparty } = rules;
  const { release, amountCap, counterpartyMinOrders, counterpartyMinFinishRate, counterpartyMinDays } = options;
  const approvers = changedApprovers(rules.approvers, options);
  return {
    policy: release ?? rules.policy,
    amountCap: given(amountCap, rules.amountCap),
    counterparty: {
      minCompletedOrders: given(counterpartyMinOrders, counterparty.minCompletedOrders),
      minFinishRate: given(counterpartyMinFinishRate, counterparty.minFinishRate),
      minRegisterDays: given(counterpartyMinDays, counterparty.minRegisterDays),
    },
    ...(approvers === undefined ? {} : { approvers }),
  };
}

/** Null is a value here: it means "no such rule". */
const given = <T>(value: T | undefined, present: T): T => (value === undefined ? present : value);

function changedApprovers(rules: ApproverRules | undefined, options: ReleaseOptions): ApproverRules | undefined {
  const { approvers, approversAbove, approversThen } = options;
  if ([approvers, approversAbove, approversThen].every((option) => option === undefined)) return rules;
  const count = approvers ?? rules?.count ?? 1;
  const amounts = given(approversAbove, rules?.countAbove?.amounts ?? null);
  return { count, countAbove: amounts === null ? noneAbove(options) : peopleAbove(amounts, count, { rules, options }) };
}

function noneAbove({ approversThen }: ReleaseOptions): null {
  if (approversThen === undefined) return null;
  throw misuse('--approvers-then needs --approvers-above, such as "5000 BOB"');
}

function peopleAbove(
  amounts: FiatAmounts,
  least: number,
  { rules, options }: { rules: ApproverRules | undefined; options: ReleaseOptions },
): ApproverRules['countAbove'] {
  const count = options.approversThen ?? rules?.countAbove?.count;
  if (count === undefined) throw misuse('--approvers-above needs --approvers-then, the number of people above it');
  if (count < least) throw misuse(`--approvers-then ${count} asks for fewer people than --approvers ${least}`);
  return { amounts, count };
}

/** Release rules in one line. */
export function releaseText({ policy, amountCap, counterparty, approvers }: ReleaseRules): string {
  const { minCompletedOrders, minFinishRate, minRegisterDays } = counterparty;
  const wanted = [
    minCompletedOrders === null ? null : `orders from ${minCompletedOrders}`,
    minFinishRate === null ? null : `finish rate from ${minFinishRate}`,
    minRegisterDays === null ? null : `registered ${minRegisterDays} days`,
  ].filter((rule) => rule !== null);
  return [
    `policy ${policy}`,
    ...(amountCap === null ? [] : [`never above ${fiatAmountsText(amountCap)}`]),
    ...(wanted.length === 0 ? [] : [`counterparty: ${wanted.join(', ')}`]),
    ...(approvers === undefined ? [] : [approversText(approvers)]),
  ].join(', ');
}

function approversText({ count, countAbove }: ApproverRules): string {
  const people = (number: number): string => (number === 1 ? '1 approver' : `${number} approvers`);
  return countAbove === null
    ? people(count)
    : `${people(count)}, above ${fiatAmountsText(countAbove.amounts)} ${people(countAbove.count)}`;
}

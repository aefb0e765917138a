import { ruleKeys, rulesWith, type ReleaseRules, type WrittenRules } from '../../domain/orders/release-rules.ts';
import { misuse } from '../kit/cli-failure.ts';
import { type OptionsOf } from '../kit/option-values.ts';
import type { releaseOptions } from '../options/release-options.ts';

type ReleaseOptions = OptionsOf<typeof releaseOptions>;

export function namesReleaseRules(options: ReleaseOptions): boolean {
  return Object.values(writtenIn(options)).some((value) => value !== undefined);
}

/** Returns the rules with the given options applied. Throws misuse for approvers that do not fit each other. */
export function changedReleaseRules(rules: ReleaseRules, options: ReleaseOptions): ReleaseRules {
  const changed = rulesWith(rules, writtenIn(options));
  const { approvers, approversAbove, approversThen } = options;
  const saysApprovers = [approvers, approversAbove, approversThen].some((option) => option !== undefined);
  if (saysApprovers) refuseOddApprovers(rules, changed, options);
  return changed;
}

function writtenIn(options: ReleaseOptions): WrittenRules {
  return Object.fromEntries(Object.entries(ruleKeys).map(([name, { option }]) => [name, options[option]]));
}

function refuseOddApprovers(present: ReleaseRules, changed: ReleaseRules, { approversThen }: ReleaseOptions): void {
  const { count = 1, countAbove = null } = changed.approvers ?? {};
  if (countAbove === null) {
    if (approversThen === undefined) return;
    throw misuse('--approvers-then needs --approvers-above, such as "5000 BOB"');
  }
  if (approversThen === undefined && !hasMoreAbove(present))
    throw misuse('--approvers-above needs --approvers-then, the number of people above it');
  if (countAbove.count >= count) return;
  throw misuse(`--approvers-then ${countAbove.count} asks for fewer people than --approvers ${count}`);
}

const hasMoreAbove = ({ approvers }: ReleaseRules): boolean => (approvers?.countAbove ?? null) !== null;

import { z } from 'zod';
import { releasePolicyNames, type ReleasePolicyName } from '../release-permission.ts';
import { orPresent, releaseRule } from './release-rule.ts';

/** From the strictest to the loosest. */
const byStrictness: readonly ReleasePolicyName[] = ['approve', 'match', 'paid'];

/** What a release needs; the checks of each policy stand in `release-policy.ts`. */
export const policyRule = releaseRule({
  schema: z.enum(releasePolicyNames, `must be one of ${releasePolicyNames.join(', ')}`),
  keys: {
    policy: {
      kind: 'policy',
      table: 'release',
      option: 'release',
      text: 'what a release needs: approve (a human), match (a matching payment) or paid (simulator only)',
      example: 'approve',
      without: 'approve',
    },
  },
  written: (present, { policy }) => orPresent(policy, present),
  looser: (from, to) => (byStrictness.indexOf(to) > byStrictness.indexOf(from) ? [`policy ${from} becomes ${to}`] : []),
  words: (policy) => `policy ${policy}`,
});

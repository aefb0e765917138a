import { carriedElsewhere, type Carried } from '../../client/index.ts';
import type { AccountWish } from '../../config/plan.ts';
import { refusal } from '../cli-failure.ts';
import type { TemporalSession } from '../temporal-session.ts';

/**
 * Throws when workflows of the account are carried by another group than the file's. Whatever was started for it now would
 * ask a guard that no process of the file answers for, and two groups would call the service for one account.
 */
export async function requireOwnGroup({ client }: TemporalSession, { account, egress }: AccountWish): Promise<void> {
  const elsewhere = await carriedElsewhere(client, account, egress);
  if (elsewhere.length > 0) throw refusal(otherGroupText({ account, egress }, elsewhere));
}

const namedAtMost = 5;

/** Returns what keeps an account where it is, and the ways out. */
function otherGroupText(
  { account, egress }: Pick<AccountWish, 'account' | 'egress'>,
  elsewhere: readonly Carried[],
): string {
  const groups = [...new Set(elsewhere.map(({ group }) => group))].join(' and ');
  const ids = elsewhere.map(({ workflowId }) => workflowId).toSorted();
  const more = ids.length > namedAtMost ? ` and ${ids.length - namedAtMost} more` : '';
  return (
    `account ${account} is carried by ${groups}, and the file puts it behind ${egress}, where nobody would answer for ` +
    `${ids.slice(0, namedAtMost).join(', ')}${more}: name ${groups} as its egress again, or let it move ` +
    '(docs/configuration.md, "Moving an account")'
  );
}

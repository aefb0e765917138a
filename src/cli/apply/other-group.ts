import { carriedElsewhere, leftBehind, type Carried } from '../../client/index.ts';
import type { AccountWish } from '../../config/account-plan.ts';
import { refusal } from '../kit/cli-failure.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

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
  return (
    `account ${account} is carried by ${groups}, and the file puts it behind ${egress}, where no one would answer for ` +
    `${someOf(elsewhere.map(({ workflowId }) => workflowId))}: name ${groups} as its egress again, or let it move ` +
    '(docs/configuration.md, "Moving an account")'
  );
}

function someOf(ids: readonly string[]): string {
  const more = ids.length > namedAtMost ? ` and ${ids.length - namedAtMost} more` : '';
  return `${ids.toSorted().slice(0, namedAtMost).join(', ')}${more}`;
}

/**
 * Returns a line for each account that the workers of the file carried and that the file does not name any more: what
 * runs of it goes on, and no one answers for it.
 */
export async function leftLines(
  { client }: Pick<TemporalSession, 'client'>,
  wishes: readonly AccountWish[],
): Promise<string[]> {
  const groups = [...new Set(wishes.map(({ egress }) => egress))];
  const left = await leftBehind(client, { groups, accounts: wishes.map(({ account }) => account) });
  return [...left].map(
    ([account, ids]) =>
      `left ${account}: the file does not name it, and no worker of the file answers for ${someOf(ids)}: to end them write it back ` +
      'with desk = false and without ads, or end them in Temporal; its ads stay online at their prices',
  );
}

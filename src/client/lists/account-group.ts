import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { commandTimeoutMs, inTime } from '../kit/command-answer.ts';
import { runningRuns } from './running-runs.ts';
import { peerdeskAccount } from '../../workflows/contract/search-attributes.ts';
import { groupOfTaskQueue, groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import { deskWorkflowId, guardWorkflowId, noticesWorkflowId } from '../../workflows/contract/workflow-ids.ts';

/** Which group serves the account of a start. */
export interface GroupChoice {
  /** Of the processes that serve the account; absent: where its desk or guard runs, else the account's alias. */
  group?: string | undefined;
}

interface Found {
  group: string;
  isRunning: boolean;
}

/**
 * Returns the group whose processes serve an account: the given one, else that of its desk or its guard, a running one
 * first, else its alias. A workflow that was started for another group waits until someone serves that one.
 *
 * @example
 * await groupOf(client, 'an-account-without-workflows'); // → 'an-account-without-workflows'
 * const group = await groupOf(client, account);
 * console.log(`${account} is served by the processes of ${group}`);
 */
export async function groupOf(client: Client, account: string, given?: string): Promise<string> {
  if (given !== undefined) return given;
  const known = await Promise.all([deskWorkflowId(account), guardWorkflowId(account)].map((id) => found(client, id)));
  const seen = known.filter((one) => one !== null);
  return (seen.find(({ isRunning }) => isRunning) ?? seen[0])?.group ?? account;
}

/** A running workflow of an account, and the group whose processes carry it. */
export interface Carried {
  workflowId: string;
  group: string;
}

/**
 * Returns the running workflows of an account that another group carries. The list of the server is a moment old: desk and
 * guard are asked themselves.
 *
 * @example
 * for (const { workflowId, group } of await carriedElsewhere(client, account, 'second')) {
 *   console.log(`${workflowId} is carried by ${group}, not by second`);
 * }
 */
export async function carriedElsewhere(client: Client, account: string, group: string): Promise<Carried[]> {
  const carried = new Map<string, string | null>();
  for await (const { workflowId, taskQueue } of runningRuns(client, `PeerdeskAccount = '${account}'`)) {
    // The process that leads begins it again, and it calls the service for no one.
    if (workflowId !== noticesWorkflowId(account)) carried.set(workflowId, groupOfTaskQueue(taskQueue));
  }
  for (const id of [deskWorkflowId(account), guardWorkflowId(account)]) {
    const known = await found(client, id);
    carried.set(id, known?.isRunning === true ? known.group : null);
  }
  return [...carried].flatMap(([workflowId, its]) =>
    its === null || its === group ? [] : [{ workflowId, group: its }],
  );
}

/** So many are enough to name an account and some of what runs of it. */
const listedAtMost = 1_000;

/**
 * Returns by account what runs in the queues of these groups of accounts besides the given ones; without the workflows that notify their merchants.
 *
 * @example
 * const left = await leftBehind(client, { groups: ['main'], accounts: ['main', 'second'] });
 * for (const [owner, workflowIds] of left) console.log(`${owner}, which main serves no more: ${workflowIds.join(', ')}`);
 */
export async function leftBehind(
  client: Client,
  { groups, accounts }: Readonly<Record<'groups' | 'accounts', readonly string[]>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
  const query = `TaskQueue IN (${listOf(groups.map(groupTaskQueue))}) AND PeerdeskAccount NOT IN (${listOf(accounts)})`;
  const left = new Map<string, string[]>();
  let listed = 0;
  for await (const { workflowId, typedSearchAttributes } of runningRuns(client, query)) {
    const account = typedSearchAttributes.get(peerdeskAccount);
    if (account !== undefined && workflowId !== noticesWorkflowId(account))
      left.set(account, [...(left.get(account) ?? []), workflowId]);
    if ((listed += 1) === listedAtMost) break;
  }
  return left;
}

async function found(client: Client, workflowId: string): Promise<Found | null> {
  try {
    const describe = () => client.workflow.getHandle(workflowId).describe();
    const { taskQueue, status } = await inTime({ client, workflowId, timeoutMs: commandTimeoutMs }, 'read', describe);
    const group = groupOfTaskQueue(taskQueue);
    return group === null ? null : { group, isRunning: status.name === 'RUNNING' };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

import type { Client } from '@temporalio/client';
import { groupOf, type GroupChoice } from '../lists/account-group.ts';
import { commandTimeoutMs, readOf } from '../kit/command-answer.ts';
import { startInTime } from '../kit/start-once.ts';
import * as definitions from '../../workflows/contract/definitions.ts';
import type { NoticesInput, NoticesView } from '../../workflows/contract/definitions.ts';

/** The workflow that notifies the merchant of an account of what waits for a human. */
export interface NoticesControl {
  readonly workflowId: string;
  /** Rejects with WorkflowNotFoundError when no worker of the account has a way to notify. */
  state(): Promise<NoticesView>;
}

/**
 * The control of an account's notices; nothing is called yet.
 *
 * @example
 * const { delivered, failing } = await noticesControl(client, account).state();
 * console.log(`${delivered} messages arrived`, Object.keys(failing));
 */
export function noticesControl(client: Client, account: string): NoticesControl {
  const workflowId = definitions.noticesWorkflowId(account);
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () =>
      readOf({ client, workflowId, timeoutMs: commandTimeoutMs }, () => handle.query(definitions.noticesStateQuery)),
  };
}

/**
 * Starts the notices of an account; those that run already are kept as they are.
 *
 * @example
 * await startNotices(client, { account });
 */
export async function startNotices(
  client: Client,
  { group, ...input }: Pick<NoticesInput, 'account'> & GroupChoice,
): Promise<void> {
  const { account } = input;
  const workflowId = definitions.noticesWorkflowId(account);
  const taskQueue = definitions.groupTaskQueue(await groupOf(client, account, group));
  await startInTime({ client, workflowId }, () =>
    client.workflow.start('accountNotices', {
      workflowId,
      taskQueue,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: [
        { key: definitions.peerdeskAccount, value: account },
        { key: definitions.peerdeskState, value: 'telling' },
        { key: definitions.peerdeskNeedsHuman, value: false },
      ],
      staticSummary: `Messages of ${account}: what waits for a human`,
    }),
  );
}

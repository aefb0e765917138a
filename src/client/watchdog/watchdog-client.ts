import type { Client } from '@temporalio/client';
import { watchdogTaskQueue } from '../../workflows/contract/task-queues.ts';
import { watchdogStateQuery, type WatchdogView } from '../../workflows/contract/watchdog-contract.ts';
import { watchdogWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import * as attributes from '../../workflows/contract/search-attributes.ts';
import { commandTimeoutMs, readOf } from '../kit/command-answer.ts';
import { startInTime } from '../kit/start-once.ts';

/** The workflow that takes an account's ads offline when its desk looks at no market any more. */
interface WatchdogControl {
  readonly workflowId: string;
  /** Rejects with WorkflowNotFoundError when no watchdog was ever started. */
  state(): Promise<WatchdogView>;
  /** Returns the processes that serve it, as pid@host; one that ended stays listed for a moment. */
  processes(): Promise<string[]>;
}

interface WatchdogTarget {
  account: string;
  group: string;
}

/** temporal.api.enums.v1.TaskQueueType: the queue of activity tasks. */
const activityQueue = 2;
/** A waiting poll is up to a minute old. */
const pollerFreshMs = 70_000;

/** The control of an account's watchdog; nothing is called yet. */
export function watchdogControl(client: Client, { account, group }: WatchdogTarget): WatchdogControl {
  const workflowId = watchdogWorkflowId(account);
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () => readOf({ client, workflowId, timeoutMs: commandTimeoutMs }, () => handle.query(watchdogStateQuery)),
    processes: async () => {
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: watchdogTaskQueue(group) },
        taskQueueType: activityQueue,
      });
      const fresh = (pollers ?? []).filter(
        ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < pollerFreshMs,
      );
      return [...new Set(fresh.map(({ identity }) => identity ?? '?'))];
    },
  };
}

/** Starts the watchdog of an account; one that runs is kept as it is. */
export async function startWatchdog(client: Client, { account, group }: WatchdogTarget): Promise<void> {
  const workflowId = watchdogWorkflowId(account);
  await startInTime({ client, workflowId }, () =>
    client.workflow.start('adWatchdog', {
      workflowId,
      taskQueue: watchdogTaskQueue(group),
      args: [{ account }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: [
        { key: attributes.peerdeskAccount, value: account },
        { key: attributes.peerdeskState, value: 'watching' },
        { key: attributes.peerdeskNeedsHuman, value: false },
      ],
      staticSummary: `Watchdog of ${account}: takes the ads offline when no one looks at the market`,
    }),
  );
}

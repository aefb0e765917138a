import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Logger } from 'pino';
import type { ActingActivities, LeadActivities, WatchActivities } from '../../activities/index.ts';

/** The type of the failure by which what was lost is begun again. */
const lostType = 'WORKER_LOST';

type Repeatable = keyof WatchActivities | keyof LeadActivities | Extract<keyof ActingActivities, 'updateAdPrice'>;

/**
 * Beginning one of these a second time harms nothing: watches only read, a price is judged once more before it leaves.
 * A money step is never given up from outside.
 */
const repeatable: readonly Repeatable[] = [
  'keepLead',
  'watchMarket',
  'watchOrders',
  'watchBusiness',
  'adoptAds',
  'updateAdPrice',
];
const repeatableTypes: ReadonlySet<string> = new Set(repeatable);
const atOnce = 10;
/** Nothing waits longer for it: by then the timeouts have done the same. */
const limitMs = 5_000;
const taskQueueTypeWorkflow = 1;
const activityStarted = 2;

interface Host {
  name: string;
  isAlive: (pid: number) => boolean;
}

const thisHost: Host = { name: hostname(), isAlive: isProcessAlive };

interface TakeOver {
  client: Client;
  taskQueues: readonly string[];
  logger: Logger;
}

/** Whether the process of this name runs nothing any more. */
type IsLost = (identity: string | null | undefined) => boolean;

/**
 * Frees the work of processes that died on this host. Temporal learns of a death by timeouts alone: it offers the next
 * task of a workflow to the dead process for some seconds, and misses a watch after its heartbeat timeout. Runs before
 * this process polls, because a container that starts again has its predecessor's host name and pid. A failure costs
 * these seconds and nothing else, so it is only logged.
 */
export async function takeOverFromDead(options: TakeOver): Promise<void> {
  await freed(options, 'took over from a worker that died on this host', async () => {
    const left = await Promise.all(
      options.taskQueues.map(async (queue) => ((await hasDeadPoller(options, queue)) ? [queue] : [])),
    );
    const queues = left.flat();
    return queues.length === 0 ? 0 : freeWorkflows(options, queues, isDead);
  });
}

/**
 * Frees the work of the process that led before this one, frozen or on another host: it may call nothing any more, so
 * nothing waits for its timeouts. A failure is only logged.
 */
export async function takeOverFrom(former: string, options: TakeOver): Promise<void> {
  await freed(options, `took over from ${former}`, () =>
    freeWorkflows(options, options.taskQueues, (identity) => identity === former),
  );
}

async function freed({ client, logger }: TakeOver, said: string, free: () => Promise<number>): Promise<void> {
  try {
    const workflows = await client.withDeadline(Date.now() + limitMs, free);
    if (workflows > 0) logger.info({ event: 'take-over', workflows }, said);
  } catch (error) {
    logger.debug({ event: 'take-over', error: String(error) }, 'not taken over');
  }
}

async function hasDeadPoller({ client }: TakeOver, queue: string): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: taskQueueTypeWorkflow,
  });
  return (pollers ?? []).some(({ identity }) => isDead(identity));
}

async function freeWorkflows(options: TakeOver, queues: readonly string[], isLost: IsLost): Promise<number> {
  const { client } = options;
  const names = queues.map((queue) => `"${queue}"`).join(', ');
  const query = `TaskQueue IN (${names}) AND ExecutionStatus = 'Running'`;
  let freed = 0;
  let batch: Promise<void>[] = [];
  for await (const { workflowId } of client.workflow.list({ query })) {
    batch.push(freeWorkflow(options, workflowId, isLost));
    freed += 1;
    if (batch.length < atOnce) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return freed;
}

/** One that has ended meanwhile, or whose activity has, needs nothing. */
async function freeWorkflow(options: TakeOver, workflowId: string, isLost: IsLost): Promise<void> {
  const { client, logger } = options;
  const { namespace } = client.options;
  const execution = { workflowId };
  try {
    await client.workflowService.resetStickyTaskQueue({ namespace, execution });
    const { pendingActivities } = await client.workflowService.describeWorkflowExecution({ namespace, execution });
    for (const { activityId, activityType, state, lastWorkerIdentity } of pendingActivities ?? []) {
      const isBegun = repeatableTypes.has(activityType?.name ?? '') && state === activityStarted;
      if (isBegun && isLost(lastWorkerIdentity)) await failLost(client, workflowId, activityId ?? '');
    }
  } catch (error) {
    logger.debug({ event: 'take-over', workflowId, error: String(error) }, 'not taken over');
  }
}

/** The failure of an attempt is no event of the history: the server begins the next attempt at once. */
function failLost(client: Client, workflowId: string, activityId: string): Promise<void> {
  const message = 'the process that ran it died';
  const failure = ApplicationFailure.create({ message, type: lostType, nextRetryDelay: '1 millisecond' });
  return client.activity.fail({ workflowId, activityId }, failure);
}

/**
 * Workers identify themselves as pid@host. Our own pid is the one of a predecessor, since this process does not poll
 * yet.
 */
export function isDead(identity: string | null | undefined, host: Host = thisHost): boolean {
  const [, pid, name] = /^(\d+)@(.+)$/.exec(identity ?? '') ?? [];
  if (pid === undefined || name !== host.name) return false;
  return Number(pid) === process.pid || !host.isAlive(Number(pid));
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

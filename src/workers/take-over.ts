import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Logger } from 'pino';
import type { WatchActivities } from '../activities/index.ts';

/** The type of the failure that restarts a lost watch. */
const lostWatchType = 'WORKER_LOST';

/** Watches only read, so starting one twice is harmless. A money step is never failed from outside. */
const watches: readonly (keyof WatchActivities)[] = ['watchMarket', 'watchOrders', 'watchBusiness', 'adoptAds'];
const watchTypes: ReadonlySet<string> = new Set(watches);
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

/**
 * Frees the work of processes that died on this host. Temporal detects a death by timeouts alone: it offers the next
 * task of a workflow to the dead process for some seconds, and misses a watch after its heartbeat timeout. Runs before
 * this process polls, because a restarted container has its predecessor's host name and pid. A failure costs only these
 * seconds, so it is only logged.
 */
export async function takeOverFromDead(options: TakeOver): Promise<void> {
  const { client, logger } = options;
  try {
    const freed = await client.withDeadline(Date.now() + limitMs, () => freeQueues(options));
    if (freed > 0)
      logger.info({ event: 'take-over', workflows: freed }, 'took over from a worker that died on this host');
  } catch (error) {
    logger.debug({ event: 'take-over', error: String(error) }, 'not taken over');
  }
}

async function freeQueues(options: TakeOver): Promise<number> {
  const left = await Promise.all(
    options.taskQueues.map(async (queue) => ((await hasDeadPoller(options, queue)) ? [queue] : [])),
  );
  const queues = left.flat();
  return queues.length === 0 ? 0 : freeWorkflows(options, queues);
}

async function hasDeadPoller({ client }: TakeOver, queue: string): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: taskQueueTypeWorkflow,
  });
  return (pollers ?? []).some(({ identity }) => isDead(identity));
}

async function freeWorkflows(options: TakeOver, queues: readonly string[]): Promise<number> {
  const { client } = options;
  const names = queues.map((queue) => `"${queue}"`).join(', ');
  const query = `TaskQueue IN (${names}) AND ExecutionStatus = 'Running'`;
  let freed = 0;
  let batch: Promise<void>[] = [];
  for await (const { workflowId } of client.workflow.list({ query })) {
    batch.push(freeWorkflow(options, workflowId));
    freed += 1;
    if (batch.length < atOnce) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return freed;
}

/** A workflow or watch that has ended meanwhile needs nothing. */
async function freeWorkflow(options: TakeOver, workflowId: string): Promise<void> {
  const { client, logger } = options;
  const { namespace } = client.options;
  const execution = { workflowId };
  try {
    await client.workflowService.resetStickyTaskQueue({ namespace, execution });
    const { pendingActivities } = await client.workflowService.describeWorkflowExecution({ namespace, execution });
    for (const { activityId, activityType, state, lastWorkerIdentity } of pendingActivities ?? []) {
      const isWatch = watchTypes.has(activityType?.name ?? '') && state === activityStarted;
      if (isWatch && isDead(lastWorkerIdentity)) await failWatch(client, workflowId, activityId ?? '');
    }
  } catch (error) {
    logger.debug({ event: 'take-over', workflowId, error: String(error) }, 'not taken over');
  }
}

/** The failure of an attempt is no event of the history: the server begins the next attempt at once. */
function failWatch(client: Client, workflowId: string, activityId: string): Promise<void> {
  const message = 'the process that ran it died';
  const failure = ApplicationFailure.create({ message, type: lostWatchType, nextRetryDelay: '1 millisecond' });
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

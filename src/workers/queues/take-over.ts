import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { ActingActivities, LeadActivities, WatchActivities } from '../../activities/index.ts';
import type { NoticeActivities } from '../../activities/notices/notice-activities.ts';
import { sleep } from '../lead/stoppable.ts';

/** The type of the failure by which what was lost is begun again. */
const lostType = 'WORKER_LOST';

type Repeatable =
  | keyof WatchActivities
  | keyof LeadActivities
  | Extract<keyof NoticeActivities, 'watchNeeds'>
  | Extract<keyof ActingActivities, 'updateAdPrice'>;

/**
 * Beginning one of these a second time harms nothing: watches only read, a price is judged once more before it leaves.
 * A money step is never given up from outside.
 */
const repeatable: readonly Repeatable[] = [
  'keepLead',
  'watchMarket',
  'watchNeeds',
  'watchOrders',
  'watchBusiness',
  'adoptAds',
  'updateAdPrice',
];
const leadActivity = 'keepLead' satisfies Repeatable;
const repeatableTypes: ReadonlySet<string> = new Set(repeatable);
/** The types of the workflows that ask for them. */
const watchingTypes = ['adMaintenance', 'accountDesk', 'accountNotices', 'lead'];
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

/** Whether the process of this name runs this activity no more. */
type IsLost = (identity: string | null | undefined, activity: string) => boolean;

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
    return queues.length === 0
      ? 0
      : freeWorkflows(
          { ...options, taskQueues: queues },
          freeWorkflow((identity) => isDead(identity)),
        );
  });
}

/**
 * Frees what was begun before this process leads, by whichever process, frozen, dead or on another host, and by itself in an
 * earlier term: none of them may call any more, so nothing waits for their timeouts. To be called before this one polls for
 * calls. A failure is only logged.
 */
export async function takeOverFrom(former: string | null, options: TakeOver): Promise<void> {
  const isLost: IsLost = (_, activity) => activity !== leadActivity;
  const isOwn = former === options.client.options.identity;
  const free = isOwn ? freeWork(isLost) : freeWorkflow(isLost);
  await freed(options, `took over from ${former ?? 'earlier processes'}`, () => freeWorkflows(options, free));
}

interface Late extends TakeOver {
  over: AbortSignal;
  /** How it waits; absent: as long as it says. */
  pause?: typeof sleep;
}

/** A frozen process is given tasks for as long as the server waits for its last polls. */
const laterMs = [10_000, 20_000, 40_000];

/** Frees, again and again until `over`, the watches that were given to other processes, which had lost the lead already. */
export async function takeOverLate(options: Late): Promise<void> {
  const { taskQueues, over, pause = sleep } = options;
  for (const ms of laterMs) {
    await pause(ms, over);
    if (over.aborted) return;
    const own = options.client.options.identity;
    const free = freeWork((identity, activity) => identity !== own && activity !== leadActivity);
    await freed(options, 'took over what was given to another process since', () =>
      freeListed({ ...options, query: watching(taskQueues), free }),
    );
  }
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

/** Watches first: what a task of the others waits for is over within seconds, the timeout of a watch is not. */
async function freeWorkflows(options: TakeOver, free: Listed['free']): Promise<number> {
  const { taskQueues: queues } = options;
  const watches = await freeListed({ ...options, query: watching(queues), free });
  const types = quoted(watchingTypes);
  const others = `${running(queues)} AND WorkflowType NOT IN (${types})`;
  return watches + (await freeListed({ ...options, query: others, free }));
}

const watching = (queues: readonly string[]): string =>
  `${running(queues)} AND WorkflowType IN (${quoted(watchingTypes)})`;
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const running = (queues: readonly string[]): string =>
  `TaskQueue IN (${quoted(queues)}) AND ExecutionStatus = 'Running'`;

interface Listed extends TakeOver {
  query: string;
  free: (options: TakeOver, workflowId: string) => Promise<boolean>;
}

/** Returns how many of the listed workflows had something to be freed. */
async function freeListed(options: Listed): Promise<number> {
  const turns = new PQueue({ concurrency: atOnce });
  const freed: Promise<boolean>[] = [];
  try {
    for await (const { workflowId } of options.client.workflow.list({ query: options.query })) {
      freed.push(turns.add(() => options.free(options, workflowId)));
    }
  } catch (error) {
    // Who asked goes on without them, and polls: what is freed then may be its own.
    turns.clear();
    throw error;
  }
  return (await Promise.all(freed)).filter(Boolean).length;
}

/** Lets any process carry the workflow at once. One that has ended meanwhile needs nothing. */
function freeWorkflow(isLost: IsLost): Listed['free'] {
  return async (options, workflowId) => {
    const { namespace } = options.client.options;
    const reset = { namespace, execution: { workflowId } };
    const isReset = await options.client.workflowService.resetStickyTaskQueue(reset).then(
      () => true,
      () => false,
    );
    return (await freeWork(isLost)(options, workflowId)) || isReset;
  };
}

/** One whose activity has ended meanwhile needs nothing. */
function freeWork(isLost: IsLost): Listed['free'] {
  return async ({ client, logger }, workflowId) => {
    const { namespace } = client.options;
    let lost = 0;
    try {
      const execution = { workflowId };
      const { pendingActivities } = await client.workflowService.describeWorkflowExecution({ namespace, execution });
      for (const { activityId, activityType, state, lastWorkerIdentity } of pendingActivities ?? []) {
        const activity = activityType?.name ?? '';
        const isBegun = repeatableTypes.has(activity) && state === activityStarted;
        if (!isBegun || !isLost(lastWorkerIdentity, activity)) continue;
        await failLost(client, workflowId, activityId ?? '');
        lost += 1;
      }
    } catch (error) {
      logger.debug({ event: 'take-over', workflowId, error: String(error) }, 'not taken over');
    }
    return lost > 0;
  };
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

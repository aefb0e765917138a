import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Runtime, DefaultLogger } from '@temporalio/worker';
import { inject } from 'vitest';
import { untilAnswered } from '../../src/client/kit/until-answered.ts';
import { workerConverter } from '../../src/codec/data-converter.ts';
import { plainCodec, type CodecConfig } from '../../src/codec/payload-codec.ts';
import { AskingWorkflows } from '../../src/workers/notices/asking-workflows.ts';
import { refuseUnreadable } from '../../src/workers/permission/refuse-unreadable.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import type { ActingActivities, MoneyActivities, WatchActivities } from '../../src/activities/index.ts';
import type { NoticeActivities } from '../../src/activities/notices/notice-activities.ts';
import { callingTaskQueue, groupTaskQueue } from '../../src/workflows/contract/definitions.ts';
import { TestWorker } from './test-worker.ts';

/** Typed fakes of activities: a test names only those that its workflow calls. */
export type FakeActivities = Partial<ActingActivities & MoneyActivities & WatchActivities & NoticeActivities>;

/** Silences the runtime of this process except for errors; call it before the first environment. */
export function quietRuntime(): void {
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
}

interface WorkerWish {
  /** The account, which is its own group. */
  account: string;
  activities: FakeActivities;
  /** Stands in for what a process does while it leads; absent: none may lead. */
  keepLead?: () => Promise<void>;
  /** Hears which workflows begin to ask for a person. */
  asking?: AskingWorkflows;
  /** How payloads are sealed; default: not at all. */
  codec?: CodecConfig;
  /** False: no worker serves the queue of money. */
  servesMoney?: boolean;
}

/** Runs workers for one account with the given activities while `test` runs, and ends them after it. */
export async function withWorkers<T>(
  env: TestWorkflowEnvironment,
  { servesMoney = true, ...wish }: WorkerWish,
  test: () => Promise<T>,
): Promise<T> {
  const { account, keepLead } = wish;
  const common = commonOptions(env, wish);
  const own = await TestWorker.create({
    ...common,
    taskQueue: groupTaskQueue(account),
    workflowBundle: { codePath: inject('workflowBundle') },
    activities: keepLead === undefined ? {} : { keepLead },
  });
  const acting = await TestWorker.create({ ...common, taskQueue: callingTaskQueue(account, 'calls') });
  const watching = await TestWorker.create({ ...common, taskQueue: callingTaskQueue(account, 'watch') });
  const run = () => watching.runUntil(() => acting.runUntil(() => own.runUntil(test)));
  return servesMoney ? withMoneyWorker(env, wish, run) : run();
}

/** Runs the worker of the queue of money while `test` runs. */
export async function withMoneyWorker<T>(
  env: TestWorkflowEnvironment,
  wish: Omit<WorkerWish, 'servesMoney'>,
  test: () => Promise<T>,
): Promise<T> {
  const money = await TestWorker.create({
    ...commonOptions(env, wish),
    taskQueue: callingTaskQueue(wish.account, 'money'),
  });
  return money.runUntil(test);
}

function commonOptions(
  env: TestWorkflowEnvironment,
  { activities, asking = new AskingWorkflows(), codec = plainCodec }: WorkerWish,
) {
  return {
    connection: env.nativeConnection,
    namespace: env.namespace ?? 'default',
    // Workflows run in this thread. A thread of their own would load the same modules for each test again, and fail a
    // task that a busy machine delays for five seconds.
    debugMode: true,
    // Else each worker hashes the whole bundle.
    buildId: 'test',
    dataConverter: workerConverter(codec, env.namespace ?? 'default'),
    interceptors: { activity: [refuseUnreadable] },
    sinks: asking.sinks(),
    activities: { readSettings: async () => defaultSettings, keepOrderEnd: async () => true, ...activities },
    // A cancel reaches an activity with a heartbeat that is really sent; the default is every 12 s.
    maxHeartbeatThrottleInterval: 100,
    defaultHeartbeatThrottleInterval: 100,
  };
}

/** Heartbeats until the promise resolves; rejects when the activity is cancelled before. */
export async function heldUntil(end: Promise<void>): Promise<void> {
  const ended = end.then(() => true);
  for (;;) {
    Context.current().heartbeat();
    if ((await Promise.race([ended, Context.current().sleep(50)])) === true) return;
  }
}

/** Replaces a watch in a quiet market: it heartbeats until it is cancelled. */
export async function heldUntilCancelled(): Promise<never> {
  for (;;) {
    Context.current().heartbeat();
    await Context.current().sleep(50);
  }
}

/** Reads repeatedly (real time) until it holds; throws with the last result when it never does. */
export async function untilView<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let round = 0; round < 4_000; round += 1) {
    const value = await untilAnswered(read);
    if (holds(value)) return value;
    await delay(25);
  }
  throw new Error(`never held; last: ${JSON.stringify(await read())}`);
}

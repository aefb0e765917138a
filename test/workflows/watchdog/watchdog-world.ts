import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, inject } from 'vitest';
import type { WatchdogActivities } from '../../../src/activities/watchdog/watchdog-activities.ts';
import type { TakeAllOfflineOutcome, TellActInput } from '../../../src/activities/watchdog/watchdog-contract.ts';
import { startWatchdog } from '../../../src/client/watchdog/watchdog-client.ts';
import {
  watchdogStateQuery,
  watchdogTaskQueue,
  watchdogWorkflowId,
  type WatchdogView,
} from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { TestWorker } from '../test-worker.ts';
import { heldUntilCancelled, quietRuntime, untilView } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

/** Starts the server of a test file before its tests, and ends it after them. */
export function serveWatchdogs(): void {
  beforeAll(async () => {
    quietRuntime();
    env = await createLocalEnv();
  });
  afterAll(() => env.teardown());
}

/** Starts the watchdog of an account once more. */
export const startAgain = (account: string) => startWatchdog(env.client, { account, group: account });

export const lookedAtMs = 1_768_000_000_000;
export const done: TakeAllOfflineOutcome = { kind: 'done', left: [], why: null, retryMs: 30_000, banUntilMs: null };

export interface World {
  view: (holds: (view: WatchdogView) => boolean) => Promise<WatchdogView>;
  handle: ReturnType<TestWorkflowEnvironment['client']['workflow']['getHandle']>;
  /** What was done, in order. */
  done: string[];
  told: TellActInput[];
  /** Ends the worker of the activities: what is asked from now on is not begun. */
  leave: () => void;
}

/** Runs a watchdog whose first watch finds no look; what follows it are the given activities. */
export async function withWatchdog(
  account: string,
  make: (world: World) => Partial<WatchdogActivities>,
  test: (world: World) => Promise<void>,
): Promise<void> {
  const handle = env.client.workflow.getHandle(watchdogWorkflowId(account));
  const view = (holds: (view: WatchdogView) => boolean) => untilView(() => handle.query(watchdogStateQuery), holds);
  const world: World = { view, handle, done: [], told: [], leave: () => acting.shutdown() };
  let watches = 0;
  const usual: WatchdogActivities = {
    watchLooks: async () => {
      watches += 1;
      if (watches > 1) return heldUntilCancelled();
      return { kind: 'no-looks', lookedAtMs };
    },
    judgeAct: async () => ({ kind: 'act', adNumbers: ['1', '2'] }),
    setMark: async () => {
      world.done.push('mark');
      return { kind: 'marked' };
    },
    takeAllOffline: async ({ adNumbers }) => {
      world.done.push(`offline ${adNumbers.join()}`);
      return done;
    },
    awaitOpenSwitch: heldUntilCancelled,
    tellAct: async (input) => void world.told.push(input),
    ...make(world),
  };
  const common = {
    connection: env.nativeConnection,
    namespace: env.namespace ?? 'default',
    debugMode: true,
    taskQueue: watchdogTaskQueue(account),
    maxHeartbeatThrottleInterval: 100,
    defaultHeartbeatThrottleInterval: 100,
  };
  const own = await TestWorker.create({ ...common, workflowBundle: { codePath: inject('workflowBundle') } });
  const acting = await TestWorker.create({ ...common, activities: usual });
  const served = acting.run();
  await own.runUntil(async () => {
    await startWatchdog(env.client, { account, group: account });
    await test(world);
    await handle.terminate();
  });
  if (acting.getState() === 'RUNNING') acting.shutdown();
  await served;
}

/** The seconds of the timers that a workflow has begun. */
export async function timersOf(handle: World['handle']): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  const begun = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout ?? []);
  return begun.map(({ seconds }) => Number(seconds));
}

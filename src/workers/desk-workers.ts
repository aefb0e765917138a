import type { NativeConnection, Worker, WorkerOptions } from '@temporalio/worker';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import { createActingActivities, createMoneyQueueActivities, createWatchActivities } from '../activities/index.ts';
import {
  accountTaskQueue,
  egressTaskQueue,
  moneyTaskQueue,
  watchTaskQueue,
} from '../workflows/contract/definitions.ts';
import { workflowModule } from './bundle/bundle-source.ts';
import { clockInterceptor, type ClockWatch } from './clock-watch.ts';
import type { WorkerConfig } from './worker-environment.ts';
import type { WorkerGroup } from './worker-group.ts';

const egressStickyMs = 1_000;
/** For this long a workflow waits for a killed worker before another takes it up. */
const stickyMs = 3_000;
const shutdownGraceMs = 10_000;
/** Past the grace a task that cannot end is abandoned, so that the process ends before a supervisor kills it (40 s). */
const shutdownForceMs = 30_000;
/** A cancel reaches a watcher with its next heartbeat that is really sent: this often. */
const heartbeatThrottleMs = 2_000;
/** A hold must reach a release that waits for its code before it leaves. */
const moneyHeartbeatThrottleMs = 500;

interface WorkerPlace {
  clockWatch: ClockWatch;
  config: WorkerConfig;
  connection: NativeConnection;
  namespace: string;
  workflowBundle: { code: string };
}

export interface DeskWorkers {
  egress: Worker;
  account: readonly Worker[];
}

/**
 * Creates the workers of four queues with one bundle: the shared egress, actions, money, and watches. Money has its own
 * slots, so that no hanging read delays an approved release.
 */
export async function createWorkers(
  group: WorkerGroup,
  place: WorkerPlace,
  deps: ActivityDependencies,
): Promise<DeskWorkers> {
  const { account, egress, settings } = place.config;
  const { workflowBundle } = place;
  return {
    egress: await group.create({
      ...queueOptions(place, egressTaskQueue(egress)),
      workflowBundle,
      maxCachedWorkflows: 10,
      // News of a ban must not wait for a worker that is gone.
      stickyQueueScheduleToStartTimeout: egressStickyMs,
    }),
    account: [
      await group.create({
        ...queueOptions(place, accountTaskQueue(account)),
        workflowBundle,
        activities: createActingActivities(deps),
        stickyQueueScheduleToStartTimeout: stickyMs,
        maxConcurrentWorkflowTaskExecutions: settings.workflowSlots,
        maxConcurrentActivityTaskExecutions: settings.actingSlots,
      }),
      await group.create({
        ...queueOptions(place, moneyTaskQueue(account), moneyHeartbeatThrottleMs),
        activities: createMoneyQueueActivities(deps),
        maxConcurrentActivityTaskExecutions: settings.moneySlots,
      }),
      await group.create({
        ...queueOptions(place, watchTaskQueue(account)),
        activities: createWatchActivities(deps),
        maxConcurrentActivityTaskExecutions: settings.watchSlots,
      }),
    ],
  };
}

function queueOptions(
  { connection, namespace, clockWatch }: WorkerPlace,
  taskQueue: string,
  throttleMs = heartbeatThrottleMs,
): WorkerOptions {
  return {
    connection,
    namespace,
    taskQueue,
    dataConverter: { payloadConverterPath: workflowModule('kit/payload-converter') },
    shutdownGraceTime: shutdownGraceMs,
    shutdownForceTime: shutdownForceMs,
    interceptors: { activity: [clockInterceptor(clockWatch, Date)] },
    maxHeartbeatThrottleInterval: throttleMs,
    defaultHeartbeatThrottleInterval: throttleMs,
  };
}

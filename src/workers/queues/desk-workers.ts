import type { NativeConnection, WorkerOptions } from '@temporalio/worker';
import type { LeadPort } from '../../activities/account/keep-lead.ts';
import { createLeadActivities } from '../../activities/index.ts';
import { createDispatcher } from '../dispatch/dispatcher.ts';
import { sharesOf, slotsOf } from '../dispatch/account-work.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import {
  callingQueues,
  callingTaskQueue,
  egressTaskQueue,
  groupTaskQueue,
} from '../../workflows/contract/task-queues.ts';
import { workerConverter } from '../../codec/data-converter.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import type { WorkerVersion } from '../../client/versions/worker-version.ts';
import { clockInterceptor, type ClockWatch } from '../clocks/clock-watch.ts';
import { buildOf } from '../replay/build.ts';
import { refuseUnreadable } from '../permission/refuse-unreadable.ts';
import type { EgressConfig } from '../../config/egress-config.ts';
import type { AskingWorkflows } from '../notices/asking-workflows.ts';

const egressStickyMs = 1_000;
/** For this long a workflow waits for a killed worker before another takes it up. */
const stickyMs = 3_000;
const shutdownGraceMs = 10_000;
/** Past the grace a task that cannot end is abandoned, so that the process ends before a supervisor kills it (40 s). */
const shutdownForceMs = 30_000;
/** A cancel reaches a watcher with its next heartbeat that is really sent: this often. */
const usualBeatMs = 2_000;
/** A hold must reach a release that waits for its code before it leaves. */
const moneyBeatMs = 500;

type Polls = NonNullable<WorkerOptions['activityTaskPollerBehavior']>;

/**
 * Polls at once, on each queue: one at rest, and more while the server has tasks waiting. Each answer brings the next
 * poll, so one brings twenty tasks a second from a server that is 50 ms away. A frozen process still receives the next
 * task of each of its polls, which nothing misses before its timeout: that is why there are no more.
 */
const polls: Polls = { type: 'autoscaling', minimum: 1, initial: 1, maximum: 5 };
/** A money step that a frozen process has been given waits for its timeout, and is then read before it is sent again. */
const moneyPolls: Polls = { ...polls, maximum: 2 };

/** What the workers of a process share. */
export interface WorkerPlace {
  clockWatch: ClockWatch;
  config: Pick<EgressConfig, 'group' | 'egress' | 'settings'>;
  connection: NativeConnection;
  namespace: string;
  codec: CodecConfig;
  workflowBundle: { code: string };
  /** Hears which workflows of this process begin to ask for a person. */
  asking: Pick<AskingWorkflows, 'sinks'>;
  /** The version that this process serves in its deployment; null: there is one version at a time. */
  version: WorkerVersion | null;
}

/** The queues of the workflows that every process of a group carries: of its accounts, and of the egress where groups share it. */
export function standingQueues({ group, egress }: Pick<EgressConfig, 'group' | 'egress'>): string[] {
  return [...new Set([groupTaskQueue(group), egressTaskQueue(egress, group)])];
}

/**
 * The workers of every process of a group, whether it leads or stands by. They call nothing; the first one takes the
 * offer of the lead.
 */
export function standingWorkers(place: WorkerPlace, lead: LeadPort): WorkerOptions[] {
  const { group, settings } = place.config;
  const ofGroup: Partial<WorkerOptions> = {
    stickyQueueScheduleToStartTimeout: stickyMs,
    maxConcurrentWorkflowTaskExecutions: settings.workflowSlots,
    activities: createLeadActivities(group, lead),
    // The process that leads polls no more: frozen, it would be offered its own lead again and again.
    maxConcurrentActivityTaskExecutions: 1,
  };
  // News of a ban must not wait for a worker that is gone.
  const ofEgress = { maxCachedWorkflows: 10, stickyQueueScheduleToStartTimeout: egressStickyMs };
  return standingQueues(place.config).map((queue) => ({
    ...queueOptions(place, queue),
    ...versioning(place),
    workflowBundle: place.workflowBundle,
    sinks: place.asking.sinks(),
    ...(queue === groupTaskQueue(group) ? ofGroup : ofEgress),
  }));
}

/** Slots are counters: room for accounts that come later costs nothing. */
const leastAccounts = 32;

/**
 * The workers of a process that leads: for acts and notices, for money steps, and for watches. Their slots are so many
 * that no account can take those of another one; what one account does at once is bounded by its own share.
 */
export function callingWorkers(
  place: WorkerPlace,
  accounts: readonly DeskSettings[],
  dispatching: Parameters<typeof createDispatcher>[0],
): WorkerOptions[] {
  const activities = createDispatcher(dispatching);
  const shares = [place.config.settings, ...accounts].map(sharesOf);
  const room = Math.max(leastAccounts, 2 * shares.length);
  return callingQueues.map((queue) => ({
    ...queueOptions(place, callingTaskQueue(place.config.group, queue)),
    ...(queue === 'money' ? { activityTaskPollerBehavior: moneyPolls, ...beatsEach(moneyBeatMs) } : {}),
    activities: activities[queue],
    maxConcurrentActivityTaskExecutions: room * Math.max(...shares.map((share) => slotsOf(share, queue))),
  }));
}

/**
 * Workflows and the lead belong to a version. Calls do not: whichever process leads makes them, also those of an order
 * that another version began (ADR 0025). Without a version the server notes the code at each run that it answers, and
 * routes nothing by it.
 */
function versioning({ version, workflowBundle }: WorkerPlace): Partial<WorkerOptions> {
  if (version === null) return buildOf(workflowBundle);
  return { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } };
}

function queueOptions({ connection, namespace, codec, clockWatch }: WorkerPlace, taskQueue: string): WorkerOptions {
  return {
    connection,
    namespace,
    taskQueue,
    // Not by maxConcurrent…Polls: the SDK takes those and polls ten times all the same.
    activityTaskPollerBehavior: polls,
    // So many of the queue, and so many of the workflows that this process holds.
    workflowTaskPollerBehavior: polls,
    dataConverter: workerConverter(codec, namespace),
    shutdownGraceTime: shutdownGraceMs,
    shutdownForceTime: shutdownForceMs,
    interceptors: { activity: [clockInterceptor(clockWatch, Date), refuseUnreadable] },
    ...beatsEach(usualBeatMs),
  };
}

const beatsEach = (ms: number): Partial<WorkerOptions> => ({
  maxHeartbeatThrottleInterval: ms,
  defaultHeartbeatThrottleInterval: ms,
});

import {
  ActivityCancellationType,
  proxyActivities,
  workflowInfo,
  type ActivityInterfaceFor,
} from '@temporalio/workflow';
import type { ActingActivities, LeadActivities, MoneyActivities, WatchActivities } from '../../activities/index.ts';
import { summaryText } from '../../domain/markdown-text.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { queueBeside, type CallingQueue } from '../contract/task-queues.ts';
import { moneyStepOptions } from './money-options.ts';

/** The work of a dead worker is noticed this soon. */
const heartbeatTimeoutMs = 8_000;
/** A watch says little while nothing changes. Who takes over from a lead waits for neither (ADR 0031). */
export const watchTimeoutMs = 60_000;

type Acting = ActivityInterfaceFor<ActingActivities>;
type Money = ActivityInterfaceFor<MoneyActivities>;

/** The reads that both queues of a group serve. */
export type OrderReads = Pick<Acting, Extract<keyof Acting, keyof Money>>;

/**
 * The queue of an order's read. 'money': a release may follow at once, so it runs with the money steps. Any other read
 * would delay those when the service hangs: there are as many of them as open orders.
 */
export type ReadTurn = 'ordinary' | 'money';

const queueOf = { ordinary: 'calls', money: 'money' } as const satisfies Record<ReadTurn, CallingQueue>;

/** The queue for calls beside the one that this workflow runs on: moving it to another group moves its calls, too. */
export function ownQueue(queue: CallingQueue): string {
  return queueBeside(workflowInfo().taskQueue, queue);
}

/**
 * Reads of an account: retried for as long as it takes, with the delays in the activity's own failure (interface 7.5);
 * the wait is a pending retry in the Web UI.
 */
export function reads(summary: string): Acting {
  return proxyActivities<ActingActivities>({
    taskQueue: ownQueue('calls'),
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    summary,
  });
}

/**
 * Reads of an order or a placement on the queue of their turn. The same retries as `reads`, but they time out when they
 * take long, so that the workflow reports it within a minute.
 */
export function timelyReads(
  summary: string,
  { turn, settings }: { turn: ReadTurn; settings: DeskSettings },
): OrderReads {
  return proxyActivities<OrderReads>({
    taskQueue: ownQueue(queueOf[turn]),
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: heartbeatTimeoutMs,
    scheduleToCloseTimeout: settings.slowReadMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    summary,
  });
}

/** One look that must soon answer or fail: used while a money step's outcome is open. */
export function reconcilingReads(summary: string): Money {
  return proxyActivities<MoneyActivities>({
    taskQueue: ownQueue('money'),
    startToCloseTimeout: '10 seconds',
    scheduleToCloseTimeout: '20 seconds',
    retry: { maximumAttempts: 3 },
    summary,
  });
}

/**
 * Repeatable writes (a price, a status): few attempts, soon returned to the workflow's own rules. A cancel takes back
 * what has not left yet; the answer to a call that has left is awaited. The summary may have names of the service.
 */
export function repeatableWrites(summary: string): Acting {
  return proxyActivities<ActingActivities>({
    taskQueue: ownQueue('calls'),
    startToCloseTimeout: '20 seconds',
    heartbeatTimeout: heartbeatTimeoutMs,
    scheduleToCloseTimeout: '45 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 4 },
    summary: summaryText(summary),
  });
}

/**
 * Money steps: never a local activity (a local one ran a release twice when its worker was killed), on a queue and a
 * worker of their own.
 */
export function moneySteps(summary: string, settings: DeskSettings): Money {
  return proxyActivities<MoneyActivities>({ taskQueue: ownQueue('money'), ...moneyStepOptions(settings), summary });
}

/**
 * Watchers: long, heartbeating, read-only, on a queue of their own. A cancel is not awaited: the old watcher only
 * reads, and ends with its next heartbeat, or when a newer one begins.
 */
export function watchers(summary: string, settings: DeskSettings): ActivityInterfaceFor<WatchActivities> {
  return proxyActivities<WatchActivities>({
    taskQueue: ownQueue('watch'),
    startToCloseTimeout: settings.watchPeriodMs + 120_000,
    heartbeatTimeout: watchTimeoutMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    // Refusals by the service carry their own delay; the remaining failure is a dead worker, and its successor must not
    // wait.
    retry: { initialInterval: '1 second', maximumInterval: '5 seconds' },
    summary,
  });
}

/**
 * The one long activity by which a process leads its group. It is as long as a workflow may run, and a cancel waits for the
 * calls that have left.
 */
export function leading(): ActivityInterfaceFor<LeadActivities> {
  return proxyActivities<LeadActivities>({
    taskQueue: workflowInfo().taskQueue,
    startToCloseTimeout: '3650 days',
    // Longer than two questions of the process that leads: a server that is slow for a moment moves no lead.
    heartbeatTimeout: '10 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '5 seconds' },
    summary: 'Leading: this process calls the service',
  });
}

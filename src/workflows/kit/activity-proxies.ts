import { ActivityCancellationType, proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { ActingActivities, MoneyActivities, WatchActivities } from '../../activities/index.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { accountTaskQueue, moneyTaskQueue, watchTaskQueue } from '../contract/workflow-ids.ts';

/** What a worker that died had begun is missed so soon. */
const heartbeatTimeoutMs = 8_000;

type Acting = ActivityInterfaceFor<ActingActivities>;
type Money = ActivityInterfaceFor<MoneyActivities>;

/** The reads that both queues of an account serve. */
export type OrderReads = Pick<Acting, Extract<keyof Acting, keyof Money>>;

/**
 * Whose turn a read of an order takes. 'money': a release may follow it at once, so it goes with the money steps. Any
 * other read would hold those up when the service hangs: there are as many of them as open orders.
 */
export type ReadTurn = 'ordinary' | 'money';

const queueOf = { ordinary: accountTaskQueue, money: moneyTaskQueue } as const;

/**
 * Reads of an account: retried for as long as it takes, with the delays that the activity's own failure carries
 * (interface 7.5); the wait is a pending retry in the Web UI.
 */
export function reads(account: string, summary: string): Acting {
  return proxyActivities<ActingActivities>({
    taskQueue: accountTaskQueue(account),
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    summary,
  });
}

/**
 * Reads of an order or a placement on the queue of their turn. The same retries as `reads`, but they fail with a timeout
 * when they take long, so that the workflow says so within a minute.
 */
export function timelyReads(
  account: string,
  summary: string,
  { turn, settings }: { turn: ReadTurn; settings: DeskSettings },
): OrderReads {
  return proxyActivities<OrderReads>({
    taskQueue: queueOf[turn](account),
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: heartbeatTimeoutMs,
    scheduleToCloseTimeout: settings.slowReadMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    summary,
  });
}

/** One look that must answer soon or say that it could not: used while a money step's outcome is open. */
export function reconcilingReads(account: string, summary: string): Money {
  return proxyActivities<MoneyActivities>({
    taskQueue: moneyTaskQueue(account),
    startToCloseTimeout: '10 seconds',
    scheduleToCloseTimeout: '20 seconds',
    retry: { maximumAttempts: 3 },
    summary,
  });
}

/**
 * Writes that may be repeated (a price, a status): few attempts, soon given back to the workflow's own rules. A cancel
 * takes back what has not left yet; the answer to what has left is waited for.
 */
export function repeatableWrites(account: string, summary: string): Acting {
  return proxyActivities<ActingActivities>({
    taskQueue: accountTaskQueue(account),
    startToCloseTimeout: '20 seconds',
    scheduleToCloseTimeout: '45 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 4 },
    summary,
  });
}

/**
 * Money steps: one attempt, never a local activity (a local one ran a release twice when its worker was killed), on a
 * queue and a worker of their own. The bound is the fence: it travels in the input, and the activity refuses to send
 * once it has passed since the first schedule time, however late it wakes up.
 */
export function moneySteps(account: string, summary: string, settings: DeskSettings): Money {
  return proxyActivities<MoneyActivities>({
    taskQueue: moneyTaskQueue(account),
    startToCloseTimeout: settings.moneyStepBoundMs,
    scheduleToCloseTimeout: settings.moneyStepBoundMs,
    heartbeatTimeout: settings.moneyStepBoundMs,
    // A cancelled workflow still hears what became of a call that had left.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: 1 },
    summary,
  });
}

/**
 * Watchers: long, heartbeating, read-only, on a queue of their own. A cancel is not waited for: the old watcher only
 * reads, and sees it at its next heartbeat.
 */
export function watchers(
  account: string,
  summary: string,
  settings: DeskSettings,
): ActivityInterfaceFor<WatchActivities> {
  return proxyActivities<WatchActivities>({
    taskQueue: watchTaskQueue(account),
    startToCloseTimeout: settings.watchPeriodMs + 120_000,
    heartbeatTimeout: heartbeatTimeoutMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    // What the service refuses carries its own delay; what is left is a worker that died, and the next one must not wait.
    retry: { initialInterval: '1 second', maximumInterval: '5 seconds' },
    summary,
  });
}

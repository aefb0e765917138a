import { ActivityCancellationType, proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { WatchdogActivities } from '../../activities/watchdog/watchdog-activities.ts';

type Activities = ActivityInterfaceFor<WatchdogActivities>;

/** A watchdog that died or froze is followed by another one this soon. All run on the workflow's own queue. */
const heartbeatTimeout = '8 seconds';

/** One long look; it costs no history. */
export function longLook(summary: string): Activities {
  return proxyActivities<WatchdogActivities>({
    startToCloseTimeout: '30 days',
    heartbeatTimeout,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1 second', maximumInterval: '5 seconds' },
    summary,
  });
}

/** Reads that lead to an act: late they are worth nothing. */
export function quickLook(summary: string): Activities {
  return proxyActivities<WatchdogActivities>({
    startToCloseTimeout: '45 seconds',
    scheduleToCloseTimeout: '60 seconds',
    heartbeatTimeout,
    retry: { maximumAttempts: 3 },
    summary,
  });
}

/** The mark follows the question within seconds, or not at all. */
export function mark(summary: string): Activities {
  return proxyActivities<WatchdogActivities>({
    startToCloseTimeout: '10 seconds',
    scheduleToStartTimeout: '10 seconds',
    scheduleToCloseTimeout: '30 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '5 seconds' },
    summary,
  });
}

/** Repeatable: offline twice is offline. */
export function writer(summary: string): Activities {
  return proxyActivities<WatchdogActivities>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '10 seconds' },
    summary,
  });
}

/** Tried again for a day: 5 s, 15 s, 45 s and so on, to ten minutes. */
export function reporter(summary: string): Activities {
  return proxyActivities<WatchdogActivities>({
    startToCloseTimeout: '45 seconds',
    scheduleToCloseTimeout: '24 hours',
    retry: { initialInterval: '5 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
    summary,
  });
}

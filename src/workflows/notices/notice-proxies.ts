import { ActivityCancellationType, proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { NoticeActivities } from '../../activities/notices/notice-activities.ts';
import { summaryText } from '../../domain/markdown-text.ts';
import { ownQueue, watchTimeoutMs } from '../kit/activity-proxies.ts';

type Activities = ActivityInterfaceFor<NoticeActivities>;

/** The watch: one long, heartbeating activity. */
export function needWatcher(): Activities {
  return proxyActivities<NoticeActivities>({
    taskQueue: ownQueue('calls'),
    scheduleToStartTimeout: '24 hours',
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: watchTimeoutMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    summary: 'Looking at what waits for a human',
  });
}

/** One attempt: the workflow tries again by itself, with what is still true then. */
export function noticeSender(summary: string): Activities {
  return proxyActivities<NoticeActivities>({
    taskQueue: ownQueue('calls'),
    startToCloseTimeout: '20 seconds',
    scheduleToCloseTimeout: '60 seconds',
    retry: { maximumAttempts: 1 },
    summary: summaryText(summary),
  });
}

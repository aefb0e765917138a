import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import type { DeskSettings } from '../../domain/settings.ts';

/**
 * The options of a money step, besides its queue. One attempt. The bound is the fence: it travels in the input, and the
 * activity refuses to send once it has passed since the first schedule time, however late it wakes up. A workflow that
 * is cancelled still learns the outcome of a call that had left.
 */
export function moneyStepOptions({ moneyStepBoundMs }: DeskSettings): ActivityOptions {
  return {
    startToCloseTimeout: moneyStepBoundMs,
    scheduleToCloseTimeout: moneyStepBoundMs,
    heartbeatTimeout: moneyStepBoundMs,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: 1 },
  };
}

import { RetryState } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  type ActivityInput,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import { unreadableReason } from '../contract/unreadable.ts';
import { createTaskWatch } from './ahead-of-task.ts';
import { updatesLast } from './updates-last.ts';

/**
 * What stands before each activation of a run and each result that comes back. A run that a question has brought ahead of its
 * tasks is dropped (`ahead-of-task.ts`). A result that cannot be read is a failure of its activity: anyone who reaches Temporal can complete an activity by
 * hand, and an error while the result is converted would fail the same task again and again.
 */
export const interceptors = (): WorkflowInterceptors => {
  const watchTasks = createTaskWatch();
  return {
    internals: [
      {
        activate: (input, next) => {
          const { activation } = input;
          watchTasks(activation);
          next({ ...input, activation: { ...activation, jobs: updatesLast(activation.jobs ?? []) } });
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(input).then((result: unknown) => readable(result, input)),
      },
    ],
  };
};

function readable(result: unknown, { activityType, seq }: ActivityInput): unknown {
  const reason = unreadableReason(result);
  if (reason === null) return result;
  const cause = ApplicationFailure.nonRetryable(reason, 'UNREADABLE_RESULT');
  const message = 'Activity task failed';
  throw new ActivityFailure(message, activityType, String(seq), RetryState.NON_RETRYABLE_FAILURE, undefined, cause);
}

import { RetryState } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  type ActivateInput,
  type ActivityInput,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import { unreadableReason } from '../contract/unreadable.ts';

/**
 * A result that cannot be read is a failure of its activity: anyone who reaches Temporal can complete an activity by
 * hand, and an error while the result is converted would fail the same task again and again. Updates come behind everything
 * else of their task: beside messages that a reset applies again, or behind a task that wrote nothing, they have another
 * place when the task is replayed than they had when it ran.
 */
export const interceptors = (): WorkflowInterceptors => ({
  internals: [
    {
      activate: (input, next) => {
        const { activation } = input;
        next({ ...input, activation: { ...activation, jobs: updatesLast(activation.jobs ?? []) } });
      },
    },
  ],
  outbound: [
    {
      scheduleActivity: (input, next) => next(input).then((result: unknown) => readable(result, input)),
    },
  ],
});

type Job = NonNullable<ActivateInput['activation']['jobs']>[number];

/** Moves each update to the end; everything else keeps its place. */
function updatesLast(jobs: readonly Job[]): Job[] {
  const updates = jobs.filter(({ doUpdate }) => isThere(doUpdate));
  return [...jobs.filter(({ doUpdate }) => !isThere(doUpdate)), ...updates];
}

const isThere = (part: object | null | undefined): boolean => part !== null && part !== undefined;

function readable(result: unknown, { activityType, seq }: ActivityInput): unknown {
  const reason = unreadableReason(result);
  if (reason === null) return result;
  const cause = ApplicationFailure.nonRetryable(reason, 'UNREADABLE_RESULT');
  const message = 'Activity task failed';
  throw new ActivityFailure(message, activityType, String(seq), RetryState.NON_RETRYABLE_FAILURE, undefined, cause);
}

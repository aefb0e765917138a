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
 * hand, and an error while the result is converted would fail the same task again and again. Messages that a reset applies
 * again come in one task, signals and updates as they came first; a replay of that task has every signal before the first
 * update, so the task has them in this order, too.
 */
export const interceptors = (): WorkflowInterceptors => ({
  internals: [
    {
      activate: (input, next) => {
        const { activation } = input;
        next({ ...input, activation: { ...activation, jobs: signalsFirst(activation.jobs ?? []) } });
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

/** Moves each update behind the last signal; everything else keeps its place. */
function signalsFirst(jobs: readonly Job[]): Job[] {
  const end = jobs.findLastIndex(({ signalWorkflow }) => isThere(signalWorkflow)) + 1;
  const before = jobs.slice(0, end);
  const updates = before.filter(({ doUpdate }) => isThere(doUpdate));
  return [...before.filter(({ doUpdate }) => !isThere(doUpdate)), ...updates, ...jobs.slice(end)];
}

const isThere = (part: object | null | undefined): boolean => part !== null && part !== undefined;

function readable(result: unknown, { activityType, seq }: ActivityInput): unknown {
  const reason = unreadableReason(result);
  if (reason === null) return result;
  const cause = ApplicationFailure.nonRetryable(reason, 'UNREADABLE_RESULT');
  const message = 'Activity task failed';
  throw new ActivityFailure(message, activityType, String(seq), RetryState.NON_RETRYABLE_FAILURE, undefined, cause);
}

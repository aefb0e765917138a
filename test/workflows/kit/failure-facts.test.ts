import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  RetryState,
  TimeoutFailure,
  TimeoutType,
} from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { anyFailureFacts, failureFacts, hasNotBegun, hasRunOut } from '../../../src/workflows/kit/failure-facts.ts';

function failed(cause: Error, retryState: RetryState): ActivityFailure {
  return new ActivityFailure('Activity task failed', 'readOrder', '1', retryState, 'worker', cause);
}

const refusal = ApplicationFailure.retryable('no answer', 'UNKNOWN');
const late = (type: TimeoutType): TimeoutFailure => new TimeoutFailure('activity timeout', undefined, type);

describe('promise 5: an activity that has used up its time', () => {
  it.each<[string, Error, boolean]>([
    ['waiting for its next retry', failed(refusal, RetryState.TIMEOUT), true],
    [
      'in an attempt that hangs, told by the whole time',
      failed(late(TimeoutType.SCHEDULE_TO_CLOSE), RetryState.NON_RETRYABLE_FAILURE),
      true,
    ],
    [
      'in an attempt that hangs, told by its own time',
      failed(late(TimeoutType.START_TO_CLOSE), RetryState.MAXIMUM_ATTEMPTS_REACHED),
      true,
    ],
    [
      'in a queue that no one polls',
      failed(late(TimeoutType.SCHEDULE_TO_START), RetryState.NON_RETRYABLE_FAILURE),
      true,
    ],
    ['not at all: it was refused', failed(refusal, RetryState.NON_RETRYABLE_FAILURE), false],
    ['not at all: it is no activity', new Error('a bug'), false],
  ])('%s', (_name, error, isOver) => {
    expect(hasRunOut(error)).toBe(isOver);
  });
});

describe('promise 4: a failure that no table knows has facts, too', () => {
  it('of a bug of the worker: UNKNOWN, in its own words', () => {
    const bug = failed(
      ApplicationFailure.nonRetryable('x is not a function', 'TypeError'),
      RetryState.NON_RETRYABLE_FAILURE,
    );
    expect(failureFacts(bug)).toBeNull();
    expect(anyFailureFacts(bug)).toMatchObject({ category: 'UNKNOWN', message: 'TypeError x is not a function' });
  });

  it('of an activity that was cancelled from outside', () => {
    const cancelled = failed(new CancelledFailure('cancelled'), RetryState.CANCEL_REQUESTED);
    expect(anyFailureFacts(cancelled)).toMatchObject({ message: 'its activity was cancelled from outside' });
  });
});

describe('promise 5: what no worker has taken up', () => {
  const overAll = (lastFailure?: Error): TimeoutFailure =>
    Object.assign(late(TimeoutType.SCHEDULE_TO_CLOSE), { cause: lastFailure });

  it.each<[string, TimeoutFailure, boolean]>([
    ['waited in its queue all the time', overAll(), true],
    ['waited in its queue for as long as it may', late(TimeoutType.SCHEDULE_TO_START), true],
    ['was tried: the last attempt failed', overAll(refusal), false],
    ['was tried: the attempt hangs', late(TimeoutType.START_TO_CLOSE), false],
  ])('%s', (_name, cause, isIdle) => {
    expect(hasNotBegun(failed(cause, RetryState.TIMEOUT))).toBe(isIdle);
  });
});

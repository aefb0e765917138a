import { Context } from '@temporalio/activity';
import type { Fence } from '../exchange/index.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { toActivityFailure } from './failure.ts';
import type { FailureContext } from './failure.ts';

/** Reads wait for as long as a ban lasts: the wait is a pending retry. */
const unlimitedMs = Number.POSITIVE_INFINITY;

/** What is left of an attempt's time for the answer: nothing is sent in its last second. */
const answerMarginMs = 1_000;

/**
 * The fence of the attempt that runs: nothing is sent once its time is nearly over, however late this process wakes up
 * or its turn comes. `recvWindowMs` is how long the service itself may take the request.
 */
export function attemptFence(recvWindowMs: number): Fence {
  const { currentAttemptScheduledTimestampMs, startToCloseTimeoutMs } = Context.current().info;
  return { sendBeforeMs: currentAttemptScheduledTimestampMs + startToCloseTimeoutMs - answerMarginMs, recvWindowMs };
}

/** Runs a read; its failure becomes one that the server retries with the right delay. */
export function read<T>(deps: ActivityDependencies, call: () => Promise<T>): Promise<T> {
  return converted(deps, call, { use: 'read', longestRetryMs: unlimitedMs });
}

/** Runs a write that may be repeated; a failure that needs a longer wait than this goes back to the workflow. */
export function write<T>(deps: ActivityDependencies, call: () => Promise<T>): Promise<T> {
  return converted(deps, call, { use: 'price', longestRetryMs: deps.settings.backoffCapMs });
}

/**
 * Turns a trouble that a watch has given up on into a failure that the server does not retry: with its unlimited
 * retries the workflow, which has to show it, would never hear of it. Other errors are given back as they are.
 */
export function givenUp(deps: ActivityDependencies, error: unknown): unknown {
  return inContext(deps, error, { use: 'intake', longestRetryMs: Number.NEGATIVE_INFINITY });
}

type Use = Pick<FailureContext, 'use' | 'longestRetryMs'>;

async function converted<T>(deps: ActivityDependencies, call: () => Promise<T>, use: Use): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw inContext(deps, error, use);
  }
}

function inContext({ random, settings, clock }: ActivityDependencies, error: unknown, use: Use): unknown {
  const { attempt } = Context.current().info;
  return toActivityFailure(error, { ...use, attempt, random, settings, atMs: clock.now() });
}

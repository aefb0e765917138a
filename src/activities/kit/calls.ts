import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Mode } from '../../domain/mode.ts';
import { ExchangeError, type Fence } from '../../exchange/index.ts';
import { moneyTaskQueue, parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { judgeTrouble, toActivityFailure, type FailureContext, type Trouble } from '../failure.ts';
import { beating } from './pause.ts';

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

/** The priority of a read among the account's calls: what runs on the queue of money goes before other reads. */
export function turnOf({ account }: Pick<ActivityDependencies, 'account'>): 'money' | 'order' {
  return Context.current().info.taskQueue === moneyTaskQueue(account) ? 'money' : 'order';
}

/**
 * Runs a read, heartbeating: one that a worker takes with it when it dies is soon made by another. Its failure becomes
 * one that the server retries with the right delay.
 */
export function read<T>(deps: ActivityDependencies, call: () => Promise<T>): Promise<T> {
  return converted(deps, () => beating(call)(undefined), { use: 'read', maxRetryMs: unlimitedMs, mode: null });
}

/** Runs a write that may be repeated; a failure that needs a longer wait than this goes back to the workflow. */
export function write<T>(deps: ActivityDependencies, mode: Mode, call: () => Promise<T>): Promise<T> {
  return converted(deps, call, { use: 'price', maxRetryMs: deps.settings.backoffCapMs, mode });
}

/**
 * Judges a look of a watch that failed, as `judgeTrouble` does. The first of a row is written into the worker's log,
 * and so is what the workflow has to decide: the server of the workflows hears of neither while the watch runs.
 */
export function watchTrouble(deps: ActivityDependencies, error: ExchangeError, failures: number): Trouble {
  if (judgeTrouble(error, 1, deps).lasting) reportRefusal(deps, error, null);
  else reportFirst(deps, error, failures);
  return judgeTrouble(error, failures, deps);
}

/** Writes the first failure of a row of looks into the worker's log. */
export function reportFirst(deps: ActivityDependencies, error: ExchangeError, failures: number): void {
  if (failures === 1) reportRefusal(deps, error, null);
}

/**
 * Turns a trouble that a watch has given up on into a failure that the server does not retry: with its unlimited
 * retries the workflow, which has to show it, would never hear of it. Other errors are given back as they are.
 */
export function givenUp(deps: ActivityDependencies, error: unknown): unknown {
  return inContext(deps, error, { use: 'intake', maxRetryMs: Number.NEGATIVE_INFINITY });
}

type Use = Pick<FailureContext, 'use' | 'maxRetryMs'>;

async function converted<T>(
  deps: ActivityDependencies,
  call: () => Promise<T>,
  { mode, ...use }: Use & { mode: Mode | null },
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const failure = inContext(deps, error, use);
    // What is tried again is in the log of the SDK; what goes to the workflow is not, because it is no fault there.
    const isFinal = failure instanceof ApplicationFailure && failure.nonRetryable === true;
    if (isFinal && error instanceof ExchangeError) reportRefusal(deps, error, mode);
    throw failure;
  }
}

/** One line for what the service refused, with the ad or order that it was for (interface 7.4: log). */
function reportRefusal(deps: ActivityDependencies, error: ExchangeError, mode: Mode | null): void {
  const { endpoint: operation, code, category, message } = error;
  deps.report({ event: 'refused', level: 'warn', mode, ...subjectOfCall(), operation, code, category, message });
}

function subjectOfCall(): { adNumber?: string; orderNumber?: string } {
  const parts = parseWorkflowId(Context.current().info.workflowExecution?.workflowId ?? '');
  if (parts?.kind === 'ad') return { adNumber: parts.subject };
  return parts?.kind === 'order' || parts?.kind === 'place' ? { orderNumber: parts.subject } : {};
}

function inContext({ random, settings, clock }: ActivityDependencies, error: unknown, use: Use): unknown {
  const { attempt } = Context.current().info;
  return toActivityFailure(error, { ...use, attempt, random, settings, atMs: clock.now() });
}

import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Mode } from '../../domain/mode.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { Fence } from '../../domain/sending.ts';
import { isMoneyTaskQueue } from '../../workflows/contract/task-queues.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { judgeTrouble, toActivityFailure, type FailureContext, type Trouble } from '../failure.ts';
import { beating } from './pause.ts';

/** Reads wait for as long as a ban lasts: the wait is a pending retry. */
const unlimitedMs = Number.POSITIVE_INFINITY;

/** The rest of an attempt's time is for the answer: nothing is sent in its last second. */
const answerMarginMs = 1_000;

/**
 * Returns the fence of the running attempt: nothing is sent once its time is nearly over, however late this process
 * wakes up or its turn comes. `recvWindowMs` is how long the service itself may accept the request.
 */
export function attemptFence(recvWindowMs: number): Fence {
  const { currentAttemptScheduledTimestampMs, startToCloseTimeoutMs } = Context.current().info;
  return { sendBeforeMs: currentAttemptScheduledTimestampMs + startToCloseTimeoutMs - answerMarginMs, recvWindowMs };
}

/** Returns the priority of a read among the account's calls: those of the money queue precede other reads. */
export function turnOf(): 'money' | 'order' {
  return isMoneyTaskQueue(Context.current().info.taskQueue) ? 'money' : 'order';
}

/**
 * Runs a read, heartbeating, so that another worker soon repeats a read that dies with its worker. The server retries a
 * failure with the right delay.
 */
export function read<T>(deps: ActivityDependencies, call: () => Promise<T>): Promise<T> {
  return converted(deps, () => beating(call)(undefined), { use: 'read', maxRetryMs: unlimitedMs, mode: null });
}

/** Runs a repeatable write; a failure that needs a longer wait goes back to the workflow. */
export function write<T>(deps: ActivityDependencies, mode: Mode, call: () => Promise<T>): Promise<T> {
  return converted(deps, () => beating(call)(undefined), {
    use: 'price',
    maxRetryMs: deps.settings.backoffCapMs,
    mode,
  });
}

/**
 * Judges a failed look of a watch, as `judgeTrouble` does. Logs the first failure of a series, and everything that the
 * workflow has to decide: Temporal hears of neither while the watch runs.
 */
export function watchTrouble(deps: ActivityDependencies, error: MarketplaceFailure, failures: number): Trouble {
  if (judgeTrouble(error, 1, deps).lasting) reportRefusal(deps, error, null);
  else reportFirst(deps, error, failures);
  return judgeTrouble(error, failures, deps);
}

/** Logs the first failure of a series of looks. */
export function reportFirst(deps: ActivityDependencies, error: MarketplaceFailure, failures: number): void {
  if (failures === 1) reportRefusal(deps, error, null);
}

/**
 * Turns a trouble that ended a watch into a failure that the server does not retry: with unlimited retries the
 * workflow, which has to show it, would never see it. Returns other errors unchanged.
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
    // The SDK logs what is retried; what goes to the workflow is not logged there, because it is no fault.
    const isFinal = failure instanceof ApplicationFailure && failure.nonRetryable === true;
    if (isFinal && error instanceof MarketplaceFailure) reportRefusal(deps, error, mode);
    throw failure;
  }
}

/** Logs one line about a refusal by the service, with its ad or order (interface 7.4: log). */
function reportRefusal(deps: ActivityDependencies, error: MarketplaceFailure, mode: Mode | null): void {
  const { endpoint: operation, code, category, message } = error;
  deps.report({ event: 'refused', level: 'warn', mode, ...subjectOfCall(), operation, code, category, message });
}

const ofAds: ReadonlySet<string> = new Set(['ad', 'change']);
const ofOrders: ReadonlySet<string> = new Set(['order', 'place']);

function subjectOfCall(): { adNumber?: string; orderNumber?: string } {
  const parts = parseWorkflowId(Context.current().info.workflowExecution?.workflowId ?? '');
  if (parts === null) return {};
  const { kind, subject } = parts;
  if (ofAds.has(kind)) return { adNumber: subject };
  return ofOrders.has(kind) ? { orderNumber: subject } : {};
}

function inContext({ random, settings, clock }: ActivityDependencies, error: unknown, use: Use): unknown {
  const { attempt } = Context.current().info;
  return toActivityFailure(error, { ...use, attempt, random, settings, atMs: clock.now() });
}

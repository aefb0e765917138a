import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { temporalTrouble } from './temporal-trouble.ts';

/** A workflow refused a command; the message is its reason, such as "price 99 is above the ceiling 10.50". */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError';
  readonly workflowId: string;

  constructor(workflowId: string, reason: string, cause: Error) {
    super(reason, { cause });
    this.workflowId = workflowId;
  }
}

/**
 * No answer in time. A command takes effect as soon as a worker runs, or has taken effect; a query (`isQuery`) changes
 * nothing.
 */
export class CommandTimeoutError extends Error {
  override readonly name = 'CommandTimeoutError';
  readonly workflowId: string;
  readonly isQuery: boolean;

  constructor(workflowId: string, { timeoutMs, isQuery }: { timeoutMs: number; isQuery: boolean }, cause: Error) {
    const effect = isQuery ? '' : ' The command may still take effect: look before you repeat it';
    super(`no answer from ${workflowId} in ${timeoutMs} ms: does a worker serve its account?${effect}`, { cause });
    this.workflowId = workflowId;
    this.isQuery = isQuery;
  }
}

/** How long a command waits for its answer by default. */
export const commandTimeoutMs = 15_000;

interface CommandCall {
  client: Pick<Client, 'withDeadline'>;
  workflowId: string;
  timeoutMs: number;
}

/**
 * Waits for the answer of a command, at most `timeoutMs`; `ask` sends it under an id that makes repeats idempotent.
 * Rejects with CommandRefusedError or CommandTimeoutError, and with WorkflowNotFoundError when the workflow does not
 * run.
 */
export async function answerOf<T>(call: CommandCall, ask: (updateId: string) => Promise<T>): Promise<T> {
  const { client, workflowId, timeoutMs } = call;
  const untilMs = Date.now() + timeoutMs;
  try {
    return await client.withDeadline(untilMs, () => untilReady(untilMs, ask));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof WorkflowUpdateFailedError && isRefusal(error.cause)) {
      throw new CommandRefusedError(workflowId, error.cause.message, error);
    }
    if (isLate(error) || isUnready(error))
      throw new CommandTimeoutError(workflowId, { timeoutMs, isQuery: false }, error);
    throw error;
  }
}

/**
 * Waits for the answer of a query, at most `timeoutMs` and within any deadline around it. Rejects with
 * CommandTimeoutError, and with WorkflowNotFoundError when there is no such workflow.
 */
export async function readOf<T>(
  { client, workflowId, timeoutMs }: Omit<CommandCall, 'client'> & { client: Pick<Client, 'withAbortSignal'> },
  read: () => Promise<T>,
): Promise<T> {
  try {
    // A signal and not a deadline: a shorter deadline of the caller stays.
    return await client.withAbortSignal(AbortSignal.timeout(timeoutMs), read);
  } catch (error) {
    if (error instanceof Error && isLate(error)) {
      throw new CommandTimeoutError(workflowId, { timeoutMs, isQuery: true }, error);
    }
    throw error;
  }
}

const firstPauseMs = 100;
const maxPauseMs = 1_000;

/**
 * An event that arrives while a workflow begins a new run makes the server return a command unprocessed. It is sent
 * again under the same id, so that it counts once however often that happens.
 */
async function untilReady<T>(untilMs: number, ask: (updateId: string) => Promise<T>): Promise<T> {
  const updateId = randomUUID();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      return await ask(updateId);
    } catch (error) {
      if (!isUnready(error) || Date.now() + pauseMs >= untilMs) throw error;
    }
    await delay(pauseMs);
  }
}

/** FAILED_PRECONDITION: the task for the command was not finished. */
function isUnready(error: unknown): error is Error {
  return error instanceof Error && temporalTrouble(error)?.kind === 'unserved';
}

function isRefusal(cause: Error | undefined): cause is ApplicationFailure {
  return cause instanceof ApplicationFailure && cause.type === 'REFUSED';
}

function isLate(error: Error): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || temporalTrouble(error)?.kind === 'late';
}

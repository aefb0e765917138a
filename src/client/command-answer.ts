import { WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
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

/** A command was sent and not answered in time: it takes effect as soon as a worker runs, or has taken effect. */
export class CommandTimeoutError extends Error {
  override readonly name = 'CommandTimeoutError';
  readonly workflowId: string;

  constructor(workflowId: string, timeoutMs: number, cause: Error) {
    super(`no answer from ${workflowId} in ${timeoutMs} ms: the command may still take effect`, { cause });
    this.workflowId = workflowId;
  }
}

/** How long a command waits for its answer, unless its control says otherwise. */
export const commandTimeoutMs = 15_000;

export interface CommandCall {
  client: Pick<Client, 'withDeadline'>;
  workflowId: string;
  timeoutMs: number;
}

/**
 * Waits for the answer of a command, at most `timeoutMs`. Rejects with CommandRefusedError or CommandTimeoutError, and
 * with WorkflowNotFoundError when the workflow does not run.
 */
export async function answerOf<T>({ client, workflowId, timeoutMs }: CommandCall, ask: () => Promise<T>): Promise<T> {
  try {
    return await client.withDeadline(Date.now() + timeoutMs, ask);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof WorkflowUpdateFailedError && isRefusal(error.cause)) {
      throw new CommandRefusedError(workflowId, error.cause.message, error);
    }
    if (isLate(error)) throw new CommandTimeoutError(workflowId, timeoutMs, error);
    throw error;
  }
}

function isRefusal(cause: Error | undefined): cause is ApplicationFailure {
  return cause instanceof ApplicationFailure && cause.type === 'REFUSED';
}

function isLate(error: Error): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || temporalTrouble(error)?.kind === 'late';
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { refusalIn, refusedFailure, type Refusal } from '../../domain/refusals/refusal.ts';
import { answerTimeoutMs } from '../connection/answer-timeout.ts';
import { temporalTrouble } from '../connection/temporal-trouble.ts';
import { untilAnswered } from './until-answered.ts';

/**
 * A workflow refused a command. The message is its reason in words, such as "price 99 is above the ceiling 10.50"; what a
 * program decides by is the code in `refusal`. Null: the worker is of a version that sends none.
 *
 * @example
 * try {
 *   await adControl(client, account, adNumber).overridePrice('99.00', 60_000);
 * } catch (error) {
 *   if (!(error instanceof CommandRefusedError)) throw error;
 *   console.log(error.message, error.refusal?.code);
 * }
 */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError';
  readonly workflowId: string;
  readonly refusal: Refusal | null;

  constructor(workflowId: string, refused: { reason: string; refusal: Refusal | null; cause?: Error }) {
    super(refused.reason, { cause: refused.cause });
    this.workflowId = workflowId;
    this.refusal = refused.refusal;
  }
}

/** What was asked of Temporal: of a worker (command, query) or of the server alone. */
type Asked = 'command' | 'query' | 'signal' | 'start' | 'read';

/** What is known where no answer came: a server that answers late has done what was sent to it. */
const lateWords: Readonly<Record<Asked, (workflowId: string, ms: number) => string>> = {
  command: (workflowId, ms) =>
    `no answer from ${workflowId} in ${ms} ms: does a worker serve its account? The command may be lost, or still take effect: look, and repeat: a repetition does no harm`,
  query: (workflowId, ms) => `no answer from ${workflowId} in ${ms} ms: does a worker serve its account?`,
  signal: (workflowId, ms) =>
    `no answer from the Temporal server in ${ms} ms: the signal to ${workflowId} may have arrived: look before you repeat it`,
  start: (workflowId, ms) =>
    `no answer from the Temporal server in ${ms} ms: ${workflowId} may have been started: start it again, which finds it, or look`,
  read: (workflowId, ms) => `no answer from the Temporal server in ${ms} ms to a question about ${workflowId}`,
};

/**
 * No answer in time. A command may be lost, has taken effect, or takes effect as soon as a worker runs; what was started or signalled
 * may be there; a query or a read (`isQuery`) changes nothing.
 *
 * @example
 * try {
 *   await deskControl(client, account).within(5_000).state();
 * } catch (error) {
 *   if (!(error instanceof CommandTimeoutError)) throw error;
 *   console.log(error.isQuery ? 'nothing was changed: ask again' : 'it may take effect: look', error.message);
 * }
 */
export class CommandTimeoutError extends Error {
  override readonly name = 'CommandTimeoutError';
  readonly workflowId: string;
  readonly asked: Asked;
  readonly isQuery: boolean;

  constructor(workflowId: string, { waitedMs, asked }: { waitedMs: number; asked: Asked }, cause: Error) {
    super(lateWords[asked](workflowId, waitedMs), { cause });
    this.workflowId = workflowId;
    this.asked = asked;
    this.isQuery = asked === 'query' || asked === 'read';
  }
}

/** How long a call waits for its answer by default: PEERDESK_TIMEOUT, else 15 s. */
export const commandTimeoutMs = answerTimeoutMs();

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
      const { message: reason, details } = error.cause;
      throw new CommandRefusedError(workflowId, { reason, refusal: refusalIn(details), cause: error });
    }
    if (isLate(error) || isUnready(error))
      throw new CommandTimeoutError(workflowId, { waitedMs: timeoutMs, asked: 'command' }, error);
    throw error;
  }
}

type TimedCall = Omit<CommandCall, 'client'> & { client: Pick<Client, 'withAbortSignal'> };

/**
 * Waits for the answer of a query, at most `timeoutMs` and within any deadline around it. Rejects with
 * CommandTimeoutError, and with WorkflowNotFoundError when there is no such workflow.
 */
export function readOf<T>(call: TimedCall, read: () => Promise<T>): Promise<T> {
  return inTime(call, 'query', () => untilAnswered(read));
}

/**
 * Makes calls of the server, at most `timeoutMs` and within any deadline around them. Rejects with CommandTimeoutError, in
 * words of what was asked.
 */
export async function inTime<T>(call: TimedCall, asked: Asked, use: () => Promise<T>): Promise<T> {
  const { client, workflowId, timeoutMs } = call;
  const limit = AbortSignal.timeout(timeoutMs);
  const beganMs = Date.now();
  try {
    // A signal and not a deadline: a shorter deadline of the caller stays.
    return await client.withAbortSignal(limit, () => whileAllowed(limit, use));
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CommandTimeoutError) throw error;
    if (!isLate(error) && error !== limit.reason) throw error;
    const waitedMs = limit.aborted ? timeoutMs : Math.min(timeoutMs, Date.now() - beganMs);
    throw new CommandTimeoutError(workflowId, { waitedMs, asked }, error);
  }
}

/** The client cancels the call that waits when the limit ends; one that begins at that very moment would wait forever. */
async function whileAllowed<T>(limit: AbortSignal, use: () => Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>();
  const end = (): void => over.reject(limit.reason);
  limit.addEventListener('abort', end);
  try {
    return await Promise.race([use(), over.promise]);
  } finally {
    limit.removeEventListener('abort', end);
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
  return cause instanceof ApplicationFailure && cause.type === refusedFailure;
}

function isLate(error: Error): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || temporalTrouble(error)?.kind === 'late';
}

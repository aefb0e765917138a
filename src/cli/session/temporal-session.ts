import type { Client } from '@temporalio/client';
import { groupOf } from '../../client/index.ts';
import { groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { accountOf } from './effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { connectForCommand } from './command-connection.ts';
import { temporalAddress } from './temporal-address.ts';

/** A connection for the length of one command. */
export interface TemporalSession {
  client: Client;
  address: string;
  account: string;
  /** The group whose processes serve the account; asked for once. */
  group: () => Promise<string>;
  timeoutMs: number;
  /** The option that names the file: a command that is proposed for the same file needs it, too. */
  fileOption?: string | undefined;
}

export interface SessionWish {
  account?: string | undefined;
  timeout: number;
}

/** temporal.api.enums.v1.TaskQueueType: the queue of workflow tasks. */
const workflowQueue = 1;
/** A waiting poll is up to a minute old; the server remembers a poller for five. */
const pollerFreshMs = 120_000;

/**
 * Connects, runs `use`, and disconnects. No call in it takes longer than `timeout`. Rejects with exit code 3 when no
 * server answers.
 */
export async function withTemporal<T>(
  context: CommandContext,
  wish: SessionWish,
  use: (session: TemporalSession) => Promise<T>,
): Promise<T> {
  const address = temporalAddress(context.env);
  const peerdesk = await connectForCommand(address, context);
  const { client } = peerdesk;
  const account = accountOf(wish.account, context.env);
  try {
    const session = {
      client,
      address,
      account,
      group: askedOnce(() => groupOf(client, account, context.group)),
      timeoutMs: wish.timeout,
      fileOption: context.fileOption,
    };
    return await client.withDeadline(Date.now() + wish.timeout, () => use(session));
  } finally {
    await peerdesk.close();
  }
}

function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= ask());
}

/** Runs `use` with the full time again: the time that a person took for an answer does not count. */
export function inFreshTime<T>({ client, timeoutMs }: TemporalSession, use: () => Promise<T>): Promise<T> {
  return client.withDeadline(Date.now() + timeoutMs, use);
}

/** True when a worker has asked for the account's work lately. */
export async function isServed({ client, group }: Pick<TemporalSession, 'client' | 'group'>): Promise<boolean> {
  return isPolled(client, groupTaskQueue(await group()));
}

/** True when a worker has asked for the work of that queue lately. */
export async function isPolled(client: Client, taskQueue: string): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: workflowQueue,
  });
  const seenMs = (pollers ?? []).map((poller) => Number(poller.lastAccessTime?.seconds ?? 0) * 1_000);
  return seenMs.some((atMs) => Date.now() - atMs < pollerFreshMs);
}

/**
 * Asks a workflow. Without a worker nothing is sent, because a pending command would take effect when one returns: exit
 * code 3, or 2 when there is no such workflow.
 */
export async function ask<T>(session: TemporalSession, workflowId: string, question: () => Promise<T>): Promise<T> {
  if (!(await isServed(session))) {
    await session.client.workflow.getHandle(workflowId).describe();
    throw workerMissing(session);
  }
  return await question();
}

type ServedBy = Pick<TemporalSession, 'account' | 'fileOption'>;

/** A worker of a file serves the accounts that it has: it is named none. */
const workerCommand = ({ account, fileOption }: ServedBy): string =>
  fileOption === undefined ? `peerdesk worker --account ${account}` : `peerdesk start${fileOption}`;

/** The failure when no worker serves an account. */
export function workerMissing({ account, fileOption }: ServedBy): CliFailure {
  const advice = `start \`${workerCommand({ account, fileOption })}\` and try again`;
  return new CliFailure(ExitCode.NOT_RUNNING, `no worker serves account ${account}: ${advice}`);
}

/** Warns that the started workflow waits for a worker. */
export async function warnWhenUnserved(context: CommandContext, session: TemporalSession): Promise<void> {
  if (await isServed(session)) return;
  const { account } = session;
  note(context, `warning: no worker serves account ${account} yet: start one with \`${workerCommand(session)}\``);
}

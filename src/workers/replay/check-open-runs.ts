import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { outsideIn, serverRuns, type ServerRun } from '../../client/versions/server-runs.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { workerConverter } from '../../codec/data-converter.ts';
import { aborted, sleep } from '../lead/stoppable.ts';
import { buildOf, runsOfOthers } from './build.ts';
import { replayRuns, type ReplayedRuns } from './replay-runs.ts';
import { countText, readText, verdictsOf } from './verdict.ts';

interface OpenRunCheck {
  client: Client;
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  codec: CodecConfig;
  workflowBundle: { code: string };
  /** Where the workflows of this process get their tasks. */
  taskQueues: readonly string[];
  /** This process serves a version of a deployment, so that what has none yet may come to it. */
  isVersioned: boolean;
  /** Serves although histories do not replay: their workflows stand still. */
  acceptsBroken: boolean;
  /** Aborts when the process is asked to stop. */
  stopping: AbortSignal;
  /** How long it reads at most, and how many; absent: a minute, and a thousand. */
  limits?: { ms: number; runs: number };
}

/** A start must not take longer than a person or a supervisor waits: what is left is said. */
const usualLimits = { ms: 60_000, runs: 1_000 };
const saidEach = 50;
const shown = 5;
const shownReason = 200;

/** Open workflows do not replay on the code of this process. The message names them, the reason and the remedy. */
class BrokenHistoriesError extends Error {
  override readonly name = 'BrokenHistoriesError';
}

/**
 * Replays what runs and was last answered by other code, before this process polls: on code that cannot take a history,
 * its workflow would stand still, and nothing but the server's log would say so. The server itself notes which code
 * answered last at each run, so that two machines, a lost folder and a version that was taken back need no memory of
 * ours. Rejects with BrokenHistoriesError. What could not be read is a warning: a list that does not answer must not keep
 * a desk from its orders.
 */
export async function checkOpenRuns(check: OpenRunCheck): Promise<void> {
  const { client, logger } = check;
  const known = await foreignRuns(check).catch((error: unknown) => {
    logger.warn({ event: 'replay', error: String(error) }, `${notReplayed}: ${advice}`);
    return [];
  });
  if (known.length === 0) return;
  logger.info({ event: 'replay' }, `replaying ${countText(known.length)} open workflows of another build`);
  judge(check, known, await replayed(check, known, client));
}

const pinFirst =
  'They have no version yet: `peerdesk deploy promote` of the one that is current keeps them there, and then this one can start';
const notReplayed = 'the open workflows were not replayed on this code';
const advice = '`peerdesk replay --from-server` does it';

async function foreignRuns({ client, workflowBundle, taskQueues }: OpenRunCheck): Promise<ServerRun[]> {
  const queues = taskQueues.map((queue) => `'${queue}'`).join(', ');
  const query = `TaskQueue IN (${queues}) AND ExecutionStatus = 'Running' AND ${comesToAll}`;
  return runsOfOthers(client, await serverRuns(client, query), buildOf(workflowBundle).buildId);
}

/** What is pinned to a version of a deployment goes to that version alone. */
const comesToAll = `(TemporalWorkflowVersioningBehavior IS NULL OR TemporalWorkflowVersioningBehavior = 'AutoUpgrade')`;

async function replayed(check: OpenRunCheck, known: readonly ServerRun[], client: Client): Promise<ReplayedRuns> {
  const { codec, logger, workflowBundle, stopping, limits = usualLimits } = check;
  const chosen = outsideIn(known).slice(0, limits.runs);
  const over = new AbortController();
  const onRead = (count: number): void => {
    if (count % saidEach === 0)
      logger.info({ event: 'replay' }, `${countText(count)} of ${countText(known.length)} replayed`);
  };
  try {
    const timeUp = Promise.race([sleep(limits.ms, over.signal), aborted(stopping)]);
    const dataConverter = workerConverter(codec, client.options.namespace);
    const read = await replayRuns({ client, workflowBundle, dataConverter, timeUp, onRead }, chosen);
    return { ...read, unread: [...read.unread, ...known.filter((run) => !chosen.includes(run))] };
  } catch (error) {
    logger.warn({ event: 'replay', error: String(error) }, `${notReplayed}: ${advice}`);
    return { replayed: [], unread: [...known] };
  } finally {
    over.abort();
  }
}

function judge(
  { logger, acceptsBroken, isVersioned }: OpenRunCheck,
  known: readonly ServerRun[],
  read: ReplayedRuns,
): void {
  const broken = verdictsOf(read).flatMap((verdict) => verdict.broken);
  for (const { name, reason } of broken.slice(0, shown)) {
    logger.error({ event: 'replay', workflowId: name, error: short(reason) }, 'it does not replay on this code');
  }
  if (read.unread.length > 0) {
    logger.warn({ event: 'replay' }, `${readText(known.length, read.unread.length)} were replayed: ${advice} for all`);
  }
  if (broken.length === 0) {
    if (read.unread.length === 0)
      logger.info({ event: 'replay' }, `all ${countText(known.length)} replay on this code`);
    return;
  }
  const names = broken.slice(0, shown).map(({ name }) => name);
  const more = broken.length > shown ? ' and others' : '';
  const count = `${countText(broken.length)} of ${countText(read.replayed.length)} open workflows do not replay on this code`;
  const what = `${count}: ${names.join(', ')}${more}`;
  if (!acceptsBroken) {
    throw new BrokenHistoriesError(
      `${what} (${short(broken[0]?.reason ?? '')}). They would stand still. ${isVersioned ? pinFirst : 'Start the version that served before'}, or see docs/upgrading.md; --accept-broken-histories serves all the same`,
    );
  }
  logger.warn({ event: 'replay' }, `${what}: they stand still, which was accepted`);
}

/** The SDK's own preface says what the refusal says. */
const short = (reason: string): string => reason.replace(/^.*?Details: /s, '').slice(0, shownReason);

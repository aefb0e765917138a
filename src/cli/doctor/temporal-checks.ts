import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { missingSearchAttributes } from '../../client/search-attribute-setup.ts';
import { temporalTrouble } from '../../client/temporal-trouble.ts';
import { groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import { watchdog } from './watchdog-check.ts';
import { broken, ok, skipped, warning, type Check, type Finding } from './check.ts';

interface TemporalWorld {
  address: string;
  /** Connects once. */
  client: () => Promise<Client>;
  accounts: readonly { account: string; allowLive: boolean }[];
  /** What the processes of the configuration serve; null without a configuration. */
  group: string | null;
  allowDevServer: boolean;
  now: () => number;
}

/** Updates with a start, priorities of tasks and pauses of activities came with it. */
const oldestVersion = [1, 28] as const;
const dayMs = 86_400_000;
const wantedRetentionMs = 7 * dayMs;
/** Beyond it the times that the desk compares across machines mislead. */
const clockLimitMs = { warning: 2_000, broken: 5_000 } as const;

export const temporalChecks: readonly Check<TemporalWorld>[] = [
  { id: 'reachable', look: reachable },
  { id: 'version', needs: 'reachable', look: version },
  { id: 'store', needs: 'reachable', look: store },
  { id: 'namespace', needs: 'reachable', look: namespace },
  { id: 'search attributes', needs: 'namespace', look: unlessUntold(searchAttributes) },
  { id: 'pollers', needs: 'namespace', look: unlessUntold(pollers) },
  { id: 'watchdog', needs: 'namespace', look: unlessUntold(watchdog) },
  { id: 'clock', needs: 'namespace', look: unlessUntold(clock) },
];

type Look = Check<TemporalWorld>['look'];

/** What a cloud refuses to tell is nothing broken. */
function unlessUntold(look: Look): Look {
  return async (world) => {
    try {
      return await look(world);
    } catch (error) {
      const trouble = error instanceof Error ? temporalTrouble(error) : null;
      if (trouble?.kind !== 'access' && trouble?.kind !== 'other') throw error;
      return skipped(`the server does not tell: ${trouble.words}`);
    }
  };
}

async function reachable({ address, client }: TemporalWorld): Promise<Finding> {
  try {
    await (await client()).workflowService.getSystemInfo({});
    return ok(`a server answers at ${address}`);
  } catch (error) {
    const trouble = error instanceof Error ? temporalTrouble(error) : null;
    if (trouble?.kind === 'access') {
      return broken(`${address} refuses: ${trouble.words}`, 'check TEMPORAL_API_KEY and the TEMPORAL_TLS_ variables');
    }
    return broken(
      `no Temporal server answers at ${address}`,
      'start it (`peerdesk server`, or the containers), or set TEMPORAL_ADDRESS',
    );
  }
}

/** A cloud may refuse to tell. */
async function clusterInfo({ client }: TemporalWorld) {
  const { workflowService } = await client();
  return workflowService.getClusterInfo({}).catch(() => null);
}

async function version(world: TemporalWorld): Promise<Finding> {
  const text = (await clusterInfo(world))?.serverVersion ?? '';
  const [major, minor] = text.split('.').map(Number);
  if (text === '' || major === undefined || minor === undefined) return skipped('the server does not tell its version');
  const isOld = major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]);
  if (!isOld) return ok(`version ${text}`);
  return broken(`version ${text} is older than ${oldestVersion.join('.')}`, 'upgrade the server, one minor at a time');
}

async function store(world: TemporalWorld): Promise<Finding> {
  const kind = (await clusterInfo(world))?.persistenceStore ?? '';
  if (kind === '') return skipped('the server does not tell what it keeps its data in');
  if (!/sqlite/i.test(kind)) return ok(`keeps its data in ${kind}`);
  const text = `keeps its data in ${kind}: a development server, without a login`;
  if (!world.accounts.some(({ allowLive }) => allowLive)) return ok(text);
  const remedy = 'live writes need a server with PostgreSQL, or PEERDESK_ALLOW_DEV_SERVER=yes';
  return world.allowDevServer ? warning(text, remedy) : broken(text, remedy);
}

async function namespace({ client }: TemporalWorld): Promise<Finding> {
  const connected = await client();
  const name = connected.options.namespace;
  try {
    const { config } = await connected.workflowService.describeNamespace({ namespace: name });
    const retentionMs = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) * 1_000;
    const text = `namespace ${name} keeps what has ended for ${daysText(retentionMs)}`;
    if (retentionMs >= wantedRetentionMs) return ok(text);
    const command = `temporal operator namespace update -n ${name} --retention 30d`;
    return warning(`${text}: less than a week to look back`, command);
  } catch (error) {
    const trouble = error instanceof Error ? temporalTrouble(error) : null;
    if (trouble?.kind !== 'namespace') throw error;
    return broken(
      `there is no namespace ${name}`,
      `set TEMPORAL_NAMESPACE, or temporal operator namespace create -n ${name} --retention 30d`,
    );
  }
}

function daysText(ms: number): string {
  const days = Math.round(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

async function searchAttributes({ client }: TemporalWorld): Promise<readonly Finding[]> {
  const connected = await client();
  const missing = await missingSearchAttributes(connected);
  if (missing.length === 0) return [ok('every search attribute is registered')];
  const { namespace: name } = connected.options;
  const typeNames = { KEYWORD: 'Keyword', BOOL: 'Bool' } as const;
  return missing.map((key) =>
    broken(
      `the search attribute ${key.name} is missing: workflows that write it stand still`,
      `temporal operator search-attribute create -n ${name} --name ${key.name} --type ${typeNames[key.type]}`,
    ),
  );
}

/** temporal.api.enums.v1.TaskQueueType: the queue of workflow tasks. */
const workflowQueue = 1;

async function pollers({ client, group }: TemporalWorld): Promise<Finding> {
  if (group === null) return skipped('not looked at: pollers');
  const { workflowService, options } = await client();
  const taskQueue = { name: groupTaskQueue(group) };
  const { namespace: name } = options;
  const told = await workflowService.describeTaskQueue({ namespace: name, taskQueue, taskQueueType: workflowQueue });
  const names = (told.pollers ?? []).map(({ identity }) => identity ?? '?');
  if (names.length === 0) return ok(`no worker serves ${group} now`);
  return ok(`${group} is served by ${[...new Set(names)].join(', ')}`);
}

/** The server refuses a poll without an end. */
const pollLimitMs = 30_000;

/** The server shows its time only in what it records: here the moment of a poll, on a queue that no one uses. */
async function clock({ client, now }: TemporalWorld): Promise<Finding> {
  const { workflowService, connection, options } = await client();
  const taskQueue = { name: 'peerdesk:doctor' };
  const identity = `peerdesk doctor ${randomUUID()}`;
  const over = new AbortController();
  const at = { namespace: options.namespace, taskQueue };
  const poll = connection
    .withDeadline(now() + pollLimitMs, () =>
      connection.withAbortSignal(over.signal, () => workflowService.pollActivityTaskQueue({ ...at, identity })),
    )
    .catch(() => undefined);
  const askedMs = now();
  try {
    for (let look = 0; look < 20; look += 1) {
      const { pollers: seen } = await workflowService.describeTaskQueue({ ...at, taskQueueType: 2 });
      const time = seen?.find((poller) => poller.identity === identity)?.lastAccessTime;
      if (time === undefined || time === null) {
        await delay(100);
        continue;
      }
      const serverMs = Number(time.seconds) * 1_000 + (time.nanos ?? 0) / 1_000_000;
      return clockFinding(serverMs, { askedMs, toldMs: now() });
    }
    return skipped('the server does not tell its time');
  } finally {
    over.abort();
    await poll;
  }
}

/** The server noted its moment between the two of ours. */
function clockFinding(serverMs: number, { askedMs, toldMs }: { askedMs: number; toldMs: number }): Finding {
  const aheadMs = Math.round(Math.max(askedMs - serverMs, 0) - Math.max(serverMs - toldMs, 0));
  const text = `this clock is ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the server's`;
  const remedy = 'let a time service (chrony, systemd-timesyncd) set the clock';
  if (Math.abs(aheadMs) >= clockLimitMs.broken) return broken(text, remedy);
  if (Math.abs(aheadMs) >= clockLimitMs.warning) return warning(text, remedy);
  return ok('this clock agrees with that of the server');
}

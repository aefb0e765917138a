import type { Client } from '@temporalio/client';
import { attributeGap, gapRemedy, gapText } from '../../client/kit/search-attribute-setup.ts';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import { CodecKeyError } from '../../codec/key-ring.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { healthRemedy, healthText } from '../../words/health-words.ts';
import { leadWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { answersAlone } from '../health/answers-alone.ts';
import { broken, ok, skipped, warning, type Check, type Finding } from './check.ts';
import { clock } from './clock-check.ts';
import { seals } from './seal-check.ts';
import { served } from './served-check.ts';

interface TemporalWorld {
  address: string;
  /** Connects once. */
  client: () => Promise<Client>;
  accounts: readonly { account: string; allowLive: boolean }[];
  /** What the processes of the configuration serve; null without a configuration. */
  group: string | null;
  /** The outgoing address of their calls. */
  egress: string;
  /** The process that looks has the lead itself, and is about to begin. */
  isLead: boolean;
  allowDevServer: boolean;
  /** Throws when the keys of the payloads cannot be used. */
  codec: () => CodecConfig;
  now: () => number;
}

/** Updates with a start, priorities of tasks and pauses of activities came with it. */
const oldestVersion = [1, 28] as const;
const dayMs = 86_400_000;
const wantedRetentionMs = 7 * dayMs;
/** How long a check waits for its answers: a server may accept a connection and then say nothing. */
const answerLimitMs = 10_000;
const memoryLimitMs = 5_000;

export const temporalChecks: readonly Check<TemporalWorld>[] = [
  { id: 'reachable', look: reachable },
  { id: 'version', needs: 'reachable', look: inTime(version) },
  { id: 'store', needs: 'reachable', look: inTime(store) },
  { id: 'namespace', needs: 'reachable', look: inTime(namespace) },
  { id: 'memory', needs: 'namespace', look: unlessUntold(memory) },
  { id: 'seals', needs: 'memory', look: unlessUntold(seals) },
  { id: 'search attributes', needs: 'namespace', look: unlessUntold(searchAttributes) },
  { id: 'served', needs: 'memory', look: unlessUntold(served) },
  { id: 'clock', needs: 'memory', look: unlessUntold(clock) },
];

type Look = Check<TemporalWorld>['look'];

/** Ends the questions of a look that the server leaves unanswered. */
function inTime(look: Look): Look {
  return async (world) => {
    const { connection } = await world.client();
    return connection.withDeadline(world.now() + answerLimitMs, async () => look(world));
  };
}

/** What a cloud refuses to report is nothing broken. */
function unlessUntold(look: Look): Look {
  const timely = inTime(look);
  return async (world) => {
    try {
      return await timely(world);
    } catch (error) {
      const trouble = error instanceof Error ? temporalTrouble(error) : null;
      if (trouble?.kind !== 'access' && trouble?.kind !== 'other') throw error;
      return skipped(`the server does not answer: ${trouble.words}`);
    }
  };
}

async function greeting({ address, client }: TemporalWorld): Promise<Finding> {
  await (await client()).workflowService.getSystemInfo({});
  return ok(`a server answers at ${address}`);
}

const addressForm = /^(?:[^\s/:]+|\[[\da-f:]+\]):\d{1,5}$/i;

async function reachable(world: TemporalWorld): Promise<Finding | readonly Finding[]> {
  const { address } = world;
  if (!addressForm.test(address)) {
    return broken(`${address} is no address of a server`, 'set TEMPORAL_ADDRESS to HOST:PORT, such as localhost:7233');
  }
  try {
    return await inTime(greeting)(world);
  } catch (error) {
    // The check of the payloads has said what is wrong with them; the server was not asked.
    if (error instanceof CodecKeyError) return skipped('not looked at: the keys of its payloads cannot be used');
    return unreachable(address, error);
  }
}

function unreachable(address: string, error: unknown): Finding {
  const trouble = error instanceof Error ? temporalTrouble(error) : null;
  if (trouble?.kind === 'access') {
    return broken(`${address} refuses: ${trouble.words}`, 'check TEMPORAL_API_KEY and the TEMPORAL_TLS_ variables');
  }
  const start = 'start it (`peerdesk start`, `peerdesk server` or the containers), or set TEMPORAL_ADDRESS';
  // Nothing listens at a port of this machine: otherwise something does, or may.
  const isClosed = error instanceof CliFailure;
  return broken(
    `no Temporal server answers at ${address}`,
    isClosed ? start : `${start}: another program may have that port, or TEMPORAL_TLS is wrong for it`,
  );
}

/** A cloud may refuse to answer. */
async function clusterInfo({ client }: TemporalWorld) {
  const { workflowService } = await client();
  return workflowService.getClusterInfo({}).catch(() => null);
}

async function version(world: TemporalWorld): Promise<Finding> {
  const text = (await clusterInfo(world))?.serverVersion ?? '';
  const [major, minor] = text.split('.').map(Number);
  if (text === '' || major === undefined || minor === undefined)
    return skipped('the server does not report its version');
  const isOld = major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]);
  if (!isOld) return ok(`version ${text}`);
  return broken(`version ${text} is older than ${oldestVersion.join('.')}`, 'upgrade the server, one minor at a time');
}

async function store(world: TemporalWorld): Promise<Finding> {
  const kind = (await clusterInfo(world))?.persistenceStore ?? '';
  if (kind === '') return skipped('the server does not report what it keeps its data in');
  if (!/sqlite/i.test(kind)) return ok(`keeps its data in ${kind}`);
  const text = `keeps its data in ${kind}: a development server, without a login`;
  if (!world.accounts.some(({ allowLive }) => allowLive)) return ok(text);
  const remedy =
    'who can use this machine can approve releases: on a machine of your own PEERDESK_ALLOW_DEV_SERVER=yes allows live writes, elsewhere use the containers';
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
    const command = `peerdesk temporal operator namespace update -n ${name} --retention 30d`;
    return warning(`${text}: less than a week to look back`, command);
  } catch (error) {
    const trouble = error instanceof Error ? temporalTrouble(error) : null;
    if (trouble?.kind !== 'namespace') throw error;
    return broken(
      `there is no namespace ${name}`,
      `set TEMPORAL_NAMESPACE, or peerdesk temporal operator namespace create -n ${name} --retention 30d`,
    );
  }
}

/** A server whose disk is full answers what it knows by heart: what asks for more would only say that no answer came. */
async function memory({ client, group, now }: TemporalWorld): Promise<readonly Finding[]> {
  const connected = await client();
  try {
    const { connection, workflowService, options } = connected;
    const asked = { namespace: options.namespace, execution: { workflowId: leadWorkflowId(group ?? 'main') } };
    await connection.withDeadline(now() + memoryLimitMs, () => workflowService.describeWorkflowExecution(asked));
  } catch (error) {
    if (await answersAlone(connected, error)) return [broken(healthText(unread), healthRemedy(unread))];
  }
  return [];
}

const unread = { code: 'not-stored', leader: null } as const;

function daysText(ms: number): string {
  const days = Math.round(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

async function searchAttributes({ client }: TemporalWorld): Promise<Finding> {
  const connected = await client();
  const gap = await attributeGap(connected);
  if (gap.missing.length === 0) return ok('every search attribute is registered');
  const { namespace: name } = connected.options;
  return broken(gapText(name, gap), gapRemedy(name, gap));
}

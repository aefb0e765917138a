import type { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { readCodec } from '../codec/codec-environment.ts';
import type { CodecConfig } from '../codec/payload-codec.ts';
import { readTemporalConfig } from '../client/connect.ts';
import { isFinalRefusal } from '../client/temporal-trouble.ts';
import type { WorkerVersion } from '../client/versions/worker-version.ts';
import { connectTemporal, egressControl, registerSearchAttributes } from '../client/index.ts';
import { exchangeSettingsOf } from '../domain/settings.ts';
import { createExchangeClient, type ExchangeClient } from '../exchange/index.ts';
import { egressTaskQueue, groupTaskQueue } from '../workflows/contract/task-queues.ts';
import { wireActivities } from './activity-wiring.ts';
import { loadBundle } from './bundle/load-bundle.ts';
import { ClockWatch, keepChecking } from './clock-watch.ts';
import { linkEgress, type EgressLink } from './egress-link.ts';
import { logGate } from './gate-log.ts';
import type { Examine } from './lead/live-start.ts';
import { onceInARow, prepareAccount, type AccountServing, type Standing } from './lead/serve-account.ts';
import { installTemporalRuntime } from './logger.ts';
import { observeAccount } from './metrics/observe-account.ts';
import type { AccountMetrics } from './metrics/account-metrics.ts';
import { WorkerMetrics } from './metrics/worker-metrics.ts';
import { watchServer } from './server-watch.ts';
import { takeOverFromDead } from './take-over.ts';
import { ServiceIdentity } from './service-identity.ts';
import { proveSimulator } from './simulator-proof.ts';
import { servedAccounts, type EgressConfig, type ServedAccount } from '../config/egress-config.ts';
import { WorkerGroup } from './worker-group.ts';
import { permissionOf, permissionText, type WorkerPermission } from './worker-permission.ts';

interface RunWorkerOptions {
  config: EgressConfig;
  logger: Logger;
  /** Aborting it shuts the worker down gracefully: running activities finish or are told to stop. */
  signal: AbortSignal;
  /** Called once the worker polls. */
  onReady?: (permission: WorkerPermission, standing: Standing) => void;
  /** Called when the service has been identified: what this process may do from now on. */
  onPermission?: (permission: WorkerPermission) => void;
  /** Called before live writes to a real service, when this process leads; rejecting ends it. */
  examine?: Examine;
  /** Called with each change of whether this process can serve. */
  onHealth?: (healthy: boolean) => void;
  /** What somebody scrapes; none: nobody does. */
  metrics?: WorkerMetrics | undefined;
  /** Replaces the environment (the file), or its address (tests, the demo). */
  temporal?: { address?: string; namespace?: string; env?: Readonly<Record<string, string | undefined>> };
  /** How payloads are sealed; default: as PEERDESK_CODEC_KEYS_FILE says. */
  codec?: CodecConfig;
  /** The version that this process serves in its deployment; absent: there is one version at a time. */
  version?: WorkerVersion | null;
  /** Where the bundle of the workflows is searched; the last one stores it. None: it is built at each start. */
  cacheDirs?: readonly string[];
}

const serverAnswerLimitMs = 3_000;

/** Runs the worker of one account until the signal aborts. Rejects when it cannot start or a poller fails for good. */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const { logger, cacheDirs = [], codec = readCodec(process.env) } = options;
  installTemporalRuntime(logger, options.metrics?.sdkPort);
  const over = new AbortController();
  // Started first because it takes longest; its failure is handled where the bundle is needed.
  const bundle = loadBundle({ kind: codec.keys === null ? 'clear' : 'sealed', cacheDirs, logger, signal: over.signal });
  bundle.catch(() => undefined);
  try {
    const [config] = servedAccounts(options.config);
    const metrics = (options.metrics ?? new WorkerMetrics()).account(config.account, config.egress);
    await withService({ ...options, config, codec, metrics, isScraped: options.metrics !== undefined }, bundle);
  } finally {
    over.abort();
  }
}

type Bundle = Awaited<ReturnType<typeof loadBundle>>;

/** What serves one account of the process. */
interface ServingOptions extends Omit<RunWorkerOptions, 'config' | 'metrics'> {
  config: ServedAccount;
  codec: CodecConfig;
  metrics: AccountMetrics;
  isScraped: boolean;
}

async function withService(options: ServingOptions, bundle: Promise<Bundle>): Promise<void> {
  const { config, codec, logger, metrics, temporal = {} } = options;
  const peerdesk = await connectTemporal({ ...temporal, codec });
  const { baseUrl, credentials, settings, ways } = config;
  const exchange = createExchangeClient({
    baseUrl,
    credentials,
    settings: exchangeSettingsOf(settings),
    ...ways.client,
    onAttempt: (attempt) => metrics.attempted(attempt),
  });
  try {
    // A missing namespace would fail every poll, each with an unreadable text.
    await describeNamespace(peerdesk.client);
    await prepareSearchAttributes(peerdesk.client, logger);
    await runWorkers({ ...options, bundle }, peerdesk.client, exchange);
  } finally {
    await closeQuietly(logger, exchange);
    await closeQuietly(logger, peerdesk);
  }
}

/** A failure while closing must not hide its cause. */
async function closeQuietly(logger: Logger, resource: { close(): Promise<void> }): Promise<void> {
  await resource.close().catch((error: unknown) => logger.debug({ error: String(error) }, 'not closed in order'));
}

function describeNamespace(client: Client): Promise<unknown> {
  const { namespace } = client.options;
  return client.withDeadline(Date.now() + serverAnswerLimitMs, () =>
    client.workflowService.describeNamespace({ namespace }),
  );
}

/**
 * Where this process may not register them (a cloud namespace), an operator has done it; otherwise a workflow shows it.
 */
async function prepareSearchAttributes(client: Client, logger: Logger): Promise<void> {
  try {
    await registerSearchAttributes(client);
  } catch (error) {
    logger.warn({ error: String(error) }, 'search attributes not registered: see docs/runbook.md');
  }
}

async function runWorkers(
  options: ServingOptions & { bundle: Promise<Bundle> },
  client: Client,
  exchange: ExchangeClient,
): Promise<void> {
  const { config, codec, logger, metrics, signal: stopping } = options;
  const connection = await connectNative(options.temporal ?? {});
  const group = new WorkerGroup();
  const over = new AbortController();
  // A process that fails in part passes the lead on at once, as one that is told to stop.
  group.failed.catch(() => over.abort());
  try {
    const process = { options, client, exchange, group, signal: AbortSignal.any([stopping, over.signal]) };
    const identity = createIdentity(process);
    const clockWatch = createClockWatch(process);
    const takenOver = takeOver(process);
    const workflowBundle = await options.bundle;
    const { namespace } = client.options;
    const service = () => identity.kind();
    const account = await prepareAccount({
      ...process,
      config,
      logger,
      identity,
      examine: options.examine,
      place: { config, connection, namespace, codec, workflowBundle, clockWatch, version: options.version ?? null },
      dependencies: (stopping, sharedWith) =>
        wireActivities({ config, exchange, client, logger, metrics, stopping, service, sharedWith }),
    });
    await takenOver;
    if (options.isScraped) void observeAccount({ ...process, ...account, config, clockWatch, logger, metrics });
    await serve({ ...process, identity, account });
  } finally {
    over.abort();
    await group.close();
    await closeQuietly(logger, connection);
  }
}

function takeOver({ options: { config, logger }, client }: WorkerProcess): Promise<void> {
  const taskQueues = [groupTaskQueue(config.group), egressTaskQueue(config.egress, config.group)];
  return takeOverFromDead({ client, taskQueues, logger });
}

/** Reports, at most once a minute and on change, how far this machine's clock is from Temporal's and the service's. */
function createClockWatch({ options: { logger }, exchange, signal }: WorkerProcess): ClockWatch {
  const clockWatch = new ClockWatch({
    serviceDifferenceMs: () => exchange.clockDifferenceMs(),
    onChange: (text) => {
      if (text === null) logger.info({ event: 'clock' }, 'the clocks agree again');
      else logger.error({ event: 'clock' }, `${text}: money steps are refused beyond the limit`);
    },
  });
  signal.addEventListener('abort', keepChecking(clockWatch), { once: true });
  return clockWatch;
}

async function connectNative(temporal: NonNullable<RunWorkerOptions['temporal']>): Promise<NativeConnection> {
  const config = readTemporalConfig(temporal.env);
  const address = temporal.address ?? config.connectionOptions.address ?? 'localhost:7233';
  return NativeConnection.connect({ ...config.connectionOptions, address });
}

interface WorkerProcess {
  options: ServingOptions;
  client: Client;
  exchange: ExchangeClient;
  group: WorkerGroup;
  /** Aborts when the process is told to stop, and when it ends by itself. */
  signal: AbortSignal;
}

interface Serving extends WorkerProcess {
  identity: ServiceIdentity;
  account: AccountServing;
}

function createIdentity({ options, exchange, signal }: WorkerProcess): ServiceIdentity {
  const { config, logger, onPermission } = options;
  const { baseUrl, credentials } = config;
  const identity: ServiceIdentity = new ServiceIdentity({
    read: () => exchange.user.baseDetail({ signal }),
    prove: () => proveSimulator({ baseUrl, ...credentials }),
    onFailure: (error) =>
      logger.error({ event: 'service', error: String(error) }, 'the service refuses the first read'),
    onKnown: () => {
      const permission = permissionOf(config, identity.kind());
      onPermission?.(permission);
      logger.info({ event: 'permission', detail: permissionText(permission) }, 'what this worker may do');
    },
    signal,
  });
  return identity;
}

/**
 * Carries workflows first, so that the egress can answer whether a ban holds: without that a process that leads calls
 * nothing.
 */
async function serve(serving: Serving): Promise<void> {
  const { options, group, account, identity } = serving;
  const { signal, onReady, config } = options;
  const stop = (): void => group.stop();
  signal.addEventListener('abort', stop, { once: true });
  const tell = (known: Standing): void => onReady?.(permissionOf(config, identity.kind()), known);
  const standing = account.begin();
  // Where no version was promoted the egress has nobody who answers, and this process nothing to do: it is ready.
  standing.then((known) => (isIdle(known) ? tell(known) : undefined)).catch(() => undefined);
  const endGateLog = logGate(serving.exchange.gate, options.logger);
  // No call before the link: it says whether a ban holds.
  const egressLink = await Promise.race([link(serving), group.failed]);
  account.linked();
  let endWatch = (): void => undefined;
  try {
    const known = await standing;
    endWatch = watchPolling(serving);
    if (signal.aborted) stop();
    else if (!isIdle(known)) tell(known);
    await group.ended();
  } finally {
    signal.removeEventListener('abort', stop);
    endWatch();
    egressLink.close();
    endGateLog();
  }
}

const isIdle = (standing: Standing): boolean => standing.kind === 'stands-by' && standing.leader === null;

function link({ options, client, exchange, signal }: WorkerProcess): Promise<EgressLink> {
  const { config, logger } = options;
  const notReached = onceInARow((reason) =>
    logger.warn({ event: 'egress', error: reason }, 'egress workflow not reached'),
  );
  return linkEgress({
    gate: exchange.gate,
    egress: egressControl(client, config.egress, { group: config.group }),
    account: config.account,
    service: new URL(config.baseUrl).host,
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    signal,
    onStandstill: (ms) =>
      logger.info(
        { event: 'standstill', ms: Math.round(ms) },
        'this process stood still: no call until it has asked for bans',
      ),
    onError: (error) => notReached(String(error)),
  });
}

function watchPolling({ options, client, group, signal }: WorkerProcess): () => void {
  const { logger, onHealth } = options;
  let wasHealthy = true;
  return watchServer({
    ask: () => describeNamespace(client),
    isPolling: () => group.isPolling(),
    elapsedMs: () => performance.now(),
    isFinal: isFinalRefusal,
    onLost: (error) => group.fail(error),
    onHealth: (healthy) => {
      if (healthy && !wasHealthy) logger.info({ event: 'health' }, 'Temporal answers again');
      if (!healthy && !signal.aborted)
        logger.error({ event: 'health' }, 'this worker cannot poll: no Temporal server answers');
      wasHealthy = healthy;
      onHealth?.(healthy);
    },
  });
}

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { readCodec } from '../../codec/codec-environment.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import type { WorkerVersion } from '../../client/versions/worker-version.ts';
import { answerTimeoutMs } from '../../client/connection/answer-timeout.ts';
import { connectTemporal } from '../../client/index.ts';
import { servedAccounts, type EgressConfig, type ServedAccount } from '../../config/egress-config.ts';
import { AddressBudget, createAddress, createGate, type Address } from '../../exchange/index.ts';
import { Accounts } from '../accounts/accounts.ts';
import type { Examine } from '../accounts/live-safety.ts';
import { readyAccount, runningWorker, type ReadyAccount, type RunningWorker } from '../accounts/running-worker.ts';
import { bundleKindOf } from '../bundle/bundle-source.ts';
import { loadBundle } from '../bundle/load-bundle.ts';
import type { ClockWatch } from '../clocks/clock-watch.ts';
import { watchClocks } from '../accounts/watch-clocks.ts';
import { linkEgress, type EgressLink } from '../egress/egress-link.ts';
import { watchedEgress } from '../egress/watched-egress.ts';
import { logGate } from '../log/gate-log.ts';
import { onceInARow, StoppedEarly, unlessStopped } from '../lead/stoppable.ts';
import { prepareGroup, type GroupServing, type Standing } from '../accounts/serve-group.ts';
import { installTemporalRuntime } from '../log/logger.ts';
import { connectNative, prepareSearchAttributes, type TemporalPlace } from './native-connection.ts';
import { observeAccount } from '../metrics/observe-account.ts';
import { WorkerMetrics } from '../metrics/worker-metrics.ts';
import { describeNamespace, type Health, type HealthWatch, type LeadSeen } from '../health/health-watch.ts';
import { watchWorker } from '../health/worker-health.ts';
import type { Register } from '../../register/register.ts';
import { processRegister } from '../register/process-register.ts';
import { watchRegister } from '../register/register-watch.ts';
import { checkOpenRuns } from '../replay/check-open-runs.ts';
import { standingQueues } from '../queues/desk-workers.ts';
import { takeOverFromDead } from '../queues/take-over.ts';
import { WorkerGroup } from '../queues/worker-group.ts';
import { AskingWorkflows } from '../notices/asking-workflows.ts';
import type { RegisterSilence } from '../../domain/health/health.ts';
import type { WorkerPermission } from '../permission/worker-permission.ts';

interface RunWorkerOptions {
  config: EgressConfig;
  logger: Logger;
  /** Aborting it shuts the worker down gracefully: running activities finish or are asked to stop. */
  signal: AbortSignal;
  /** Called once the worker polls. */
  onReady?: (accounts: readonly ReadyAccount[], standing: Standing) => void;
  /** Called once, when accounts can be added and removed. */
  onRunning?: (worker: RunningWorker) => void;
  /** Called when the service of an account has been identified: what this process may do from now on. */
  onPermission?: (permission: WorkerPermission, account: string) => void;
  /** Called before live writes to a real service, when this process leads; rejecting ends it. */
  examine?: Examine;
  /** Called with each change of whether this process can serve. */
  onHealth?: (health: Health) => void;
  /** The metrics for a scrape; absent: no one scrapes. */
  metrics?: WorkerMetrics | undefined;
  /** Replaces the environment (the file), or its address (tests, the demo). */
  temporal?: TemporalPlace;
  /** How payloads are sealed; default: as PEERDESK_CODEC_KEYS_FILE says. */
  codec?: CodecConfig;
  /** The version that this process serves in its deployment; absent: there is one version at a time. */
  version?: WorkerVersion | null;
  /** Where the bundle of the workflows is searched; the last one stores it. None: it is built at each start. */
  cacheDirs?: readonly string[];
  /** Serves although open workflows do not replay on this code: they stand still. */
  acceptsBrokenHistories?: boolean;
}

/**
 * Runs the worker of a group of accounts until the signal aborts. Rejects when it cannot start or a poller fails for
 * good.
 */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const { logger, cacheDirs = [], codec = readCodec(process.env) } = options;
  installTemporalRuntime(logger, options.metrics?.sdkPort);
  const over = new AbortController();
  // Started first because it takes longest; its failure is handled where the bundle is needed.
  const bundle = loadBundle({ kind: bundleKindOf(codec), cacheDirs, logger, signal: over.signal });
  bundle.catch(() => undefined);
  try {
    await withTemporal({ ...options, codec }, bundle);
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
    logger.info({ event: 'stop' }, 'asked to stop before it served');
  } finally {
    over.abort();
  }
}

type Bundle = Awaited<ReturnType<typeof loadBundle>>;

interface SealedOptions extends RunWorkerOptions {
  codec: CodecConfig;
}

async function withTemporal(options: SealedOptions, bundle: Promise<Bundle>): Promise<void> {
  const { codec, logger, signal, temporal = {} } = options;
  const connecting = connectTemporal({ ...temporal, codec });
  const peerdesk = await unlessStopped(signal, connecting, (late) => late.close());
  try {
    // A missing namespace would fail every poll, each with an unreadable text. A busy server has as long as for the connection.
    const limitMs = answerTimeoutMs(temporal.env ?? process.env);
    await unlessStopped(signal, describeNamespace(peerdesk.client, limitMs));
    await unlessStopped(signal, prepareSearchAttributes(peerdesk.client, logger, signal));
    await runWorkers({ ...options, bundle }, peerdesk.client);
  } finally {
    await closeQuietly(logger, peerdesk);
  }
}

/** A failure while closing must not hide its cause. */
async function closeQuietly(logger: Logger, resource: { close(): Promise<void> }): Promise<void> {
  await resource.close().catch((error: unknown) => logger.debug({ error: String(error) }, 'not closed in order'));
}

interface WorkerProcess {
  options: SealedOptions;
  client: Client;
  address: Address;
  addressBudget: AddressBudget;
  workers: WorkerGroup;
  asking: AskingWorkflows;
  /** Aborts when the process is asked to stop, and when it ends by itself. */
  signal: AbortSignal;
  /** Receives each look at who leads, once the health is watched. */
  saw: { lead: (seen: LeadSeen) => void };
}

async function runWorkers(options: SealedOptions & { bundle: Promise<Bundle> }, client: Client): Promise<void> {
  const { config, codec, logger, signal: stopping } = options;
  const connecting = connectNative(options.temporal ?? {});
  const connection = await unlessStopped(stopping, connecting, (late) => late.close());
  const workers = new WorkerGroup();
  const over = new AbortController();
  // A process that fails in part passes the lead on at once, like one that is asked to stop.
  workers.failed.catch(() => over.abort());
  const signal = AbortSignal.any([stopping, over.signal]);
  const addressBudget = addressBudgetOf(config);
  const saw: WorkerProcess['saw'] = { lead: () => undefined };
  const asking = new AskingWorkflows();
  const process = { options, client, address: createAddress(), addressBudget, workers, asking, signal, saw };
  const clockWatch = watchClocks({ logger, signal, accounts: () => accounts.all() });
  let isLeading = (): boolean => false;
  const watched = watchRegister(processRegister(config.register, logger), () => performance.now());
  const { register } = watched;
  const accounts = createAccounts(process, { clockWatch, register, isLeading: () => isLeading() });
  try {
    const takenOver = takeOver(process);
    const workflowBundle = await unlessStopped(stopping, options.bundle);
    await unlessStopped(stopping, checkHistories(process, workflowBundle));
    const { namespace } = client.options;
    const version = options.version ?? null;
    const place = { config, connection, namespace, codec, workflowBundle, asking, clockWatch, version };
    for (const account of servedAccounts(config)) await accounts.serve(account);
    const group = prepareGroup({ ...process, logger, accounts, place, onLead: (seen) => saw.lead(seen) });
    isLeading = () => group.lead.isHeld();
    await unlessStopped(stopping, takenOver);
    await unlessStopped(stopping, group.begin());
    // Who does not lead asks nothing of it.
    await serve(process, { accounts, group, silence: () => (isLeading() ? watched.silence() : null) });
  } finally {
    over.abort();
    await workers.ended().catch(() => undefined);
    await accounts.close();
    await closeQuietly(logger, register);
    await closeQuietly(logger, connection);
  }
}

function addressBudgetOf({ settings, ipWeightPerMinute, processes }: EgressConfig): AddressBudget {
  return new AddressBudget(settings, { weightPerMinute: ipWeightPerMinute, processes }, () => performance.now());
}

interface Observing {
  clockWatch: ClockWatch;
  register: Register;
  isLeading: () => boolean;
}

function createAccounts({ options, ...shared }: WorkerProcess, observing: Observing): Accounts {
  const { config, logger, onPermission } = options;
  const metrics = options.metrics ?? new WorkerMetrics();
  const { register, isLeading } = observing;
  const { client, signal } = shared;
  const accounts = new Accounts({
    ...shared,
    register,
    isLeading,
    loggerOf: (account) => accountLogger(logger, account),
    metricsOf: ({ account }) => metrics.account(account, config.egress),
    codec: options.codec,
    examine: options.examine,
    onPermission: ({ account }, permission) => onPermission?.(permission, account),
    onServed: (runtime, served) => {
      served.addEventListener('abort', logGate(runtime.exchange.gate, runtime.logger), { once: true });
      if (options.metrics !== undefined) void observeAccount({ ...runtime, ...observing, client, signal: served });
    },
  });
  const forget = metrics.registry.collect((set) => {
    const refused = new Set(accounts.refused().map(({ account }) => account));
    for (const { config: served } of accounts.all()) {
      const { account } = served;
      set('refusedAccounts', { account }, refused.has(account) ? 1 : 0);
    }
  });
  signal.addEventListener('abort', forget, { once: true });
  return accounts;
}

/** Every line of an account names it; that of a process with one account does so already. */
function accountLogger(logger: Logger, { account, baseUrl }: ServedAccount): Logger {
  return logger.bindings()['account'] === account ? logger : logger.child({ account, service: new URL(baseUrl).host });
}

function takeOver({ options: { config, logger }, client }: WorkerProcess): Promise<void> {
  return takeOverFromDead({ client, taskQueues: standingQueues(config), logger });
}

/** Before anything is polled: a task that fails once is tried again, but says nothing to anyone. */
function checkHistories({ options, client }: WorkerProcess, workflowBundle: Bundle): Promise<void> {
  const { config, codec, logger, signal: stopping, acceptsBrokenHistories: acceptsBroken = false } = options;
  const place = { taskQueues: standingQueues(config), isVersioned: (options.version ?? null) !== null };
  return checkOpenRuns({ client, logger, codec, workflowBundle, ...place, acceptsBroken, stopping });
}

interface Serving {
  accounts: Accounts;
  group: GroupServing;
  silence: () => RegisterSilence | null;
}

/**
 * Carries workflows first, so that the egress can answer whether a ban holds: without that a process that leads calls
 * nothing.
 */
async function serve(process: WorkerProcess, { accounts, group, silence }: Serving): Promise<void> {
  const { options, workers, signal } = process;
  const { onReady, onRunning, config } = options;
  const tell = (known: Standing): void =>
    onReady?.(
      accounts.all().map((runtime) => readyAccount(runtime, accounts.refused())),
      known,
    );
  const standing = group.standing();
  // Where no version was promoted no process of the egress answers, and this one has nothing to do: it is ready.
  standing.then((known) => (isIdle(known) ? tell(known) : undefined)).catch(() => undefined);
  // No call before the link: it says whether a ban holds.
  const linking = unlessStopped(options.signal, link(process), (late) => late.close());
  const egressLink = await Promise.race([linking, workers.failed]);
  accounts.linkBy((account) => egressLink.join(account));
  group.linked();
  let watch: HealthWatch | null = null;
  try {
    const known = await standing;
    let leader = known.kind === 'stands-by' ? known.leader : null;
    watch = watchWorker({ ...process, ...options, accounts, silence, onHealth: options.onHealth, signal });
    process.saw.lead = (seen) => {
      leader = seen.leader;
      watch?.sawLead(seen);
    };
    if (!signal.aborted && !isIdle(known)) tell(known);
    onRunning?.(runningWorker(accounts, config, () => leader));
    await workers.ended();
  } finally {
    watch?.end();
    egressLink.close();
  }
}

const isIdle = (standing: Standing): boolean => standing.kind === 'stands-by' && standing.leader === null;

function link({ options, client, address, signal }: WorkerProcess): Promise<EgressLink> {
  const { config, logger } = options;
  const notReached = onceInARow((reason) =>
    logger.warn({ event: 'egress', error: reason }, 'egress workflow not reached'),
  );
  return linkEgress({
    gate: createGate(config.settings, undefined, address),
    egress: watchedEgress(client, config),
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

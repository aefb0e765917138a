import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { NativeConnection, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createWatchdogActivities, type WatchdogActivities } from '../../activities/watchdog/watchdog-activities.ts';
import { connectTemporal } from '../../client/index.ts';
import { startWatchdog } from '../../client/watchdog/watchdog-client.ts';
import { workerConverter } from '../../codec/data-converter.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { servedAccounts, type EgressConfig } from '../../config/egress-config.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { AddressBudget, createAddress } from '../../exchange/index.ts';
import { watchdogTaskQueue } from '../../workflows/contract/task-queues.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { loadBundle } from '../bundle/load-bundle.ts';
import { sleep, StoppedEarly, unlessStopped } from '../lead/stoppable.ts';
import { connectNative, prepareSearchAttributes, type TemporalPlace } from '../process/native-connection.ts';
import { buildOf } from '../replay/build.ts';
import { checkOpenRuns } from '../replay/check-open-runs.ts';
import { refuseUnreadable } from '../permission/refuse-unreadable.ts';
import { WorkerGroup } from '../queues/worker-group.ts';
import { watchService } from './watch-service.ts';
import { watchAccount, type WatchedAccount } from './watched-account.ts';

interface WatchdogOptions {
  config: EgressConfig;
  logger: Logger;
  /** Aborting it ends the process; what is under way goes on in another one. */
  signal: AbortSignal;
  temporal: TemporalPlace;
  codec: CodecConfig;
  cacheDirs: readonly string[];
  hasOwnAddress: boolean;
  /** Watches although its open workflow does not replay on this code: it stands still. */
  acceptsBrokenHistories?: boolean;
  /** Called once it watches. */
  onReady: (accounts: readonly string[]) => void;
}

/** The workflows are started again so often, should someone have ended one. */
const startEveryMs = 60_000;
const shutdownGraceMs = 2_000;
const heartbeatThrottleMs = 2_000;

/**
 * Runs the watchdog of a group of accounts until the signal aborts: one small worker, on a queue that nothing of the desk
 * serves, with clients of its own. Its caller has installed Temporal's runtime. Rejects when it cannot start or poll.
 */
export async function runWatchdog(options: WatchdogOptions): Promise<void> {
  try {
    await connectAndWatch(options);
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
  }
}

async function connectAndWatch(options: WatchdogOptions): Promise<void> {
  const { logger, signal, temporal, codec, cacheDirs } = options;
  const kind = codec.keys === null ? 'clear' : 'sealed';
  const workflowBundle = await unlessStopped(signal, loadBundle({ kind, cacheDirs, logger, signal }));
  const connecting = connectTemporal({ ...temporal, codec });
  const peerdesk = await unlessStopped(signal, connecting, (late) => late.close());
  try {
    await unlessStopped(signal, prepareSearchAttributes(peerdesk.client, logger, signal));
    const joining = connectNative(temporal);
    const connection = await unlessStopped(signal, joining, (late) => late.close());
    try {
      await watch(options, { client: peerdesk.client, connection, workflowBundle });
    } finally {
      await connection.close().catch(() => undefined);
    }
  } finally {
    await peerdesk.close();
  }
}

interface Connected {
  client: Client;
  connection: NativeConnection;
  workflowBundle: Awaited<ReturnType<typeof loadBundle>>;
}

async function watch(options: WatchdogOptions, { client, connection, workflowBundle }: Connected): Promise<void> {
  const { config, logger, signal, codec, hasOwnAddress } = options;
  const workers = new WorkerGroup();
  const { settings, ipWeightPerMinute: weightPerMinute, processes } = config;
  const addressBudget = new AddressBudget(settings, { weightPerMinute, processes }, () => performance.now());
  const place = { client, codec, address: createAddress(), addressBudget, logger, hasOwnAddress, signal };
  const accounts = servedAccounts(config).map((account) => watchAccount(account, place));
  const { namespace } = client.options;
  try {
    await unlessStopped(signal, checkHistories(options, client, workflowBundle));
    const making = workers.create({
      connection,
      namespace,
      taskQueue: watchdogTaskQueue(config.group),
      workflowBundle,
      ...buildOf(workflowBundle),
      dataConverter: workerConverter(codec, namespace),
      activities: dispatched(accounts),
      interceptors: { activity: [refuseUnreadable] },
      shutdownGraceTime: shutdownGraceMs,
      maxHeartbeatThrottleInterval: heartbeatThrottleMs,
      defaultHeartbeatThrottleInterval: heartbeatThrottleMs,
      // A watch, and its message, for each account; a frozen process must not hold more than it can lose.
      maxConcurrentActivityTaskExecutions: 4 * accounts.length,
    });
    const worker = await unlessStopped(signal, making);
    await serve(options, { client, workers, worker, accounts });
  } finally {
    await workers.close();
    await Promise.all(accounts.map((account) => account.close()));
  }
}

/** Before anything is polled, as a worker does: a watchdog whose workflow stands still takes nothing offline. */
function checkHistories(
  { config, codec, logger, signal: stopping, acceptsBrokenHistories: acceptsBroken = false }: WatchdogOptions,
  client: Client,
  workflowBundle: Connected['workflowBundle'],
): Promise<void> {
  const taskQueues = [watchdogTaskQueue(config.group)];
  return checkOpenRuns({
    client,
    logger,
    codec,
    workflowBundle,
    taskQueues,
    isVersioned: false,
    acceptsBroken,
    stopping,
  });
}

interface Served {
  client: Client;
  workers: WorkerGroup;
  worker: Worker;
  accounts: readonly WatchedAccount[];
}

async function serve({ config, logger, signal, onReady }: WatchdogOptions, served: Served): Promise<void> {
  const { client, workers, worker, accounts } = served;
  const stop = (): void => workers.stop();
  signal.addEventListener('abort', stop, { once: true });
  const names = accounts.map(({ deps }) => deps.account);
  for (const account of names) await unlessStopped(signal, startWatchdog(client, { account, group: config.group }));
  workers.run(worker);
  void keepStarted({ client, group: config.group, logger, signal }, names);
  for (const account of accounts) void warnIfUseless(account, logger);
  void watchService({ client, group: config.group, accounts: servedAccounts(config), logger, signal });
  if (signal.aborted) stop();
  else onReady(names);
  await workers.ended();
}

interface Keeping {
  client: Client;
  group: string;
  logger: Logger;
  signal: AbortSignal;
}

async function keepStarted({ client, group, logger, signal }: Keeping, names: readonly string[]): Promise<void> {
  for (;;) {
    await sleep(startEveryMs, signal);
    if (signal.aborted) return;
    for (const account of names) {
      await startWatchdog(client, { account, group }).catch((error: unknown) =>
        logger.warn({ error: String(error), account }, 'the workflow of the watchdog was not started: tried again'),
      );
    }
  }
}

/** A key that is wrong is found at the start, and not when it is needed. Nothing is called while a ban is known. */
async function warnIfUseless({ deps }: WatchedAccount, logger: Logger): Promise<void> {
  const { account, couriers, hasOwnAddress } = deps;
  if (Object.keys(couriers).length === 0) {
    logger.warn(
      { account },
      'no way to the merchant is set: what the watchdog does stands in its log and in Temporal alone',
    );
  }
  try {
    const { banUntilMs } = await deps.readDesk(AbortSignal.timeout(shutdownGraceMs));
    if (!hasOwnAddress && banUntilMs !== null && banUntilMs > Date.now()) return;
    await deps.admit();
  } catch (error) {
    logger.error({ account, error: String(error) }, 'the watchdog could take no ad offline now');
  }
}

/** Each activity runs as that of its caller's account; the activities themselves check the caller again. */
function dispatched(accounts: readonly WatchedAccount[]): Record<string, (input: never) => Promise<unknown>> {
  const byAccount = new Map(accounts.map(({ deps }) => [deps.account, createWatchdogActivities(deps)]));
  const names = Object.keys([...byAccount.values()][0] ?? {}) as (keyof WatchdogActivities)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: never) => {
        const owner = parseWorkflowId(Context.current().info.workflowExecution?.workflowId ?? '')?.owner ?? '';
        const activities = byAccount.get(owner);
        if (activities !== undefined) return activities[name](input);
        const message = `this watchdog does not watch account ${owner}`;
        throw ApplicationFailure.create({ message, type: OwnFailure.ACCOUNT_NOT_SERVED, nextRetryDelay: '10 seconds' });
      },
    ]),
  );
}

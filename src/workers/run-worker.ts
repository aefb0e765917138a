import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkerOptions, WorkflowBundle } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import { createActingActivities, createWatchActivities } from '../activities/index.ts';
import { connectTemporal, egressControl, registerSearchAttributes } from '../client/index.ts';
import type { PeerdeskConnection } from '../client/index.ts';
import { createExchangeClient } from '../exchange/index.ts';
import type { ExchangeClient } from '../exchange/index.ts';
import { accountTaskQueue, egressTaskQueue, watchTaskQueue } from '../workflows/contract/definitions.ts';
import { wireActivities } from './activity-wiring.ts';
import { linkEgress } from './egress-link.ts';
import type { EgressLink } from './egress-link.ts';
import { bridgeTemporalLogs } from './logger.ts';
import type { WorkerConfig } from './worker-environment.ts';

/** A watcher is cheap: it sleeps nearly all the time. */
const watchSlots = 2_000;
const shutdownGraceMs = 10_000;
/** A cancel reaches a watcher with its next heartbeat that is really sent: this often. */
const heartbeatThrottleMs = 5_000;

export interface RunWorkerOptions {
  config: WorkerConfig;
  logger: Logger;
  /** Aborting it shuts the worker down gracefully: running activities finish or are told to stop. */
  signal: AbortSignal;
  /** Called once the worker polls. */
  onReady?: () => void;
  /** Other addresses than the environment's (tests, the demo). */
  temporal?: { address?: string; namespace?: string };
}

/** Runs the worker of one account until the signal aborts. Rejects when it cannot start or a poller fails for good. */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const { config, logger, temporal = {} } = options;
  Runtime.install({ logger: bridgeTemporalLogs(logger), shutdownSignals: [] });
  const peerdesk = await connectTemporal(temporal);
  const { baseUrl, credentials, settings, ways } = config;
  const exchange = createExchangeClient({ baseUrl, credentials, settings, ...ways.client });
  try {
    await prepareSearchAttributes(peerdesk.client, logger);
    await runWorkers(options, peerdesk, exchange);
  } finally {
    await exchange.close();
    await peerdesk.close();
  }
}

/** Where this process may not register them (a cloud namespace), an operator has done it; a workflow would say so. */
async function prepareSearchAttributes(client: Client, logger: Logger): Promise<void> {
  try {
    await registerSearchAttributes(client);
  } catch (error) {
    logger.warn({ error: String(error) }, 'search attributes not registered: see docs/runbook.md');
  }
}

async function runWorkers(
  options: RunWorkerOptions,
  { client }: PeerdeskConnection,
  exchange: ExchangeClient,
): Promise<void> {
  const connection = await connectNative(options.temporal ?? {});
  try {
    const { config, logger, signal: stopping } = options;
    const deps = wireActivities({ config, exchange, client, logger, stopping });
    const workers = await createWorkers({ options, connection, namespace: client.options.namespace }, deps);
    await runUntilAborted(workers, options, () => link(options, client, exchange));
  } finally {
    await connection.close();
  }
}

function link({ config, logger }: RunWorkerOptions, client: Client, exchange: ExchangeClient): Promise<EgressLink> {
  return linkEgress({
    gate: exchange.gate,
    egress: egressControl(client, config.egress),
    clock: Date,
    onError: (error) => logger.warn({ error: String(error) }, 'egress workflow not reached'),
  });
}

async function connectNative(temporal: { address?: string }): Promise<NativeConnection> {
  const config = loadClientConnectConfig();
  const address = temporal.address ?? config.connectionOptions.address ?? 'localhost:7233';
  return NativeConnection.connect({ ...config.connectionOptions, address });
}

interface WorkerPlace {
  options: RunWorkerOptions;
  connection: NativeConnection;
  namespace: string;
}

interface DeskWorkers {
  egress: Worker;
  account: Worker[];
}

/** Three queues: what acts, what watches, and the egress that accounts share. One bundle for all. */
async function createWorkers(
  { options, connection, namespace }: WorkerPlace,
  deps: ActivityDependencies,
): Promise<DeskWorkers> {
  const { account, egress } = options.config;
  const workflowBundle = await bundleWorkflows(options.logger);
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace,
    shutdownGraceTime: shutdownGraceMs,
    maxHeartbeatThrottleInterval: heartbeatThrottleMs,
    defaultHeartbeatThrottleInterval: heartbeatThrottleMs,
  };
  const egressQueue = { ...common, taskQueue: egressTaskQueue(egress), workflowBundle, maxCachedWorkflows: 10 };
  const actingQueue = { ...common, taskQueue: accountTaskQueue(account), workflowBundle };
  const watchQueue = { ...common, taskQueue: watchTaskQueue(account) };
  return {
    egress: await Worker.create(egressQueue),
    account: [
      await Worker.create({ ...actingQueue, activities: createActingActivities(deps) }),
      await Worker.create({
        ...watchQueue,
        activities: createWatchActivities(deps),
        maxConcurrentActivityTaskExecutions: watchSlots,
      }),
    ],
  };
}

async function bundleWorkflows(logger: Logger): Promise<WorkflowBundle> {
  // TypeScript in a checkout, JavaScript in an installed package.
  const workflowsPath = fileURLToPath(new URL(`../workflows/index${extname(import.meta.url)}`, import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: bridgeTemporalLogs(logger.child({}, { level: 'warn' })) });
}

/**
 * Runs the egress worker first, so that its workflow can answer whether a ban holds, and only then anything that
 * calls the service. One worker that fails takes the others down with it: half a desk is worse than none.
 */
async function runUntilAborted(
  { egress, account }: DeskWorkers,
  { signal, onReady }: RunWorkerOptions,
  linkToEgress: () => Promise<EgressLink>,
): Promise<void> {
  const all = [egress, ...account];
  const stop = (): void => {
    for (const worker of all) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const run = async (worker: Worker): Promise<void> => worker.run().finally(stop);
  signal.addEventListener('abort', stop, { once: true });
  const running = [run(egress)];
  const egressLink = await linkToEgress();
  running.push(...account.map(run));
  if (signal.aborted) stop();
  else onReady?.();
  await Promise.all(running).finally(() => egressLink.close());
}

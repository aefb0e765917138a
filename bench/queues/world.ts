import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { connectTemporal } from '../../src/client/index.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { inProject } from '../../src/server/project-root.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { groupTaskQueue } from '../../src/workflows/contract/task-queues.ts';
import { adWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { say } from '../desk-world.ts';
import { fairQueue, group, type Arrangement } from './routes.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-client.ts';

const startsAtOnce = 8;
const watchLimitMs = 180_000;
const lookMs = 100;
const activityQueueType = 2;

export interface QueuesSetup {
  arrangement: Arrangement;
  accounts: number;
  adsEach: number;
  /** The calls of an account at once. */
  atOnce: number;
}

/** A Temporal server, the watches of all ads, and the process that runs them. */
export interface QueuesWorld {
  client: Client;
  accounts: readonly string[];
  watches: number;
  serverPid: number;
  serverMetrics: string;
  worker: () => WorkerProcess;
  /** Kills the process, starts another one, and returns when each watch ran again, in ms since; infinite: not in three minutes. */
  restart: () => Promise<number[]>;
  /** Starts a workflow of an account; ids are taken in turn. */
  start: (account: string, workflow: string, args: readonly unknown[]) => Promise<WorkflowHandle>;
  close: () => Promise<void>;
}

/** Opens the world; returns when every watch runs. */
export async function openQueues(setup: QueuesSetup): Promise<QueuesWorld> {
  const { arrangement, adsEach, atOnce } = setup;
  const isFair = arrangement === 'fair' || arrangement === 'rated';
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: say });
  const dynamicConfig: Record<string, boolean> = isFair ? { 'matching.enableFairness': true } : {};
  const server = await startTemporalServer({ cliPath, uiPort: null, dynamicConfig });
  const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
  const { client } = peerdesk;
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-bench-'));
  const accounts = Array.from({ length: setup.accounts }, (_, index) => `a${String(index + 1).padStart(2, '0')}`);
  const bundleFile = join(folder, 'bundle.js');
  await writeFile(bundleFile, await bundled());
  if (arrangement === 'rated') await rateKeys(client, atOnce);
  const begin = (): Promise<WorkerProcess> =>
    startWorkerProcess({ arrangement, address: server.address, bundleFile, accounts, adsEach, atOnce });
  let worker = await begin();
  let number = 0;
  const watches = accounts.length * adsEach;
  const world: QueuesWorld = {
    client,
    accounts,
    watches,
    serverPid: server.pid,
    serverMetrics: server.metricsUrl,
    worker: () => worker,
    restart: async () => {
      const killedMs = Date.now();
      await worker.kill();
      worker = await begin();
      return (await allWatch(worker, watches)).map((ms) => ms - killedMs);
    },
    start: (account, workflow, args) => {
      number += 1;
      const workflowId = adWorkflowId(account, String(number));
      const caller = { arrangement, account };
      return client.workflow.start(workflow, {
        workflowId,
        taskQueue: groupTaskQueue(group),
        args: [caller, ...args],
      });
    },
    close: async () => {
      await worker.kill();
      await peerdesk.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await startWatches(world, adsEach);
  return world;
}

async function startWatches(world: QueuesWorld, adsEach: number): Promise<void> {
  const owners = world.accounts.flatMap((account) => Array<string>(adsEach).fill(account));
  const lane = async (): Promise<void> => {
    for (let owner = owners.shift(); owner !== undefined; owner = owners.shift())
      await world.start(owner, 'watching', []);
  };
  await Promise.all(Array.from({ length: startsAtOnce }, lane));
  const begunMs = await allWatch(world.worker(), world.watches);
  if (begunMs.some((ms) => !Number.isFinite(ms))) throw new Error('not every watch runs');
}

/** Waits until all watches have begun in this process; returns when each did, in epoch ms; infinite: not in time. */
async function allWatch(worker: WorkerProcess, watches: number): Promise<readonly number[]> {
  const endMs = performance.now() + watchLimitMs;
  for (;;) {
    const { watchesMs } = await worker.gauges();
    if (watchesMs.length >= watches) return watchesMs;
    if (performance.now() > endMs)
      return [...watchesMs, ...Array<number>(watches - watchesMs.length).fill(Number.POSITIVE_INFINITY)];
    await delay(lookMs);
  }
}

/** Lets the server hand out so many tasks a second of each account. */
async function rateKeys(client: Client, requestsPerSecond: number): Promise<void> {
  const update = { rateLimit: { requestsPerSecond }, reason: 'the budget of an account' };
  await client.workflowService.updateTaskQueueConfig({
    namespace: client.options.namespace,
    identity: client.options.identity,
    taskQueue: fairQueue,
    taskQueueType: activityQueueType,
    updateFairnessKeyRateLimitDefault: update,
  });
}

async function bundled(): Promise<string> {
  const workflowsPath = inProject('bench', 'queues', 'workflows.ts');
  const payloadConverterPath = inProject('src', 'workflows', 'kit', 'payload-converter.ts');
  const logger = new DefaultLogger('WARN');
  const preloadModules = [workflowsPath];
  return (await bundleWorkflowCode({ workflowsPath, payloadConverterPath, preloadModules, logger })).code;
}

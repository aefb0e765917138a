import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Client } from '@temporalio/client';
import { settingsEnvironment } from '../src/cli/up/demo-desk.ts';
import { connectTemporal, registerSearchAttributes } from '../src/client/index.ts';
import type { DeskSettings } from '../src/domain/settings.ts';
import { findTemporalCli } from '../src/server/find-server.ts';
import { inProject } from '../src/server/project-root.ts';
import { startTemporalServer } from '../src/server/temporal-server.ts';
import { createSimulator, type Simulator } from '../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../src/simulator/world/simulator-options.ts';
import { createStillMarket, type StillMarkets } from '../test/setup/still-markets.ts';

export const account = 'bench';
const keys = { apiKey: 'key-of-bench-0123456789', apiSecret: 'secret-of-bench-0123456789' };

/** No release without a person. */
export const approved = {
  policy: 'approve',
  amountCap: null,
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
} as const;

/** A worker whose output can be read. */
export type BenchWorker = ChildProcessByStdio<null, Readable, null>;

/** A Temporal server, a marketplace with still markets, and worker processes. */
export interface BenchWorld {
  client: Client;
  /** Of the Temporal server. */
  address: string;
  simulator: Simulator;
  market: StillMarkets;
  /** Where workers leave their notes. */
  stateFolder: string;
  startWorker: () => BenchWorker;
  close: () => Promise<void>;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Starts everything but a worker. Settings are those of the workers; missing ones have their defaults. */
export async function openBenchWorld(
  settings: Partial<DeskSettings> = {},
  options: Partial<SimulatorOptions> = {},
): Promise<BenchWorld> {
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: say });
  const server = await startTemporalServer({ cliPath, uiPort: null });
  const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
  const market = createStillMarket();
  const accounts = [{ name: account, ...keys }];
  const simulator = createSimulator({ seed: 1, accounts, market: market.feed, ...options });
  const { baseUrl } = await simulator.listen();
  await registerSearchAttributes(peerdesk.client);
  const stateFolder = await mkdtemp(join(tmpdir(), 'peerdesk-bench-'));
  const env = {
    ...process.env,
    PEERDESK_STATE_DIR: stateFolder,
    ...settingsEnvironment(settings),
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: 'default',
    PEERDESK_ACCOUNT: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
  };
  const workers: BenchWorker[] = [];
  return {
    client: peerdesk.client,
    address: server.address,
    simulator,
    market,
    stateFolder,
    startWorker: () => {
      const worker = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'worker'], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      // A worker would wait for the reader of a full pipe.
      worker.stdout.resume();
      workers.push(worker);
      return worker;
    },
    close: async () => {
      for (const worker of workers) await killHard(worker);
      await simulator.close();
      await peerdesk.close();
      await server.stop();
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/** Ends a worker as a crash would. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

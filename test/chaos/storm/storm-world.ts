import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { settingsEnvironment } from '../../../src/cli/up/demo-desk.ts';
import { connectTemporal, registerSearchAttributes, startAd } from '../../../src/client/index.ts';
import type { SwitchName } from '../../../src/domain/guard/guard-memory.ts';
import type { DeskSettings } from '../../../src/domain/settings.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { findTemporalCli } from '../../../src/server/find-server.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { startTemporalServer, type TemporalServer } from '../../../src/server/temporal-server.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { createStillMarket, type StillMarkets } from '../../setup/still-markets.ts';

export const account = 'acme';
/** Short bounds, whose proportions are the product's. */
const settings = {
  marketIntervalMs: 1_000,
  businessBlockMs: 2_000,
  overlapCooldownMs: 2_000,
  ipBanMinimumMs: 20_000,
  moneySettleMs: 2_000,
  watchdogMs: 40_000,
} satisfies Partial<DeskSettings>;
const adCount = 6;
const limitMs = 180_000;

/** A desk of six ads with real processes: a server with a database, a marketplace, workers, a watchdog. */
export interface StormWorld {
  client: Client;
  simulator: Simulator;
  markets: StillMarkets;
  adNumbers: string[];
  /** Of its processes. */
  env: NodeJS.ProcessEnv;
  start: (command: 'worker' | 'watchdog') => ChildProcess;
  /** Lifts a switch as the merchant does, at the guard and in the register. */
  lift: (name: SwitchName) => Promise<void>;
  restartServer: (pauseMs: number) => Promise<void>;
  /** Ads that are online, with their prices. */
  online: () => Promise<Map<string, string>>;
  /** How many scripted faults have struck a call. */
  struck: () => Promise<number>;
  close: () => Promise<void>;
}

export async function openStorm(): Promise<StormWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-storm-'));
  const found = await findTemporalCli({ env: process.env, log: () => undefined });
  const port = await freePort();
  const serve = (): Promise<TemporalServer> =>
    startTemporalServer({ cliPath: found.path, uiPort: null, port, dbFile: join(folder, 'temporal.db') });
  let server = await serve();
  const { address } = server;
  const markets = createStillMarket();
  const keys = { apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
  const simulator = createSimulator({
    seed: 1,
    accounts: [{ name: account, ...keys }],
    market: markets.feed,
    tickIntervalMs: 50,
  });
  const { baseUrl } = await simulator.listen();
  const ownEnv = {
    ...settingsEnvironment(settings),
    PEERDESK_STATE_DIR: join(folder, 'state'),
    TEMPORAL_ADDRESS: address,
    PEERDESK_ACCOUNT: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
    PEERDESK_NOTIFY_COMMAND: '/bin/true',
  };
  const env = { ...process.env, ...ownEnv };
  const processes: ChildProcess[] = [];
  const peerdesk = await connectTemporal({ address });
  await registerSearchAttributes(peerdesk.client);
  const adNumbers = await beginAds(peerdesk.client, { simulator, markets });
  return {
    client: peerdesk.client,
    simulator,
    markets,
    adNumbers,
    env,
    start: (command) => {
      const program = [inProject('bin', 'peerdesk.mjs'), command];
      const child = spawn(process.execPath, program, { env, stdio: 'ignore' });
      processes.push(child);
      return child;
    },
    lift: async (name) => {
      const { exitCode, stderr } = await runInProcess(['desk', 'open', name, '--by', 'storm'], ownEnv);
      if (exitCode !== 0) throw new Error(`desk open ${name}: ${stderr}`);
    },
    restartServer: async (pauseMs) => {
      await server.stop();
      await delay(pauseMs);
      server = await serve();
    },
    online: () => onlineAds(baseUrl),
    struck: () => struckFaults(baseUrl),
    close: async () => {
      await Promise.all(processes.map(kill));
      await peerdesk.close();
      await simulator.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function beginAds(
  client: Client,
  { simulator, markets }: Pick<StormWorld, 'simulator' | 'markets'>,
): Promise<string[]> {
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '5.00', ceiling: '20.00' },
  });
  const adNumbers = markets.fiats
    .slice(0, adCount)
    .map((fiat) => simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat, price: '10.40' }));
  for (const adNumber of adNumbers)
    await startAd(client, { account, group: account, adNumber, mode: 'sim', rules, settings });
  return adNumbers;
}

async function onlineAds(baseUrl: string): Promise<Map<string, string>> {
  const ads = (await (await fetch(`${baseUrl}/_sim/ads`)).json()) as { advNo: string; status: number; price: string }[];
  const online = ads.filter(({ status }) => status === SimAdStatus.ONLINE);
  return new Map(online.map(({ advNo, price }) => [advNo, price]));
}

async function struckFaults(baseUrl: string): Promise<number> {
  const byKind = (await (await fetch(`${baseUrl}/_sim/faults`)).json()) as Record<string, number>;
  return Object.values(byKind).reduce((sum, count) => sum + count, 0);
}

/** Ends a process at once. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Waits until it holds; a read that fails counts as not yet. Throws with the last answer after three minutes. */
export async function until<T>(what: string, read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const endMs = performance.now() + limitMs;
  let last = 'nothing';
  while (performance.now() < endMs) {
    try {
      const value = await read();
      if (holds(value)) return value;
      last = JSON.stringify(value instanceof Map ? [...value] : value);
    } catch (error) {
      last = String(error);
    }
    await delay(200);
  }
  throw new Error(`${what}: never; last: ${last}`);
}

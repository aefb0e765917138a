import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { connectTemporal, startDesk, type DeskStart } from '../../src/client/index.ts';
import { readEgressConfig } from '../../src/config/environment/worker-environment.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import { settingsEnvironment } from '../../src/cli/up/demo-desk.ts';
import { inProject } from '../../src/server/project-root.ts';
import { describePair, type MarketBook, type MarketFeed } from '../../src/simulator/world/market-feed.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../src/simulator/world/simulator-options.ts';
import { compileCache } from '../setup/compile-cache.ts';
import { claimNamespace } from '../setup/shared-server.ts';
import { offer } from '../setup/still-markets.ts';
import { temporaryDirectory, type AtEnd } from '../setup/temporary-directory.ts';
import { runWorkerHere } from './worker/worker-here.ts';

export const account = 'acme';

/**
 * Quick looks. A money step has the product's own time: a busy machine would refuse one that has a short time, and it would
 * be tried again.
 */
export const quickSettings = {
  marketIntervalMs: 1_000,
  priceRangeTtlMs: 1_000,
  orderPollIntervalMs: 500,
  moneySettleMs: 2_000,
  reconcileWindowMs: 20_000,
} satisfies Partial<DeskSettings>;

/**
 * Shorter bounds, so that a test that proves "not done" needs seconds; the signature is valid as long as the product's. A
 * busy machine refuses a step that has less: after three of those a human is asked.
 */
export const provingSettings = {
  ...quickSettings,
  moneyStepBoundMs: 12_000,
  moneyRecvWindowMs: 3_000,
  requestTimeoutMs: 10_000,
} satisfies Partial<DeskSettings>;

export const noRules = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };

/** A market that stands still until the test moves it. */
export interface StillMarket {
  feed: MarketFeed;
  move: (reference: string, bestAsk: string, bestBid: string) => void;
}

export const askAdNumber = '13000000000000000001';

export function stillMarket(): StillMarket {
  const pair = describePair('USDT', 'BOB', 2);
  let book: MarketBook;
  const move = (reference: string, bestAsk: string, bestBid: string): void => {
    const asks = [offer(askAdNumber, bestAsk)];
    book = { pair, reference, asks, bids: [offer('13000000000000000003', bestBid)] };
  };
  move('10.00', '10.05', '9.95');
  return {
    move,
    feed: {
      pairs: [pair],
      startMs: 0,
      description: 'stands still',
      referenceRange: () => ({ low: '9.00', high: '11.00' }),
      at: () => [book],
    },
  };
}

/** A worker process: the real `peerdesk worker`. */
export interface WorkerProcess {
  pid: number;
  /** SIGKILL: nothing is finished, nothing is reported. */
  kill: () => Promise<void>;
}

export interface DeskWorld {
  client: Client;
  address: string;
  namespace: string;
  simulator: Simulator;
  baseUrl: string;
  market: StillMarket;
  env: NodeJS.ProcessEnv;
  /** Starts a worker, with other variables than the world's where given, and options. */
  startWorker: (part?: NodeJS.ProcessEnv, args?: readonly string[]) => WorkerProcess;
  /** Runs a worker in the process of the test, for tests that do not kill it. */
  runWorker: (part?: NodeJS.ProcessEnv) => Promise<void>;
  /** Starts `peerdesk watchdog`. */
  startWatchdog: (part?: NodeJS.ProcessEnv, args?: readonly string[]) => WorkerProcess;
  startDesk: (part?: Partial<DeskStart>) => Promise<void>;
  /** What the workers wrote to their log so far, in whole lines: what they write arrives in pieces. */
  log: () => Promise<string>;
}

/** The outgoing address of who names none. Other groups may share it, so its workflow has a queue of its own. */
export const sharedEgress = 'default';

interface WorldOptions extends Partial<SimulatorOptions> {
  /** Default: the account's own, which is carried with its group: a worker that serves no queue more starts sooner. */
  egress?: string;
  /** Default: a namespace of the shared server. */
  server?: { address: string; namespace: string };
}

/**
 * A namespace of a Temporal server, a marketplace and as many worker processes as the test starts; all but the
 * server ended with the test, or by `atEnd`, the last first.
 */
export async function openDeskWorld(
  { server, egress = account, ...options }: WorldOptions = {},
  settings: Partial<DeskSettings> = quickSettings,
  atEnd: AtEnd = onTestFinished,
): Promise<DeskWorld> {
  const folder = await temporaryDirectory(atEnd);
  const market = stillMarket();
  const keys = { apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
  const simulator = createSimulator({
    seed: 1,
    accounts: [{ name: account, ...keys }],
    market: market.feed,
    rateLimit: { requests: 100, windowMs: 10_000 },
    tickIntervalMs: 100,
    ...options,
  });
  const { baseUrl } = await simulator.listen();
  atEnd(() => simulator.close());
  const { address, namespace } = server ?? (await sharedPlace());
  const peerdesk = await connectTemporal({ address, namespace });
  atEnd(() => peerdesk.close());
  const env = {
    ...process.env,
    ...compileCache,
    ...settingsEnvironment(settings),
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    PEERDESK_ACCOUNT: account,
    ...(egress === sharedEgress ? {} : { PEERDESK_EGRESS: egress }),
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
    PEERDESK_STATE_DIR: join(folder, 'state'),
  };
  const logFile = join(folder, 'worker.log');
  await writeFile(logFile, '');
  // Of the worker in this process, which may still say something when the folder is gone.
  const said: string[] = [];
  return {
    client: peerdesk.client,
    address,
    namespace,
    simulator,
    baseUrl,
    market,
    env,
    startWorker: (part = {}, args = []) =>
      startPeerdesk({ env: { ...env, ...part }, args: ['worker', ...args], logFile }, atEnd),
    runWorker: async (part = {}) => {
      const config = readEgressConfig({ ...env, ...part });
      const write = (line: string): void => void said.push(line);
      await runWorkerHere({ config, temporal: { address, namespace }, write }, atEnd);
    },
    startWatchdog: (part = {}, args = []) =>
      startPeerdesk({ env: { ...env, ...part }, args: ['watchdog', ...args], logFile }, atEnd),
    startDesk: async (part = {}) => {
      const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;
      await startDesk(peerdesk.client, {
        account,
        egress,
        mode: 'sim',
        release,
        adoptAds: null,
        settings,
        ...part,
      });
    },
    log: async () => wholeLines(await readFile(logFile, 'utf8')) + said.join(''),
  };
}

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

/**
 * Opens one world before the tests of a file or group, for all of them: a server and a worker cost seconds. What was
 * registered for the end happens after them, the last first.
 */
export function shareWorld<World>(open: (atEnd: AtEnd) => Promise<World>): () => World {
  const ends: Parameters<AtEnd>[0][] = [];
  let opened: { world: World } | null = null;
  beforeAll(async () => {
    opened = { world: await open((end) => ends.push(end)) };
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (opened === null) throw new Error('the world is not open');
    return opened.world;
  };
}

async function sharedPlace(): Promise<{ address: string; namespace: string }> {
  const shared = inject('temporalServer');
  return { address: shared.address, namespace: await claimNamespace(shared) };
}

interface ProcessStart {
  env: NodeJS.ProcessEnv;
  args: readonly string[];
  logFile: string;
}

function startPeerdesk({ env, args, logFile }: ProcessStart, atEnd: AtEnd): WorkerProcess {
  // That of the tests, which is new enough: an older one would start the worker as a child, which no SIGKILL here reaches.
  const program = [inProject('bin', 'peerdesk.mjs'), ...args];
  const child = spawn(process.execPath, program, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const kill = (): Promise<void> => killHard(child);
  atEnd(kill);
  return { pid: child.pid ?? 0, kill };
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Many tests wait side by side, and each question costs server and worker as much as a step of an order. */
const quickRounds = 10;

/** Waits until `holds` returns true for the result of `read`; a failed read counts as not yet. */
export async function until<T>(what: string, read: () => T | Promise<T>, holds: (value: T) => boolean): Promise<T> {
  let last = 'nothing read yet';
  for (let round = 0; round < 1_000; round += 1) {
    try {
      const value = await read();
      if (holds(value)) return value;
      last = JSON.stringify(value);
    } catch (error) {
      last = String(error);
    }
    await delay(round < quickRounds ? 100 : 250);
  }
  throw new Error(`${what} never came true; last: ${last}`);
}

/** Real processes around a register that is lost: a Temporal server with a file, a marketplace, workers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { settingsEnvironment } from '../../../src/cli/up/demo-desk.ts';
import { connectTemporal, registerSearchAttributes, startDesk } from '../../../src/client/index.ts';
import type { DeskSettings } from '../../../src/domain/settings.ts';
import { findTemporalCli } from '../../../src/server/find-server.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { startTemporalServer, type TemporalServer } from '../../../src/server/temporal-server.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { createStillMarket } from '../../setup/still-markets.ts';
import { until } from '../storm/storm-world.ts';
import { copyRaw, openKeeper, type BackendName, type Keeper, type Peerdesk, type RegisterMode } from './keepers.ts';
import { openLiveService } from './live-service.ts';
import { runAlone, startWorker, Worker, type StartedWorker } from './workers.ts';

export const account = 'acme';
export const noRules = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
const rules = { policy: 'match', amountCap: null, counterparty: noRules } as const;

/** Quick looks, so that a case needs a minute or two. */
export const settings = {
  marketIntervalMs: 1_000,
  orderPollIntervalMs: 500,
  moneySettleMs: 2_000,
  reconcileWindowMs: 20_000,
  ipBanMinimumMs: 10_000,
} satisfies Partial<DeskSettings>;

export interface LossesWorld {
  readonly client: Client;
  readonly simulator: Simulator;
  readonly keeper: Keeper;
  readonly peerdesk: Peerdesk;
  readonly stateFolder: string;
  readonly mode: RegisterMode;
  /** Commands on a machine with another state folder. */
  readonly peerdeskAt: (stateFolder: string) => Peerdesk;
  /** Changes settings of the service. */
  readonly setService: (settings: { readonly releasingMs: number }) => Promise<void>;
  /** Starts a worker, on this machine or with another state folder; it serves when this resolves. */
  start: (stateFolder?: string) => Promise<Worker>;
  /** Starts one beside another that leads: it serves nothing before that one is gone. */
  startBeside: (stateFolder: string) => Worker;
  /** Every process of a worker, the first one first. */
  readonly processes: () => readonly StartedWorker[];
  /** How many processes of workers ended by themselves, and were started again. */
  readonly ownEnds: () => number;
  /** Ends Temporal, copies its file, and starts it. Workers have to be dead. */
  copyTemporal: () => Promise<void>;
  /** Puts that copy back. */
  putTemporalBack: () => Promise<void>;
  close: () => Promise<void>;
}

interface WorldWish {
  readonly backend: BackendName;
  readonly seed: number;
  /** 'live': the workers take the service for a real one. */
  readonly mode: RegisterMode;
}

/** Opens a desk whose register and Temporal are both in a folder of its own. */
export async function openLossesWorld(wish: WorldWish): Promise<LossesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-losses-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const over = new AbortController();
  const close = async (): Promise<void> => {
    over.abort();
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await opened({ ...wish, folder, ends, over: over.signal })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening extends WorldWish {
  folder: string;
  /** What has to be done at the end, the last first. */
  ends: (() => Promise<unknown>)[];
  /** Aborted at the end: a case that still runs then starts no worker any more. */
  over: AbortSignal;
}

async function opened({ backend, seed, mode, folder, ends, over }: Opening): Promise<Omit<LossesWorld, 'close'>> {
  const keeper = await openKeeper(backend, folder, mode);
  ends.push(() => keeper.close());
  const temporal = await openTemporal(folder);
  ends.push(() => temporal.stop());
  const { simulator, env: serviceEnv, setService } = await openService(seed);
  ends.push(() => simulator.close());
  const live = mode === 'live' ? await openLiveService(serviceEnv.PEERDESK_BASE_URL, folder) : null;
  if (live !== null) ends.push(() => live.close());
  const { address } = temporal;
  const connected = await connectTemporal({ address });
  const { client } = connected;
  ends.push(() => connected.close());
  await registerSearchAttributes(client);
  const stateFolder = join(folder, 'state');
  const env = {
    ...serviceEnv,
    ...live?.env,
    ...keeper.env,
    TEMPORAL_ADDRESS: address,
    PEERDESK_STATE_DIR: stateFolder,
  };
  // A process reads whom it trusts at its start.
  const run = live === null ? runInProcess : runAlone;
  const processes: StartedWorker[] = [];
  const workers: Worker[] = [];
  const startOne = (state: string): Worker => {
    over.throwIfAborted();
    const worker = new Worker(() => {
      const started = startWorker(state, env);
      processes.push(started);
      return started;
    });
    workers.push(worker);
    ends.push(() => worker.kill());
    return worker;
  };
  await startDesk(client, { account, egress: account, mode, release: rules, adoptAds: null, settings });
  return {
    client,
    simulator,
    keeper,
    stateFolder,
    mode,
    peerdesk: (...args) => run(args, env),
    peerdeskAt:
      (state) =>
      (...args) =>
        run(args, { ...env, PEERDESK_STATE_DIR: state }),
    setService,
    start: async (state = stateFolder) => {
      const worker = startOne(state);
      await until(
        'the worker serves',
        async () => worker.said(),
        (said) => said.includes('what this worker may do'),
      );
      return worker;
    },
    startBeside: startOne,
    processes: () => processes,
    ownEnds: () => workers.reduce((sum, worker) => sum + worker.ownEnds, 0),
    copyTemporal: temporal.copy,
    putTemporalBack: temporal.putBack,
  };
}

interface Service extends Pick<LossesWorld, 'simulator' | 'setService'> {
  env: Record<string, string> & { PEERDESK_BASE_URL: string };
}

async function openService(seed: number): Promise<Service> {
  const keys = { apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
  const simulator = createSimulator({
    seed,
    accounts: [{ name: account, ...keys }],
    market: createStillMarket().feed,
    rateLimit: { requests: 300, windowMs: 10_000 },
    tickIntervalMs: 100,
    // What is sent twice is done twice: the ledger has to show it.
    idempotentMoney: false,
  });
  const { baseUrl } = await simulator.listen();
  const env = {
    ...settingsEnvironment(settings),
    PEERDESK_ACCOUNT: account,
    PEERDESK_EGRESS: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
    PEERDESK_NOTIFY_COMMAND: '/bin/true',
  };
  const setService: LossesWorld['setService'] = async (changes) => {
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(changes) };
    const { status } = await fetch(`${baseUrl}/_sim/settings`, body);
    if (status !== 200) throw new Error(`the service refuses the settings: ${status}`);
  };
  return { simulator, env, setService };
}

async function openTemporal(folder: string) {
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: () => undefined });
  const port = await freePort();
  const dbFile = join(folder, 'temporal.db');
  const copied = join(folder, 'temporal-older.db');
  const serve = (): Promise<TemporalServer> => startTemporalServer({ cliPath, uiPort: null, port, dbFile });
  let server = await serve();
  const whileDown = async (change: () => void): Promise<void> => {
    await server.stop();
    change();
    server = await serve();
  };
  return {
    address: server.address,
    stop: () => server.stop(),
    copy: () => whileDown(() => copyRaw(dbFile, copied)),
    putBack: () => whileDown(() => copyRaw(copied, dbFile)),
  };
}

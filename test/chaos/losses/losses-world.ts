/** Real processes around a register that is lost: a Temporal server with a file, a marketplace, workers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { settingsEnvironment } from '../../../src/cli/up/demo-desk.ts';
import type { DeskSettings } from '../../../src/domain/settings.ts';
import { connectTemporal, registerSearchAttributes, startDesk } from '../../../src/client/index.ts';
import { openNoticeReceiver, type NoticeReceiver } from '../../setup/notice-receiver.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { kill as killProcess, until } from '../storm/storm-world.ts';
import { openKeeper, type BackendName, type Keeper, type Peerdesk, type RegisterMode } from './keepers.ts';
import { openLiveService } from './live-service.ts';
import { account, openService, settings, writeDeskFile, writeKeys, type OwnService } from './own-service.ts';
import { openTemporal, type OwnTemporal } from './own-temporal.ts';
import { runAlone, startProgramOf, Worker, type StartedWorker } from './workers.ts';

export const noRules = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
const rules = { policy: 'match', amountCap: null, counterparty: noRules } as const;

export interface LossesWorld {
  readonly client: Client;
  readonly simulator: OwnService['simulator'];
  readonly markets: OwnService['markets'];
  readonly temporal: OwnTemporal;
  /** Where messages to the merchant arrive. */
  readonly notices: NoticeReceiver;
  readonly keeper: Keeper;
  readonly peerdesk: Peerdesk;
  readonly stateFolder: string;
  readonly mode: RegisterMode;
  readonly service: OwnService;
  /** Commands with other variables. */
  readonly peerdeskIn: (env: Readonly<Record<string, string>>) => Peerdesk;
  /** Commands on another machine, or to another desk. */
  readonly peerdeskAt: (place: WorkerPlace) => Peerdesk;
  readonly setService: OwnService['setService'];
  readonly revokeKey: OwnService['revokeKey'];
  /** Writes the keys that the service takes now into the files that the worker reads. */
  readonly mendKey: () => void;
  /** Starts a worker, on this machine or in another place; it serves when this resolves. */
  start: (place?: WorkerPlace) => Promise<Worker>;
  startWatchdog: () => StartedWorker;
  /** Starts one beside another that leads: it serves nothing before that one is gone. */
  startBeside: (stateFolder: string) => Worker;
  /** Every process of a worker, the first one first. */
  readonly processes: () => readonly StartedWorker[];
  /** How many processes of workers ended by themselves, and were started again. */
  readonly ownEnds: () => number;
  /** Starts the desk of the account again, as after its workflows were lost. */
  readonly startDesk: (client?: Client) => Promise<void>;
  close: () => Promise<void>;
}

/** Where a worker works, if not as usual. */
export interface WorkerPlace {
  readonly stateFolder?: string;
  readonly namespace?: string;
  readonly settings?: Partial<DeskSettings>;
}

interface WorldWish {
  readonly backend: BackendName;
  readonly seed: number;
  /** 'live': the workers take the service for a real one. */
  readonly mode: RegisterMode;
  /** The workers read a configuration file, and keys beside it. */
  readonly hasFile: boolean;
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

async function opened(opening: Opening): Promise<Omit<LossesWorld, 'close'>> {
  const { backend, seed, mode, folder, ends, over } = opening;
  const keeper = await openKeeper(backend, folder, mode);
  ends.push(() => keeper.close());
  const notices = await openNoticeReceiver();
  ends.push(async () => notices.close());
  const temporal = await openTemporal(folder);
  ends.push(() => temporal.stop());
  const service = await openService(seed, notices.url);
  const { simulator, markets, setService, revokeKey } = service;
  ends.push(() => simulator.close());
  const connected = await connectTemporal({ address: temporal.address });
  const { client } = connected;
  ends.push(() => connected.close());
  await registerSearchAttributes(client);
  const stateFolder = join(folder, 'state');
  const env = {
    ...(await variablesOf(opening, { service, temporal })),
    ...keeper.env,
    PEERDESK_STATE_DIR: stateFolder,
  };
  // A process reads whom it trusts at its start.
  const run = mode === 'live' ? runAlone : runInProcess;
  const processes: StartedWorker[] = [];
  const workers: Worker[] = [];
  const startOne = (place: WorkerPlace): Worker => {
    over.throwIfAborted();
    const worker = new Worker(() => {
      const started = startProgramOf('worker', variablesAt(env, place));
      processes.push(started);
      return started;
    });
    workers.push(worker);
    ends.push(() => worker.kill());
    return worker;
  };
  const startAccount = async (at = client): Promise<void> => {
    await startDesk(at, { account, egress: account, mode, release: rules, adoptAds: null, settings });
  };
  await startAccount();
  return {
    client,
    simulator,
    markets,
    temporal,
    notices,
    keeper,
    stateFolder,
    mode,
    peerdesk: (...args) => run(args, env),
    service,
    peerdeskIn:
      (own) =>
      (...args) =>
        run(args, own),
    peerdeskAt:
      (place) =>
      (...args) =>
        run(args, variablesAt(env, place)),
    setService,
    revokeKey,
    mendKey: () => writeKeys(folder, service),
    start: async (place = {}) => {
      const worker = startOne(place);
      await until(
        'the worker serves',
        async () => worker.said(),
        (said) => said.includes('what this worker may do'),
      );
      return worker;
    },
    startWatchdog: () => {
      const started = startProgramOf('watchdog', env);
      ends.push(() => killProcess(started.process));
      return started;
    },
    startBeside: (state) => startOne({ stateFolder: state }),
    processes: () => processes,
    ownEnds: () => workers.reduce((sum, worker) => sum + worker.ownEnds, 0),
    startDesk: startAccount,
  };
}

type Variables = Readonly<Record<string, string>> & { readonly PEERDESK_STATE_DIR: string };

function variablesAt(env: Variables, { stateFolder, namespace, settings: own = {} }: WorkerPlace): Variables {
  return {
    ...env,
    ...settingsEnvironment(own),
    ...(stateFolder === undefined ? {} : { PEERDESK_STATE_DIR: stateFolder }),
    ...(namespace === undefined ? {} : { TEMPORAL_NAMESPACE: namespace }),
  };
}

interface Places {
  service: OwnService;
  temporal: OwnTemporal;
}

/** The variables of workers and commands, but for the register. */
async function variablesOf(
  { mode, hasFile, folder, ends }: Opening,
  { service, temporal }: Places,
): Promise<Record<string, string>> {
  if (hasFile) return writeDeskFile(folder, service, temporal.address);
  const live = mode === 'live' ? await openLiveService(service.env.PEERDESK_BASE_URL, folder) : null;
  if (live !== null) ends.push(() => live.close());
  return { ...service.env, ...live?.env, TEMPORAL_ADDRESS: temporal.address };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { registerPlace } from '../../../src/config/environment/register-environment.ts';
import { createRegister } from '../../../src/register/open-register.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { startTemporalServer, type TemporalServer } from '../../../src/server/temporal-server.ts';
import { createSimulator } from '../../../src/simulator/simulator.ts';
import { startPeerdesk, type PeerdeskProcess } from '../../setup/run-peerdesk.ts';
import { claimNamespace } from '../../setup/shared-server.ts';
import { temporaryDirectory, type AtEnd } from '../../setup/temporary-directory.ts';
import { account, stillMarket } from '../desk-harness.ts';

const keys = { apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
/** It ends what hangs; a busy machine takes a minute. */
const endLimitMs = 240_000;

/** What a worker needs to start, and the Temporal server that it is sent to. */
export interface WorkerWorld {
  address: string;
  namespace: string;
  /** Starts a worker with other variables than the world's where given; it ends with the test. */
  startWorker: Starting;
  /** The same for a watchdog. */
  startWatchdog: Starting;
  /** The variables of its processes. */
  env: Readonly<Record<string, string>>;
}

type Starting = (env?: Readonly<Record<string, string>>, ...args: string[]) => Promise<PeerdeskProcess>;

/** A marketplace, and a namespace of the shared Temporal server, for workers that the test starts. */
export async function openWorld(atEnd: AtEnd): Promise<WorkerWorld> {
  const server = inject('temporalServer');
  return worldOn({ address: server.address, namespace: await claimNamespace(server) }, atEnd);
}

/** A world whose Temporal server is the test's own. */
export interface ServerWorld extends WorkerWorld {
  server: TemporalServer;
  /** Starts a server again on the same port. */
  restart: () => Promise<TemporalServer>;
}

interface ServerOptions {
  dbFile?: string;
  dynamicConfig?: Readonly<Record<string, number>>;
}

/** A marketplace and a Temporal server that the test may end, with a store that outlives it where one is named. */
export async function openServerWorld(atEnd: AtEnd, options: ServerOptions = {}): Promise<ServerWorld> {
  const port = await freePort();
  const restart = async (): Promise<TemporalServer> => {
    const server = await startTemporalServer({ cliPath: inject('temporalCli'), uiPort: null, port, ...options });
    atEnd(() => server.stop());
    return server;
  };
  const server = await restart();
  return { ...(await worldOn({ address: server.address, namespace: 'default' }, atEnd)), server, restart };
}

type Place = Pick<WorkerWorld, 'address' | 'namespace'>;

async function worldOn({ address, namespace }: Place, atEnd: AtEnd): Promise<WorkerWorld> {
  const simulator = createSimulator({ seed: 1, accounts: [{ name: account, ...keys }], market: stillMarket().feed });
  const { baseUrl } = await simulator.listen();
  atEnd(() => simulator.close());
  const env = {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    PEERDESK_ACCOUNT: account,
    // Its own, as in `openDeskWorld`.
    PEERDESK_EGRESS: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
  };
  const starting =
    (command: string): Starting =>
    async (part = {}, ...args) => {
      const process = await startPeerdesk([command, ...args], { ...env, ...part }, { atEnd });
      atEnd(() => void process.child.kill('SIGKILL'));
      return process;
    };
  return { address, namespace, env, startWorker: starting('worker'), startWatchdog: starting('watchdog') };
}

/** Returns the variables of a worker whose register a person has made, for a service that does not prove a simulator. */
export async function withOwnRegister(atEnd: AtEnd): Promise<{ PEERDESK_STATE_DIR: string }> {
  const env = { PEERDESK_STATE_DIR: await temporaryDirectory(atEnd) };
  await createRegister(registerPlace(env, true), { generation: randomUUID(), how: 'created', nowMs: Date.now() });
  return env;
}

interface WorkerEnd {
  exitCode: number | null;
  /** What it said to its user, without its log. */
  said: string[];
  stderr: string;
}

/** How a worker ended by itself; a supervisor does not restart one that stays alive. */
export async function endOf(worker: PeerdeskProcess): Promise<WorkerEnd> {
  const late = new AbortController();
  const end = await Promise.race([worker.ended, delay(endLimitMs, null, { signal: late.signal })]);
  late.abort();
  if (end === null) throw new Error('the worker has not ended');
  const said = end.stderr.split('\n').filter((line) => line.startsWith('peerdesk: '));
  return { exitCode: end.exitCode, said, stderr: end.stderr };
}

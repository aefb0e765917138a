import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectTemporal } from '../../src/client/index.ts';
import { newKeyLine } from '../../src/codec/key-ring.ts';
import { runCommand } from '../../src/server/child-command.ts';
import { freePort } from '../../src/server/free-port.ts';
import { startTemporalServer, type TemporalServer } from '../../src/server/temporal-server.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { egressTaskQueue } from '../../src/workflows/contract/task-queues.ts';
import { egressWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { openHeldWire } from '../setup/held-wire.ts';
import { startPeerdesk, type PeerdeskProcess } from '../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { account, stillMarket, until } from './desk-harness.ts';

const keys = { apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
const endLimitMs = 60_000;

interface WorkerWorld {
  env: Record<string, string>;
  server: TemporalServer;
  /** Starts a server again on the same port. */
  restart: (options?: { dbFile?: string }) => Promise<TemporalServer>;
}

/** A Temporal server and a simulator, for workers that the test starts. */
async function openWorld(options: { dbFile?: string } = {}): Promise<WorkerWorld> {
  const simulator = createSimulator({ seed: 1, accounts: [{ name: account, ...keys }], market: stillMarket().feed });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  const port = await freePort();
  const restart = async (more: { dbFile?: string } = options): Promise<TemporalServer> => {
    const server = await startTemporalServer({ cliPath: inject('temporalCli'), uiPort: null, port, ...more });
    onTestFinished(() => server.stop());
    return server;
  };
  const env = {
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    PEERDESK_ACCOUNT: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: keys.apiKey,
    PEERDESK_API_SECRET: keys.apiSecret,
  };
  return { env, server: await restart(), restart };
}

/** A server knows a new namespace everywhere only after a while. */
async function createNamespace({ address }: TemporalServer, namespace: string): Promise<void> {
  const args = ['operator', 'namespace', 'create', '--address', address, '--namespace', namespace];
  await runCommand([inject('temporalCli'), ...args], { env: process.env, timeoutMs: 20_000 });
  const peerdesk = await connectTemporal({ address, namespace });
  await until(
    'the namespace',
    () => peerdesk.client.workflow.count(),
    () => true,
  );
  await peerdesk.close();
}

async function startWorker(env: Record<string, string>, ...args: string[]): Promise<PeerdeskProcess> {
  const worker = await startPeerdesk(['worker', ...args], env);
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  return worker;
}

/** How a worker ended by itself; a supervisor does not restart one that stays alive. */
async function endOf(worker: PeerdeskProcess) {
  const late = new AbortController();
  const end = await Promise.race([worker.ended, delay(endLimitMs, null, { signal: late.signal })]);
  late.abort();
  if (end === null) throw new Error('the worker has not ended');
  const said = end.stderr.split('\n').filter((line) => line.startsWith('peerdesk: '));
  return { exitCode: end.exitCode, said, stderr: end.stderr };
}

describe('a worker that cannot serve says why, once, and ends', () => {
  it('a namespace that does not exist', async () => {
    const { env } = await openWorld();
    const { exitCode, said, stderr } = await endOf(await startWorker({ ...env, TEMPORAL_NAMESPACE: 'nosuch' }));
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/nosuch.*TEMPORAL_NAMESPACE/)] });
    expect(stderr).not.toMatch(/Status \{|PEERDESK_DEBUG/);
  });

  it('a server that goes while the worker starts', async () => {
    const { env, server } = await openWorld();
    // An empty cache: building the bundle takes longer than ending the server.
    const worker = await startWorker(
      { ...env, PEERDESK_CACHE_DIR: await temporaryDirectory() },
      '--log-level',
      'debug',
    );
    await new Promise<void>((resolve) =>
      worker.child.stderr?.on('data', (chunk: Buffer) => chunk.includes('bundling') && resolve()),
    );
    process.kill(server.pid, 'SIGKILL');
    const { exitCode, said, stderr } = await endOf(worker);
    // Which of the two depends on its current request.
    const unreached = expect.stringMatching(/cannot be reached|no Temporal server answers/);
    expect({ exitCode, said }).toEqual({ exitCode: 3, said: [unreached] });
    expect(stderr).not.toMatch(/Status \{|hold a reference|PEERDESK_DEBUG/);
  });

  it('a server that falls silent while the worker starts', async () => {
    const { env, server } = await openWorld();
    const wire = await openHeldWire(server.address);
    onTestFinished(() => wire.close());
    wire.hold();
    const { exitCode, said } = await endOf(await startWorker({ ...env, TEMPORAL_ADDRESS: wire.address }));
    expect({ exitCode, said }).toEqual({ exitCode: 3, said: [expect.stringMatching(/no Temporal server answers/)] });
  });

  it('a namespace that is lost later', async () => {
    const { env, server, restart } = await openWorld();
    await createNamespace(server, 'shop');
    const worker = await startWorker({ ...env, TEMPORAL_NAMESPACE: 'shop' });
    await worker.firstLine;
    await server.stop();
    await restart();
    const { exitCode, said, stderr } = await endOf(worker);
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/shop.*TEMPORAL_NAMESPACE/)] });
    expect(stderr).not.toMatch(/Status \{|hold a reference|Channel has been shut down|PEERDESK_DEBUG/);
  });
});

describe('an egress workflow whose tasks fail', () => {
  it('holds no worker up for ever, and is named', async () => {
    const { env, server } = await openWorld();
    const peerdesk = await connectTemporal({ address: server.address });
    onTestFinished(() => peerdesk.close());
    await peerdesk.client.workflow.start('egressOfAnotherVersion', {
      workflowId: egressWorkflowId('default'),
      taskQueue: egressTaskQueue('default', account),
    });
    const { firstLine, child } = await startWorker(env, '--json');
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    expect(JSON.parse(await firstLine)).toMatchObject({ event: 'ready' });
    expect(log).toMatch(/egress workflow not reached/);
  });
});

describe('/healthz', () => {
  it('is 503 while no Temporal server answers, and 200 again when one does', async () => {
    const dbFile = `${await temporaryDirectory()}/temporal.db`;
    const { env, server, restart } = await openWorld({ dbFile });
    const { firstLine, child } = await startWorker(env, '--json', '--health-port', '0');
    const { healthPort } = JSON.parse(await firstLine) as { healthPort: number };
    const status = async () => (await fetch(`http://127.0.0.1:${healthPort}/healthz`)).status;
    await until('health after the start', status, (code) => code === 200);
    await server.stop();
    await until('health without a server', status, (code) => code === 503);
    await restart();
    await until('health with a server again', status, (code) => code === 200);
    expect(child.exitCode).toBeNull();
  });
});

describe('design 2: what a worker says before it serves', () => {
  it('what it may do, and that the simulator has proven itself; the modes stand in every line of its log', async () => {
    const { env } = await openWorld();
    const worker = await startWorker({ ...env, PEERDESK_MAX_RELEASE: '5000 BOB' });
    expect(await worker.firstLine).toMatch(/a proven simulator; modes sim, shadow, live; .*largest release 5000 BOB/);
    worker.child.kill('SIGTERM');
    const { stderr, exitCode } = await worker.ended;
    expect(exitCode).toBe(0);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter((line) => typeof line['modes'] !== 'string' || line['account'] !== account)).toEqual([]);
    expect(lines).toContainEqual(expect.objectContaining({ event: 'permission', modes: 'sim,shadow,live' }));
  });

  it('wrong keys, and a service on loopback that proves nothing, whatever a variable says: no sim, no live', async () => {
    const { env } = await openWorld();
    const wrong = { PEERDESK_API_SECRET: 'another-secret-0123456789', PEERDESK_IS_SIMULATOR: 'yes' };
    const worker = await startWorker({ ...env, ...wrong });
    expect(await worker.firstLine).toMatch(/a real service; modes shadow; release policies approve, match;/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).stderr).toMatch(/the service refuses the first read/);
  });

  it('an unknown host', async () => {
    const { env } = await openWorld();
    const worker = await startWorker({ ...env, PEERDESK_BASE_URL: 'https://desk.invalid' });
    expect(await worker.firstLine).toMatch(/a service not reached yet; modes shadow;/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).stderr).toMatch(/the service refuses the first read/);
  });

  it('a development server steers no live writes to a real service, unless that is allowed', async () => {
    const { env } = await openWorld();
    const live = { ...env, PEERDESK_ALLOW_LIVE: 'yes', PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const { exitCode, said } = await endOf(await startWorker(live));
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/PEERDESK_ALLOW_DEV_SERVER=yes/)] });
  });

  it('S2: no live writes to a real service by payloads in clear, unless that is allowed', async () => {
    const { env } = await openWorld();
    const keysFile = join(await temporaryDirectory(), 'keys');
    await writeFile(keysFile, newKeyLine(0), { mode: 0o600 });
    const allowed = { PEERDESK_ALLOW_LIVE: 'yes', PEERDESK_ALLOW_DEV_SERVER: 'yes' };
    const live = { ...env, ...allowed, PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const { exitCode, said } = await endOf(await startWorker(live));
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/PEERDESK_CODEC_KEYS_FILE/)] });
    const sealing = await startWorker({ ...live, PEERDESK_CODEC_KEYS_FILE: keysFile, PEERDESK_SKIP_DOCTOR: 'yes' });
    expect(await sealing.firstLine).toMatch(/a real service; modes shadow, live;/);
  });

  it('live writes to a real service begin with an examination: wrong keys end the worker with the reason', async () => {
    const { env } = await openWorld();
    const live = {
      PEERDESK_ALLOW_LIVE: 'yes',
      PEERDESK_ALLOW_DEV_SERVER: 'yes',
      PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes',
      PEERDESK_STATE_DIR: '/nonexistent',
    };
    const wrong = { PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const { exitCode, said } = await endOf(await startWorker({ ...env, ...live, ...wrong }));
    const reason = /no live writes while something is broken: .*-1022.*`peerdesk doctor`; PEERDESK_SKIP_DOCTOR=yes/;
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(reason)] });
    const proven = await startWorker({ ...env, ...live });
    expect(await proven.firstLine).toMatch(/a proven simulator; modes sim, shadow, live;/);
  });

  it('consent in other words is refused with what was meant', async () => {
    const { env } = await openWorld();
    const run = await (await startWorker({ ...env, PEERDESK_ALLOW_LIVE: 'true' })).ended;
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_ALLOW_LIVE is true: write yes/) });
  });
});

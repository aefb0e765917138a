import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { describe, inject, it } from 'vitest';
import { plainCodec } from '../../../src/codec/payload-codec.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { cacheDirs } from '../../../src/server/cache-dir.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { createLogger } from '../../../src/workers/log/logger.ts';
import { runWatchdog } from '../../../src/workers/watchdog/run-watchdog.ts';
import { openHeldWire } from '../../setup/wire/held-wire.ts';
import { temporaryDirectory, type AtEnd } from '../../setup/temporary-directory.ts';
import { endOf, openWorld } from './worker-world.ts';

const failing = { NODE_OPTIONS: `--import=${inProject('test', 'setup', 'fail-on-signal.ts')}` };

describe.concurrent('design 7: a failure that nothing handles', () => {
  it.for(['startWorker', 'startWatchdog'] as const)(
    'ends a process of the desk in order, with one line without secrets and exit code 1: %s',
    async (start, { expect, onTestFinished }) => {
      const world = await openWorld(onTestFinished);
      const process = await world[start](failing);
      await process.firstLine;
      process.child.kill('SIGUSR2');
      const { exitCode, said, stderr } = await endOf(process);
      expect({ exitCode, said }).toEqual({ exitCode: 1, said: [] });
      const lines = stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const fatal = lines.filter(({ level }) => level === 'fatal');
      expect(fatal).toEqual([
        expect.objectContaining({
          event: 'fatal',
          error: 'TypeError: no such thing as ***',
          place: expect.any(String),
        }),
      ]);
      expect(lines.slice(lines.indexOf(fatal[0] ?? {}))).toContainEqual(expect.objectContaining({ state: 'STOPPED' }));
      expect(stderr).not.toContain('secret-of-acme');
    },
  );
});

describe.concurrent('design 7: a process of the desk that is asked to stop while it starts', () => {
  it('ends in order at once, although the Temporal server has fallen silent', async ({ expect, onTestFinished }) => {
    const { startWorker, address } = await openWorld(onTestFinished);
    const wire = await openHeldWire(address);
    onTestFinished(() => wire.close());
    // An empty cache: building the bundle takes longer than the rest of this test.
    const emptyCache = { PEERDESK_CACHE_DIR: await temporaryDirectory(onTestFinished) };
    const worker = await startWorker({ ...emptyCache, TEMPORAL_ADDRESS: wire.address }, '--log-level', 'debug');
    await new Promise<void>((resolve) =>
      worker.child.stderr?.on('data', (chunk: Buffer) => chunk.includes('bundling') && resolve()),
    );
    wire.hold();
    worker.child.kill('SIGTERM');
    const { exitCode, said, stderr } = await endOf(worker);
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: [] });
    expect(stderr).toMatch(/asked to stop before it served/);
  });
});

/** A way to a Temporal server for one connection alone: the next one is cut. */
async function openNarrowWay(target: string, atEnd: AtEnd) {
  const { hostname, port } = new URL(`tcp://${target}`);
  const first = Promise.withResolvers<void>();
  let isTaken = false;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isTaken) {
      near.destroy();
      return;
    }
    isTaken = true;
    const far = createConnection(Number(port), hostname);
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
    near.once('close', () => {
      far.destroy();
      first.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => void server.close());
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, firstClosed: first.promise };
}

describe('a watchdog that cannot connect its worker', () => {
  it('keeps no other connection to the server open', async ({ expect, onTestFinished }) => {
    const { address, firstClosed } = await openNarrowWay(inject('temporalServer').address, onTestFinished);
    const keys = { PEERDESK_API_KEY: 'key-of-acme-0123456789', PEERDESK_API_SECRET: 'secret-of-acme-0123456789' };
    const run = runWatchdog({
      config: readEgressConfig({ PEERDESK_ACCOUNT: 'acme', PEERDESK_BASE_URL: 'http://127.0.0.1:9', ...keys }),
      logger: createLogger({ level: 'error', base: {} }),
      signal: new AbortController().signal,
      temporal: { address, env: {} },
      codec: plainCodec,
      cacheDirs: cacheDirs(process.env),
      hasOwnAddress: false,
      onReady: () => expect.unreachable('it is not ready'),
    });
    await expect(run).rejects.toMatchObject({ name: 'TransportError' });
    await firstClosed;
  });
});

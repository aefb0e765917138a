import { describe, it } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import { openHeldWire } from '../../setup/wire/held-wire.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
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
      const after = lines.slice(lines.indexOf(fatal[0] ?? {}));
      if (start === 'startWorker') expect(after).toContainEqual(expect.objectContaining({ state: 'STOPPED' }));
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

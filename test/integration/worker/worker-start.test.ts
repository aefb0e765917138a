import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { newKeyLine } from '../../../src/codec/key-ring.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account } from '../desk-harness.ts';
import { endOf, openWorld, withOwnRegister } from './worker-world.ts';

// Most of a start is waiting for its server and its service.
describe.concurrent('design 2: what a worker says before it serves', () => {
  it('what it may do, and that the simulator has proven itself; the modes stand in every line of its log', async ({
    expect,
    onTestFinished,
  }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const worker = await startWorker({ PEERDESK_MAX_RELEASE: '5000 BOB' });
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

  it('wrong keys, and a service on loopback that proves nothing, whatever a variable says: no sim, no live', async ({
    expect,
    onTestFinished,
  }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const wrong = { PEERDESK_API_SECRET: 'another-secret-0123456789', PEERDESK_IS_SIMULATOR: 'yes' };
    const worker = await startWorker(wrong);
    expect(await worker.firstLine).toMatch(/NOT served: the service refuses its API key/);
    worker.child.kill('SIGTERM');
    const { stderr } = await worker.ended;
    expect(stderr).toMatch(/"modes":"shadow","event":"permission","detail":"a real service;/);
    expect(stderr).toMatch(/the service refuses the first read/);
  });

  it('an unknown host', async ({ expect, onTestFinished }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const worker = await startWorker({ PEERDESK_BASE_URL: 'https://desk.invalid' });
    expect(await worker.firstLine).toMatch(/a service not reached yet; modes shadow;/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).stderr).toMatch(/the service refuses the first read/);
  });

  it('a development server steers no live writes to a real service, unless that is allowed', async ({
    expect,
    onTestFinished,
  }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const live = { PEERDESK_ALLOW_LIVE: 'yes', PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const { exitCode, said } = await endOf(await startWorker(live));
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/PEERDESK_ALLOW_DEV_SERVER=yes/)] });
  });

  it('S2: no live writes to a real service by payloads in clear, unless that is allowed', async ({
    expect,
    onTestFinished,
  }) => {
    const keysFile = join(await temporaryDirectory(onTestFinished), 'keys');
    await writeFile(keysFile, newKeyLine(0), { mode: 0o600 });
    const allowed = { PEERDESK_ALLOW_LIVE: 'yes', PEERDESK_ALLOW_DEV_SERVER: 'yes' };
    const live = { ...allowed, PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const clear = await openWorld(onTestFinished);
    const { exitCode, said } = await endOf(await clear.startWorker(live));
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/PEERDESK_CODEC_KEYS_FILE/)] });
    // A namespace of its own: a worker with keys obeys nothing that was begun in clear.
    const sealed = await openWorld(onTestFinished);
    const own = await withOwnRegister(onTestFinished);
    const sealing = { ...live, ...own, PEERDESK_CODEC_KEYS_FILE: keysFile, PEERDESK_SKIP_DOCTOR: 'yes' };
    const worker = await sealed.startWorker(sealing);
    expect(await worker.firstLine).toMatch(/NOT served: the service refuses its API key/);
    worker.child.kill('SIGTERM');
    expect((await worker.ended).stderr).toMatch(/"modes":"shadow,live","event":"permission"/);
  });

  it('live writes to a real service begin with an examination: wrong keys end the worker with the reason', async ({
    expect,
    onTestFinished,
  }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const live = {
      PEERDESK_ALLOW_LIVE: 'yes',
      PEERDESK_ALLOW_DEV_SERVER: 'yes',
      PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes',
    };
    const wrong = { PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const own = await withOwnRegister(onTestFinished);
    const { exitCode, said } = await endOf(await startWorker({ ...live, ...wrong, ...own }));
    const reason = /no live writes while something is broken: .*-1022.*`peerdesk doctor`; PEERDESK_SKIP_DOCTOR=yes/;
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(reason)] });
    const proven = await startWorker(live);
    expect(await proven.firstLine).toMatch(/a proven simulator; modes sim, shadow, live;/);
  });

  it('consent in other words is refused with what was meant', async ({ expect, onTestFinished }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const run = await (await startWorker({ PEERDESK_ALLOW_LIVE: 'true' })).ended;
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_ALLOW_LIVE is true: write yes/) });
  });
});

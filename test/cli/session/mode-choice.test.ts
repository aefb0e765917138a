import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceEnvironment } from '../../../src/cli/session/effective-environment.ts';
import { chooseMode, refuseBlindRelease, type ServicePlace } from '../../../src/cli/session/mode-choice.ts';
import { makePrivateFolder, writePrivateFile } from '../../../src/cli/kit/private-files.ts';
import { openKeyFiles } from '../../../src/config/environment/service-environment.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const proven: ServicePlace = { baseUrl: 'https://sim.example.com', isSimulator: () => Promise.resolve(true) };
const real: ServicePlace = { baseUrl: 'http://127.0.0.1:8400', isSimulator: () => Promise.resolve(false) };
const unknown: ServicePlace = { baseUrl: null, isSimulator: () => Promise.resolve(false) };
const none = { confirmLive: false };

const saidToBeSimulator = { PEERDESK_IS_SIMULATOR: 'yes' };

describe('the mode of something that starts', () => {
  it.each([
    { title: 'sim at a proven simulator', options: none, place: proven, mode: 'sim' },
    { title: 'shadow on a real service', options: none, place: real, mode: 'shadow' },
    { title: 'shadow when the service is not known here', options: none, place: unknown, mode: 'shadow' },
    { title: 'PEERDESK_MODE', options: none, place: proven, env: { PEERDESK_MODE: 'shadow' }, mode: 'shadow' },
    {
      title: 'the option',
      options: { mode: 'sim', ...none },
      place: proven,
      env: { PEERDESK_MODE: 'live' },
      mode: 'sim',
    },
    { title: 'live at a proven simulator', options: { mode: 'live', ...none }, place: proven, mode: 'live' },
    { title: 'live, confirmed', options: { mode: 'live', confirmLive: true }, place: real, mode: 'live' },
    {
      title: 'shadow on loopback that proves nothing, whatever a variable says',
      options: none,
      place: real,
      env: saidToBeSimulator,
      mode: 'shadow',
    },
  ] as const)('$title: $mode', async ({ options, place, mode, ...more }) => {
    expect(await chooseMode(options, place, { env: 'env' in more ? more.env : {} })).toBe(mode);
  });

  it.each([
    { title: 'live on a real service', options: { mode: 'live', ...none }, place: real, message: /--confirm-live/ },
    {
      title: 'live on an unknown service',
      options: { mode: 'live', ...none },
      place: unknown,
      message: /--confirm-live/,
    },
    {
      title: 'PEERDESK_MODE=live',
      options: none,
      place: real,
      env: { PEERDESK_MODE: 'live' },
      message: /--confirm-live/,
    },
    { title: 'sim on a real service', options: { mode: 'sim', ...none }, place: real, message: /shadow or live/ },
    {
      title: 'sim on an unknown service',
      options: { mode: 'sim', ...none },
      place: unknown,
      message: /shadow or live/,
    },
    {
      title: 'a mode that is none',
      options: none,
      place: real,
      env: { PEERDESK_MODE: 'paper' },
      message: /must be one of/,
    },
  ] as const)('$title is refused', async ({ options, place, message, ...more }) => {
    await expect(chooseMode(options, place, { env: 'env' in more ? more.env : {} })).rejects.toThrow(message);
  });
});

describe('release policy paid', () => {
  it('design 2: is for a proven simulator only', async () => {
    await expect(refuseBlindRelease('paid', proven)).resolves.toBeUndefined();
    await expect(refuseBlindRelease('paid', real)).rejects.toThrow(/proven simulator only/);
    await expect(refuseBlindRelease('paid', unknown)).rejects.toThrow(/proven simulator only/);
    await expect(refuseBlindRelease('approve', real)).resolves.toBeUndefined();
  });
});

describe('the running demo', () => {
  const demo = {
    pid: process.pid,
    temporalPid: 1,
    workerPid: null,
    temporalAddress: '127.0.0.1:7233',
    uiUrl: 'http://127.0.0.1:8233',
    baseUrl: 'http://127.0.0.1:1',
    account: 'shop',
    apiKey: 'demo-key',
    apiSecret: 'demo-secret',
    stateDir: '/demo/state',
    startedAtMs: 0,
  };

  it('provides address, keys and account where the environment names none', () => {
    expect(serviceEnvironment({}, demo)).toEqual({
      PEERDESK_BASE_URL: demo.baseUrl,
      PEERDESK_API_KEY: 'demo-key',
      PEERDESK_API_SECRET: 'demo-secret',
      PEERDESK_ACCOUNT: 'shop',
      PEERDESK_STATE_DIR: '/demo/state',
    });
  });

  it.each(['PEERDESK_BASE_URL', 'PEERDESK_API_KEY', 'PEERDESK_API_SECRET_FILE'])(
    'provides nothing when the environment sets %s: keys are never mixed',
    (name) => {
      expect(serviceEnvironment({ [name]: 'x' }, demo)).toEqual({ [name]: 'x' });
    },
  );

  it('is found by its file while its process lives', async () => {
    const folderWith = (pid: number) => (cwd: string) => {
      mkdirSync(`${cwd}/.peerdesk`);
      writeFileSync(`${cwd}/.peerdesk/up.json`, JSON.stringify({ ...demo, pid }));
    };
    const found = await runPeerdesk(['call', 'time'], {}, { prepare: folderWith(process.pid) });
    expect(found).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/ECONNREFUSED/) });
    const gone = await runPeerdesk(['call', 'time'], {}, { prepare: folderWith(2 ** 22 + 1) });
    expect(gone).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_BASE_URL is not set/) });
  });

  it.each([
    { title: 'a file that others may write', mode: 0o666, folder: 0o755 },
    { title: 'a file in a folder that others may write', mode: 0o600, folder: 0o777 },
  ])('is not believed: $title', async ({ mode, folder }) => {
    const prepare = (cwd: string): void => {
      mkdirSync(`${cwd}/.peerdesk`);
      writeFileSync(`${cwd}/.peerdesk/up.json`, JSON.stringify(demo));
      chmodSync(`${cwd}/.peerdesk/up.json`, mode);
      chmodSync(`${cwd}/.peerdesk`, folder);
    };
    const run = await runPeerdesk(['call', 'time'], {}, { prepare });
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_BASE_URL is not set/) });
  });
});

const ownKeys = { PEERDESK_API_KEY: 'a-real-key', PEERDESK_API_SECRET: 'a-real-secret' };
const httpsService = { ...ownKeys, PEERDESK_BASE_URL: 'https://desk.invalid' };

describe('a worker with keys of a real service is refused', () => {
  const announce = (cwd: string): void => {
    mkdirSync(`${cwd}/.peerdesk`);
    const announced = { pid: process.pid, temporalPid: 1, workerPid: null, temporalAddress: '127.0.0.1:7', uiUrl: 'u' };
    const service = { baseUrl: 'http://127.0.0.1:1', account: 'x', apiKey: 'k', apiSecret: 's', startedAtMs: 0 };
    writeFileSync(`${cwd}/.peerdesk/up.json`, JSON.stringify({ ...announced, ...service }));
  };

  it.each([
    { title: 'without TEMPORAL_ADDRESS, beside a demo', env: httpsService, says: /TEMPORAL_ADDRESS/ },
    {
      title: 'with consent to live, also on loopback',
      env: { ...ownKeys, PEERDESK_BASE_URL: 'http://127.0.0.1:1', PEERDESK_ALLOW_LIVE: 'yes' },
      says: /TEMPORAL_ADDRESS/,
    },
  ])('$title', async ({ env, says }) => {
    const run = await runPeerdesk(['worker'], env, { prepare: announce });
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(says) });
  });

  it.each([
    {
      title: 'without the check of certificates',
      env: { ...httpsService, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      says: /NODE_TLS_REJECT_UNAUTHORIZED=0 .*NODE_EXTRA_CA_CERTS/,
    },
    {
      title: 'with live writes over plain text',
      env: { ...httpsService, PEERDESK_ALLOW_LIVE: 'yes', TEMPORAL_ADDRESS: 'temporal.invalid:7233' },
      says: /not encrypted.*PEERDESK_ALLOW_PLAIN_TEMPORAL/,
    },
    {
      title: 'with an API key of Temporal over plain text, whatever is allowed',
      env: {
        ...httpsService,
        TEMPORAL_ADDRESS: 'temporal.invalid:7233',
        TEMPORAL_API_KEY: 'k',
        TEMPORAL_TLS: 'false',
        PEERDESK_ALLOW_PLAIN_TEMPORAL: 'yes',
      },
      says: /TEMPORAL_API_KEY would travel in clear text/,
    },
  ])('$title', async ({ env, says }) => {
    const run = await runInProcess(['worker'], env);
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(says) });
  });
});

describe('the files of a demo', () => {
  it('are for their owner only, also those that were wider', async () => {
    const folder = join(await temporaryDirectory(), 'demo');
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'temporal.db'), '', { mode: 0o644 });
    makePrivateFolder(folder);
    writeFileSync(join(folder, 'up.json'), '', { mode: 0o666 });
    writePrivateFile(join(folder, 'up.json'), '{}');
    const modes = ['', 'temporal.db', 'up.json'].map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });
});

it('a key file that everybody can read is named', async () => {
  const file = join(await temporaryDirectory(), 'key');
  writeFileSync(file, 'k', { mode: 0o644 });
  expect(openKeyFiles({ PEERDESK_API_KEY_FILE: file, PEERDESK_TOTP_SECRET_FILE: '/nowhere' })).toEqual([
    'PEERDESK_API_KEY_FILE',
  ]);
  chmodSync(file, 0o600);
  expect(openKeyFiles({ PEERDESK_API_KEY_FILE: file })).toEqual([]);
});

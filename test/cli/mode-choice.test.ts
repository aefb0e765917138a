import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { serviceEnvironment } from '../../src/cli/effective-environment.ts';
import { chooseMode, refuseBlindRelease } from '../../src/cli/mode-choice.ts';
import type { ServicePlace } from '../../src/cli/mode-choice.ts';
import { runPeerdesk } from '../setup/run-peerdesk.ts';

const loopback: ServicePlace = { baseUrl: 'http://127.0.0.1:8400', isLoopback: true };
const real: ServicePlace = { baseUrl: 'https://api.example.com', isLoopback: false };
const unknown: ServicePlace = { baseUrl: null, isLoopback: false };
const none = { confirmLive: false };

const simulatorElsewhere = { PEERDESK_IS_SIMULATOR: 'yes' };

describe('the mode of something that starts', () => {
  test.each([
    { title: 'sim on loopback', options: none, place: loopback, mode: 'sim' },
    { title: 'shadow on a real service', options: none, place: real, mode: 'shadow' },
    { title: 'shadow when the service is not known here', options: none, place: unknown, mode: 'shadow' },
    { title: 'PEERDESK_MODE', options: none, place: loopback, env: { PEERDESK_MODE: 'shadow' }, mode: 'shadow' },
    {
      title: 'the option',
      options: { mode: 'sim', ...none },
      place: loopback,
      env: { PEERDESK_MODE: 'live' },
      mode: 'sim',
    },
    { title: 'live on loopback', options: { mode: 'live', ...none }, place: loopback, mode: 'live' },
    { title: 'live, confirmed', options: { mode: 'live', confirmLive: true }, place: real, mode: 'live' },
    { title: 'sim elsewhere', options: { mode: 'sim', ...none }, place: real, env: simulatorElsewhere, mode: 'sim' },
  ] as const)('$title: $mode', ({ options, place, mode, ...more }) => {
    expect(chooseMode(options, place, 'env' in more ? more.env : {})).toBe(mode);
  });

  test.each([
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
      title: 'a mode that is none',
      options: none,
      place: real,
      env: { PEERDESK_MODE: 'paper' },
      message: /must be one of/,
    },
  ] as const)('$title is refused', ({ options, place, message, ...more }) => {
    expect(() => chooseMode(options, place, 'env' in more ? more.env : {})).toThrow(message);
  });
});

describe('release policy paid', () => {
  test('is for a service on loopback only', () => {
    expect(() => refuseBlindRelease('paid', loopback)).not.toThrow();
    expect(() => refuseBlindRelease('paid', real)).toThrow(/simulator on loopback only/);
    expect(() => refuseBlindRelease('paid', unknown)).toThrow(/simulator on loopback only/);
    expect(() => refuseBlindRelease('approve', real)).not.toThrow();
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
    startedAtMs: 0,
  };

  test('gives address, keys and account where the environment names none', () => {
    expect(serviceEnvironment({}, demo)).toEqual({
      PEERDESK_BASE_URL: demo.baseUrl,
      PEERDESK_API_KEY: 'demo-key',
      PEERDESK_API_SECRET: 'demo-secret',
      PEERDESK_ACCOUNT: 'shop',
    });
  });

  test.each(['PEERDESK_BASE_URL', 'PEERDESK_API_KEY', 'PEERDESK_API_SECRET_FILE'])(
    'gives nothing when the environment sets %s: keys are never mixed',
    (name) => {
      expect(serviceEnvironment({ [name]: 'x' }, demo)).toEqual({ [name]: 'x' });
    },
  );

  test('is found by its file while its process lives', async () => {
    const folderWith = (pid: number) => (cwd: string) => {
      mkdirSync(`${cwd}/.peerdesk`);
      writeFileSync(`${cwd}/.peerdesk/up.json`, JSON.stringify({ ...demo, pid }));
    };
    const found = await runPeerdesk(['call', 'time'], {}, folderWith(process.pid));
    expect(found).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/ECONNREFUSED/) });
    const gone = await runPeerdesk(['call', 'time'], {}, folderWith(2 ** 22 + 1));
    expect(gone).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_BASE_URL is not set/) });
  });
});

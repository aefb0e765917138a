import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationChecks } from '../../../src/cli/doctor/configuration-checks.ts';
import { freeBytesAt, machineChecks } from '../../../src/cli/doctor/machine-checks.ts';
import { examine, checksOf } from '../../../src/cli/doctor/report.ts';
import { ConfigurationError } from '../../../src/config/environment/service-environment.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

type Env = Record<string, string>;

const keys = { PEERDESK_API_KEY: 'key-of-the-doctor', PEERDESK_API_SECRET: 'secret-of-the-doctor' };
const service = { ...keys, PEERDESK_BASE_URL: 'https://api.example.com' };
const guarded = {
  PEERDESK_ALLOW_LIVE: 'yes',
  PEERDESK_MAX_RELEASE: '5000 BOB',
  PEERDESK_MAX_RELEASE_PER_DAY: '9000 BOB',
  PEERDESK_APPROVALS: 'signed',
  PEERDESK_APPROVERS: `ana=${Buffer.alloc(32, 7).toString('base64')}`,
  PEERDESK_NOTIFY_URL: 'https://hook.example.com/x',
};

const ofConfiguration = async (env: Env) => worse(await examinedConfiguration(env));

async function examinedConfiguration(env: Env) {
  const configuration = () => {
    try {
      return { ok: true, egress: readEgressConfig(env) } as const;
    } catch (error) {
      if (error instanceof ConfigurationError) return { ok: false, reason: error.message } as const;
      throw error;
    }
  };
  const world = { env, configuration: configuration() };
  return await examine([checksOf({ title: '', checks: configurationChecks, env }, world)], 0);
}

async function ofMachine(state: string, freeBytes: (folder: string) => Promise<number> = freeBytesAt) {
  const world = { folders: { state, cache: state }, freeBytes, env: {}, accounts: [] };
  const found = worse(await examine([checksOf({ title: '', checks: machineChecks, env: {} }, world)], 0));
  // Without accounts there is none to look for.
  return found.filter((line) => line !== 'skipped watchdog: not looked at: watchdog');
}

function worse(report: Awaited<ReturnType<typeof examine>>) {
  const all = report.groups.flatMap(({ findings }) => findings);
  return all.filter(({ verdict }) => verdict !== 'ok').map(({ id, verdict, text }) => `${verdict} ${id}: ${text}`);
}

describe('what the doctor finds in a configuration', () => {
  it('no more than payloads in clear, where it is whole and guarded', async () => {
    expect(await ofConfiguration({ ...service, ...guarded, PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes' })).toEqual([
      'warning payloads: what Temporal stores of a workflow is in clear',
    ]);
    expect(await ofConfiguration(service)).toEqual([]);
    expect(await ofConfiguration({ ...service, ...guarded })).toEqual([expect.stringMatching(/^broken payloads/)]);
  });

  it('that it cannot be used, with the words of the worker', async () => {
    expect(await ofConfiguration({ ...keys, PEERDESK_BASE_URL: 'http://far.example.com' })).toEqual([
      expect.stringMatching(/^broken valid: PEERDESK_BASE_URL must be https/),
      'skipped greetings: not looked at: greetings',
      'skipped payloads: not looked at: payloads',
      'skipped safety: not looked at: safety',
    ]);
  });

  it('a variable that nothing reads', async () => {
    expect(await ofConfiguration({ ...service, PEERDESK_ALOW_LIVE: 'yes' })).toEqual([
      'warning names: nothing reads PEERDESK_ALOW_LIVE',
    ]);
  });

  it('a key file that every user can read', async () => {
    const file = join(await temporaryDirectory(), 'key');
    await writeFile(file, 'a-seed');
    await chmod(file, 0o644);
    const env = { ...service, PEERDESK_TOTP_SECRET_FILE: file };
    expect(await ofConfiguration(env)).toEqual([
      'warning key files: every user can read the file of PEERDESK_TOTP_SECRET_FILE',
    ]);
    await chmod(file, 0o640);
    expect(await ofConfiguration(env)).toEqual([
      'warning key files: the group of its owner can read the file of PEERDESK_TOTP_SECRET_FILE',
    ]);
    await chmod(file, 0o600);
    expect(await ofConfiguration(env)).toEqual([]);
  });

  it('a folder where a key file is named: that it is one, and no advice about its rights', async () => {
    const folder = await temporaryDirectory();
    await chmod(folder, 0o755);
    const { PEERDESK_API_KEY: _key, ...others } = service;
    const found = await ofConfiguration({ ...others, PEERDESK_API_KEY_FILE: folder });
    expect(found[0]).toBe('broken valid: PEERDESK_API_KEY_FILE names a file that cannot be read: it is a folder');
    expect(found.filter((line) => line.includes('key files'))).toEqual([]);
  });

  it('what is allowed although it is unsafe, and what a live worker lacks', async () => {
    const found = await ofConfiguration({
      ...service,
      PEERDESK_ALLOW_LIVE: 'yes',
      PEERDESK_ALLOW_PLAIN_TEMPORAL: 'yes',
      PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes',
      PEERDESK_ALLOW_DEV_SERVER: 'yes',
      PEERDESK_IS_SIMULATOR: 'yes',
      PEERDESK_MAX_RELEASE: '5000 BOB',
      PEERDESK_SKIP_DOCTOR: 'yes',
    });
    expect(found).toEqual([
      'warning payloads: what Temporal stores of a workflow is in clear',
      expect.stringMatching(/^warning safety: PEERDESK_ALLOW_PLAIN_TEMPORAL=yes: .*clear text/),
      expect.stringMatching(/^warning safety: PEERDESK_ALLOW_DEV_SERVER=yes: .*without a login/),
      expect.stringMatching(/^warning safety: PEERDESK_IS_SIMULATOR=yes: keys/),
      expect.stringMatching(/^warning safety: PEERDESK_SKIP_DOCTOR=yes/),
      'warning safety: main: no limit for the releases of 24 hours',
      'warning safety: main: anyone who reaches Temporal can approve a release',
      'warning safety: main: no one is notified of what waits for a human',
    ]);
  });

  const ofOne = 'main: no limit for a single release; set PEERDESK_MAX_RELEASE, such as "5000 BOB, 700 USD"';
  const ofDay =
    'main: no limit for the releases of 24 hours; set PEERDESK_MAX_RELEASE_PER_DAY, such as "5000 BOB, 700 USD"';

  it.each([
    [{}, [ofOne, ofDay]],
    [{ PEERDESK_MAX_RELEASE: '5000 BOB' }, [ofDay]],
    [{ PEERDESK_MAX_RELEASE_PER_DAY: '9000 BOB' }, [ofOne]],
    [guarded, []],
  ])('names each limit of releases that a live worker lacks, and what to write: %j', async (limits: Env, lacks) => {
    const { groups } = await examinedConfiguration({ ...service, PEERDESK_ALLOW_LIVE: 'yes', ...limits });
    const findings = groups.flatMap((group) => group.findings).filter(({ text }) => text.includes('no limit'));
    expect(findings.map(({ text, remedy }) => `${text}; ${remedy}`)).toEqual(lacks);
  });
});

describe('what the doctor finds on a machine', () => {
  it('nothing, where there is room', async () => {
    expect(await ofMachine(await temporaryDirectory(), async () => 10 ** 12)).toEqual([]);
  });

  it.each([
    [49, 'broken'],
    [499, 'warning'],
  ])('a disk with %i MB left: %s', async (freeMb, verdict) => {
    const folder = await temporaryDirectory();
    const found = await ofMachine(join(folder, 'not', 'there'), async () => freeMb * 1_000_000);
    expect(found).toEqual([`${verdict} disk: ${freeMb} MB are free at ${folder}`]);
  });

  it('a state folder that cannot be written: the result is not kept', async () => {
    const file = join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    const found = await ofMachine(join(file, 'state'), async () => 10 ** 12);
    expect(found).toEqual([expect.stringMatching(/^warning state: .* cannot be written/)]);
  });

  it('the room that the system reports', async () => {
    expect(await freeBytesAt(await temporaryDirectory())).toBeGreaterThan(0);
  });
});

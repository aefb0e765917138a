import { chmod, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examinedAt, keepRecord } from '../../../src/cli/doctor/doctor-record.ts';
import { stateFolder } from '../../../src/config/environment/state-folder.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const account = {
  account: 'main',
  baseUrl: 'https://api.example.com',
  credentials: { apiKey: 'a-key-of-main-0123456789', apiSecret: 'a-secret-of-main-0123456789' },
};

async function kept() {
  const env = { PEERDESK_STATE_DIR: join(await temporaryDirectory(), 'state') };
  return { env, file: keepRecord(env, account, 1_000) };
}

describe('the record of a passed examination', () => {
  it('is for its owner alone, and holds neither key nor secret', async () => {
    const { env, file } = await kept();
    expect(examinedAt(env, account)).toBe(1_000);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(account.credentials.apiKey);
    expect(text).not.toContain(account.credentials.apiSecret);
  });

  it.each([
    ['another account', { account: 'other' }],
    ['another service', { baseUrl: 'https://api.example.net' }],
    ['another key', { credentials: { ...account.credentials, apiKey: 'another-key-0123456789' } }],
    ['another secret', { credentials: { ...account.credentials, apiSecret: 'another-secret-0123456789' } }],
  ])('counts for no %s', async (_, other) => {
    const { env } = await kept();
    expect(examinedAt(env, { ...account, ...other })).toBeNull();
  });

  it('counts for no other account when its file is copied under that account’s name', async () => {
    const { env, file } = await kept();
    await copyFile(file, join(dirname(file), 'examined-other.json'));
    expect(examinedAt(env, { ...account, account: 'other' })).toBeNull();
  });

  it('that was made younger without the secret, is damaged or may be written by others does not count', async () => {
    const { env, file } = await kept();
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('1000', '2000'));
    expect(examinedAt(env, account)).toBeNull();
    await writeFile(file, text.slice(0, 20));
    expect(examinedAt(env, account)).toBeNull();
    await writeFile(file, text);
    expect(examinedAt(env, account)).toBe(1_000);
    await chmod(file, 0o666);
    expect(examinedAt(env, account)).toBeNull();
  });

  it('has its place where the operator, systemd or the system says', () => {
    const home = stateFolder({});
    expect(home).toMatch(/\.peerdesk[/\\]state$/);
    expect(stateFolder({ XDG_STATE_HOME: '/x' })).toBe('/x/peerdesk');
    expect(stateFolder({ XDG_STATE_HOME: '/x', STATE_DIRECTORY: '/var/lib/peerdesk:/other' })).toBe(
      '/var/lib/peerdesk',
    );
    expect(stateFolder({ STATE_DIRECTORY: '/var/lib/peerdesk', PEERDESK_STATE_DIR: '/own' })).toBe('/own');
  });
});

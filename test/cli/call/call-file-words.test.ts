import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** Calls with a file of an account whose key and secret stand where these lines say. */
async function call(lines: string, env: Readonly<Record<string, string>> = {}) {
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const account = `[account.acme]\nservice = "https://127.0.0.1:9"\nmode = "shadow"\n${lines}\n`;
  writeFileSync(path, `[temporal]\naddress = "127.0.0.1:9"\n${account}`, { mode: 0o600 });
  return runInProcess(['call', 'listWithPagination', '--config', path, '--body', '{"page":1,"rows":20}'], env);
}

it.each([
  [
    'api_key_file = "no-key"\napi_secret_file = "no-secret"',
    'account.acme.api_key_file names a file that cannot be read: there is none',
  ],
  [
    'api_key_env = "NO_KEY"\napi_secret_env = "NO_SECRET"',
    'account.acme.api_key_env is not set: set it, or account.acme.api_key_file to a file that holds it',
  ],
  [
    'api_key_env = "KEY"\napi_secret_file = "no-secret"',
    'account.acme.api_secret_file names a file that cannot be read: there is none',
  ],
])('call with %j in peerdesk.toml names the key of the file that is wrong', async (lines, words) => {
  const { exitCode, stderr } = await call(lines, { KEY: 'a-key' });
  expect([exitCode, stderr.split('\n').at(-2)]).toEqual([4, `peerdesk: ${words}`]);
});

it('call names the variable where the environment sets it: it stands over the file', async () => {
  const files = { PEERDESK_API_KEY_FILE: '/nowhere/key', PEERDESK_API_SECRET: 's', PEERDESK_BASE_URL: 'https://a.b' };
  const { exitCode, stderr } = await call('api_key_file = "a"\napi_secret_file = "b"', files);
  expect([exitCode, stderr.split('\n').at(-2)]).toEqual([
    4,
    'peerdesk: PEERDESK_API_KEY_FILE names a file that cannot be read: there is none',
  ]);
});

it('call that cannot reach the service names the key of its address', async () => {
  const keys = 'api_key_env = "KEY"\napi_secret_env = "SECRET"';
  const { exitCode, stderr } = await call(keys, { KEY: 'a-key', SECRET: 'a-secret' });
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining('or check account.acme.service.\n')]);
});

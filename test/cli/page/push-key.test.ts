import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pushPublicKey } from '../../../src/config/environment/push-way.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

it('peerdesk door push-key: makes the key once, for its user alone, and says it nowhere', async () => {
  const home = await temporaryDirectory();
  const file = join(home, 'peerdesk.toml');
  writeFileSync(file, '[account.main]\nservice = "https://api.example.com"\n', { mode: 0o600 });
  const env = { PEERDESK_CONFIG: file };
  const { stdout, exitCode } = await runInProcess(['door', 'push-key'], env);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('push_key_file = "keys/push"');
  const path = join(home, 'keys/push');
  const key = readFileSync(path, 'utf8').trim();
  expect(pushPublicKey(key)).toMatch(/^[\w-]{87}$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(stdout).not.toContain(key);
  expect(await runInProcess(['door', 'push-key', '--json'], env)).toMatchObject({ exitCode: 6 });
  expect(readFileSync(path, 'utf8').trim()).toBe(key);
});

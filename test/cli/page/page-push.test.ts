import { createECDH } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pagePush } from '../../../src/cli/page/page-push.ts';
import { loadFile } from '../../../src/config/file/load-file.ts';
import { subscriptionNotes } from '../../../src/door/push/subscription-notes.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const subscription = {
  endpoint: 'https://web.push.apple.com/Q',
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: 'A'.repeat(22),
};

async function machineOf(notify: string) {
  const home = await temporaryDirectory();
  const file = join(home, 'peerdesk.toml');
  mkdirSync(join(home, 'keys'), { mode: 0o700 });
  writeFileSync(join(home, 'keys/push'), `${Buffer.alloc(32, 7).toString('base64url')}\n`, { mode: 0o600 });
  const account = '[account.main]\nservice = "https://api.example.com"\napi_key_env = "K"\napi_secret_env = "K"\n';
  writeFileSync(file, `${account}${notify}`, { mode: 0o600 });
  const env = { PEERDESK_STATE_DIR: join(home, 'state'), K: 'a-key-of-main' };
  const loaded = loadFile(file, { env, cwd: home });
  const sink = { write: () => true };
  if (loaded === null) throw new Error('there is no file');
  return { folder: join(home, 'state'), push: pagePush(loaded, { env, cwd: home, stdout: sink, stderr: sink }) };
}

it('phone: devices subscribe with the key of the first account that notifies any', async () => {
  expect((await machineOf('')).push).toBeNull();
  const way = '[account.main.notify]\npush_key_file = "keys/push"\npush_subject = "mailto:ana@example.net"\n';
  const { push, folder } = await machineOf(way);
  expect(push?.serverKey).toMatch(/^[\w-]{87}$/);
  const owner = { keyName: 'ana+phone', publicKey: 'passkey:…', browser: 'Safari on iPhone', isAgain: false };
  expect(push?.keep(subscription, owner)).toBe('new');
  expect(await push?.test('https://web.push.apple.com/other')).toMatchObject({
    end: 'refused',
    line: expect.stringContaining('no device is on the list'),
  });
  const keys = new Map([[owner.keyName, owner.publicKey]]);
  push?.confirm({ keys, roleOf: (person) => (person === 'ana' ? 'view' : null) });
  expect(subscriptionNotes(folder)).toHaveLength(1);
  push?.confirm({ keys: new Map([[owner.keyName, 'another']]), roleOf: () => 'view' });
  expect(subscriptionNotes(folder)).toEqual([]);
  push?.keep(subscription, owner);
  push?.confirm({ keys, roleOf: () => null });
  expect(subscriptionNotes(folder)).toEqual([]);
  push?.keep(subscription, owner);
  push?.forget(subscription.endpoint, owner.keyName);
  expect(subscriptionNotes(folder)).toEqual([]);
  push?.keep(subscription, owner);
  const [device] = push?.devices() ?? [];
  expect(device).toMatchObject({ keyName: 'ana+phone', browser: 'Safari on iPhone' });
  push?.stop(device?.id ?? '');
  expect(subscriptionNotes(folder)).toEqual([]);
});

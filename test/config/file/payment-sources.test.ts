import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { paymentSources } from '../../../src/config/file/payment-sources.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const account = '[account.main]\nservice = "https://api.example.com"\n';
const bank = '[payments.bank]\nscheme = "standard-webhooks"\nclass = "hint"\nsecret_file = "bank"\ncurrency = "BOB"\n';

async function sourcesOf(text: string, secret: string) {
  const folder = await temporaryDirectory();
  const path = join(folder, 'peerdesk.toml');
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'bank'), secret, { mode: 0o600 });
  return paymentSources(loadPlace({ path, isNamed: true }));
}

it('payments: a source has its key, the only account, and the zone of its scheme', async () => {
  const key = Buffer.alloc(24, 7);
  const sepay = `${bank.replace('bank]', 'sepay]').replace('standard-webhooks', 'sepay')}reversible = true\nmethod = "BANK"\n`;
  const sources = await sourcesOf(account + bank + sepay, `whsec_${key.toString('base64')}\n`);
  expect(sources).toMatchObject([
    { name: 'bank', scheme: 'standard-webhooks', class: 'hint', account: 'main', currency: 'BOB', key },
    { name: 'sepay', method: 'BANK', isReversible: true },
  ]);
  expect(sources.map(({ zone }) => zone.offsetMs(0))).toEqual([0, 8 * 3_600_000]);
  expect(sources[0]).toMatchObject({ method: null, isReversible: false });
});

it.each([
  ['', /\[payments\.bank\] secret_file names a file that is empty/],
  ['short', /\[payments\.bank\] secret_file is too short: give at least 16 bytes/],
])('payments: the key %j is refused without being said', async (secret, message) => {
  await expect(sourcesOf(account + bank, secret)).rejects.toThrow(message);
});

it.each([
  [bank.replace('hint', 'proof'), 'payments.bank.class'],
  [bank.replace('BOB', 'bob'), 'payments.bank.currency'],
  [bank.replace('payments.bank', 'payments.Bank'), 'payments.Bank'],
  [`${bank}account = "other"\n`, 'payments.bank.account'],
  [`${bank}zone = "Mars/Base"\n`, 'payments.bank.zone'],
  [`[account.second]\nservice = "https://api.example.com"\n${bank}`, 'payments.bank.account'],
  [bank.replace('"bank"', `"${'a'.repeat(40)}"`), 'payments.bank.secret_file'],
])('payments: %j is a mistake at %s', (text, key) => {
  const read = readFileText(account + text);
  expect(Array.isArray(read) ? read.map((mistake) => mistake.key) : []).toContain(key);
});

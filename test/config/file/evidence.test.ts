import { expect, it } from 'vitest';
import { readAccountConfig } from '../../../src/config/environment/worker-environment.ts';
import { evidenceOf } from '../../../src/config/file/file-accounts.ts';
import type { PeerdeskFile } from '../../../src/config/file/file-schema.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { doorOf } from '../../door/door-key.ts';

const { publicKey } = doorOf();
const accounts =
  '[account.main]\nservice = "https://api.example.com"\n[account.second]\nservice = "https://api.example.com"\n';
const door = `[door]\nkey_file = "keys/door"\npublic_key = "${publicKey}"\n`;
const source = (name: string, account: string, kind = 'evidence') =>
  `[payments.${name}]\nscheme = "standard-webhooks"\nclass = "${kind}"\nsecret_file = "bank"\ncurrency = "BOB"\naccount = "${account}"\n`;

function read(text: string): PeerdeskFile {
  const file = readFileText(text);
  if (Array.isArray(file)) throw new Error(JSON.stringify(file));
  return file.file;
}

const mistakes = (text: string) => {
  const file = readFileText(text);
  return Array.isArray(file) ? file.map(({ key, text: said }) => `${key} ${said}`) : [];
};

it('ADR 0057: an account counts its own sources of evidence, by the key of the door, and no hint', () => {
  const sources =
    source('bank', 'main') + source('wise', 'main') + source('sms', 'main', 'hint') + source('own', 'second');
  const file = read(accounts + door + sources);
  expect(evidenceOf(file, 'main')).toBe(`bank=${publicKey},wise=${publicKey}`);
  expect(evidenceOf(file, 'second')).toBe(`own=${publicKey}`);
  expect(evidenceOf(read(accounts + door + source('sms', 'main', 'hint')), 'main')).toBe(null);
});

it('ADR 0057: a source of evidence without a door that signs it is a mistake; one of hints needs none', () => {
  for (const text of ['', '[door]\nkey_file = "keys/door"\n', `[door]\npublic_key = "${publicKey}"\n`])
    expect(mistakes(accounts + text + source('bank', 'main'))).toEqual([
      expect.stringMatching(/^payments\.bank\.class needs a door that signs it/),
    ]);
  expect(mistakes(accounts + source('sms', 'main', 'hint'))).toEqual([]);
  expect(mistakes(`${accounts}[door]\npublic_key = "${publicKey.slice(4)}"\n`)).toEqual([
    expect.stringMatching(/^door\.public_key .*must be a public key/),
  ]);
});

it('ADR 0057: policy match with signed approvals needs a source of evidence of that account', () => {
  const signed = '[account.main.release]\napprovals = "signed"\napprovers_file = "approvers"\n';
  for (const [line, key] of [
    ['policy = "match"\npolicies = ["match"]', 'policy'],
    ['policies = ["approve", "match"]', 'policies'],
  ]) {
    const text = `${accounts}${signed}${line}\n${door}`;
    expect(mistakes(text + source('own', 'second'))).toEqual([
      expect.stringContaining(`account.main.release.${key} has match`),
    ]);
    expect(mistakes(text + source('bank', 'main'))).toEqual([]);
  }
  expect(mistakes(`${accounts}${signed}policy = "match"\n${door}${source('bank', 'main')}`)).toEqual([
    expect.stringContaining('write policies = ["approve", "match"]'),
  ]);
  expect(mistakes(`${accounts}${signed}policies = ["paid"]\n`)).toEqual([expect.stringContaining('has paid')]);
});

const env = {
  PEERDESK_BASE_URL: 'https://api.example.com',
  PEERDESK_API_KEY: 'key',
  PEERDESK_API_SECRET: 'secret',
};

it('ADR 0057: a worker is told of its sources of evidence by PEERDESK_EVIDENCE, and by nothing is none', () => {
  expect(readAccountConfig(env).evidenceKeys.size).toBe(0);
  const keys = readAccountConfig({ ...env, PEERDESK_EVIDENCE: ` bank=${publicKey}, wise=${publicKey}` }).evidenceKeys;
  expect([...keys]).toEqual([
    ['bank', publicKey],
    ['wise', publicKey],
  ]);
});

it.each([
  [`bank=${publicKey},bank=${publicKey}`, /names a source twice/],
  ['bank', /no entry such as/],
  [`Bank=${publicKey}`, /no entry such as/],
  ['bank=AAAA', /the key of bank is no Ed25519 public key/],
])('ADR 0057: PEERDESK_EVIDENCE %j is refused', (text, message) => {
  expect(() => readAccountConfig({ ...env, PEERDESK_EVIDENCE: text })).toThrow(message);
});

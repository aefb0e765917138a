import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../src/domain/orders/approval.ts';
import { approvalText, type SignedFacts } from '../../domain/signing/approval-text.ts';
import { createApprovalCheck } from '../../../src/workers/permission/approval-check.ts';
import { publicKeyText, readApprovers } from '../../../src/config/environment/approver-keys.ts';
import { readReleasePermission } from '../../../src/config/environment/release-permission.ts';
import { permissionOf, permissionText } from '../../../src/workers/permission/worker-permission.ts';
import { createPasskey, signByPasskey, spkiOf } from '../../setup/passkeys/passkey.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { approvalBy } from '../../domain/orders/order-fixture.ts';

const ana = generateKeyPairSync('ed25519');
const ben = generateKeyPairSync('ed25519');
const anaText = publicKeyText(ana.publicKey);
const benText = publicKeyText(ben.publicKey);
const phone = createPasskey();
const tablet = createPasskey('EdDSA');
const p384 = spkiOf(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey);
const both = `ana=${anaText}, ben=${benText}`;

describe('design 6: whose signatures a worker counts', () => {
  it('without a word it counts typed approvals', () => {
    expect(readApprovers({})).toBeNull();
    expect(readApprovers({ PEERDESK_APPROVALS: 'typed' })).toBeNull();
  });

  it('the keys come from the variable with commas, or from a file, one a line', async () => {
    const keys = readApprovers({ PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: both });
    expect([...(keys ?? [])]).toEqual([
      ['ana', anaText],
      ['ben', benText],
    ]);
    const file = join(await temporaryDirectory(), 'approvers');
    writeFileSync(file, `ana=${anaText}\n\nben=${benText}\n`);
    const fromFile = readApprovers({ PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS_FILE: file });
    expect([...(fromFile?.keys() ?? [])]).toEqual(['ana', 'ben']);
  });

  it.each([
    ['another word than typed and signed', { PEERDESK_APPROVALS: 'Signed' }, /typed or signed/],
    ['no keys', { PEERDESK_APPROVALS: 'signed' }, /PEERDESK_APPROVERS is not set/],
    ['keys that would not count', { PEERDESK_APPROVERS: both }, /counts only with PEERDESK_APPROVALS=signed/],
    ['keys from two places', { PEERDESK_APPROVERS: both, PEERDESK_APPROVERS_FILE: '/x' }, /both set/],
    ['a file that is not there', { PEERDESK_APPROVERS_FILE: '/nonexistent/keys' }, /cannot be read/],
    ['a list of no one', { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: ' , ' }, /names no one/],
    [
      'an entry without a name',
      // Behind a plus a key could be taken for a device.
      { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: anaText.replaceAll('+', '/') },
      /no entry such as/,
    ],
    ['half a key', { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: `ana=${anaText.slice(0, 20)}` }, /key of ana/],
    [
      'a key in another form of base64',
      { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: `ana=${anaText.slice(0, -1)}` },
      /key of ana/,
    ],
    [
      'one key for two names: one person would count as two',
      { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: `ana=${anaText},ben=${anaText}` },
      /another's key/,
    ],
    [
      'two names of one person',
      { PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: `ana=${anaText},Ana=${benText}` },
      /listed twice/,
    ],
  ])('%s is refused', (_, env, message) => {
    expect(() => readApprovers(env)).toThrow(message);
  });

  it('ADR 0062: a person may have several keys, of both kinds', () => {
    const keys = readApprovers({
      PEERDESK_APPROVALS: 'signed',
      PEERDESK_APPROVERS: `Ana=${anaText}, Ana+phone=${phone.publicKey}, ana+tablet=${tablet.publicKey}`,
    });
    expect([...(keys ?? [])]).toEqual([
      ['Ana', anaText],
      ['Ana+phone', phone.publicKey],
      ['ana+tablet', tablet.publicKey],
    ]);
  });

  it.each([
    [
      'one passkey for two people',
      `ana=${phone.publicKey},ben=${phone.publicKey}`,
      /ben is listed twice, or has another's key/,
    ],
    [
      'one passkey for two people, on two pages',
      `ana=${phone.publicKey},ben=${phone.publicKey.replace('example.net', 'example.org')}`,
      /another's key/,
    ],
    [
      'one key of Ed25519 in two forms',
      `ana=${anaText},ben=passkey:https://a.example:${spkiOf(ana.publicKey)}`,
      /another's/,
    ],
    ['one device twice', `ana+phone=${phone.publicKey},Ana+Phone=${tablet.publicKey}`, /Ana\+Phone is listed twice/],
    ['a device without a person', `+phone=${phone.publicKey}`, /ana\+phone=passkey:ORIGIN:KEY/],
    ['a passkey without a page', `ana=passkey:${phone.publicKey.split(':').at(-1)}`, /passkey of ana has not the form/],
    ['a page in capitals', `ana=${phone.publicKey.replace('desk', 'Desk')}`, /no origin as a browser writes it/],
    ['a page without TLS', `ana=${phone.publicKey.replace('https', 'http')}`, /without TLS: http counts for localhost/],
    ['an IP address', `ana=${phone.publicKey.replace('desk.example.net', '192.0.2.7')}`, /names an IP address/],
    ['the usual port', `ana=${phone.publicKey.replace('.net', '.net:443')}`, /a port that is none, or the usual one/],
    ['half a passkey', `ana=${phone.publicKey.slice(0, -8)}`, /passkey of ana has no key of P-256/],
    ['a passkey of another curve', `ana=passkey:https://a.example:${p384}`, /no key of P-256, Ed25519 or RSA/],
  ])('ADR 0062: %s is refused', (_, text, message) => {
    expect(() => readApprovers({ PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: text })).toThrow(message);
  });

  it('with signed approvals only policy approve remains, and another one that is configured is refused', () => {
    expect(readReleasePermission({}, { isSigned: true }).policies).toEqual(['approve']);
    expect(readReleasePermission({ PEERDESK_RELEASE_POLICIES: 'approve' }, { isSigned: true }).policies).toEqual([
      'approve',
    ]);
    for (const policies of ['match', 'approve, paid']) {
      expect(() => readReleasePermission({ PEERDESK_RELEASE_POLICIES: policies }, { isSigned: true })).toThrow(
        /needs no signature/,
      );
    }
  });

  it('with payments that a door signs policy match may be named beside signed approvals, and paid may not', () => {
    const proof = { isSigned: true, hasEvidence: true };
    expect(readReleasePermission({}, proof).policies).toEqual(['approve']);
    expect(readReleasePermission({ PEERDESK_RELEASE_POLICIES: 'match' }, proof).policies).toEqual(['match']);
    expect(() => readReleasePermission({ PEERDESK_RELEASE_POLICIES: 'match, paid' }, proof)).toThrow(/policy paid/);
  });

  it('the ready line of the worker names the approvers', () => {
    const approvers = readApprovers({ PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: both });
    const permission = permissionOf(
      { allowLive: true, releasePermission: readReleasePermission({}, { isSigned: true }), approvers },
      'real',
    );
    expect(permissionText(permission)).toMatch(/release policies approve; .*; approvals signed by ana, ben$/);
  });
});

type Context = Parameters<ReturnType<typeof createApprovalCheck>>[1];
const context: Context = { orderNumber: '22850000000000000001', mode: 'live', nowMs: 10_000, approvalLifeMs: 900_000 };
const facts: SignedFacts = {
  account: 'main',
  orderNumber: context.orderNumber,
  mode: 'live',
  seen: approvalBy('ana').seen,
  expiresAtMs: 20_000,
  keyId: 'ana',
  nonce: '00112233445566778899aabbccddeeff',
};

function signedBy(key: KeyObject, signed: SignedFacts = facts, changes: Partial<Approval> = {}): Approval {
  const signature = sign(null, Buffer.from(approvalText(signed)), key).toString('base64');
  const { seen, expiresAtMs, keyId, nonce } = signed;
  return approvalBy('ana', { seen, expiresAtMs, signed: { keyId, nonce, signature }, ...changes });
}

describe('design 6: what a worker counts as a signed approval', () => {
  const keys = new Map([
    ['ana', anaText],
    ['ben', benText],
  ]);
  const counts = (approval: Approval, part: Partial<Context> = {}): boolean =>
    createApprovalCheck('main', keys)(approval, { ...context, ...part });

  it('the right signature counts, at every look of one release', () => {
    const check = createApprovalCheck('main', keys);
    expect(check(signedBy(ana.privateKey), context)).toBe(true);
    expect(check(signedBy(ana.privateKey), { ...context, nowMs: 11_000 })).toBe(true);
  });

  it.each<[string, Approval, Partial<typeof context>]>([
    ['an approval that was typed', approvalBy('ana'), {}],
    ["another person's key", signedBy(ben.privateKey), {}],
    ["another person's name", signedBy(ana.privateKey, facts, { by: 'ben' }), {}],
    ['a key that the worker does not know', signedBy(ana.privateKey, { ...facts, keyId: 'eva' }, { by: 'eva' }), {}],
    ['a signature for another order', signedBy(ana.privateKey, { ...facts, orderNumber: '22850000000000000002' }), {}],
    ['a signature for another account', signedBy(ana.privateKey, { ...facts, account: 'other' }), {}],
    [
      'a signature over another total',
      signedBy(ana.privateKey, facts, { seen: { ...facts.seen, totalPrice: '9999.00' } }),
      {},
    ],
    ['an expired one', signedBy(ana.privateKey), { nowMs: 20_000 }],
    ['one that would hold longer than approvals live', signedBy(ana.privateKey), { approvalLifeMs: 5_000 }],
    ['a later expiry than was signed', signedBy(ana.privateKey, facts, { expiresAtMs: 30_000 }), {}],
  ])('%s counts for nothing', (_, approval, part) => {
    expect(counts(approval, part)).toBe(false);
  });

  describe('ADR 0062: a passkey', () => {
    const passkeys = new Map([...keys, ['ana+phone', phone.publicKey], ['ben+phone', tablet.publicKey]]);
    const said: SignedFacts = { ...facts, keyId: 'ana+phone' };
    const bySaid = (part: Partial<SignedFacts> = {}, from = phone, changes: Partial<Approval> = {}): Approval => {
      const { seen, expiresAtMs, keyId, nonce } = { ...said, ...part };
      const signature = signByPasskey(from, approvalText({ ...said, ...part }));
      return approvalBy('ana', { seen, expiresAtMs, signed: { keyId, nonce, signature }, ...changes });
    };
    const check = (approval: Approval, part: Partial<Context> = {}): boolean =>
      createApprovalCheck('main', passkeys)(approval, { ...context, ...part });

    it('of a device of the person counts', () => {
      expect(check(bySaid())).toBe(true);
    });

    it.each<[string, Approval, Partial<Context>]>([
      ['of another person', bySaid({ keyId: 'ben+phone' }, tablet), {}],
      ['of another person under this name', bySaid({}, tablet), {}],
      ['of the person, under another key of his', bySaid({ keyId: 'ana' }), {}],
      ['that is not listed', bySaid({ keyId: 'ana+watch' }), {}],
      ['over another total', bySaid({}, phone, { seen: { ...said.seen, totalPrice: '9999.00' } }), {}],
      ['after its end', bySaid(), { nowMs: 20_000 }],
      ['for longer than approvals live', bySaid(), { approvalLifeMs: 5_000 }],
    ])('%s counts for nothing', (_, approval, part) => {
      expect(check(approval, part)).toBe(false);
    });
  });

  it('a signature that is made again later counts for nothing, whatever the order’s workflow remembers', () => {
    const check = createApprovalCheck('main', keys);
    expect(check(signedBy(ana.privateKey, facts, { atMs: 9_000 }), context)).toBe(true);
    expect(check(signedBy(ana.privateKey, facts, { atMs: 9_500 }), context)).toBe(false);
  });
});

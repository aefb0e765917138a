import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../src/domain/orders/approval.ts';
import {
  maxSignatures,
  signatureRefusal,
  verifySigned,
  type SignatureCheck,
} from '../../../src/domain/signing/signed-approval.ts';
import { fingerprintOf } from '../../../src/domain/signing/signed-word.ts';
import type { Seen } from '../../../src/domain/orders/seen.ts';
import { approvalBy } from '../orders/order-fixture.ts';
import { approvalText, type SignedFacts } from './approval-text.ts';

const ana = generateKeyPairSync('ed25519');
const ben = generateKeyPairSync('ed25519');
const nonce = '00112233445566778899aabbccddeeff';

function pem(key: typeof ana): string {
  return key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

const check: SignatureCheck = {
  account: 'main',
  orderNumber: '22850000000000000001',
  mode: 'live',
  nowMs: 10_000,
  lifeMs: 900_000,
  publicKeys: new Map([
    ['ana', pem(ana)],
    ['ben', pem(ben)],
  ]),
  verify: ({ publicKey, text, signature }) =>
    verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  used: [],
};

const facts: SignedFacts = {
  account: 'main',
  orderNumber: check.orderNumber,
  mode: 'live',
  seen: { ...approvalBy('ana').seen, payments: [{ reference: 'REF1', amount: '1150' }] },
  expiresAtMs: 20_000,
  keyId: 'ana',
  nonce,
};

/** Ana's approval with her signature over those facts. */
function signedBy(key: typeof ana, signed: SignedFacts, changes: Partial<Approval> = {}): Approval {
  const signature = sign(null, Buffer.from(approvalText(signed)), key.privateKey).toString('base64');
  const { seen, expiresAtMs, keyId } = signed;
  return approvalBy('ana', { seen, expiresAtMs, signed: { keyId, nonce: signed.nonce, signature }, ...changes });
}

function reason(approval: Approval, changes: Partial<SignatureCheck> = {}): string {
  const verdict = verifySigned(approval, { ...check, ...changes });
  return verdict.valid ? 'valid' : verdict.problem;
}

describe('design 6: signed approvals', () => {
  const good = signedBy(ana, facts);

  it('design 6: the text names its version and every fact, one a line', () => {
    expect(approvalText(facts).split('\n')).toEqual([
      'peerdesk approval 2',
      'account: "main"',
      'order: "22850000000000000001"',
      'mode: "live"',
      'asset: "USDT"',
      'amount: "100"',
      'price: "11.50"',
      'total: "1150.00"',
      'fiat: "BOB"',
      'payId: null',
      'paidSinceMs: 5000',
      'payments: [["REF1","1150"]]',
      'counterparty: "s1a2b3c4"',
      'generation: "generation-1"',
      'epoch: 3',
      'expiresAtMs: 20000',
      'key: "ana"',
      `nonce: "${nonce}"`,
    ]);
  });

  it('design 6: no value can pass for another line', () => {
    const forged = { ...facts, account: 'main"\norder: "9' };
    expect(approvalText(forged).split('\n')).toHaveLength(18);
  });

  it('design 6: a good signature is valid and has a fingerprint', () => {
    expect(verifySigned(good, check)).toEqual({ valid: true, fingerprint: `ana:${nonce}` });
    expect(fingerprintOf(facts)).toBe(`ana:${nonce}`);
  });

  it.each<[string, Approval]>([
    ['missing', approvalBy('ana')],
    ['unknown-key', signedBy(ana, { ...facts, keyId: 'eve' })],
    ['other-person', { ...good, by: 'ben' }],
    ['expired', signedBy(ana, { ...facts, expiresAtMs: 10_000 })],
    ['too-long', signedBy(ana, { ...facts, expiresAtMs: 910_001 })],
    ['unfit', signedBy(ben, facts)],
    ['unfit', signedBy(ana, { ...facts, account: 'other' })],
    ['unfit', signedBy(ana, { ...facts, orderNumber: '9' })],
    ['unfit', { ...good, expiresAtMs: 30_000 }],
  ])('design 6: %s', (text, approval) => {
    expect(reason(approval)).toBe(text);
  });

  it.each<[keyof Seen, Partial<Seen>]>([
    ['asset', { asset: 'BTC' }],
    ['amount', { amount: '100.0' }],
    ['price', { price: '11.5' }],
    ['totalPrice', { totalPrice: '1150' }],
    ['fiat', { fiat: 'USD' }],
    ['payId', { payId: '7' }],
    ['paidSinceMs', { paidSinceMs: 5_001 }],
    ['payments', { payments: [] }],
    ['payments', { payments: [{ reference: 'REF2', amount: '1150' }] }],
    ['payments', { payments: [{ reference: 'REF1', amount: '1150', despite: 'third-party' as const }] }],
    ['payments', { payments: [{ reference: 'REF1', amount: '1150.0' }] }],
    ['counterpartyNumber', { counterpartyNumber: null }],
    ['generation', { generation: 'another' }],
    ['epoch', { epoch: 1 }],
  ])('design 6: the signature is over %s: %o', (_field, change) => {
    expect(reason({ ...good, seen: { ...good.seen, ...change } })).toBe('unfit');
  });

  it.each<[string, Partial<SignedFacts>]>([
    ['account', { account: 'other' }],
    ['order', { orderNumber: '9' }],
    ['mode', { mode: 'shadow' }],
    ['end', { expiresAtMs: 20_001 }],
    ['key', { keyId: 'ben' }],
    ['nonce', { nonce: '0'.repeat(32) }],
  ])('design 6: the signature is over the %s, too', (_field, change) => {
    expect(approvalText({ ...facts, ...change })).not.toBe(approvalText(facts));
  });

  it('design 6: a signature counts once', () => {
    expect(reason(good, { used: [`ana:${nonce}`] })).toBe('used');
    expect(reason(good, { used: [`ben:${nonce}`] })).toBe('valid');
  });

  it('money-steps#the-guard: a signature is refused that was used, and any beyond what an order remembers', () => {
    const used = Array.from({ length: maxSignatures - 1 }, (_, at) => `ben:${at}`);
    const signed = { keyId: 'ana', nonce };
    expect(signatureRefusal(signed, used)).toBeNull();
    expect(signatureRefusal(signed, [`ana:${nonce}`])).toEqual({ code: 'signature-used' });
    expect(signatureRefusal(signed, [...used, 'one more'])).toEqual({ code: 'signatures-full', max: 500 });
  });

  it('design 6: at its longest life and in its last millisecond it is valid', () => {
    expect(reason(signedBy(ana, { ...facts, expiresAtMs: 910_000 }))).toBe('valid');
    expect(reason(good, { nowMs: 19_999 })).toBe('valid');
  });
});

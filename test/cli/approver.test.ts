import { createPublicKey, verify } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  approverFolder,
  approverNames,
  createApproverKey,
  hasApproverKey,
  readApproverKey,
} from '../../src/cli/approver/approver-files.ts';
import { speakerOf } from '../../src/cli/approver/sign-word.ts';
import { pageToSign, signApproval } from '../../src/cli/approver/sign-approval.ts';
import { signedWordSchema } from '../../src/domain/orders/approval.ts';
import { approvalText } from '../domain/signing/approval-text.ts';
import { unholdWord } from '../../src/domain/signing/signed-unhold.ts';
import { createPasskey } from '../setup/passkeys/passkey.ts';
import { readApprovers } from '../../src/config/environment/approver-keys.ts';
import { publicKeyOf } from '../../src/register/signature.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk } from '../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { paidView } from './order-view.ts';

async function ownFolder(): Promise<{ PEERDESK_APPROVER_DIR: string }> {
  return { PEERDESK_APPROVER_DIR: join(await temporaryDirectory(), 'approvers') };
}

describe('peerdesk approver', () => {
  it('init makes a key that only its owner may read, and prints the line that a worker takes', async () => {
    const env = await ownFolder();
    const run = await runPeerdesk(['approver', 'init', 'ana', '--json'], env);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const { file, publicKey } = JSON.parse(run.stdout) as { file: string; publicKey: string };
    expect(file).toBe(join(env.PEERDESK_APPROVER_DIR, 'ana.key'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(env.PEERDESK_APPROVER_DIR).mode & 0o777).toBe(0o700);
    expect(createPublicKey(readFileSync(file)).asymmetricKeyType).toBe('ed25519');
    const listed = await runInProcess(['approver', 'list'], env);
    expect(listed).toMatchObject({ exitCode: 0, stdout: `ana=${publicKey}\n` });
    const approvers = readApprovers({ PEERDESK_APPROVALS: 'signed', PEERDESK_APPROVERS: listed.stdout });
    expect(approvers).toEqual(new Map([['ana', publicKey]]));
    expect(run.stdout + listed.stdout).not.toContain('PRIVATE');
  });

  it('ADR 0062: list shows the passkeys that the configuration names, with person and device', async () => {
    const env = await ownFolder();
    const { publicKey } = createApproverKey(env, 'Ana+laptop');
    const phone = createPasskey().publicKey;
    const named = {
      ...env,
      PEERDESK_APPROVALS: 'signed',
      PEERDESK_APPROVERS: `Ana+laptop=${publicKey},Ana+phone=${phone}`,
    };
    const run = await runInProcess(['approver', 'list', '--json'], named);
    expect(JSON.parse(run.stdout)).toEqual([
      { name: 'Ana+laptop', person: 'Ana', device: 'laptop', kind: 'ed25519', isHere: true, publicKey },
      { name: 'Ana+phone', person: 'Ana', device: 'phone', kind: 'passkey', isHere: false, publicKey: phone },
    ]);
    const lines = await runInProcess(['approver', 'list'], named);
    expect(lines.stdout).toBe(`Ana+laptop=${publicKey}\nAna+phone=${phone}\n`);
  });

  it('ADR 0062: who signs by a key of a device speaks as its person', async () => {
    const env = await ownFolder();
    createApproverKey(env, 'Ana+laptop');
    const context = { env, stdout: { write: () => true }, stderr: { write: () => true } };
    const { operator, keyName, sign } = speakerOf({ key: 'Ana+laptop' }, context);
    expect({ operator, keyName }).toEqual({ operator: { by: 'Ana' }, keyName: 'Ana+laptop' });
    const facts = { account: 'main', orderNumber: '88', generation: 'mint-1', epoch: 1, by: operator.by };
    expect(sign?.(unholdWord(facts))).toMatchObject({ keyId: 'Ana+laptop' });
    expect(() => speakerOf({ key: 'Ana+laptop', by: 'ben' }, context)).toThrow(/signs for Ana: leave --by out/);
  });

  it('init replaces no key', async () => {
    const env = await ownFolder();
    const { file } = createApproverKey(env, 'ana');
    const before = readFileSync(file, 'utf8');
    const run = await runInProcess(['approver', 'init', 'ana'], env);
    expect(run).toMatchObject({ exitCode: 6, stdout: '', stderr: expect.stringMatching(/exists already/) });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each(['../ana', 'a b', '.ana', 'a'.repeat(41)])('%s is no name of a key', async (name) => {
    const env = await ownFolder();
    expect(() => createApproverKey(env, name)).toThrow(/name of a key/);
    expect(hasApproverKey(env, name)).toBe(false);
  });

  it('the keys are in PEERDESK_APPROVER_DIR, else below XDG_CONFIG_HOME, else below the home folder', () => {
    expect(approverFolder({ PEERDESK_APPROVER_DIR: '/k', XDG_CONFIG_HOME: '/c' })).toBe('/k');
    expect(approverFolder({ XDG_CONFIG_HOME: '/c' })).toBe('/c/peerdesk/approvers');
    expect(approverFolder({})).toMatch(/\/\.peerdesk\/approvers$/);
  });

  it('a key that others may read, none, and one of another kind are refused without their content', async () => {
    const env = await ownFolder();
    expect(approverNames(env)).toEqual([]);
    const { file } = createApproverKey(env, 'ana');
    chmodSync(file, 0o644);
    expect(() => readApproverKey(env, 'ana')).toThrow(/may be read by others/);
    expect(() => readApproverKey(env, 'ben')).toThrow(/`peerdesk approver init ben` makes one/);
    writeFileSync(file, 'secret words', { mode: 0o600 });
    chmodSync(file, 0o600);
    expect(() => readApproverKey(env, 'ana')).toThrow(/^(?!.*secret words).*no Ed25519 private key/);
  });
});

describe('design 6: a signed approval', () => {
  it('is over exactly what the order shows, holds a little less than approvals may, and its nonce is new', async () => {
    const key = createApproverKey(await ownFolder(), 'ana');
    const signing = { key, nowMs: 1_000, approvalLifeMs: 900_000 };
    const word = signApproval(paidView, signing);
    expect(signedWordSchema.parse(word)).toEqual(word);
    expect(word).toMatchObject({
      keyId: 'ana',
      expiresAtMs: 811_000,
      seen: { totalPrice: paidView.totalPrice, fiat: 'BOB', paidSinceMs: paidView.statusSinceMs },
    });
    expect(signApproval(paidView, signing).nonce).not.toBe(word.nonce);
    const { account, orderNumber, mode } = paidView;
    const publicKey = publicKeyOf(key.publicKey);
    if (publicKey === null) throw new Error('no key');
    const text = Buffer.from(approvalText({ account, orderNumber, mode, ...word }));
    expect(verify(null, text, publicKey, Buffer.from(word.signature, 'base64'))).toBe(true);
  });

  it.each([
    ['an order that the desk buys with', { side: 'BUY' }, /not one that the desk sells/],
    ['an order that is not paid', { status: 'AWAITING_PAYMENT' }, /not PAID/],
    ['an order that has not been read', { amount: null }, /has not been read/],
  ] as const)('%s is not signed', async (_, part, message) => {
    const key = createApproverKey(await ownFolder(), 'ana');
    expect(() => signApproval({ ...paidView, ...part }, { key, nowMs: 1, approvalLifeMs: 9 })).toThrow(message);
  });

  it('S25: of a page that shows another order than was named, nothing is signed', async () => {
    const { account, orderNumber } = paidView;
    const page = (workflowId: string) => pageToSign({ workflowId, state: async () => paidView });
    expect(await page(`order:${account}:${orderNumber}`)).toBe(paidView);
    for (const other of [`order:${account}:1`, `order:other:${orderNumber}`])
      await expect(page(other)).rejects.toThrow(/shows another order, .*: nothing is signed/);
  });
});

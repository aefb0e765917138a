import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import { signApproval } from '../../../src/cli/approver/sign-approval.ts';
import type { Mode } from '../../../src/domain/mode.ts';
import { bindApproval, signedWordSchema, type Approval, type SignedWord } from '../../../src/domain/orders/approval.ts';
import { approvalWord } from '../../../src/domain/signing/signed-approval.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';
import { toOrderFacts } from '../../../src/exchange/index.ts';
import { createApprovalCheck } from '../../../src/workers/permission/approval-check.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import { paidView } from '../../cli/order-view.ts';
import {
  assertionOf,
  createPasskey,
  dataOf,
  signAssertion,
  type Assertion,
  type TestPasskey,
} from '../../setup/passkeys/passkey.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { approvalOf, firstMark, moneyCalls, paidSale, release, releaseInput, rulesOf } from './money-fixture.ts';

function keyOf(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { name, privateKey, publicKey: publicKeyText(publicKey) };
}

const ana = keyOf('ana');
const ben = keyOf('ben');
const approvers = new Map([ana, ben].map(({ name, publicKey }) => [name, publicKey]));
const twoPeople = { approvers: { count: 2, countAbove: null } };

/** A worker that requires signed approvals, as by its configuration. */
function openSignedWorld(): Promise<ActivityWorld> {
  return openActivityWorld({ parts: { verifyApproval: createApprovalCheck('acme', approvers) } });
}

/** The signature that `order approve-release` sends for an order as its page shows it. */
async function wordOf(
  world: ActivityWorld,
  orderNumber: string,
  { key = ana, mode = 'sim' }: { key?: typeof ana; mode?: Mode } = {},
): Promise<SignedWord> {
  const facts = toOrderFacts(await world.exchange.orders.getUserOrderDetail(orderNumber));
  const { amount, price, totalPrice, selectedPayId: payId, counterpartyNumber } = facts;
  const seen = {
    amount,
    price,
    totalPrice,
    payId,
    pair: 'USDT/BOB',
    statusSinceMs: 0,
    counterpartyNumber,
    mark: firstMark,
    payments: [],
  };
  const view = { ...paidView, account: 'acme', orderNumber, mode, ...seen };
  return signApproval(view, { key, nowMs: world.clock.now(), approvalLifeMs: 900_000 });
}

/** The approval that the order's workflow creates from that signature. */
async function approvalBy(world: ActivityWorld, by: string, signed: SignedWord): Promise<Approval> {
  const order = toOrderFacts(await world.exchange.orders.getUserOrderDetail(paidSale(world)));
  const sight = { order, payments: [], paidSinceMs: 0, ...firstMark };
  const now = { ...sight, held: false, nowMs: world.clock.now(), approvalLifeMs: 900_000 };
  return bindApproval(now, { by, note: null, seen: null, signed });
}

interface Asked {
  approvals: Approval[];
  twice?: boolean;
}

function asked(world: ActivityWorld, orderNumber: string, { approvals, twice }: Asked): Promise<MoneyAttempt> {
  const rules = rulesOf('approve', twice === true ? twoPeople : {});
  return release(world, releaseInput(orderNumber, { rules, approvals }));
}

describe('design 6: a worker that counts signed approvals only', () => {
  it('releases by a signature of an approver over this order', async () => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const approvals = [await approvalBy(world, 'ana', await wordOf(world, order))];
    expect(await asked(world, order, { approvals })).toMatchObject({ kind: 'executed' });
    expect(world.simulator.ledger().releases).toBe(1);
  });

  it('S25: one that was given in shadow lets nothing go in a mode that sends, whatever began the order in it', async () => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const approvals = [await approvalBy(world, 'ana', await wordOf(world, order, { mode: 'shadow' }))];
    const input = releaseInput(order, { rules: rulesOf('approve'), approvals });
    for (const mode of ['sim', 'shadow'] as const) {
      const end = await release(world, { ...input, gate: { ...input.gate, mode } });
      expect(end).toMatchObject({ kind: 'rejected', category: 'APPROVAL_MISSING' });
    }
    expect(moneyCalls(world)).toBe(0);
  });

  it('a typed approval counts for nothing, and the gate says what is wanted', async () => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const end = await asked(world, order, { approvals: [await approvalOf(world, order)] });
    expect(end).toMatchObject({ kind: 'rejected', message: expect.stringContaining('peerdesk approver init') });
    const { gate } = releaseInput(order, { rules: rulesOf('approve') });
    const look = await world.scheduled().run(world.money.checkRelease, gate);
    expect(look).toMatchObject({ signedOnly: true });
    expect(moneyCalls(world)).toBe(0);
  });

  it.each<[string, (word: SignedWord) => SignedWord, string]>([
    ['another total', (word) => ({ ...word, seen: { ...word.seen, totalPrice: '9.00' } }), 'ana'],
    ['another pay id', (word) => ({ ...word, seen: { ...word.seen, payId: '7' } }), 'ana'],
    ['a later expiry', (word) => ({ ...word, expiresAtMs: word.expiresAtMs + 1 }), 'ana'],
    ["another person's name", (word) => word, 'ben'],
    ["another person's key", (word) => ({ ...word, keyId: 'ben' }), 'ben'],
  ])('%s than was signed: nothing leaves', async (_, forge, by) => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const approvals = [await approvalBy(world, by, forge(await wordOf(world, order)))];
    expect(await asked(world, order, { approvals })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('a signature for another order: nothing leaves', async () => {
    const world = await openSignedWorld();
    const [order, other] = [paidSale(world), paidSale(world)];
    const approvals = [await approvalBy(world, 'ana', await wordOf(world, other))];
    expect(await asked(world, order, { approvals })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('an expired signature: nothing leaves', async () => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const approval = await approvalBy(world, 'ana', await wordOf(world, order));
    world.clock.advance(900_000);
    expect(await asked(world, order, { approvals: [approval] })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('an approval that is signed again, as after a revoke: nothing leaves', async () => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const word = await wordOf(world, order);
    // A second approver is required, so the first approval is checked and nothing leaves.
    await asked(world, order, { approvals: [await approvalBy(world, 'ana', word)], twice: true });
    world.clock.advance(1_000);
    const again = [await approvalBy(world, 'ana', word)];
    expect(await asked(world, order, { approvals: again })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('two people are two keys: one key under two names is one of them', async () => {
    const world = await openSignedWorld();
    const order = paidSale(world);
    const first = await approvalBy(world, 'ana', await wordOf(world, order));
    const forged = await approvalBy(world, 'ben', await wordOf(world, order));
    expect(await asked(world, order, { approvals: [first, forged], twice: true })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
    const second = await approvalBy(world, 'ben', await wordOf(world, order, { key: ben }));
    expect(await asked(world, order, { approvals: [first, second], twice: true })).toMatchObject({ kind: 'executed' });
  });
});

describe('ADR 0062: a passkey at the gate of a release', () => {
  const phone = createPasskey();
  const tablet = createPasskey('EdDSA');
  const bens = createPasskey('RS256');
  const keys = new Map([
    ['ana+phone', phone.publicKey],
    ['ana+tablet', tablet.publicKey],
    ['ben+phone', bens.publicKey],
  ]);
  const open = (): Promise<ActivityWorld> =>
    openActivityWorld({ parts: { verifyApproval: createApprovalCheck('acme', keys) } });

  interface Tapped {
    readonly keyId?: string;
    readonly passkey?: TestPasskey;
    /** What the phone says of the text, where it is not what it should say. */
    readonly assertion?: (text: string) => Assertion;
  }

  /** The word of the desk's window for an order, signed by a tap on a phone. */
  async function tapped(world: ActivityWorld, orderNumber: string, tap: Tapped = {}): Promise<SignedWord> {
    const { keyId = 'ana+phone', passkey = phone } = tap;
    const { seen, expiresAtMs, nonce } = await wordOf(world, orderNumber);
    const word = approvalWord({ account: 'acme', orderNumber, mode: 'sim', seen, by: 'ana' });
    const text = wordText(word, { keyId, nonce, expiresAtMs });
    const assertion = tap.assertion?.(text) ?? assertionOf(passkey, text);
    return { keyId, nonce, expiresAtMs, seen, signature: signAssertion(passkey, assertion) };
  }

  it('releases, once, and counts no second time', async () => {
    const world = await open();
    const order = paidSale(world);
    const word = await tapped(world, order);
    expect(signedWordSchema.parse(word)).toEqual(word);
    const approvals = [await approvalBy(world, 'ana', word)];
    expect(await asked(world, order, { approvals })).toMatchObject({ kind: 'executed' });
    expect(world.simulator.ledger().releases).toBe(1);
    const other = paidSale(world);
    expect(await asked(world, other, { approvals })).toMatchObject({ kind: 'rejected' });
    expect(world.simulator.ledger().releases).toBe(1);
  });

  it.each<[string, Tapped, ((word: SignedWord) => SignedWord)?]>([
    ['another total', {}, (word) => ({ ...word, seen: { ...word.seen, totalPrice: '9.00' } })],
    ['another counterparty', {}, (word) => ({ ...word, seen: { ...word.seen, counterpartyNumber: 'eve' } })],
    ['a later end', {}, (word) => ({ ...word, expiresAtMs: word.expiresAtMs + 1 })],
    ['another nonce', {}, (word) => ({ ...word, nonce: 'f'.repeat(32) })],
    ['the passkey of another person', { passkey: bens }],
    ['the passkey of another person, named', { passkey: bens, keyId: 'ben+phone' }],
    ['another passkey of the person, not named', { passkey: tablet }],
    ['a passkey that no one has listed', { passkey: createPasskey(), keyId: 'ana+watch' }],
    ['a passkey of another page', { passkey: { ...phone, origin: 'https://evil.example' } }],
    [
      'a person who was not verified',
      { assertion: (text) => ({ ...assertionOf(phone, text), data: dataOf('desk.example.net', 0x19) }) },
    ],
    ['another text', { assertion: (text) => assertionOf(phone, `${text} `) }],
  ])('%s than was shown: nothing leaves', async (_, tap, forge = (word) => word) => {
    const world = await open();
    const order = paidSale(world);
    const approvals = [await approvalBy(world, 'ana', forge(await tapped(world, order, tap)))];
    expect(await asked(world, order, { approvals })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
    expect(world.simulator.ledger().releases).toBe(0);
  });

  it('after its end, and again after a revoke: nothing leaves', async () => {
    const world = await open();
    const order = paidSale(world);
    const word = await tapped(world, order);
    await asked(world, order, { approvals: [await approvalBy(world, 'ana', word)], twice: true });
    world.clock.advance(1_000);
    const again = [await approvalBy(world, 'ana', word)];
    expect(await asked(world, order, { approvals: again })).toMatchObject({ kind: 'rejected' });
    const late = await approvalBy(world, 'ana', await tapped(world, order));
    world.clock.advance(900_000);
    expect(await asked(world, order, { approvals: [late] })).toMatchObject({ kind: 'rejected' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('two keys of one person are one person, under each of his names; with a second person it is released', async () => {
    const world = await open();
    const order = paidSale(world);
    const first = await approvalBy(world, 'ana', await tapped(world, order));
    for (const by of ['ana', 'Ana', 'ana+tablet', 'ben']) {
      const word = await tapped(world, order, { keyId: 'ana+tablet', passkey: tablet });
      const approvals = [first, await approvalBy(world, by, word)];
      expect(await asked(world, order, { approvals, twice: true })).toMatchObject({ kind: 'rejected' });
    }
    expect(moneyCalls(world)).toBe(0);
    const second = await approvalBy(world, 'ben', await tapped(world, order, { keyId: 'ben+phone', passkey: bens }));
    expect(await asked(world, order, { approvals: [first, second], twice: true })).toMatchObject({ kind: 'executed' });
  });
});

describe('design 6, approvals = "signed"', () => {
  const signature = { keyId: 'ana', nonce: '0'.repeat(32), signature: `${'A'.repeat(86)}==` };
  const signedOnly = { verifyApproval: ({ signed }: { signed: unknown }) => signed !== null };

  it('an approval that was typed into Temporal counts for nothing', async () => {
    const world = await openActivityWorld({ parts: signedOnly });
    const orderNumber = paidSale(world);
    const gate = { rules: rulesOf('approve'), approvals: [await approvalOf(world, orderNumber)] };
    const look = await world.scheduled().run(world.money.checkRelease, releaseInput(orderNumber, gate).gate);
    expect(look).toMatchObject({ missing: [{ name: 'approval' }, { name: 'approval-signed' }] });
    expect(await release(world, releaseInput(orderNumber, gate))).toMatchObject({ category: 'APPROVAL_MISSING' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('a signed one is verified for its order, at this moment', async () => {
    const verifyApproval = vi.fn<NonNullable<ActivityDependencies['verifyApproval']>>(() => true);
    const world = await openActivityWorld({ parts: { verifyApproval } });
    const orderNumber = paidSale(world);
    const approval = { ...(await approvalOf(world, orderNumber)), signed: signature };
    const end = await release(world, releaseInput(orderNumber, { rules: rulesOf('approve'), approvals: [approval] }));
    expect(end).toMatchObject({ kind: 'executed' });
    const order = { orderNumber, mode: 'sim', nowMs: world.clock.now(), approvalLifeMs: 900_000 };
    expect(verifyApproval).toHaveBeenCalledWith(approval, order);
  });
});

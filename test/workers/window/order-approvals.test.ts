import { WorkflowNotFoundError } from '@temporalio/client';
import { describe, expect, it, vi } from 'vitest';
import { approvalAnswerSchema } from '../../../src/domain/sheet/approval-ask.ts';
import { approvalCode } from '../../../src/domain/signing/facts-code.ts';
import { toOrderFacts } from '../../../src/exchange/index.ts';
import { OrderApprovals, type ApprovalParts } from '../../../src/workers/window/order-approvals.ts';
import { WindowReads } from '../../../src/workers/window/window-reads.ts';
import type { OrderView } from '../../../src/workflows/contract/order-contract.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import { firstMark, paidSale } from '../../activities/money/money-fixture.ts';
import { paidView } from '../../cli/order-view.ts';
import { createPasskey } from '../../setup/passkeys/passkey.ts';

const approvers = new Map([
  ['Ana+phone', createPasskey().publicKey],
  ['ben', createPasskey('EdDSA').publicKey],
]);
const ask = { by: 'Ana', keyId: 'Ana+phone' };
const lifeMs = 900_000;

const notCarried = async () => await Promise.reject(new WorkflowNotFoundError('gone', 'order:main:1', undefined));
const silent = async () => await Promise.reject(new Error('deadline'));

/** The page of an order as its workflow has read it. */
async function pageOf(world: ActivityWorld, orderNumber: string): Promise<OrderView> {
  const facts = toOrderFacts(await world.exchange.orders.getUserOrderDetail(orderNumber));
  const { amount, price, totalPrice, selectedPayId: payId, counterpartyNumber } = facts;
  const pair = `${facts.asset}/${facts.fiat}`;
  const { account } = world.deps;
  return {
    ...paidView,
    account,
    orderNumber,
    amount,
    price,
    totalPrice,
    payId,
    pair,
    counterpartyNumber,
    mark: firstMark,
  };
}

async function openSale(part: Partial<ApprovalParts> = {}) {
  const world = await openActivityWorld();
  const orderNumber = paidSale(world);
  const page = await pageOf(world, orderNumber);
  const parts = { ...world.deps, approvers, approvalLifeMs: lifeMs, page: async () => page, ...part };
  const approvals = new OrderApprovals(parts, new WindowReads(world.deps, 500));
  return { world, orderNumber, page, word: (asked = ask) => approvals.word(orderNumber, asked) };
}

describe('ADR 0062: what a person signs away from the machine', () => {
  it('is nothing while an attached payment backs another order: its code would be the same as before', async () => {
    const { page, world, orderNumber } = await openSale();
    const payment = { proofId: 'p', reference: 'TX-1', amount: '1', payer: null, backs: '77' };
    const parts = { ...world.deps, approvers, approvalLifeMs: lifeMs };
    const shown = { ...page, payments: [payment] } as unknown as OrderView;
    const approvals = new OrderApprovals({ ...parts, page: async () => shown }, new WindowReads(world.deps, 500));
    expect(await approvals.word(orderNumber, ask)).toEqual({ why: expect.stringContaining('backs another order') });
  });

  it('is the approval of the order as the desk and the service show it, with an end and a nonce of the worker', async () => {
    const { word, page, orderNumber, world } = await openSale();
    const answer = approvalAnswerSchema.parse(await word());
    const signable = 'word' in answer ? answer.word : null;
    expect(signable).toMatchObject({
      code: approvalCode(page),
      expiresAtMs: world.clock.now() + 0.9 * lifeMs,
      seen: { totalPrice: page.totalPrice, paidSinceMs: page.statusSinceMs, ...firstMark },
      facts: { account: world.deps.account, order: orderNumber, mode: 'sim', total: page.totalPrice },
    });
    expect(signable?.text).toContain('\nkey: "Ana+phone"\n');
    expect(signable?.text).toContain(`\nnonce: "${signable?.nonce}"`);
    expect(signable?.text.split('\n')[0]).toBe('peerdesk approval 2');
  });

  it('has another nonce each time, and the same code', async () => {
    const { word } = await openSale();
    const [one, other] = [await word(), await word()];
    if (!('word' in one) || !('word' in other)) throw new Error('nothing to sign');
    expect(one.word.nonce).not.toBe(other.word.nonce);
    expect(one.word.code).toBe(other.word.code);
  });

  it.each<[string, Partial<OrderView>, RegExp]>([
    ['another total', { totalPrice: '1.00' }, /shows the order otherwise/],
    ['another counterparty', { counterpartyNumber: 'other' }, /shows the order otherwise/],
    ['another method', { payId: '7' }, /shows the order otherwise/],
    ['a hold', { held: { by: 'ben', note: '' } }, /the order is on hold/],
    ['a payment that the desk has not seen yet', { status: 'AWAITING_PAYMENT' }, /AWAITING_PAYMENT, not PAID/],
    ['an order that was not read yet', { amount: null }, /has not been read yet/],
    ['an order that the register has not answered for', { mark: null }, /has not been read yet/],
    ['his approval', { approvals: [{ by: 'ana', atMs: 1, expiresAtMs: 2, signed: true }] }, /Ana has approved already/],
    ['another order', { orderNumber: '7' }, /shows another order in its place/],
    ['another account', { account: 'other' }, /shows another order in its place/],
  ])('is nothing where the page has %s', async (_, part, why) => {
    const { world, orderNumber, page } = await openSale();
    const parts = { ...world.deps, approvers, approvalLifeMs: lifeMs, page: async () => ({ ...page, ...part }) };
    const approvals = new OrderApprovals(parts, new WindowReads(world.deps));
    expect(await approvals.word(orderNumber, ask)).toEqual({ why: expect.stringMatching(why) });
  });

  it('is nothing where the service shows an appeal, whatever the page says', async () => {
    const { world, orderNumber, word } = await openSale();
    world.simulator.counterparties.dispute(orderNumber);
    expect(await word()).toEqual({ why: expect.stringContaining('in appeal') });
  });

  it.each<[string, string, { part?: Partial<ApprovalParts>; asked?: Partial<typeof ask> }]>([
    ['where approvals are typed', 'takes typed approvals', { part: { approvers: null } }],
    ['with a key that is not listed', 'does not go by this key', { asked: { keyId: 'Ana+watch' } }],
    ['with the key of another person', 'another person than it names', { asked: { keyId: 'ben' } }],
    ['of an order that the desk does not carry', 'does not carry this order', { part: { page: notCarried } }],
    ['while Temporal is silent', 'Temporal does not show the order', { part: { page: silent } }],
  ])('is nothing %s', async (_, why, { part, asked }) => {
    const { word } = await openSale(part);
    expect(await word({ ...ask, ...asked })).toEqual({ why: expect.stringContaining(why) });
  });

  it('is nothing where the service does not answer in time', async () => {
    const { world, word } = await openSale();
    vi.spyOn(world.deps.marketplace.orders, 'readInFull').mockImplementation(() => new Promise(() => undefined));
    expect(await word()).toEqual({ why: expect.stringContaining('not shown: the service did not answer') });
  });
});

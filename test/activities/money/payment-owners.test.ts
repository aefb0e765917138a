import { describe, expect, it, vi } from 'vitest';
import type { ReleaseLook } from '../../../src/activities/activity-contract.ts';
import { asShown } from '../../../src/domain/orders/attached-payments.ts';
import { claimedPayments } from '../../../src/activities/money/order-stand.ts';
import { accountRegister } from '../../register/memory-register.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  approvalOf,
  moneyCalls,
  paidSale,
  payment,
  readInput,
  release,
  releaseInput,
  rulesOf,
  untilShownMs,
} from './money-fixture.ts';

/** Another order is released on this payment. */
async function useElsewhere(world: ActivityWorld, proofId = 'BANK-7'): Promise<string> {
  const orderNumber = paidSale(world);
  const gate = { rules: rulesOf('match'), match: payment(world, { proofId }) };
  expect(await release(world, releaseInput(orderNumber, gate))).toMatchObject({ kind: 'executed' });
  return orderNumber;
}

const ownersOf = ({ deps }: ActivityWorld, ...keys: string[]) => deps.register.paymentOwners(keys);

describe('promise 2: what the register knows of a payment', () => {
  it('the gate names the payments that back another order, and a release of this one that may have left', async () => {
    const world = await openActivityWorld();
    const other = await useElsewhere(world);
    const orderNumber = paidSale(world);
    const [first, second] = [payment(world, { proofId: 'bank 7' }), payment(world, { proofId: 'bank-8' })];
    const input = releaseInput(orderNumber, { match: second, earlierMatches: [first] });
    const look = () => world.scheduled().run(world.money.checkRelease, input.gate) as Promise<ReleaseLook>;
    const elsewhere = [{ proofId: 'bank 7', orderNumber: other }];
    expect(await look()).toMatchObject({ elsewhere, order: { stand: { open: null } } });
    const { orders } = world.exchange;
    const paid = await orders.getUserOrderDetail(orderNumber);
    const armedAtMs = world.clock.now();
    expect(await release(world, { ...input, gate: { ...input.gate, earlierMatches: [] } })).toMatchObject({
      kind: 'executed',
    });
    // The service's reads lag behind its writes.
    vi.spyOn(orders, 'getUserOrderDetail').mockResolvedValue(paid);
    const open = { step: 'release', armedAtMs, untilMs: armedAtMs + untilShownMs };
    expect(await look()).toMatchObject({ elsewhere, order: { stand: { open } } });
    vi.restoreAllMocks();
    const fresh = await world.scheduled().run(world.money.checkRelease, releaseInput(paidSale(world)).gate);
    expect(fresh).toMatchObject({ elsewhere: [], order: { stand: { open: null } } });
  });

  it('money-steps#one-call: the gate names one that backs the same number of another account', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const other = await accountRegister(world.memory, { account: 'another', clock: world.clock });
    const trade = { asset: 'USDT', amount: '50', price: '10.20', total: '510', fiat: 'BOB', counterparty: null };
    const payments = [{ key: 'BANK1', proof: 'BANK-1' }];
    const ended = { side: 'SELL', status: 'COMPLETED', resetId: null, beganAtMs: world.clock.now() } as const;
    await other.orderSeen({ orderNumber, ...ended, ...trade, payments });
    const { gate } = releaseInput(orderNumber, { rules: rulesOf('match'), match: payment(world) });
    const { elsewhere, missing } = (await world.scheduled().run(world.money.checkRelease, gate)) as ReleaseLook;
    expect(elsewhere).toEqual([{ proofId: 'BANK-1', orderNumber }]);
    expect(missing).toMatchObject([{ name: 'proof-unused', use: 'used' }]);
  });

  it('what is no reference of a payment is claimed by no order, and two writings of one are one', () => {
    const proofs = ['', ' \u200b ', 'x'.repeat(10_000), 'BANK-1', 'bank 1'];
    expect(claimedPayments(proofs)).toEqual([{ key: 'BANK1', proof: 'BANK 1' }]);
  });

  it('an approval counts for a payment that backs another order only when its giver could see that', async () => {
    const world = await openActivityWorld();
    const other = await useElsewhere(world);
    const orderNumber = paidSale(world);
    const match = payment(world, { proofId: 'bank 7' });
    const approvals = [await approvalOf(world, orderNumber, { payments: asShown({ match, earlier: [] }) })];
    const gate = { rules: rulesOf('approve'), approvals, match };
    const unseen = await release(world, releaseInput(orderNumber, gate));
    const message = expect.stringContaining(`backs order ${other}, which was not known when it was approved`) as string;
    expect(unseen).toMatchObject({ kind: 'rejected', category: 'PROOF_USED', message });
    expect(moneyCalls(world)).toBe(1);
    const seen = await release(world, releaseInput(orderNumber, { ...gate, shownElsewhere: ['BANK 7'] }));
    expect(seen).toMatchObject({ kind: 'executed' });
    expect(await ownersOf(world, 'BANK7')).toMatchObject([{ orderNumber: other }]);
  });

  it('a payment that counts no more belongs to the order that is approved with it before everyone’s eyes', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    const [old, older] = [payment(world), payment(world, { proofId: 'BANK-0' })];
    await world.deps.register.takeBack({ orderNumber: first, what: 'revoke', by: 'ana', note: '' });
    const approval = await approvalOf(world, first, { payments: asShown({ match: old, earlier: [older] }) });
    const approvals = [{ ...approval, seen: { ...approval.seen, epoch: 1 } }];
    const gate = { rules: rulesOf('approve'), approvals, match: old, earlierMatches: [older] };
    expect(await release(world, releaseInput(first, gate))).toMatchObject({ kind: 'executed' });
    expect(await ownersOf(world, 'BANK1', 'BANK0')).toMatchObject([{ orderNumber: first }, { orderNumber: first }]);
    const other = { rules: rulesOf('match'), match: payment(world) };
    expect(await release(world, releaseInput(second, other))).toMatchObject({ category: 'PROOF_USED' });
  });

  it('money-steps#payments-and-approvals: a payment that matches carries its release alone; the parts before it stay free', async () => {
    const world = await openActivityWorld();
    const part = payment(world, { proofId: 'PART-1', amount: '1.00' });
    const gate = { rules: rulesOf('match'), match: payment(world), earlierMatches: [part] };
    expect(await release(world, releaseInput(paidSale(world), gate))).toMatchObject({ kind: 'executed' });
    expect(await ownersOf(world, 'BANK1', 'PART1')).toMatchObject([{ key: 'BANK1' }]);
  });

  it('money-steps#payments-and-approvals: without an approval nothing rests on a payment that backs another order', async () => {
    const world = await openActivityWorld();
    const other = await useElsewhere(world);
    const match = payment(world, { proofId: 'bank 7' });
    const byMatch = await release(world, releaseInput(paidSale(world), { rules: rulesOf('match'), match }));
    expect(byMatch).toMatchObject({ kind: 'rejected', category: 'PROOF_USED' });
    const byStatus = await release(world, releaseInput(paidSale(world), { rules: rulesOf('paid'), match }));
    expect(byStatus).toMatchObject({ kind: 'executed' });
    expect(await ownersOf(world, 'BANK7')).toMatchObject([{ orderNumber: other }]);
  });

  it('who released it does not matter: what is attached to a completed order backs it', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    await world.exchange.orders.releaseCoin({ orderNumber: first, confirmPaidType: 'normal' });
    const earlierMatches = [payment(world, { proofId: 'PART-1' })];
    await world.scheduled().run(world.acting.readOrder, readInput(first, { match: payment(world), earlierMatches }));
    expect(await world.rows('release')).toMatchObject([{ subject: first, state: 'done' }]);
    expect(await ownersOf(world, 'BANK1', 'PART1')).toMatchObject([{ orderNumber: first }, { orderNumber: first }]);
    const gate = { rules: rulesOf('match'), match: payment(world, { proofId: ' ０bank:1 ' }) };
    expect(await release(world, releaseInput(second, gate))).toMatchObject({ category: 'PROOF_USED' });
  });
});

import { describe, expect, it } from 'vitest';
import type { CancelOrderInput, MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { settleSteps } from '../../../src/activities/money/settle-steps.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  beforeArming,
  duePurchase,
  fence,
  firstMark,
  markPaid,
  markPaidInput,
  paidSale,
  untilShownMs,
} from '../money/money-fixture.ts';

const cancelInput = (orderNumber: string, part: Partial<CancelOrderInput> = {}): CancelOrderInput => {
  const asked = { mode: 'sim', orderNumber, reason: 4, text: null, mayBePaid: false } as const;
  return { ...asked, resetId: null, seen: firstMark, fence, ...part };
};

/** A person says it in the register. */
async function say({ memory, deps, clock }: ActivityWorld, orderNumber: string, by = 'ana'): Promise<void> {
  const word = { account: deps.account, orderNumber, ...firstMark, by, note: '', signed: null, nowMs: clock.now() };
  for (const reason of [4, 5] as const)
    expect(await memory.register.sayCancel({ ...word, reason, despitePayment: true })).toBeNull();
}

async function cancel(world: ActivityWorld, input: CancelOrderInput): Promise<MoneyAttempt> {
  return (await world.asOrder(input.orderNumber).run(world.money.cancelOrder, input)) as MoneyAttempt;
}

const sent = ({ callsOf }: ActivityWorld): number => callsOf('orderMatch/cancelOrder');
const states = async (world: ActivityWorld) => (await world.rows('cancel')).map(({ state }) => state);
const settled = async (world: ActivityWorld): Promise<void> => {
  world.clock.advance(untilShownMs + 15_001);
  await settleSteps(world.deps);
};

describe('ADR 0060: one call that cancels', () => {
  it('asks EP-10, sends EP-9 with the reason and its text, and is done by a read', async () => {
    const world = await openActivityWorld();
    const orderNumber = duePurchase(world);
    await say(world, orderNumber);
    const input = cancelInput(orderNumber, { reason: 5, text: 'the bank is closed' });
    expect(await cancel(world, input)).toMatchObject({ kind: 'executed' });
    expect(world.callsOf('orderMatch/checkIfAllowedCancelOrder')).toBe(1);
    expect(await states(world)).toEqual(['leaving']);
    await settled(world);
    expect(await states(world)).toEqual(['done']);
    expect(await cancel(world, input)).toMatchObject({ kind: 'rejected', category: 'ORDER_MISMATCH' });
    expect(sent(world)).toBe(1);
  });

  it.each([
    ['before', 'not-done'],
    ['after', 'done'],
  ] as const)(
    'a lost answer, %s its effect, ends by reads as %s, and is not sent again before',
    async (when, state) => {
      const world = await openActivityWorld();
      const orderNumber = duePurchase(world);
      await say(world, orderNumber);
      world.simulator.setFaults([{ operation: 'cancelOrder', fault: { kind: 'reset', when } }]);
      expect(await cancel(world, cancelInput(orderNumber))).toMatchObject({ kind: 'unknown' });
      const category = when === 'before' ? 'MAY_HAVE_LEFT' : 'ORDER_MISMATCH';
      expect(await cancel(world, cancelInput(orderNumber))).toMatchObject({ kind: 'rejected', category });
      expect(await markPaid(world, markPaidInput(orderNumber))).toMatchObject({ kind: 'rejected', category });
      await settled(world);
      await settled(world);
      expect(await states(world)).toEqual([state]);
      expect(sent(world)).toBe(1);
    },
  );

  it('a sale, and an order that the service does not let be cancelled, claim nothing', async () => {
    const world = await openActivityWorld();
    expect(await cancel(world, cancelInput(paidSale(world)))).toMatchObject({ category: 'ORDER_MISMATCH' });
    const body = JSON.stringify({ code: '000000', message: 'success', data: false, success: true });
    const fault = { kind: 'http', status: 200, body } as const;
    world.simulator.setFaults([{ operation: 'checkIfAllowedCancelOrder', fault }]);
    const refused = await cancel(world, cancelInput(duePurchase(world)));
    expect(refused).toMatchObject({ kind: 'rejected', message: expect.stringContaining('does not let the order') });
    expect([await states(world), sent(world)]).toEqual([[], 0]);
  });

  it('what was taken back on the way stops it at the door, and so does the switch of everything', async () => {
    const world = await openActivityWorld();
    const { register } = world.deps;
    const held = duePurchase(world);
    await say(world, held);
    beforeArming(world, () => register.takeBack({ orderNumber: held, what: 'hold', by: 'ana', note: '' }));
    expect(await cancel(world, cancelInput(held))).toMatchObject({ category: 'HELD' });
    const old = duePurchase(world);
    await register.takeBack({ orderNumber: old, what: 'reset', by: 'ana', note: '' });
    expect(await cancel(world, cancelInput(old))).toMatchObject({ category: 'TAKEN_BACK' });
    expect(sent(world)).toBe(0);
  });

  it('a message of Temporal is no person’s word', async () => {
    const world = await openActivityWorld();
    const refused = await cancel(world, cancelInput(duePurchase(world)));
    expect(refused).toMatchObject({
      category: 'APPROVAL_MISSING',
      message: expect.stringContaining('no one has said'),
    });
    expect([await states(world), sent(world)]).toEqual([[], 0]);
  });

  it('a transfer that is reported before it is armed stops it at the door', async () => {
    const world = await openActivityWorld();
    const { memory, deps, clock } = world;
    const orderNumber = duePurchase(world);
    await say(world, orderNumber);
    beforeArming(world, () => {
      const paid = { account: deps.account, orderNumber, by: 'ben', despite: [], nowMs: clock.now() };
      return memory.register.keepTransfer({ ...paid, payment: { key: 'out 1', proof: '1' } });
    });
    expect(await cancel(world, cancelInput(orderNumber))).toMatchObject({ kind: 'rejected' });
    expect([await states(world), sent(world)]).toEqual([['not-left'], 0]);
    await say(world, orderNumber);
    expect(await cancel(world, cancelInput(orderNumber))).toMatchObject({ category: 'APPROVAL_MISSING' });
  });

  it.each([{ mayBePaid: true }, {}])('one that may be paid takes two people of the register: %j', async (part) => {
    const world = await openActivityWorld();
    const orderNumber = duePurchase(world);
    await say(world, orderNumber);
    if (part.mayBePaid === undefined) await markPaid(world, markPaidInput(orderNumber));
    await settled(world);
    const refused = { kind: 'rejected', category: 'APPROVAL_MISSING' };
    expect(await cancel(world, cancelInput(orderNumber, part))).toMatchObject(refused);
    expect(sent(world)).toBe(0);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { TakeBackInput, TakeBackResult } from '../../../src/activities/order/words-contract.ts';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { unholdWord } from '../../../src/domain/signing/signed-unhold.ts';
import type { Signed } from '../../../src/domain/signing/signed-word.ts';
import { approverKey } from '../../register/contract/signatures.ts';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { generation } from '../../register/memory-register.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { paidSale, readInput, release, releaseInput, untilShownMs } from '../money/money-fixture.ts';

const word = (orderNumber: string, part: Partial<TakeBackInput> = {}): TakeBackInput => ({
  orderNumber,
  what: 'hold',
  by: 'ana',
  note: 'a doubt',
  ...part,
});

const takeBack = (world: ActivityWorld, input: TakeBackInput): Promise<TakeBackResult> =>
  world.asOrder(input.orderNumber).run(world.acting.takeBack, input) as Promise<TakeBackResult>;

/** A release that was executed, and that no read has shown yet. */
async function armed(world: ActivityWorld): Promise<string> {
  const orderNumber = paidSale(world);
  expect(await release(world, releaseInput(orderNumber))).toMatchObject({ kind: 'executed' });
  return orderNumber;
}

/** Whether it settles soon: it looks again every quarter of a second. */
async function isSettled(work: Promise<unknown>, withinMs = 600): Promise<boolean> {
  return Promise.race([work.then(() => true), delay(withinMs, false)]);
}

describe('P6: what is taken back is kept outside Temporal before it is answered', () => {
  it.each(['hold', 'revoke', 'unmatch', 'stop', 'mode'] as const)('%s raises the epoch of its order', async (what) => {
    const world = await openActivityWorld();
    const [orderNumber, other] = [paidSale(world), paidSale(world)];
    const notes: Partial<Record<typeof what, string>> = { hold: 'a doubt', stop: 'stopped: a doubt' };
    const note = notes[what];
    const held = note === undefined ? null : { by: 'ana', note };
    const mark = { generation, epoch: 1, revision: 0, held, open: null };
    expect(await takeBack(world, word(orderNumber, { what }))).toEqual({ ...mark, mayHaveLeft: false });
    const read = (number: string) => world.scheduled().run(world.acting.readOrder, readInput(number));
    expect(await read(orderNumber)).toMatchObject({ stand: { ...mark, open: null } });
    expect(await read(other)).toMatchObject({ stand: { epoch: 0, held: null } });
  });

  it('it waits for a call that was armed before, until that can leave no more, and says that it may have left', async () => {
    const world = await openActivityWorld();
    const orderNumber = await armed(world);
    const armedAtMs = world.clock.now();
    const taking = takeBack(world, word(orderNumber));
    world.clock.advance(leaseMs - 1);
    expect(await isSettled(taking)).toBe(false);
    world.clock.advance(1);
    expect(await isSettled(taking, 5_000)).toBe(true);
    const open = { step: 'release', armedAtMs, untilMs: armedAtMs + untilShownMs };
    expect(await taking).toMatchObject({ epoch: 1, open, mayHaveLeft: true });
  });

  it('it waits no longer once a read has ended that call', async () => {
    const world = await openActivityWorld();
    const orderNumber = await armed(world);
    const taking = takeBack(world, word(orderNumber));
    expect(await isSettled(taking)).toBe(false);
    await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    expect(await taking).toMatchObject({ open: null, mayHaveLeft: false });
  });

  it('it waits for no call of another order, and for none that is armed after it', async () => {
    const world = await openActivityWorld();
    await armed(world);
    const orderNumber = paidSale(world);
    expect(await takeBack(world, word(orderNumber, { what: 'revoke' }))).toMatchObject({ mayHaveLeft: false });
    const sale = await armed(world);
    const taking = takeBack(world, word(sale, { what: 'revoke' }));
    expect(await isSettled(taking)).toBe(false);
    const { register } = world.deps;
    const [first] = await register.leavingRows();
    if (first === undefined) throw new Error('a row is needed');
    world.clock.advance(leaseMs);
    const later = { ...first, number: 99, subject: sale, armedAtMs: world.clock.now() };
    const real = register.leavingRows.bind(register);
    vi.spyOn(register, 'leavingRows').mockImplementation(async () => [...(await real()), later]);
    expect(await taking).toMatchObject({ mayHaveLeft: true });
  });

  it('two words at once: each is answered with the order as it is then', async () => {
    const world = await openActivityWorld();
    const orderNumber = await armed(world);
    const first = takeBack(world, word(orderNumber, { what: 'revoke' }));
    expect(await isSettled(first)).toBe(false);
    const second = takeBack(world, word(orderNumber));
    await delay(50);
    world.clock.advance(leaseMs);
    const now = { epoch: 2, held: { by: 'ana' } };
    expect(await Promise.all([first, second])).toMatchObject([now, now]);
  });

  it('a register that is silent fails it, so that it is tried again', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.memory.silent = true;
    await expect(takeBack(world, word(orderNumber))).rejects.toBeInstanceOf(RegisterSilent);
    world.memory.silent = false;
    expect(await takeBack(world, word(orderNumber))).toMatchObject({ epoch: 1 });
  });
});

describe('design 6: lifting a hold', () => {
  it('with what its giver has seen; what was approved before the hold stays void', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const lift = (epoch: number, mint = generation) =>
      world.asOrder(orderNumber).run(world.acting.liftHold, {
        orderNumber,
        by: 'ana',
        generation: mint,
        epoch,
        signed: null,
      });
    expect(await lift(0)).toEqual({ code: 'order-not-held' });
    await takeBack(world, word(orderNumber));
    expect(await lift(0)).toEqual({ code: 'changed-since-shown', what: 'order' });
    expect(await lift(1, 'another')).toEqual({ code: 'changed-since-shown', what: 'order' });
    expect(await lift(1)).toBeNull();
    expect(await world.deps.register.marksOf(orderNumber)).toMatchObject({ held: null, epoch: 1 });
  });

  it('S25: where approvals are signed, with the signature of an approver over this hold; without, the order stays held', async () => {
    const world = await openActivityWorld();
    const { account } = world.deps;
    const orderNumber = paidSale(world);
    const key = approverKey('ana');
    const signers = { keys: { ana: key.publicKey }, lifeMs: 900_000 };
    await world.memory.register.beginTerm({ account, leader: '1@here', signers, nowMs: world.clock.now() });
    await takeBack(world, word(orderNumber));
    const said = { account, orderNumber, by: 'ana', generation, epoch: 1 };
    const signing = { key, nowMs: world.clock.now(), approvalLifeMs: 900_000 };
    const lift = (signed: Signed | null) =>
      world.asOrder(orderNumber).run(world.acting.liftHold, { orderNumber, by: 'ana', generation, epoch: 1, signed });
    expect(await lift(null)).toMatchObject({ word: 'unhold', problem: 'missing', signers: ['ana'] });
    const ofAnother = signWord(unholdWord({ ...said, orderNumber: '1' }), signing);
    expect(await lift(ofAnother)).toMatchObject({ stays: 'held-order', problem: 'unfit' });
    expect(await world.deps.register.marksOf(orderNumber)).toMatchObject({ held: { by: 'ana' } });
    expect(await lift(signWord(unholdWord(said), signing))).toBeNull();
    expect(await world.deps.register.marksOf(orderNumber)).toMatchObject({ held: null });
  });
});

describe('S4: only the workflow of an order says what is taken back of it, and what is lifted', () => {
  it('another caller: CALLER_NOT_ALLOWED, nothing is written down', async () => {
    const world = await openActivityWorld();
    const [orderNumber, other] = [paidSale(world), paidSale(world)];
    await takeBack(world, word(orderNumber));
    const before = await world.journal();
    const lifted = { orderNumber, by: 'ana', generation, epoch: 1, signed: null };
    for (const env of [world.asOrder(other), world.scheduled(), world.asPlacement(orderNumber)]) {
      const refused = { type: 'CALLER_NOT_ALLOWED', nonRetryable: true };
      await expect(env.run(world.acting.takeBack, word(orderNumber))).rejects.toMatchObject(refused);
      await expect(env.run(world.acting.liftHold, lifted)).rejects.toMatchObject(refused);
    }
    expect(await world.journal()).toEqual(before);
  });
});

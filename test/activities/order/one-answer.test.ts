import { describe, expect, it } from 'vitest';
import type { ReleaseLook } from '../../../src/activities/activity-contract.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  duePurchase,
  moneyCalls,
  paidSale,
  readInput,
  release,
  releaseInput,
  rulesOf,
} from '../money/money-fixture.ts';

const detail = 'orderMatch/getUserOrderDetail';
const allowed = 'orderMatch/checkIfCanReleaseCoin';

const read = (world: ActivityWorld, orderNumber: string) =>
  world.asOrder(orderNumber).run(world.acting.readOrder, readInput(orderNumber));

const look = (world: ActivityWorld, orderNumber: string, gate = {}): Promise<ReleaseLook> =>
  world
    .asOrder(orderNumber)
    .run(world.acting.checkRelease, releaseInput(orderNumber, gate).gate) as Promise<ReleaseLook>;

describe('money-steps#one-answer-serves-what-follows-it', () => {
  it('a read, the look at the gate behind it and the release behind that are three calls', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    await read(world, orderNumber);
    expect((await look(world, orderNumber)).missing).toEqual([]);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ kind: 'executed' });
    expect([world.callsOf(detail), world.callsOf(allowed), moneyCalls(world)]).toEqual([1, 1, 1]);
  });

  it('nothing rests on an answer twice: a second release reads again, and finds that it is done', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    await look(world, orderNumber);
    await release(world, releaseInput(orderNumber));
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'ORDER_MISMATCH' });
    expect(world.simulator.ledger().releases).toBe(1);
  });

  it('after five seconds it is asked again, whatever looked at it in between', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    await read(world, orderNumber);
    world.clock.advance(4_999);
    await look(world, orderNumber);
    expect(world.callsOf(detail)).toBe(1);
    world.clock.advance(1);
    world.simulator.counterparties.dispute(orderNumber);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'ORDER_MISMATCH' });
    expect([world.callsOf(detail), moneyCalls(world)]).toEqual([2, 0]);
  });

  it('a look after which something is missing serves no release', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    expect((await look(world, orderNumber, { rules: rulesOf('approve') })).missing).not.toEqual([]);
    world.simulator.counterparties.dispute(orderNumber);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'ORDER_MISMATCH' });
    expect(moneyCalls(world)).toBe(0);
  });

  it('what is taken back, switched off or blocked meanwhile counts at once', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    await look(world, orderNumber);
    await world.deps.register.takeBack({ orderNumber, what: 'hold', by: 'ana', note: '' });
    const end = await release(world, releaseInput(orderNumber));
    expect(end).toMatchObject({ kind: 'rejected', category: 'HELD' });
    expect([world.callsOf(detail), moneyCalls(world)]).toEqual([1, 0]);
  });

  it('an order that is read as another role, or of another order, is not it', async () => {
    const world = await openActivityWorld();
    const [orderNumber, other] = [paidSale(world), paidSale(world)];
    await look(world, orderNumber);
    await look(world, other, { role: 'taker' });
    expect(world.callsOf(detail)).toBe(2);
    await release(world, releaseInput(other));
    expect(world.callsOf(detail)).toBe(3);
  });

  it('a payment notice and a cancellation read their order themselves', async () => {
    const world = await openActivityWorld();
    const orderNumber = duePurchase(world);
    await read(world, orderNumber);
    expect(world.deps.saleReads.take({ orderNumber, role: 'maker' })).toBeNull();
  });
});

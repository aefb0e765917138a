/** What no workflow reads any more is ended by the process that leads. */
import { describe, expect, it, vi } from 'vitest';
import { settleSteps } from '../../../src/activities/money/settle-steps.ts';
import type { StepRow } from '../../../src/domain/register/step-row.ts';
import { userNoFor } from '../../../src/simulator/trade/order-party.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { publishInput } from '../publication/publication-fixture.ts';
import {
  duePurchase,
  markPaid,
  markPaidInput,
  paidSale,
  placeInput,
  release,
  releaseInput,
  untilShownMs,
} from './money-fixture.ts';

const workflowsTurnMs = 15_000;
const names = (rows: readonly StepRow[]) => rows.map(({ step, subject }) => `${step} ${subject}`);
const lose = ({ simulator }: ActivityWorld, operation: string, when: 'before' | 'after') =>
  simulator.setFaults([{ operation, fault: { kind: 'reset', when } }]);

describe('design 6: steps that have left and have no end', () => {
  it('one that was executed is done with the first read, once its workflow has had its turn', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    await release(world, releaseInput(orderNumber));
    const purchase = duePurchase(world);
    await markPaid(world, markPaidInput(purchase));
    world.clock.advance(untilShownMs + workflowsTurnMs);
    const before = world.calls.length;
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(world.calls).toHaveLength(before);
    world.clock.advance(1);
    const read = vi.spyOn(world.exchange.orders, 'getUserOrderDetail');
    expect(await settleSteps(world.deps)).toEqual([]);
    // What a money step rests on waits behind no other read.
    expect(read.mock.calls.map(([, options]) => options)).toMatchObject([{ priority: 'money' }, { priority: 'money' }]);
    expect(world.calls.slice(before)).toEqual(['orderMatch/getUserOrderDetail', 'orderMatch/getUserOrderDetail']);
    expect([...(await world.rows('release')), ...(await world.rows('mark-paid'))]).toMatchObject([
      { subject: orderNumber, state: 'done' },
      { subject: purchase, state: 'done' },
    ]);
  });

  it('one that was not is ended by two reads; the first of them is no trouble', async () => {
    const world = await openActivityWorld();
    lose(world, 'releaseCoin', 'before');
    const orderNumber = paidSale(world);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ kind: 'unknown' });
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(await world.rows('release')).toMatchObject([{ state: 'leaving', unseenReads: 1 }]);
    world.clock.advance(workflowsTurnMs);
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(await world.rows('release')).toMatchObject([{ state: 'not-done' }]);
  });

  it('a placement and a publication have no number to be read by, and are named', async () => {
    const world = await openActivityWorld();
    lose(world, 'placeOrder', 'after');
    await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    await world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world));
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    const before = world.calls.length;
    expect(names(await settleSteps(world.deps))).toEqual(['place r1', 'publish usdt-bob']);
    expect(world.calls).toHaveLength(before);
  });

  it('a placement whose order was answered is done with a read of that order', async () => {
    const world = await openActivityWorld();
    await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    const seen = vi.spyOn(world.deps.register, 'orderSeen');
    const read = vi.spyOn(world.exchange.orders, 'getUserOrderDetail');
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(read.mock.calls.map(([, options]) => options)).toMatchObject([{ priority: 'money' }]);
    expect(await world.rows('place')).toMatchObject([{ subject: 'r1', state: 'done' }]);
    // The desk is the taker of it, and not its own counterparty.
    expect(seen.mock.calls.map(([{ counterparty }]) => counterparty)).toEqual([expect.any(String)]);
    expect(seen.mock.calls[0]?.[0].counterparty).not.toBe(userNoFor(deskAccount.name));
  });

  it('an order that cannot be read is named, and keeps no other from being read', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    for (const orderNumber of [first, second]) await release(world, releaseInput(orderNumber));
    const fault = { kind: 'error', code: -2019, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', when: { orderNumber: first }, fault }]);
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    await release(world, releaseInput(paidSale(world)));
    expect(names(await settleSteps(world.deps))).toEqual([`release ${first}`]);
    expect((await world.rows('release')).map(({ state }) => state)).toEqual(['leaving', 'done', 'leaving']);
  });
});

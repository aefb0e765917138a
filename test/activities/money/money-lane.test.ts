/** How a money call goes to the service, and what the register keeps of its answer. */
import { expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { openActivityWorld } from '../activity-fixture.ts';
import { duePurchase, markPaid, markPaidInput, paidSale, placeInput, release, releaseInput } from './money-fixture.ts';

it('money-steps#one-call: before everything else, and at the socket within a quarter of a second', async () => {
  const world = await openActivityWorld();
  const { orders } = world.exchange;
  const calls = [vi.spyOn(orders, 'releaseCoin'), vi.spyOn(orders, 'markOrderAsPaid'), vi.spyOn(orders, 'placeOrder')];
  expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
  expect(await markPaid(world, markPaidInput(duePurchase(world)))).toMatchObject({ kind: 'executed' });
  await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
  for (const { mock } of calls) {
    const lane = { priority: 'money', door: { withinMs: 250 } };
    expect(mock.calls.map(([, options]) => options)).toMatchObject([lane]);
  }
});

it('I3: the order that the service names for a placement is kept with it, before any read shows it', async () => {
  const world = await openActivityWorld();
  const placed = (await world.asPlacement('r1').run(world.money.placeOrder, placeInput())) as MoneyAttempt;
  const orderNumber = placed.kind === 'executed' ? placed.orderNumber : null;
  expect(orderNumber).toMatch(/^\d+$/);
  const rows = await world.deps.register.stepRows({ step: 'place', subject: 'r1' });
  expect(rows).toMatchObject([{ state: 'leaving', orderNumber }]);
});

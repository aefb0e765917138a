import { describe, expect, it } from 'vitest';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

const statusOf = async (world: SimWorld, adOrderNo: string) =>
  ((await world.desk.data('orderMatch/getUserOrderDetail', { adOrderNo })) as { orderStatus: number }).orderStatus;

function paidOrder(world: SimWorld): string {
  const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

describe('status 3 on release (wire-facts sections 3 and 13)', () => {
  it('shows for a moment when asked to, then the order is complete', async () => {
    const world = await openWorld({ releasingMs: 800 });
    const orderNumber = paidOrder(world);
    expect(await world.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    expect(await statusOf(world, orderNumber)).toBe(3);
    const history = await world.desk.get('orderMatch/listUserOrderHistory');
    expect(history.json['data']).toMatchObject([{ orderStatus: 'DISTRIBUTING' }]);
    world.simulator.tick();
    expect(await statusOf(world, orderNumber)).toBe(3);
    world.clock.advance(800);
    world.simulator.tick();
    expect(await statusOf(world, orderNumber)).toBe(4);
    expect(world.simulator.ledger()).toMatchObject({
      releases: 1,
      doubleReleases: 0,
      orders: { completed: 1, open: 0 },
    });
  });

  it('cannot be stopped, repeated or disputed', async () => {
    const world = await openWorld({ releasingMs: 800 });
    const orderNumber = paidOrder(world);
    await world.desk.data('orderMatch/releaseCoin', { orderNumber });
    expect(await world.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe(-3026);
    expect(() => world.simulator.counterparties.cancel(orderNumber)).toThrow(/cannot be cancelled/);
    expect(() => world.simulator.counterparties.dispute(orderNumber)).toThrow(/not paid/);
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 1, doubleReleases: 0 });
  });

  it('counts an effect that is executed again meanwhile', async () => {
    const world = await openWorld({ releasingMs: 800, idempotentMoney: false });
    const orderNumber = paidOrder(world);
    await world.desk.data('orderMatch/releaseCoin', { orderNumber });
    await world.desk.data('orderMatch/releaseCoin', { orderNumber });
    world.clock.advance(800);
    world.simulator.tick();
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 1, orders: { completed: 1 } });
  });

  it('is left out unless asked for', async () => {
    const world = await openWorld();
    const orderNumber = paidOrder(world);
    await world.desk.data('orderMatch/releaseCoin', { orderNumber });
    expect(await statusOf(world, orderNumber)).toBe(4);
  });
});

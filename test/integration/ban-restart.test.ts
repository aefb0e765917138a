import { describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { egressControl, orderControl } from '../../src/client/index.ts';
import { account, openDeskWorld, until } from './desk-harness.ts';

describe('I27, interface 7.1: an IP ban outlives the worker', () => {
  it('no call arrives during the ban although the worker is killed and another starts; the order goes on once a human clears it', async () => {
    // Longer than a killed worker is missed: the ban is lifted by hand, not by its end.
    const banMs = 600_000;
    const world = await openDeskWorld();
    const { simulator, client } = world;
    const worker = world.startWorker();
    await world.startDesk();
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    const order = orderControl(client, account, orderNumber);
    await until(
      'the order waits for its payment',
      () => order.state(),
      (view) => view.waitingFor === 'awaiting-payment',
    );
    simulator.ban(banMs);
    simulator.counterparties.pay(orderNumber);
    const egress = egressControl(client, 'default');
    await until(
      'the egress workflow knows the ban',
      () => egress.state(),
      (view) => view.state === 'banned',
    );
    const told = simulator.ledger().requests;
    await worker.kill();
    world.startWorker();
    // The new worker has read the ban once the desk answers again.
    await until(
      'the new worker answers',
      () => order.state(),
      () => true,
    );
    await delay(2_000);
    const during = simulator.ledger();
    console.log(`requests after the ban was told: ${during.requests - told}`);
    expect(during.requests - told).toBe(0);
    expect(during.callsDuringBan).toBe(0);
    simulator.ban(0);
    await egress.clearBan({ by: 'ana', note: 'the service says it is over' });
    await until(
      'the order completes after the ban',
      () => order.state(),
      (view) => view.status === 'COMPLETED',
    );
    expect(simulator.ledger()).toMatchObject({ callsDuringBan: 0, releases: 1, doubleReleases: 0 });
    expect((await egress.state()).bans).toBe(1);
  });
});

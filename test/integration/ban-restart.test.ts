import { describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { adControl, egressControl, orderControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { account, openDeskWorld, quickSettings, sharedEgress, until } from './desk-harness.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});

describe('I27, interface 7.1: an IP ban outlives the worker', () => {
  it('no call arrives during the ban although the worker is killed and another starts; order and ad go on once a human clears it', async () => {
    // Longer than a killed worker goes unnoticed: the ban is lifted by hand, not by its end.
    const banMs = 600_000;
    // On a busy machine a call of another lane leaves before this process has read the first 418.
    const world = await openDeskWorld({ egress: sharedEgress, banNewsMs: 10_000 });
    const { simulator, client } = world;
    const worker = world.startWorker();
    await world.startDesk();
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
    const ad = adControl(client, account, adNumber);
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    const order = orderControl(client, account, orderNumber);
    await until(
      'the order waits for its payment',
      () => order.state(),
      (view) => view.waitingFor.code === 'awaiting-payment',
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
    await until(
      'the ad shows the ban',
      () => ad.state(),
      (view) => view.state.kind === 'blocked' && view.state.category === 'IP_BAN',
    );
    simulator.ban(0);
    await egress.clearBan({ by: 'ana', note: 'the service says it is over' });
    await until(
      'the order completes after the ban',
      () => order.state(),
      (view) => view.status === 'COMPLETED',
    );
    await until(
      'the ad runs after the ban',
      () => ad.state(),
      (view) => view.state.kind === 'running',
    );
    expect(simulator.ledger()).toMatchObject({ callsDuringBan: 0, releases: 1, doubleReleases: 0 });
    expect((await egress.state()).bans).toBe(1);
  });
});

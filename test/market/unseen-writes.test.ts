import { describe, expect, it } from 'vitest';
import type { WriteReceipt } from '../../src/activities/activity-contract.ts';
import type { FaultScript } from '../../src/simulator/world/fault-script.ts';
import { openActivityWorld, type ActivityWorld } from '../activities/activity-fixture.ts';

const settleMs = 15_000;
const usdtBob = { asset: 'USDT', fiat: 'BOB' };

/** Two own ads a market apart: the first one is about to move. */
async function twoAds() {
  const world = await openActivityWorld({ settings: { moneySettleMs: settleMs } });
  const [first, second] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
  await world.deps.ownAds.listing();
  return { world, first, second };
}

function update(world: ActivityWorld, adNumber: string, price: string): Promise<WriteReceipt> {
  const input = { mode: 'sim', adNumber, price, limits: { floor: '9.50', ceiling: '10.50' } } as const;
  return world.asAd(adNumber).run(world.acting.updateAdPrice, input) as Promise<WriteReceipt>;
}

/** Reads the listing again. */
async function look({ deps }: ActivityWorld) {
  deps.ownAds.forget();
  return deps.ownAds.listing();
}

const strike = (world: ActivityWorld, ...faults: FaultScript[number]['fault'][]): void =>
  world.simulator.setFaults(
    faults.map((fault) => ({
      operation: fault.kind === 'stale' ? 'listWithPagination' : 'update',
      when: { nth: 1 },
      fault,
    })),
  );

const stale = { type: 'STALE_DECISION' };

describe('I16, interface 7.4: the place of a write whose effect no listing has shown', () => {
  it('a price that was taken in words only leaves its place taken until the service has had time to show it', async () => {
    const { world, first, second } = await twoAds();
    strike(world, { kind: 'false-success' });
    expect(await update(world, first, '10.30')).toMatchObject({ kind: 'applied' });
    // The first ad is still at 10.20, whatever the service answered.
    await expect(update(world, second, '10.22')).rejects.toMatchObject(stale);
    await look(world);
    await expect(update(world, second, '10.22')).rejects.toMatchObject(stale);
    await expect(update(world, second, '10.32')).rejects.toMatchObject(stale);
    world.clock.advance(settleMs);
    await look(world);
    expect(await update(world, second, '10.32')).toMatchObject({ kind: 'applied' });
    expect(world.simulator.ledger()).toMatchObject({ reprices: 1, pricesInZone: 0 });
  });

  it('the place that an ad has left is free with the first listing that shows it', async () => {
    const { world, first, second } = await twoAds();
    await update(world, first, '10.30');
    await expect(update(world, second, '10.22')).rejects.toMatchObject(stale);
    const before = world.callsOf('ads/listWithPagination');
    await Promise.all([1, 2, 3].map(() => world.deps.ownAds.listingAfterWrites(usdtBob)));
    expect(world.callsOf('ads/listWithPagination') - before).toBe(1);
    expect(await update(world, second, '10.22')).toMatchObject({ kind: 'applied' });
    expect(world.simulator.ledger()).toMatchObject({ reprices: 2, pricesInZone: 0 });
  });

  it('one that lags and still shows the place before frees nothing, and neither does one that began before', async () => {
    const { world, first, second } = await twoAds();
    world.clock.advance(8_000);
    await look(world);
    await update(world, first, '10.30');
    strike(world, { kind: 'stale', ms: 8_000 });
    await look(world);
    await expect(update(world, second, '10.22')).rejects.toMatchObject(stale);
    await look(world);
    expect(await update(world, second, '10.22')).toMatchObject({ kind: 'applied' });
    expect(world.simulator.ledger()).toMatchObject({ reprices: 2, pricesInZone: 0 });
  });

  it('a connection that broke leaves both places taken, until a listing shows the wanted price or had time to', async () => {
    const { world, first, second } = await twoAds();
    strike(world, { kind: 'reset', when: 'before' });
    await expect(update(world, first, '10.30')).rejects.toThrow();
    await expect(update(world, second, '10.22')).rejects.toMatchObject(stale);
    await expect(update(world, second, '10.32')).rejects.toMatchObject(stale);
    strike(world, { kind: 'reset', when: 'after' });
    await expect(update(world, first, '10.30')).rejects.toThrow();
    await expect(update(world, second, '10.32')).rejects.toMatchObject(stale);
    expect(await update(world, second, '10.22')).toMatchObject({ kind: 'applied' });
    expect(world.simulator.ledger()).toMatchObject({ reprices: 2, pricesInZone: 0 });
  });

  it('187049: a refusal in the words of -9000 frees the wanted place at once', async () => {
    const { world, first, second } = await twoAds();
    strike(world, { kind: 'error', code: -9000, message: '187049' });
    await expect(update(world, first, '10.30')).rejects.toThrow();
    expect(await update(world, second, '10.32')).toMatchObject({ kind: 'applied' });
  });

  it('an ad may stand wherever its last writes and the listings since have put it', async () => {
    const { world, first, second } = await twoAds();
    strike(world, { kind: 'false-success' });
    await update(world, first, '10.30');
    await update(world, first, '10.00');
    for (const price of ['10.22', '10.32', '10.02']) {
      await expect(update(world, second, price)).rejects.toMatchObject(stale);
    }
    await look(world);
    expect(await update(world, second, '10.32')).toMatchObject({ kind: 'applied' });
  });
});

import { describe, expect, it } from 'vitest';
import { createRevisions } from '../../../src/simulator/world/revisions.ts';
import { openWorld } from '../sim-fixture.ts';

describe('a simulator that runs for days', () => {
  it('forgets the oldest closed orders, never an open one, and its counters lose nothing', async () => {
    const { simulator, addAd } = await openWorld();
    const adNumber = addAd({ initAmount: '10000000' });
    const { counterparties, marketplace } = simulator;
    const open = counterparties.take({ adNumber });
    const oldest = counterparties.take({ adNumber });
    counterparties.cancel(oldest);
    for (let order = 0; order < 2_300; order += 1) counterparties.cancel(counterparties.take({ adNumber }));
    simulator.tick();
    expect(marketplace.orders.size).toBe(2_000);
    expect([marketplace.orders.has(open), marketplace.orders.has(oldest)]).toEqual([true, false]);
    expect(simulator.ledger().orders).toEqual({ arrived: 2_302, completed: 0, cancelled: 2_301, open: 1 });
  });

  it('remembers the latest looks of a record; the oldest of them stands for all before', () => {
    const revisions = createRevisions<number>();
    for (let look = 1; look <= 40; look += 1) revisions.note('a', look, look * 10);
    expect(revisions.at('a', 40, 399)).toBe(39);
    expect(revisions.at('a', 40, 5)).toBe(11);
    revisions.note('b', 1, 100);
    expect(revisions.at('b', 1, 99)).toBeNull();
    for (let record = 0; record < 2_000; record += 1) revisions.note(`r${record}`, 1, 0);
    expect(revisions.at('a', 77, 399)).toBe(77);
  });
});

describe('an ad with a floating price', () => {
  it('follows the reference and becomes fixed when a price is set as a fixed one, and not otherwise', async () => {
    const { desk, addAd } = await openWorld();
    const advNo = addAd({ floatingRatio: '102.5' });
    const read = () => desk.data('ads/getDetailByNo', undefined, { query: { adsNo: advNo } });
    expect(await read()).toMatchObject({ price: '10.25', priceType: 2, priceFloatingRatio: '102.50000000' });
    await desk.data('ads/update', { advNo, priceFloatingRatio: 101 });
    expect(await read()).toMatchObject({ price: '10.10' });
    await expect(desk.data('ads/update', { advNo, price: '10.40' })).rejects.toThrow('-1102');
    await desk.data('ads/update', { advNo, price: '10.40', priceType: 1 });
    expect(await read()).toMatchObject({ price: '10.40', priceType: 1 });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { eventually, openActivityWorld } from '../activities/activity-fixture.ts';

const sells = { asset: 'USDT', fiat: 'BOB', side: 'SELL' } as const;
const buys = { asset: 'USDT', fiat: 'BOB', side: 'BUY' } as const;

describe('design 8: searches a round, N ads on one market', () => {
  it('one search and one reference read, however many ads look, and again one in the next round', async () => {
    const world = await openActivityWorld();
    const { market } = world.deps;
    const look = (): Promise<unknown> => Promise.all(Array.from({ length: 500 }, () => market.snapshot(sells)));
    await look();
    expect([world.callsOf('ads/search'), world.callsOf('ads/getReferencePrice')]).toEqual([1, 1]);
    await look();
    expect(world.callsOf('ads/search')).toBe(1);
    world.clock.advance(20);
    await look();
    await eventually('a renewal', () => world.callsOf('ads/search') === 2);
    expect([world.callsOf('ads/search'), world.callsOf('ads/getReferencePrice')]).toEqual([2, 2]);
  });

  it('from one interval on a look has what is known at once, and the bell rings when the market was looked at again', async () => {
    const world = await openActivityWorld();
    const { market } = world.deps;
    let rings = 0;
    market.bell.listen('USDT/BOB', () => (rings += 1));
    const { offers } = await market.snapshot(sells);
    world.clock.advance(59);
    expect((await market.snapshot(sells)).offers).toBe(offers);
    await eventually('a ring', () => rings === 1);
    expect((await market.snapshot(sells)).offers).not.toBe(offers);
    // Data that could not be renewed for nine rounds is waited for.
    world.clock.advance(180);
    const before = world.callsOf('ads/search');
    await market.snapshot(sells);
    expect(world.callsOf('ads/search')).toBe(before + 1);
  });

  it('7.5: a renewal that fails leaves nothing known: the next look hears of the trouble', async () => {
    const world = await openActivityWorld();
    const { market } = world.deps;
    await market.snapshot(sells);
    world.simulator.setFaults([{ operation: 'search', when: { count: 2 }, fault: { kind: 'error', code: -2015 } }]);
    world.clock.advance(20);
    await market.snapshot(sells);
    await eventually('a failed renewal', () => world.callsOf('ads/search') === 2);
    await expect(market.snapshot(sells)).rejects.toMatchObject({ code: '-2015' });
  });

  it('the reference price lives longer than the offers: one read a minute by default', async () => {
    const world = await openActivityWorld({ settings: { priceRangeTtlMs: 60_000 } });
    for (let round = 0; round < 5; round += 1) {
      await world.deps.market.snapshot(sells);
      world.clock.advance(180);
    }
    expect([world.callsOf('ads/search'), world.callsOf('ads/getReferencePrice')]).toEqual([5, 1]);
  });

  it('EP-6: those who sell are searched for with the other side, and come cheapest first', async () => {
    const world = await openActivityWorld();
    const search = vi.spyOn(world.exchange.ads, 'search');
    const { offers, referencePrice } = await world.deps.market.snapshot(sells);
    expect(search.mock.calls[0]?.[0]).toMatchObject({ tradeType: 'BUY', asset: 'USDT', fiat: 'BOB' });
    expect(offers.map((offer) => offer.price)).toEqual(['10.05', '10.10']);
    expect(referencePrice).toBe('10.00');
    const bids = await world.deps.market.snapshot(buys);
    expect(search.mock.calls[1]?.[0]).toMatchObject({ tradeType: 'SELL' });
    expect(bids.offers.map((offer) => offer.price)).toEqual(['9.95', '9.90']);
  });

  it('design 8: as many pages as are wanted, no more than the setting, and none after a short one', async () => {
    const world = await openActivityWorld();
    const { exchange } = world;
    const { market } = world.deps;
    const row = await exchange.ads.search({ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 });
    const [first] = row.items;
    if (first === undefined) throw new Error('the market is empty');
    let long = 9;
    const search = vi.spyOn(exchange.ads, 'search').mockImplementation(({ page }) => {
      const items = Array.from({ length: page <= long ? 20 : 3 }, (_, row) => {
        return { ...first, adv: { ...first.adv, advNo: `${page}${row}` } };
      });
      return Promise.resolve({ ...row, items });
    });
    const readPages = async (): Promise<(number | undefined)[]> => {
      search.mockClear();
      world.clock.advance(200);
      await market.snapshot(sells);
      return search.mock.calls.map(([input]) => input.page);
    };
    expect(await readPages()).toEqual([1]);
    market.want(sells, 2);
    expect(await readPages()).toEqual([1, 2]);
    expect((await market.snapshot(sells)).offers).toHaveLength(40);
    market.want(sells, 7);
    expect(await readPages()).toEqual([1, 2, 3]);
    long = 1;
    expect(await readPages()).toEqual([1, 2]);
  });

  it('a market without a reference price has none in its snapshot', async () => {
    const world = await openActivityWorld();
    expect(await world.deps.market.snapshot({ ...sells, asset: 'DOGE' })).toMatchObject({
      offers: [],
      referencePrice: null,
    });
  });

  it('I15: offers and reference carry the time of their reads, which judges their age', async () => {
    const world = await openActivityWorld();
    const { deps } = world;
    const beganAtMs = deps.clock.now();
    const first = await deps.market.snapshot(sells);
    expect(first).toMatchObject({ readAtMs: beganAtMs, referenceAtMs: beganAtMs });
  });

  it('interface 4.5: the maker’s fee of the side is read once an hour', async () => {
    const world = await openActivityWorld();
    const { exchange } = world;
    const { market } = world.deps;
    const overview = vi.spyOn(exchange.commission, 'overview');
    expect(await market.makerFee(sells)).toBe('0.00100000');
    expect(await market.makerFee(sells)).toBe('0.00100000');
    expect(await market.makerFee({ ...sells, asset: 'DOGE' })).toBeNull();
    expect(overview.mock.calls.map(([input]) => input)).toEqual([{ fiat: 'BOB' }, { fiat: 'BOB' }]);
  });

  it('I15: the fee is asked for again from half an hour on, and one that is an hour old is not gone by', async () => {
    const world = await openActivityWorld();
    const { exchange } = world;
    const { market } = world.deps;
    const overview = vi.spyOn(exchange.commission, 'overview');
    await market.makerFee(sells);
    world.clock.advance(1_799_000);
    await market.makerFee(sells);
    expect(overview).toHaveBeenCalledTimes(1);
    world.clock.advance(1_000);
    await market.makerFee(sells);
    expect(overview).toHaveBeenCalledTimes(2);
    await overview.mock.results[1]?.value;
    // The new fee is in its place one turn after it was told.
    await new Promise((resolve) => setImmediate(resolve));
    overview.mockRejectedValue(new Error('away'));
    world.clock.advance(3_600_000);
    await expect(market.makerFee(sells)).rejects.toThrow('away');
  });

  it('a failed search is not kept', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([
      { operation: 'search', when: { nth: 1, count: 1 }, fault: { kind: 'error', code: -2015 } },
    ]);
    await expect(world.deps.market.snapshot(sells)).rejects.toMatchObject({ code: '-2015' });
    expect((await world.deps.market.snapshot(sells)).offers).toHaveLength(2);
  });
});

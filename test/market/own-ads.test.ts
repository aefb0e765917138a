import { describe, expect, it, vi } from 'vitest';
import { mayBeOnline } from '../../src/marketplace/read-ads.ts';
import { OwnAds } from '../../src/market/own-ads.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { ExchangeError, type ExchangeClient } from '../../src/exchange/index.ts';
import { openActivityWorld } from '../activities/activity-fixture.ts';
import { createMarketplace } from '../../src/marketplace/exchange-marketplace.ts';

describe('promise 4: a listing that is not whole', () => {
  /** Twenty ads of more: the service shows its first page again and again, or ends below its own count. */
  async function listed(answer: (page: number) => number, total: number) {
    const world = await openActivityWorld();
    for (let index = 0; index < 20; index += 1) world.addAd({ price: '10.20', asset: `COIN${index}` });
    const { ads } = world.exchange;
    const list = ads.listWithPagination.bind(ads);
    vi.spyOn(ads, 'listWithPagination').mockImplementation(async (wish, options) => {
      return { ...(await list({ ...wish, page: answer(wish.page) }, options)), total };
    });
    return { world, read: await world.deps.marketplace.ads.listing().read() };
  }

  it('has one row more, which is not shown, so that a human is asked; the others go on', async () => {
    const { world, read } = await listed(() => 1, 30);
    const why = 'the service shows 20 rows, of 30 that it counts, and no others';
    expect(read).toMatchObject({ odd: [{ index: 20, subject: null, why }], isWhole: false });
    expect((await world.deps.ownAds.listing()).ads).toHaveLength(20);
    expect(world.deps.ownAds.odd).toEqual(read.odd);
  });

  it.each([
    { what: 'repeats its first page', answer: () => 1, total: 30, may: true },
    { what: 'ends below its count', answer: (page: number) => page, total: 21, may: true },
    { what: 'has all that it counts', answer: (page: number) => page, total: 20, may: false },
  ])('one that $what: whether an ad that it lacks may be online', async ({ answer, total, may }) => {
    const { read } = await listed(answer, total);
    expect(mayBeOnline(read)('7')).toBe(may);
    expect(mayBeOnline(read)(read.ads[0]?.adNumber ?? '')).toBe(true);
  });
});

describe('design 6: one own-ads listing an account', () => {
  it('a thousand looks in a round cost one listing, of as many pages as there are ads', async () => {
    const world = await openActivityWorld();
    for (let index = 0; index < 41; index += 1) world.addAd({ price: '10.20', asset: `COIN${index}` });
    const { ownAds } = world.deps;
    const looks = await Promise.all(Array.from({ length: 1_000 }, () => ownAds.listing()));
    expect(looks.every(({ ads }) => ads.length === 41)).toBe(true);
    expect(world.callsOf('ads/listWithPagination')).toBe(3);
  });

  it('I16: a write of this process is known at once, and for two rounds, whatever a late listing says', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { ownAds } = world.deps;
    const price = async (): Promise<string | undefined> => (await ownAds.listing()).find(adNumber)?.price;
    expect(await price()).toBe('10.20');
    const { version } = await ownAds.listing();
    const write = await ownAds.reserve({ adNumber, price: '10.14' }, () => null);
    expect(await price()).toBe('10.20');
    if (typeof write !== 'string') write.written();
    expect(await price()).toBe('10.14');
    expect((await ownAds.listing()).version).toBeGreaterThan(version);
    world.clock.advance(40);
    expect(await price()).toBe('10.14');
    // A listing that begins now has had two rounds to show it: it counts.
    world.clock.advance(20);
    await vi.waitUntil(async () => (await price()) === '10.20', { timeout: 5_000 });
  });

  it('I16: a write of the process before this one is known although the listing lags, and doubtful until one shows it', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { ownAds } = world.deps;
    await ownAds.listing();
    const nowMs = world.clock.now();
    ownAds.takeOver({ adNumber, price: '10.14' }, nowMs - 1);
    const listing = await ownAds.listing();
    expect(listing.find(adNumber)?.price).toBe('10.14');
    expect(listing.doubtfulOfPair('USDT/BOB')).toEqual([{ adNumber, side: 'SELL', price: '10.20' }]);
    const { version } = listing;
    ownAds.takeOver({ adNumber, price: '10.14' }, nowMs - 1);
    expect((await ownAds.listing()).version).toBe(version);
  });

  it('I16: a write that ended longer ago than a listing may lag is not taken over', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { ownAds, settings } = world.deps;
    await ownAds.listing();
    ownAds.takeOver({ adNumber, price: '10.14' }, world.clock.now() - settings.moneySettleMs);
    const listing = await ownAds.listing();
    expect(listing.find(adNumber)?.price).toBe('10.20');
    expect(listing.doubtfulOfPair('USDT/BOB')).toEqual([]);
  });

  it('I16: a write that may have been made leaves the price as it is, and both count as taken', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { ownAds } = world.deps;
    await ownAds.listing();
    ownAds.takeOver({ adNumber, price: '10.14' }, null);
    const listing = await ownAds.listing();
    expect(listing.find(adNumber)?.price).toBe('10.20');
    expect(listing.doubtfulOfPair('USDT/BOB')).toEqual([{ adNumber, side: 'SELL', price: '10.14' }]);
  });

  it('I16: the end of a write rings for its pair, whether the service took it or not', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { ownAds } = world.deps;
    let rings = 0;
    const leave = ownAds.bell.listen('USDT/BOB', () => (rings += 1));
    ownAds.bell.listen('USDT/ARS', () => (rings += 100));
    for (const end of ['written', 'rolledBack'] as const) {
      const write = await ownAds.reserve({ adNumber, price: '10.14' }, () => null);
      if (typeof write !== 'string') write[end]();
    }
    expect(rings).toBe(2);
    leave();
    ownAds.bell.ring('USDT/BOB');
    expect(rings).toBe(2);
  });

  it('187049: forgetting makes the next look read again within the round', async () => {
    const world = await openActivityWorld();
    await world.deps.ownAds.listing();
    world.deps.ownAds.forget();
    await world.deps.ownAds.listing();
    expect(world.callsOf('ads/listWithPagination')).toBe(2);
  });
});

const clock = { now: () => 0 };

/** A service with this many own ads and this page size; `refusing`: it refuses larger pages. */
function listingOf(count: number, { maxRows, refusing = false }: { maxRows: number; refusing?: boolean }) {
  const asked: { page: number; rows: number }[] = [];
  const ads = Array.from({ length: count }, (_, index) => ({
    advNo: `${index}`,
    tradeType: 'SELL',
    asset: 'USDT',
    fiatUnit: 'BOB',
    price: '10.00',
    advStatus: 1,
  }));
  const listWithPagination = async ({ page, rows }: { page: number; rows: number }) => {
    asked.push({ page, rows });
    if (refusing && rows > maxRows) {
      throw new ExchangeError({ message: 'rows', endpoint: 'list', sent: 'yes', category: 'UNKNOWN', code: '-1102' });
    }
    const size = Math.min(rows, maxRows);
    return { items: ads.slice((page - 1) * size, page * size), odd: [], total: count };
  };
  const exchange = { ads: { listWithPagination } } as unknown as ExchangeClient;
  return { asked, ownAds: new OwnAds(createMarketplace(exchange, defaultSettings), defaultSettings, clock) };
}

describe('EP-4: the largest page that the service takes', () => {
  it.each([
    [57, { maxRows: 100 }, [[1, 100]]],
    [
      157,
      { maxRows: 100 },
      [
        [1, 100],
        [2, 100],
      ],
    ],
    [
      57,
      { maxRows: 50 },
      [
        [1, 100],
        [2, 50],
      ],
    ],
    [
      41,
      { maxRows: 20 },
      [
        [1, 100],
        [2, 20],
        [3, 20],
      ],
    ],
    [
      41,
      { maxRows: 20, refusing: true },
      [
        [1, 100],
        [1, 20],
        [2, 20],
        [3, 20],
      ],
    ],
    [3, { maxRows: 20 }, [[1, 100]]],
  ])('%i ads, %o: pages %o', async (count, service, pages) => {
    const { asked, ownAds } = listingOf(count, service);
    expect((await ownAds.listing()).ads.map(({ adNumber }) => Number(adNumber))).toEqual([...Array(count).keys()]);
    expect(asked.map(({ page, rows }) => [page, rows])).toEqual(pages);
  });

  it('its size is remembered: the next listing asks for no more rows', async () => {
    const { asked, ownAds } = listingOf(41, { maxRows: 20 });
    await ownAds.listing();
    asked.length = 0;
    ownAds.forget();
    await ownAds.listing();
    expect(asked.map(({ rows }) => rows)).toEqual([20, 20, 20]);
  });
});

/** The sign of a register that is an older copy: releases that the service shows and that it does not know. */
import { describe, expect, it, vi } from 'vitest';
import { comparisonOfReleases, orderLifeMs } from '../../../src/activities/money/compare-releases.ts';
import { wireOrderRow } from '../../exchange/fixtures.ts';
import type { OddRow } from '../../../src/exchange/index.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { duePurchase, paidSale, release, releaseInput } from './money-fixture.ts';

describe('ADR 0048: an older copy of the register', () => {
  const inApp = async (world: ActivityWorld): Promise<string> => {
    const orderNumber = paidSale(world);
    await world.exchange.orders.releaseCoin({ orderNumber, confirmPaidType: 'normal' });
    return orderNumber;
  };

  const boughtInApp = async (world: ActivityWorld): Promise<void> => {
    const orderNumber = duePurchase(world);
    await world.exchange.orders.markOrderAsPaid({ orderNumber });
    world.simulator.counterparties.release(orderNumber);
  };

  it('releases that no row knows are named, and stop every release', async () => {
    const world = await openActivityWorld();
    await release(world, releaseInput(paidSale(world)));
    expect(await comparisonOfReleases(world.deps)()).toEqual([]);
    const unknown = [await inApp(world), await inApp(world)];
    paidSale(world);
    expect(await comparisonOfReleases(world.deps)()).toEqual(unknown);
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'REGISTER_BEHIND' });
    expect(world.simulator.ledger().releases).toBe(3);
  });

  it('finding: one that the service still carries out is unknown, too', async () => {
    const world = await openActivityWorld();
    const orderNumber = await inApp(world);
    paidSale(world);
    const { exchange } = world;
    const list = exchange.orders.listOrders.bind(exchange.orders);
    vi.spyOn(exchange.orders, 'listOrders').mockImplementation(async (wish, options) => {
      const page = await list(wish, options);
      return { ...page, items: page.items.map((row) => ({ ...row, orderStatus: 3 })) };
    });
    expect(await comparisonOfReleases(world.deps)()).toEqual([orderNumber]);
  });

  it('finding: one whose status cannot be read is one of those that were asked for', async () => {
    const world = await openActivityWorld();
    const orderNumber = await inApp(world);
    const { exchange } = world;
    const list = exchange.orders.listOrders.bind(exchange.orders);
    vi.spyOn(exchange.orders, 'listOrders').mockImplementation(async (wish, options) => {
      const page = await list(wish, options);
      return { ...page, items: page.items.map((row) => ({ ...row, orderStatus: 99 })) };
    });
    expect(await comparisonOfReleases(world.deps)()).toEqual([orderNumber]);
  });

  it('one whose own call was shown not to have happened is unknown', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.fakeGuard.silent = true;
    vi.spyOn(world.deps.guard, 'look').mockResolvedValue(world.fakeGuard.memory);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'GUARD_SILENT' });
    await world.exchange.orders.releaseCoin({ orderNumber, confirmPaidType: 'normal' });
    expect(await comparisonOfReleases(world.deps)()).toEqual([orderNumber]);
  });

  it('finding: one that was made a week before the newest call, and released since, is unknown', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.clock.advance(orderLifeMs - 1_000);
    await release(world, releaseInput(paidSale(world)));
    await world.exchange.orders.releaseCoin({ orderNumber, confirmPaidType: 'normal' });
    expect(await comparisonOfReleases(world.deps)()).toEqual([orderNumber]);
  });

  it('what is older than an order can live is not asked for, nor what is from before the register was made', async () => {
    const world = await openActivityWorld();
    await inApp(world);
    world.clock.advance(1_000);
    const second = await inApp(world);
    const { register } = world.deps;
    vi.spyOn(register, 'comparedSinceMs').mockImplementation(async (beforeMs) => {
      expect(beforeMs).toBe(orderLifeMs);
      return world.clock.now();
    });
    expect(await comparisonOfReleases(world.deps)()).toEqual([second]);
  });

  it('beyond the first page of the list; what the desk bought is none of them', async () => {
    const world = await openActivityWorld({ settings: { orderRows: 20 } });
    const unknown: string[] = [];
    for (let order = 0; order < 21; order += 1) unknown.push(await inApp(world));
    await boughtInApp(world);
    expect(await comparisonOfReleases(world.deps)()).toEqual(unknown.toSorted());
    expect(world.callsOf('orderMatch/listOrders')).toBe(2);
  });

  it('the list is asked for the desk’s released sales since then; one that ignores that is read by the same', async () => {
    const world = await openActivityWorld();
    await inApp(world);
    paidSale(world);
    world.clock.advance(1_000);
    const { exchange, register } = { ...world, ...world.deps };
    const sinceMs = world.clock.now();
    vi.spyOn(register, 'comparedSinceMs').mockResolvedValue(sinceMs);
    const unknown = await inApp(world);
    paidSale(world);
    const list = exchange.orders.listOrders.bind(exchange.orders);
    const asked = vi
      .spyOn(exchange.orders, 'listOrders')
      .mockImplementation(({ page, rows }) => list({ page, rows, tradeType: 'SELL' }));
    expect(await comparisonOfReleases(world.deps)()).toEqual([unknown]);
    expect(asked.mock.calls[0]?.[0]).toEqual({
      page: 1,
      rows: world.deps.settings.orderRows,
      tradeType: 'SELL',
      orderStatusList: [3, 4],
      startDate: sinceMs,
    });
    expect(asked.mock.calls[0]?.[1]).toEqual({ priority: 'order' });
  });
});

interface LongList {
  numbers: string[];
  failsAt: number | null;
  turns: boolean;
  /** It ends with this page, below its own count. */
  endsAt: number | null;
  /** What that page says of the count; null: the truth. */
  endTotal: number | null;
  /** Rows of the first page that cannot be read. */
  odd: OddRow[];
  asked: number[];
}

/** The service has so many released sales, the newest first, and shows so many of them on a page. */
async function longList({ sales, aPage = 100 }: { sales: number; aPage?: number }) {
  const world = await openActivityWorld();
  const { clock, exchange, register } = { ...world, ...world.deps };
  const numbers = Array.from({ length: sales }, (_, index) => String(10_000_000 + index));
  const list: LongList = { numbers, failsAt: null, turns: true, endsAt: null, endTotal: null, odd: [], asked: [] };
  vi.spyOn(exchange.orders, 'listOrders').mockImplementation(async ({ page, rows }) => {
    list.asked.push(page);
    if (page === list.failsAt) throw new Error('no answer');
    const from = list.turns ? (page - 1) * Math.min(rows, aPage) : 0;
    const to = page === list.endsAt ? from : from + Math.min(rows, aPage);
    const row = { ...wireOrderRow, orderStatus: 4, createTime: clock.now() };
    const odd = page === 1 ? list.odd : [];
    const total = (page === list.endsAt ? list.endTotal : null) ?? list.numbers.length;
    return { items: list.numbers.slice(from, to).map((orderNumber) => ({ ...row, orderNumber })), odd, total };
  });
  const compared = new Set<string>();
  const atOnce: number[] = [];
  vi.spyOn(register, 'compareReleases').mockImplementation(async (some) => {
    atOnce.push(some.length);
    for (const orderNumber of some) compared.add(orderNumber);
    return [...compared];
  });
  const noted = vi.spyOn(register, 'noteCompared');
  return { world, list, compared, atOnce, noted, compare: comparisonOfReleases(world.deps) };
}

describe('ADR 0048: a list of many releases', () => {
  const days = orderLifeMs / (24 * 3_600_000);

  it.each([
    { aDay: 60, aPage: 100, calls: 6 },
    { aDay: 60, aPage: 20, calls: 25 },
    { aDay: 1_000, aPage: 100, calls: 81 },
    { aDay: 1_000, aPage: 20, calls: 401 },
  ])('$aDay a day, $aPage on a page: compared to the last one with $calls calls', async ({ aDay, aPage, calls }) => {
    const { list, atOnce, noted, compare } = await longList({ sales: days * aDay, aPage });
    expect(await compare()).toHaveLength(days * aDay);
    expect(list.asked).toHaveLength(calls);
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(200);
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it('finding: one that does not end is never compared', async () => {
    const { list, noted, compare } = await longList({ sales: 20_001, aPage: 20 });
    await expect(compare()).rejects.toThrow('the list goes on after 20000 rows');
    expect(noted).not.toHaveBeenCalled();
    list.numbers.splice(30);
    await compare();
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it('one whose page does not answer is not compared yet, and goes on there; a row that moved up is not missed', async () => {
    const { list, compared, noted, compare } = await longList({ sales: 450 });
    const last = list.numbers.slice(200);
    list.failsAt = 4;
    await expect(compare()).rejects.toThrow('no answer');
    expect(noted).not.toHaveBeenCalled();
    // The first of the list is under appeal by now, so the first of the fourth page is the last of the third.
    list.numbers.shift();
    list.failsAt = null;
    await compare();
    expect(list.asked).toEqual([1, 2, 3, 4, 3, 4, 5]);
    expect([...compared]).toEqual(expect.arrayContaining(last));
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it('finding: one that grew by more than a page, while its next page did not answer, is read from its beginning again', async () => {
    const { list, compared, noted, compare } = await longList({ sales: 450 });
    list.failsAt = 3;
    await expect(compare()).rejects.toThrow('no answer');
    // Released in the app meanwhile: the second page shows what the first one did.
    list.numbers.unshift(...Array.from({ length: 100 }, (_, index) => `2000${index}`));
    list.failsAt = null;
    await expect(compare()).rejects.toThrow('has moved');
    expect(noted).not.toHaveBeenCalled();
    await compare();
    expect([...compared].toSorted()).toEqual(list.numbers.toSorted());
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it.each([1, 3])(
    'finding: one that ends with its page %i, below its own count, is not compared for ten minutes',
    async (page) => {
      const { world, list, compared, noted, compare } = await longList({ sales: 450 });
      list.endsAt = page;
      const text = `the list of releases ends after ${(page - 1) * 100} of 450`;
      await expect(compare()).rejects.toThrow(text);
      world.clock.advance(599_999);
      await expect(compare()).rejects.toThrow(text);
      expect(noted).not.toHaveBeenCalled();
      // A service that counts wrongly does so for good.
      world.clock.advance(1);
      await compare();
      expect(noted).toHaveBeenCalledTimes(1);
      list.endsAt = null;
      await comparisonOfReleases(world.deps)();
      expect(compared.size).toBe(450);
    },
  );

  it('finding: one that shows its first page again and again, and counts more, is never compared', async () => {
    const { world, list, noted, compare } = await longList({ sales: 450 });
    list.turns = false;
    await expect(compare()).rejects.toThrow('the service shows 100 rows, of 450 that it counts, and no others');
    world.clock.advance(600_000);
    await expect(compare()).rejects.toThrow('and no others');
    expect(noted).not.toHaveBeenCalled();
  });

  it.each([
    ['that end elsewhere', { endsAt: 2, more: 0 }],
    ['that count otherwise', { endsAt: 3, more: 1 }],
  ])('of lists that end below their count, those %s are two: each waits for itself', async (_, { endsAt, more }) => {
    const { world, list, noted, compare } = await longList({ sales: 450 });
    list.endsAt = 3;
    await expect(compare()).rejects.toThrow('the list of releases ends after 200 of 450');
    world.clock.advance(600_000);
    list.endsAt = endsAt;
    list.numbers.push(...Array.from({ length: more }, () => '9'));
    await expect(compare()).rejects.toThrow('the list of releases ends after');
    expect(noted).not.toHaveBeenCalled();
  });

  it.each([
    ['a single release that it counts is missing', 1, null],
    ['its last page counts none', 450, 0],
  ])('one that ends at once is not whole where %s', async (_, sales, endTotal) => {
    const { list, compare } = await longList({ sales });
    Object.assign(list, { endsAt: sales === 1 ? 1 : 2, endTotal });
    await expect(compare()).rejects.toThrow(`of ${sales}`);
  });

  it('money-steps#the-comparison-of-releases: one with a row that names no order is asked for from its beginning', async () => {
    const { list, noted, compare } = await longList({ sales: 150 });
    list.odd = [{ index: 0, subject: null, why: 'it has no number' }];
    for (let time = 0; time < 2; time += 1) await expect(compare()).rejects.toThrow('it has no number');
    expect(noted).not.toHaveBeenCalled();
    list.odd = [];
    await compare();
    expect(list.asked).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it('money-steps#the-comparison-of-releases: a row that names its order is compared, whatever else of it cannot be read', async () => {
    const { list, compared, compare } = await longList({ sales: 1 });
    list.odd = [{ index: 1, subject: 'order-9', why: 'totalPrice: not a decimal' }];
    await compare();
    expect([...compared]).toEqual([...list.numbers, 'order-9']);
  });

  it('a complete one is remembered with the moment at which it began, by the earlier of the two clocks', async () => {
    const { world, noted, compare } = await longList({ sales: 1 });
    const beganAtMs = world.clock.now();
    vi.spyOn(world.exchange, 'clockDifferenceMs').mockReturnValue(-5_000);
    vi.spyOn(world.deps.register, 'compareReleases').mockImplementation(async () => {
      world.clock.advance(60_000);
      return [];
    });
    await compare();
    expect(noted).toHaveBeenCalledWith(beganAtMs - 5_000);
  });
});

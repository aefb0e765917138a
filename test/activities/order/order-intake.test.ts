import { describe, expect, it, vi } from 'vitest';
import { intakeReportSchema } from '../../../src/workflows/contract/desk-contract.ts';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { readInput } from '../money/money-fixture.ts';
import { cancelled, flood, intake, listed, polls, take, toldOf } from './intake-fixture.ts';

describe('promise 4: no order is lost that the service lists', () => {
  it('one whose workflow was ended from outside is taken up again within a minute', async () => {
    const world = await openActivityWorld();
    const [lost, other] = [take(world, world.addAd()), take(world, world.addAd({ price: '11.00' }))];
    const taking = intake(world);
    await eventually('both reports', () => world.fakeDesk.told.length === 2);
    world.fakeDesk.running = [other];
    world.clock.advance(31_000);
    await eventually('the second tell', () => toldOf(world, lost).length === 2);
    await polls(world, 2);
    expect(toldOf(world, other)).toHaveLength(1);
    await cancelled(taking);
  });

  it('an order whose workflow has ended as done is named after the lag of the list, and is not signalled at each look', async () => {
    const world = await openActivityWorld();
    const orderNumber = take(world, world.addAd());
    world.fakeDesk.ended.add(orderNumber);
    const taking = intake(world);
    await polls(world, 2);
    expect(world.fakeDesk.reports[0]).toMatchObject({ uncarried: [] });
    world.clock.advance(31_000);
    await eventually('the next report', () => world.fakeDesk.reports.length === 2);
    expect(world.fakeDesk.reports[1]?.uncarried).toEqual([
      { orderNumber, why: 'its workflow has ended as done; the service lists it as AWAITING_PAYMENT' },
    ]);
    expect(toldOf(world, orderNumber)).toHaveLength(1);
    await cancelled(taking);
  });

  it('a list that never ends is cut, and the report says after how many orders', async () => {
    const world = await openActivityWorld({ settings: { orderRows: 1 } });
    const adNumber = world.addAd({ initAmount: '100000' });
    for (let count = 0; count < 55; count += 1) take(world, adNumber);
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    expect(world.fakeDesk.reports[0]).toMatchObject({ running: 50, cutAfter: 50 });
    expect(world.fakeDesk.told.some(({ status }) => status === null)).toBe(false);
    await cancelled(taking);
  });

  it('a service that shows one page again and again, and counts more, is reported, and sums of a day are refused', async () => {
    const world = await openActivityWorld({ settings: { orderRows: 2 } });
    const adNumber = world.addAd({ initAmount: '100000' });
    for (let count = 0; count < 5; count += 1) take(world, adNumber);
    const { orders } = world.exchange;
    const list = orders.listOrders.bind(orders);
    vi.spyOn(orders, 'listOrders').mockImplementation((input, options) => list({ ...input, page: 1 }, options));
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    expect(world.fakeDesk.reports[0]).toMatchObject({ running: 2, cutAfter: 2 });
    const day = { fromMs: world.clock.now() - 1_000, until: '' } as never;
    await expect(world.deps.dayOrders.read({ side: 'SELL', day })).rejects.toThrow(
      'the service shows 2 rows, of 5 that it counts',
    );
    await cancelled(taking);
  });

  it('EP-15: every status that runs is asked for, releasing and both numbers of an appeal among them', async () => {
    const world = await openActivityWorld();
    const list = vi.spyOn(world.exchange.orders, 'listOrders');
    const taking = intake(world);
    await polls(world, 1);
    expect(list.mock.calls[0]?.[0].orderStatusList?.toSorted()).toEqual([1, 2, 3, 5, 8]);
    await cancelled(taking);
  });

  it('EP-15: a service that returns fewer rows than asked for is asked for the rest', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ initAmount: '100000' });
    const orders = Array.from({ length: 45 }, () => take(world, adNumber));
    const { listOrders } = world.exchange.orders;
    vi.spyOn(world.exchange.orders, 'listOrders').mockImplementation(async (wish, options) => {
      const answer = await listOrders({ ...wish, rows: 20 }, options);
      return { ...answer, total: null };
    });
    const taking = intake(world);
    await eventually('all of them', () => world.fakeDesk.told.length >= 45);
    await polls(world, 2);
    expect(new Set(world.fakeDesk.told.map((order) => order.orderNumber))).toEqual(new Set(orders));
    await cancelled(taking);
  });

  it('design 6: the report names the guard’s switches and rules, and the deadlines of the address', async () => {
    const world = await openActivityWorld();
    const releases = { by: 'ana', reason: 'fraud', atMs: 1 };
    world.fakeGuard.memory = {
      ...world.fakeGuard.memory,
      switches: { all: null, releases, repricing: null, ads: null },
    };
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    expect(intakeReportSchema.parse(world.fakeDesk.reports[0])).toMatchObject({
      atMs: world.clock.now(),
      guard: { switches: { releases }, rules: null },
      egress: { banUntilMs: null, breakerOpenUntilMs: null },
    });
    await cancelled(taking);
  });

  it('design 6: a guard that is silent and a ban of the address stand in the report', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.silent = true;
    const { gate, orders } = world.exchange;
    const { listOrders } = orders;
    const banUntilMs = world.clock.now() + 3_600_000;
    vi.spyOn(orders, 'listOrders').mockImplementation(async (wish, options) => {
      const answer = await listOrders(wish, options);
      gate.setBan(banUntilMs);
      return answer;
    });
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    expect(world.fakeDesk.reports[0]).toMatchObject({ guard: null, egress: { banUntilMs } });
    expect(world.fakeDesk.reports[0]?.businessStatus).toMatch(/^not read: /);
    await expect(taking.verdict).rejects.toMatchObject({ type: 'IP_BAN' });
  });
});

describe('design 6: a busy account', () => {
  it('I35: 1,000 open orders cost eleven calls a poll, with heartbeats between; a retry signals only what changed', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ initAmount: '1000000' });
    const orders = Array.from({ length: 1_000 }, () => take(world, adNumber));
    const list = vi.spyOn(world.exchange.orders, 'listOrders');
    const taking = intake(world);
    await eventually('the end of the first poll', () => taking.beats.some(({ lookedAtMs }) => lookedAtMs !== null));
    await cancelled(taking);
    const firstLook = taking.beats.findIndex(({ lookedAtMs }) => lookedAtMs !== null);
    expect(new Set(world.fakeDesk.told.map(({ orderNumber }) => orderNumber))).toEqual(new Set(orders));
    expect(world.fakeDesk.told).toHaveLength(1_000);
    // Ten full pages, and one more because a full page may be followed by another; a heartbeat after each and after ten
    // reports.
    expect(firstLook).toBeGreaterThanOrEqual(11 + 100);
    const beat = taking.beats[firstLook];
    expect(JSON.stringify(beat).length).toBeLessThan(60_000);
    expect(Math.max(...list.mock.calls.map(([{ page }]) => page))).toBe(11);
    const before = listed(world);
    world.fakeDesk.told = [];
    world.simulator.counterparties.pay(orders[7] ?? '');
    const retry = intake(world, { heartbeatDetails: beat });
    await eventually('the end of the next poll', () => retry.beats.some(({ lookedAtMs }) => lookedAtMs !== null));
    await cancelled(retry);
    expect(listed(world) - before).toBeGreaterThanOrEqual(11);
    expect(world.fakeDesk.told.map(({ orderNumber, status }) => [orderNumber, status])).toEqual([[orders[7], 'PAID']]);
  });

  it('P4: news of an order that is carried goes before a flood of new ones', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ initAmount: '1000000' });
    const carried = take(world, adNumber);
    const { intake: memory } = await intake(world, { periodMs: 60, stepMs: 20 }).verdict;
    const flood = Array.from({ length: 30 }, () => take(world, adNumber));
    world.simulator.counterparties.pay(carried);
    world.fakeDesk.told = [];
    const next = intake(world, { memory });
    await eventually('all are told', () => world.fakeDesk.told.length === flood.length + 1);
    await cancelled(next);
    expect(world.fakeDesk.told[0]).toMatchObject({ orderNumber: carried, status: 'PAID' });
  });

  it('ADR 0031: between the parts of a flood it rests for as long as the part took, for two seconds at most', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ initAmount: '1000000' });
    for (let index = 0; index < 35; index += 1) take(world, adNumber);
    const orderSeen = world.fakeDesk.orderSeen.bind(world.fakeDesk);
    world.fakeDesk.orderSeen = async (...seen) => {
      // Ten at once: 500 ms for each of the first two parts, 10 s for the third.
      world.clock.advance(world.fakeDesk.told.length < 20 ? 50 : 1_000);
      return orderSeen(...seen);
    };
    const taking = intake(world, { periodMs: 1_000 });
    const rests = vi.spyOn(taking.env.context, 'sleep').mockResolvedValue(undefined);
    await taking.verdict;
    expect(rests.mock.calls.map(([ms]) => ms).slice(0, 3)).toEqual([500, 500, 2_000]);
  });

  it('ADR 0031: a flood is taken up as fast as it is read: twenty at once, the paid and the oldest first, and the report counts the others', async () => {
    const world = await openActivityWorld();
    world.fakeDesk.readsAtOnce = false;
    const orders = flood(world, 30);
    const [paid, other] = [orders.slice(24), orders.slice(0, 24)];
    for (const orderNumber of paid) world.simulator.counterparties.pay(orderNumber);
    const taking = intake(world);
    const taken = (): string[] => world.fakeDesk.told.map(({ orderNumber }) => orderNumber);
    await polls(world, 2);
    expect(taken()).toEqual([...paid, ...other].slice(0, 20));
    expect(intakeReportSchema.parse(world.fakeDesk.reports[0])).toMatchObject({ running: 30, waiting: 10, untold: [] });
    expect(taking.beats.at(-1)).toMatchObject({ waiting: [...paid, ...other].slice(20) });
    const [read = ''] = paid;
    await world.asOrder(read).run(world.acting.readOrder, readInput(read));
    await polls(world, 2);
    expect(taken()).toHaveLength(21);
    // What is not read in time asks a human, and holds nothing up.
    world.clock.advance(40_000);
    await eventually('the rest', () => taken().length === 30);
    expect(taken()).toEqual([...paid, ...other]);
    await polls(world, 1);
    expect(taking.beats.at(-1)).toMatchObject({ waiting: [] });
    await cancelled(taking);
  });

  it('ADR 0031: news of carried orders and orders whose workflows run find room behind any flood', async () => {
    const world = await openActivityWorld();
    world.fakeDesk.readsAtOnce = false;
    const adNumber = world.addAd({ initAmount: '1000000' });
    const orders = Array.from({ length: 60 }, () => take(world, adNumber));
    const running = orders.slice(20);
    world.fakeDesk.running = [...running];
    const taking = intake(world);
    await polls(world, 2);
    expect(new Set(world.fakeDesk.told.map(({ orderNumber }) => orderNumber))).toEqual(new Set(orders));
    const [carried = ''] = running;
    take(world, adNumber);
    world.simulator.counterparties.pay(carried);
    await eventually('the news', () => toldOf(world, carried).includes('PAID'));
    expect(world.fakeDesk.told).toHaveLength(61);
    await cancelled(taking);
  });

  it('a watch goes on from what the one before it has signalled', async () => {
    const world = await openActivityWorld();
    const orderNumber = take(world, world.addAd());
    const { intake: memory, report } = await intake(world, { periodMs: 60, stepMs: 20 }).verdict;
    expect(report).toMatchObject({ running: 1 });
    expect(memory.told).toEqual({ AWAITING_PAYMENT: [orderNumber] });
    const next = intake(world, { memory });
    await polls(world, 2);
    expect(toldOf(world, orderNumber)).toHaveLength(1);
    await cancelled(next);
  });

  it('a cancelled watch gives up the call that is on its way', async () => {
    const world = await openActivityWorld();
    const call = Promise.withResolvers<AbortSignal | undefined>();
    vi.spyOn(world.exchange.orders, 'listOrders').mockImplementation((_wish, options) => {
      call.resolve(options?.signal);
      return new Promise(() => undefined);
    });
    const taking = intake(world);
    const signal = await call.promise;
    expect(signal?.aborted).toBe(false);
    taking.env.cancel();
    expect(signal?.aborted).toBe(true);
  });

  it('a flood of chat messages costs one look at once, and one a second after it', async () => {
    const world = await openActivityWorld({ settings: { orderPollIntervalMs: 60_000 } });
    const taking = intake(world);
    await eventually('the first poll', () => taking.beats.some(({ lookedAtMs }) => lookedAtMs !== null));
    for (let round = 0; round < 40; round += 1) {
      for (let ring = 0; ring < 50; ring += 1) world.ring();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(listed(world)).toBe(2);
    await cancelled(taking);
  });
});

import { describe, expect, it } from 'vitest';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { cancelled, intake, listed, polls, take, toldOf } from './intake-fixture.ts';

const listRow = {
  advNo: '1',
  tradeType: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  amount: '50',
  totalPrice: '510',
  createTime: 1_768_000_000_000,
};

describe('design 6: order intake by polling alone', () => {
  it('promise 4: an order that arrives is signalled once with what its summary needs, and never again unchanged', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const taking = intake(world);
    const orderNumber = world.simulator.counterparties.take({ adNumber, totalPrice: '510.00' });
    await eventually('the tell', () => world.fakeDesk.told.length > 0);
    expect(world.fakeDesk.told[0]).toEqual({
      orderNumber,
      side: 'SELL',
      asset: 'USDT',
      fiat: 'BOB',
      amount: expect.stringMatching(/^50(\.0+)?$/),
      price: expect.stringMatching(/^10\.2/),
      status: 'AWAITING_PAYMENT',
      createdAtMs: world.clock.now(),
      dueMs: null,
    });
    await polls(world, 3);
    expect(toldOf(world, orderNumber)).toEqual(['AWAITING_PAYMENT']);
    await cancelled(taking);
  });

  it('promise 4: each change is signalled, and an order that leaves the list is asked to look for itself', async () => {
    const world = await openActivityWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), totalPrice: '500.00' });
    const taking = intake(world);
    await eventually('its arrival', () => toldOf(world, orderNumber).length === 1);
    world.simulator.counterparties.pay(orderNumber);
    await eventually('its payment', () => toldOf(world, orderNumber).length === 2);
    world.simulator.counterparties.dispute(orderNumber);
    await eventually('its appeal', () => toldOf(world, orderNumber).length === 3);
    world.simulator.counterparties.resolve(orderNumber, 'completed');
    await eventually('its end', () => toldOf(world, orderNumber).length === 4);
    expect(toldOf(world, orderNumber)).toEqual(['AWAITING_PAYMENT', 'PAID', 'IN_APPEAL', null]);
    await polls(world, 2);
    expect(toldOf(world, orderNumber)).toHaveLength(4);
    await cancelled(taking);
  });

  it('promise 4: more than a page of running orders are all taken in', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ initAmount: '100000' });
    const orders = Array.from({ length: 45 }, () =>
      world.simulator.counterparties.take({ adNumber, totalPrice: '100.00' }),
    );
    const taking = intake(world);
    await eventually('all of them', () => world.fakeDesk.told.length >= 45);
    await polls(world, 3);
    expect(new Set(world.fakeDesk.told.map((order) => order.orderNumber))).toEqual(new Set(orders));
    expect(world.fakeDesk.told).toHaveLength(45);
    await cancelled(taking);
  });

  it('promise 4: an order that cannot be signalled holds no other up, is named, and is signalled as soon as it can be', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const [odd, other] = [take(world, adNumber), take(world, adNumber)];
    world.fakeDesk.unreachable.add(odd);
    const taking = intake(world);
    await polls(world, 2);
    expect(toldOf(world, other)).toEqual(['AWAITING_PAYMENT']);
    expect(taking.beats.at(-1)).toMatchObject({ problem: 'the server of the workflows is away', running: 2 });
    expect(world.fakeDesk.reports[0]?.untold).toEqual([
      { orderNumber: odd, why: 'the server of the workflows is away' },
    ]);
    world.fakeDesk.unreachable.clear();
    await eventually('the tell', () => toldOf(world, odd).length === 1);
    expect(toldOf(world, other)).toHaveLength(1);
    await cancelled(taking);
  });

  it('promise 4: an order that ended while no intake ran is asked to look for itself', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const [runs, ended] = [0, 1].map(() => world.simulator.counterparties.take({ adNumber, totalPrice: '500.00' }));
    world.simulator.counterparties.cancel(ended ?? '');
    world.fakeDesk.running = [runs ?? '', ended ?? ''];
    const taking = intake(world);
    await polls(world, 2);
    expect(toldOf(world, runs ?? '')).toEqual(['AWAITING_PAYMENT']);
    expect(toldOf(world, ended ?? '')).toEqual([null]);
    await cancelled(taking);
  });

  it('an order of an unknown status is shown, stays known, and keeps no other from being taken in', async () => {
    const world = await openActivityWorld();
    const row = (orderNumber: string, orderStatus: number) => ({ ...listRow, orderNumber, orderStatus });
    const listOf = (...data: unknown[]) => JSON.stringify({ code: '000000', success: true, data, total: data.length });
    const answer = (...data: unknown[]) =>
      world.simulator.setFaults([
        { operation: 'listOrders', fault: { kind: 'http', status: 200, body: listOf(...data) } },
      ]);
    answer(row('7001', 1));
    const taking = intake(world);
    await eventually('the first tell', () => toldOf(world, '7001').length === 1);
    answer(row('7001', 42), row('7002', 1));
    await eventually('the second tell', () => toldOf(world, '7002').length === 1);
    await polls(world, 2);
    expect(taking.beats.at(-1)).toMatchObject({ problem: 'order 7001 has the status 42, which is not known' });
    expect(toldOf(world, '7001')).toEqual(['AWAITING_PAYMENT']);
    world.clock.advance(60_000);
    await eventually('the report', () => world.fakeDesk.reports.length === 2);
    expect(world.fakeDesk.reports[1]?.unreadable).toEqual([
      { orderNumber: '7001', why: 'order 7001 has the status 42, which is not known' },
    ]);
    await cancelled(taking);
  });

  it('design 6: with its period over it comes back with its counts', async () => {
    const world = await openActivityWorld();
    world.simulator.counterparties.take({ adNumber: world.addAd(), totalPrice: '500.00' });
    const verdict = await intake(world, { periodMs: 100, stepMs: 20 }).verdict;
    expect(verdict).toMatchObject({ kind: 'period-over', started: 1 });
    expect(verdict.polls).toBe(listed(world));
    expect(world.listening()).toBe(false);
  });

  it('the chat socket makes it look sooner; without it the poll is enough', async () => {
    const world = await openActivityWorld({ settings: { orderPollIntervalMs: 60_000 } });
    const taking = intake(world);
    await eventually('the first poll', () => taking.beats.length > 0);
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), totalPrice: '500.00' });
    world.ring();
    await eventually('the tell', () => toldOf(world, orderNumber).length === 1);
    expect(listed(world)).toBe(2);
    await cancelled(taking);
    expect(world.listening()).toBe(false);
  });

  it('heartbeats and reports say what runs, what was started, and the business status', async () => {
    const world = await openActivityWorld();
    world.simulator.counterparties.take({ adNumber: world.addAd(), totalPrice: '500.00' });
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    const { reports } = world.fakeDesk;
    expect(reports[0]).toMatchObject({ running: 1, started: 1, businessStatus: 'open' });
    expect(taking.beats.at(-1)).toMatchObject({ running: 1, started: 1, problem: null });
    await polls(world, 2);
    // Nothing new, no report; something new, one half a minute later.
    expect(reports).toHaveLength(1);
    world.simulator.setMerchant('acme', 'closed');
    world.clock.advance(60_000);
    await eventually('the next report', () => reports.length === 2);
    expect(reports[1]).toMatchObject({ businessStatus: 'closed' });
    await cancelled(taking);
  });
});

describe('design 4: troubles of the intake', () => {
  it('7.5: a short one is waited out and shown in the heartbeat', async () => {
    const world = await openActivityWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), totalPrice: '500.00' });
    world.simulator.setFaults([
      { operation: 'listOrders', when: { nth: 1, count: 3 }, fault: { kind: 'error', code: -1000, message: 'busy' } },
    ]);
    const taking = intake(world);
    await eventually('the tell', () => toldOf(world, orderNumber).length === 1);
    expect(taking.beats[0]).toMatchObject({ problem: 'busy' });
    await cancelled(taking);
  });

  it('7.4: one that lasts fails for good, so that the workflow hears of it and shows it', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'listOrders', fault: { kind: 'error', code: -2015, message: 'no key' } }]);
    await expect(intake(world).verdict).rejects.toMatchObject({
      type: 'NON_RETRIABLE_BUSINESS',
      nonRetryable: true,
      details: [{ code: '-2015', endpoint: 'listOrders', retryAfterMs: 300_000 }],
    });
    expect(world.listening()).toBe(false);
  });

  it('7.1: a ban is the workflow’s, with its end; nothing is sent in it', async () => {
    const world = await openActivityWorld();
    world.exchange.gate.setBan(world.clock.now() + 7_200_000);
    await expect(intake(world).verdict).rejects.toMatchObject({
      type: 'IP_BAN',
      nonRetryable: true,
      details: [{ retryAfterMs: 7_200_000 }],
    });
    expect(world.calls).toEqual([]);
  });
});

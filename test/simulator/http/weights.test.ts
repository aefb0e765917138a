import { describe, expect, it } from 'vitest';
import type { SimEvent } from '../../../src/simulator/world/sim-event.ts';
import { openContract } from '../../contract/contract-world.ts';
import { openWorld } from '../sim-fixture.ts';

describe('weights (wire-facts section 14)', () => {
  const list = { page: 1, rows: 20 };
  const ip = 'x-sapi-used-ip-weight-1m';
  const weights = (headers: Headers) => [...headers.entries()].filter(([name]) => name.includes('weight'));

  it('count for each endpoint and each of its budgets alone, and leave after a minute', async () => {
    const world = await openWorld();
    const { desk, rival, clock } = world;
    expect(weights((await desk.call('orderMatch/listOrders', { body: list })).headers)).toEqual([[ip, '1']]);
    expect(weights((await rival.call('orderMatch/listOrders', { body: list })).headers)).toEqual([[ip, '2']]);
    expect(weights((await desk.call('ads/listWithPagination', { body: list })).headers)).toEqual([[ip, '1']]);
    clock.advance(60_000);
    expect(weights((await desk.call('orderMatch/listOrders', { body: list })).headers)).toEqual([[ip, '1']]);
  });

  it('of writes count on the account; the time has a header of its own', async () => {
    const world = await openWorld();
    const body = { advNo: '1', price: '10.00' };
    const uid = 'x-sapi-used-uid-weight-1m';
    expect(weights((await world.desk.call('ads/update', { body })).headers)).toEqual([[uid, '1']]);
    expect(weights((await world.rival.call('ads/update', { body })).headers)).toEqual([[uid, '1']]);
    const time = await fetch(`${world.baseUrl}/api/v3/time`);
    expect(weights(time.headers)).toEqual([['x-mbx-used-weight-1m', '1']]);
  });

  it('are not reported when the setting says so', async () => {
    const world = await openWorld({ tellsWeight: false });
    expect(weights((await world.desk.call('orderMatch/listOrders', { body: list })).headers)).toEqual([]);
  });

  it('above the limit of the address: 429 until the window frees, before any effect, for this endpoint only', async () => {
    const world = await openWorld({ weightLimits: { ip: 10, uid: 100 }, weights: { listOrders: 4 } });
    const { desk, rival, clock, simulator } = world;
    const ask = (caller = desk) => caller.call('orderMatch/listOrders', { body: list });
    expect((await ask()).status).toBe(200);
    clock.advance(20_000);
    expect((await ask()).status).toBe(200);
    clock.advance(10_500);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after'), refused.json['code']]).toEqual([429, '30', -1003]);
    expect(weights(refused.headers)).toEqual([[ip, '8']]);
    expect((await ask(rival)).status).toBe(429);
    expect((await desk.call('ads/listWithPagination', { body: list })).status).toBe(200);
    expect(simulator.ledger()).toMatchObject({ callsOverLimit: 2, callsBeforeRetryAfter: 0 });
    clock.advance(29_499);
    expect((await ask()).headers.get('retry-after')).toBe('1');
    clock.advance(1);
    expect(weights((await ask()).headers)).toEqual([[ip, '8']]);
    expect(simulator.ledger()).toMatchObject({ callsOverLimit: 3, callsBeforeRetryAfter: 1 });
  });

  it('above the limit of the account: a refused write has no effect, and another account may still write', async () => {
    const world = await openWorld({ weightLimits: { ip: 100, uid: 1 } });
    const advNo = world.addAd({ price: '10.20' });
    expect((await world.desk.call('ads/update', { body: { advNo, price: '10.30' } })).status).toBe(200);
    const refused = await world.desk.call('ads/update', { body: { advNo, price: '10.40' } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(world.simulator.marketplace.ads.get(advNo)?.price).toBe('10.30');
    expect(world.simulator.ledger()).toMatchObject({ reprices: 1, callsOverLimit: 1 });
    expect((await world.rival.call('ads/update', { body: { advNo, price: '10.40' } })).status).not.toBe(429);
  });

  it('refuse a call that weighs more than the limit; without a limit every call is accepted', async () => {
    const weights = { listOrders: 20_000 };
    const strict = await openWorld({ weights });
    const refused = await strict.desk.call('orderMatch/listOrders', { body: list });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    const open = await openWorld({ weights, weightLimits: null });
    expect(await open.desk.code('orderMatch/listOrders', list)).toBe('000000');
    await expect(openWorld({ weights: { nothing: 2 } })).rejects.toThrow(RangeError);
  });

  it('have a limit for the time and for the public search nowhere', async () => {
    const world = await openWorld({ weightLimits: { ip: 0, uid: 0 } });
    expect((await fetch(`${world.baseUrl}/api/v3/time`)).status).toBe(200);
    const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 10 };
    expect(await world.desk.code('/bapi/c2c/v2/friendly/c2c/adv/search', search, { sign: false })).toBe('000000');
  });
});

describe('the client of the product and the weights', () => {
  const orders = { page: 1, rows: 20 };
  const isAsking = (event: SimEvent): boolean =>
    event.type === 'request' && event.operation === 'orderMatch/listOrders';

  it('slows down above 80 % of the limit (wire-facts section 14)', async () => {
    let nowMs = 0;
    const world = await openContract({ weights: { listOrders: 1_000 } });
    const settings = { accountRequestsPerSecond: 1, adRequestsPerSecond: 1 };
    const client = world.connect({ settings, monotonic: () => nowMs });
    let asked = 0;
    world.simulator.on((event) => {
      if (isAsking(event)) asked += 1;
    });
    for (let call = 1; call <= 10; call += 1) {
      await client.orders.listOrders(orders);
      nowMs += 1_000;
    }
    expect(asked).toBe(10);
    // 10000 of 12000 are used: the interval between two calls is 1.2 seconds now instead of one.
    const held = client.orders.listOrders(orders);
    nowMs += 199;
    await world.desk.call('ads/listWithPagination', { body: orders });
    expect(asked).toBe(10);
    nowMs += 1;
    await held;
    expect(asked).toBe(11);
  });

  it('gets 429 above the limit, and then sends nothing before Retry-After', async () => {
    const world = await openContract({ weights: { listOrders: 7_000 } });
    const { client } = world;
    await client.orders.listOrders(orders);
    const refused = { category: 'RATE_LIMITED', retryAfterMs: 60_000, sent: 'yes', httpStatus: 429 };
    await expect(client.orders.listOrders(orders)).rejects.toMatchObject(refused);
    await expect(client.ads.listWithPagination(orders)).rejects.toMatchObject({ category: 'RATE_LIMITED', sent: 'no' });
    expect(world.simulator.ledger()).toMatchObject({ callsOverLimit: 1, callsBeforeRetryAfter: 0 });
  });
});

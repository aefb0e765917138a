import { describe, expect, it } from 'vitest';
import { createFaultEngine, type FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { openWorld, seed } from '../sim-fixture.ts';

const list = { page: 1, rows: 20 };
const listOrders = 'orderMatch/listOrders';

describe('when a rule strikes', () => {
  const strikes = (when: FaultRule['when'], calls = 6, about = {}): boolean[] => {
    const engine = createFaultEngine(seed, [{ operation: 'search', when, fault: { kind: 'delay', ms: 1 } }]);
    const target = { operations: ['search'], orderNumbers: [], adNumbers: [], ...about };
    return Array.from({ length: calls }, () => engine.strike(target).of('delay') !== null);
  };

  it('always, the nth only, the first few, from the nth on', () => {
    expect(strikes(undefined, 3)).toEqual([true, true, true]);
    expect(strikes({ nth: 2 }, 4)).toEqual([false, true, false, false]);
    expect(strikes({ count: 2 }, 4)).toEqual([true, true, false, false]);
    expect(strikes({ nth: 2, count: 2 }, 4)).toEqual([false, true, true, false]);
  });

  it('by chance, the same for the same seed', () => {
    const struck = strikes({ probability: 0.5 }, 200);
    expect(struck).toEqual(strikes({ probability: 0.5 }, 200));
    const times = struck.filter(Boolean).length;
    expect(times, `seed ${seed}`).toBeGreaterThan(60);
    expect(times, `seed ${seed}`).toBeLessThan(140);
  });

  it('only for its account, order or ad', () => {
    expect(strikes({ account: 'acme' }, 1)).toEqual([false]);
    expect(strikes({ account: 'acme' }, 1, { account: null })).toEqual([false]);
    expect(strikes({ account: 'acme' }, 1, { account: 'acme' })).toEqual([true]);
    expect(strikes({ orderNumber: '7' }, 1)).toEqual([false]);
    expect(strikes({ orderNumber: '7' }, 1, { orderNumbers: ['7'] })).toEqual([true]);
    expect(strikes({ adNumber: '8' }, 1, { adNumbers: ['8'] })).toEqual([true]);
  });

  it('calls and socket events are struck by their own kinds', () => {
    const engine = createFaultEngine(seed, [
      { operation: '*', when: { count: 1 }, fault: { kind: 'error', code: -1000 } },
      { operation: '*', when: { count: 1 }, fault: { kind: 'duplicate-events' } },
    ]);
    const target = { operations: ['chat'], orderNumbers: [], adNumbers: [] };
    expect(engine.strike({ ...target, isEvent: true }).of('error')).toBeNull();
    const struck = engine.strike(target);
    expect(struck.of('duplicate-events')).toBeNull();
    expect(struck.of('error')).not.toBeNull();
  });
});

describe('what a fault does', () => {
  it('error: answers the code instead of the effect', async () => {
    const { simulator, desk, addAd } = await openWorld();
    const orderNumber = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(orderNumber);
    simulator.setFaults([
      {
        operation: 'releaseCoin',
        when: { count: 1 },
        fault: { kind: 'error', code: -1000, message: 'Oh', httpStatus: 500 },
      },
    ]);
    const answer = await desk.call('orderMatch/releaseCoin', { body: { orderNumber } });
    expect([answer.status, answer.json]).toEqual([500, { code: -1000, msg: 'Oh' }]);
    expect(simulator.ledger().releases).toBe(0);
    expect(await desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
  });

  it('http: any status, with Retry-After and a body that is no JSON', async () => {
    const { simulator, desk } = await openWorld();
    simulator.setFaults([
      { operation: listOrders, fault: { kind: 'http', status: 502, retryAfterS: 3, body: '<html>' } },
    ]);
    const answer = await desk.call(listOrders, { body: list });
    expect([answer.status, answer.text, answer.headers.get('retry-after')]).toEqual([502, '<html>', '3']);
  });

  it.each(['before', 'after'] as const)('reset %s the effect', async (when) => {
    const { simulator, desk, addAd } = await openWorld();
    const orderNumber = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(orderNumber);
    simulator.setFaults([{ operation: 'releaseCoin', fault: { kind: 'reset', when } }]);
    await expect(desk.call('orderMatch/releaseCoin', { body: { orderNumber } })).rejects.toThrow('fetch failed');
    expect(simulator.ledger().releases).toBe(when === 'after' ? 1 : 0);
  });

  it.each(['before', 'after'] as const)('hang %s the effect: no answer, ever', async (when) => {
    const { simulator, desk, baseUrl, addAd } = await openWorld();
    const orderNumber = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(orderNumber);
    simulator.setFaults([{ operation: 'releaseCoin', fault: { kind: 'hang', when } }]);
    const released = new Promise<void>((resolve) => {
      simulator.on((event) => {
        if (event.type === 'request' && event.operation === 'orderMatch/releaseCoin') resolve();
      });
    });
    const hanging = desk.call('orderMatch/releaseCoin', { body: { orderNumber } });
    const failure = expect(hanging).rejects.toThrow('fetch failed');
    await released;
    expect(baseUrl).toContain('127.0.0.1');
    expect(simulator.ledger().releases).toBe(when === 'after' ? 1 : 0);
    await simulator.close();
    await failure;
  });

  it('stale: reads answer as of an earlier moment, writes do not', async () => {
    const { simulator, desk, clock, addAd } = await openWorld();
    const advNo = addAd();
    clock.advance(10_000);
    const orderNumber = simulator.counterparties.take({ adNumber: advNo });
    clock.advance(1_000);
    simulator.counterparties.pay(orderNumber);
    clock.advance(500);
    await desk.data('ads/update', { advNo, price: '10.30' });
    const detail = () => desk.data('orderMatch/getUserOrderDetail', { adOrderNo: orderNumber });
    simulator.setFaults([{ operation: '*', fault: { kind: 'stale', ms: 1_000 } }]);
    expect(await detail()).toMatchObject({ orderStatus: 1 });
    expect(await desk.data('ads/getDetailByNo', undefined, { query: { adsNo: advNo } })).toMatchObject({
      price: '10.20',
    });
    simulator.setFaults([{ operation: '*', fault: { kind: 'stale', ms: 5_000 } }]);
    expect(await desk.data(listOrders, list)).toEqual([]);
    expect(await desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    simulator.setFaults([]);
    expect(await detail()).toMatchObject({ orderStatus: 4 });
  });

  it('skew: the service’s clock runs away, its time says so', async () => {
    const { simulator, desk, clock, baseUrl } = await openWorld();
    simulator.setFaults([{ operation: '*', fault: { kind: 'skew', ms: 30_000 } }]);
    expect(await desk.code(listOrders, list)).toBe(-1021);
    expect(await (await fetch(`${baseUrl}/api/v3/time`)).json()).toEqual({ serverTime: clock.now() + 30_000 });
    expect(await desk.code(listOrders, list, { timestamp: String(clock.now() + 30_000) })).toBe('000000');
  });

  it('delay: waits and then goes on', async () => {
    const { simulator, desk } = await openWorld();
    simulator.setFaults([{ operation: 'listOrders', when: { count: 1 }, fault: { kind: 'delay', ms: 5 } }]);
    expect(await desk.code(listOrders, list)).toBe('000000');
  });
});

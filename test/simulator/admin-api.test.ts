import { describe, expect, it } from 'vitest';
import { openWorld } from './sim-fixture.ts';

describe('the administration under /_sim', () => {
  it('carries an order from arrival to its end', async () => {
    const { admin, addAd } = await openWorld();
    const { orderNumber } = await admin('orders', { adNumber: addAd(), amount: 25, nickname: 'Maria' });
    expect(await admin(`orders/${String(orderNumber)}/chat`, { text: 'Hola' })).toMatchObject({
      orderNumber,
      amount: '25.00',
    });
    expect(await admin(`orders/${String(orderNumber)}/pay`, {})).toMatchObject({ status: 2 });
    expect(await admin(`orders/${String(orderNumber)}/dispute`, { reason: 'No coin' })).toMatchObject({
      status: 5,
      complaintReason: 'No coin',
    });
    expect(await admin(`orders/${String(orderNumber)}/resolve`, { outcome: 'cancelled' })).toMatchObject({ status: 6 });
    expect(await admin('ledger')).toMatchObject({ orders: { arrived: 1, cancelled: 1, open: 0 } });
    expect(await admin(`orders/${String(orderNumber)}/pay`, {})).toMatchObject({ code: 83023 });
  });

  it('moves merchant, ads, faults and the ban', async () => {
    const { admin, desk, addAd, simulator } = await openWorld();
    const advNo = addAd();
    expect(await admin('merchant', { status: 'closed' })).toMatchObject({ status: 2 });
    expect(await admin('merchant', { status: 'open', account: 'acme' })).toMatchObject({ status: 1 });
    expect(await admin(`ads/${advNo}`, { price: '10.4', limits: { floor: 9, ceiling: '11' } })).toMatchObject({
      price: '10.40',
      limits: { floor: '9' },
    });
    expect(await admin('ads', { side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.5' })).toMatchObject({
      account: 'acme',
      side: 'BUY',
    });
    const rule = { operation: 'baseDetail', when: { count: 1 }, fault: { kind: 'error', code: -1000 } };
    expect(await admin('faults', { rules: [rule] })).toEqual({ rules: 1 });
    expect(await admin('faults', { rules: [{ ...rule, operation: 'listOrders' }], append: true })).toEqual({
      rules: 1,
    });
    expect(await desk.code('user/baseDetail', {})).toBe(-1000);
    expect(await desk.code('orderMatch/listOrders', { page: 1, rows: 1 })).toBe(-1000);
    await admin('ban', { seconds: 5 });
    expect((await desk.call('user/baseDetail', { body: {} })).status).toBe(418);
    expect(await admin('state')).toMatchObject({ version: 2, seed: simulator.marketplace.settings.seed });
  });

  it('refuses with 400 what would spoil the marketplace, and changes nothing', async () => {
    const { admin, baseUrl, addAd, simulator } = await openWorld();
    const advNo = addAd();
    const state = JSON.stringify(simulator.snapshot());
    const newAd = { side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '12' };
    const http = (status: number) => ({ rules: [{ operation: '*', fault: { kind: 'http', status } }] });
    const wrong: [string, unknown][] = [
      ...['abc', '', '1e3', ' 1', '-1', 'NaN', '0x10', '0', '0.001', -1, 0].map((price): [string, unknown] => [
        'ads',
        { ...newAd, price },
      ]),
      ['ads', { ...newAd, minFiat: 'abc' }],
      ['ads', { ...newAd, limits: { floor: 'low', ceiling: '11' } }],
      [`ads/${advNo}`, { price: 'x' }],
      [`ads/${advNo}`, { price: '0.009' }],
      [`ads/${advNo}`, { status: 'offline', price: 0 }],
      [`ads/${advNo}`, { surplusAmount: '-5' }],
      ['orders', { adNumber: advNo, amount: 'zz' }],
      ['orders', { adNumber: advNo, totalPrice: '1e3' }],
      ...[0, 99, 101, 600, 1_000].map((status): [string, unknown] => ['faults', http(status)]),
      ['faults', { rules: [{ operation: '*', fault: { kind: 'error', code: -1, httpStatus: 99 } }] }],
    ];
    for (const [path, body] of wrong) {
      const answer = await fetch(`${baseUrl}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) });
      expect([path, body, answer.status]).toEqual([path, body, 400]);
    }
    const nobody = { error: 'There is no account __proto__.' };
    expect(await admin('merchant', { account: '__proto__', status: 'closed' })).toMatchObject(nobody);
    expect(await admin('ads', { ...newAd, account: '__proto__' })).toMatchObject(nobody);
    expect(JSON.stringify(simulator.snapshot())).toBe(state);
  });

  it('refuses what is not there and what is not well-formed', async () => {
    const { admin, baseUrl } = await openWorld();
    expect(await admin('nothing')).toHaveProperty('error');
    expect(await admin('orders/1/pay', {})).toMatchObject({ error: 'There is no order 1.' });
    expect(await admin('orders', { adNumber: '1' })).toMatchObject({ error: 'Nobody can take the ad 1 now.' });
    expect(await admin('ads/1')).toMatchObject({ error: 'There is no ad 1.' });
    expect(
      (await fetch(`${baseUrl}/_sim/faults`, { method: 'POST', body: '{"rules":[{"operation":1}]}' })).status,
    ).toBe(400);
    expect((await fetch(`${baseUrl}/_sim/faults`, { method: 'POST', body: '[' })).status).toBe(404);
  });
});

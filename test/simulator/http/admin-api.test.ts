import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../sim-fixture.ts';

const json = { 'content-type': 'application/json' };

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
    expect(await admin('faults')).toEqual({ error: 2 });
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
      const init = { method: 'POST', headers: json, body: JSON.stringify(body) };
      const answer = await fetch(`${baseUrl}/_sim/${path}`, init);
      expect([path, body, answer.status]).toEqual([path, body, 400]);
    }
    const noAccount = { error: 'There is no account __proto__.' };
    expect(await admin('merchant', { account: '__proto__', status: 'closed' })).toMatchObject(noAccount);
    expect(await admin('ads', { ...newAd, account: '__proto__' })).toMatchObject(noAccount);
    expect(JSON.stringify(simulator.snapshot())).toBe(state);
  });

  it('refuses what is not there and what is not well-formed', async () => {
    const { admin, baseUrl } = await openWorld();
    expect(await admin('nothing')).toHaveProperty('error');
    expect(await admin('orders/1/pay', {})).toMatchObject({ error: 'There is no order 1.' });
    expect(await admin('orders', { adNumber: '1' })).toMatchObject({ error: 'No one can take the ad 1 now.' });
    expect(await admin('ads/1')).toMatchObject({ error: 'There is no ad 1.' });
    const post = async (body: string): Promise<number> =>
      (await fetch(`${baseUrl}/_sim/faults`, { method: 'POST', headers: json, body })).status;
    expect(await post('{"rules":[{"operation":1}]}')).toBe(400);
    expect(await post('[')).toBe(404);
  });
});

/** Status of a request with exactly these headers; fetch would set Host by itself. */
function statusOf(url: string, method: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

describe('the administration hears programs of this machine only (design 2)', () => {
  it('a POST that is no JSON, as a foreign page can send it, is refused with 415 and changes nothing', async () => {
    const { baseUrl, desk } = await openWorld();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect([type, await statusOf(`${baseUrl}/_sim/ban`, 'POST', { 'content-type': type })]).toEqual([type, 415]);
    expect(await statusOf(`${baseUrl}/_sim/ban`, 'POST', {})).toBe(415);
    expect((await desk.call('user/baseDetail', { body: {} })).status).toBe(200);
    expect(await statusOf(`${baseUrl}/_sim/ban`, 'POST', { 'content-type': 'Application/JSON; charset=utf-8' })).toBe(
      200,
    );
  });

  it('a foreign Host is refused with 403, loopback names are not, and the identity does not ask', async () => {
    const { baseUrl } = await openWorld();
    const as = (host: string, path = 'ledger') => statusOf(`${baseUrl}/_sim/${path}`, 'GET', { host });
    for (const host of ['evil.example', 'localhost.evil.example:8400', '127.0.0.1.evil.example', '10.0.0.7', '[::2]'])
      expect([host, await as(host)]).toEqual([host, 403]);
    for (const host of ['localhost', 'LOCALHOST:8400', '127.0.0.1:1', '127.8.8.8', '[::1]:8400'])
      expect([host, await as(host)]).toEqual([host, 200]);
    expect(await as('evil.example', `identity?nonce=${'0a'.repeat(16)}`)).toBe(200);
  });

  it('the host that is listened at is taken too', async () => {
    const { simulator } = await openWorld();
    await simulator.close();
    const { baseUrl } = await simulator.listen({ host: '0.0.0.0' });
    const as = (host: string) => statusOf(`${baseUrl}/_sim/ledger`, 'GET', { host });
    expect([await as('0.0.0.0'), await as('10.0.0.7')]).toEqual([200, 403]);
  });
});

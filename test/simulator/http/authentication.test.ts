import { describe, expect, it } from 'vitest';
import { authenticate, type Credentials } from '../../../src/simulator/http/authentication.ts';
import { decodeQuery } from '../../../src/simulator/http/sim-request.ts';
import { openWorld, type SimWorld } from '../sim-fixture.ts';
import { hmac } from '../wire-caller.ts';

const list = { page: 1, rows: 20 };
const listAds = 'ads/listWithPagination';

describe('signed requests (interface section 5)', () => {
  it('accepts the published vector, whatever the product computes', () => {
    const apiSecret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
    const payload =
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
    const signature = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';
    const rawQuery = `${payload}&signature=${signature}`;
    const credentials: Credentials = {
      apiKey: 'k',
      rawQuery,
      query: decodeQuery(rawQuery),
      nowMs: 1499827319560,
      bodyNames: [],
    };
    const rules = { accounts: [{ name: 'vector', apiKey: 'k', apiSecret }], adaptiveKeyOnly: true };
    expect(authenticate('hmac', credentials, rules)?.name).toBe('vector');
    const wrong = { ...credentials, rawQuery: rawQuery.replace('c8db', 'c8dc') };
    expect(() => authenticate('hmac', { ...wrong, query: decodeQuery(wrong.rawQuery) }, rules)).toThrow(/Signature/);
  });

  it('accepts the published vector in full-width digits once they are percent-encoded', () => {
    const apiSecret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
    const symbol = encodeURIComponent('１２３４５６');
    const rest = 'side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
    const rawQuery = `symbol=${symbol}&${rest}&signature=e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3`;
    const credentials: Credentials = {
      apiKey: 'k',
      rawQuery,
      query: decodeQuery(rawQuery),
      nowMs: 1499827319559,
      bodyNames: [],
    };
    const rules = { accounts: [{ name: 'vector', apiKey: 'k', apiSecret }], adaptiveKeyOnly: true };
    expect(authenticate('hmac', credentials, rules)?.name).toBe('vector');
    expect(credentials.query.get('symbol')).toBe('１２３４５６');
  });

  it('accepts a good signature, upper-case hex too, and the service time needs none', async () => {
    const { desk, clock, baseUrl } = await openWorld();
    expect((await desk.call(listAds, { body: list })).status).toBe(200);
    const query = `timestamp=${clock.now()}`;
    const rawQuery = `${query}&signature=${hmac(query, 'secret-of-acme').toUpperCase()}`;
    expect((await desk.call(listAds, { rawQuery, body: list })).status).toBe(200);
    expect(await (await fetch(`${baseUrl}/api/v3/time`)).json()).toEqual({ serverTime: clock.now() });
  });

  it('refuses a wrong or missing signature with -1022', async () => {
    const { desk } = await openWorld();
    const wrong = await desk.call(listAds, { body: list, secret: 'other' });
    expect(wrong.status).toBe(400);
    expect(wrong.json).toEqual({ code: -1022, msg: 'Signature for this request is not valid.' });
    expect(await desk.code(listAds, list, { sign: false })).toBe(-1022);
  });

  it('refuses a query that was signed raw, unencoded, with -1022 (interface 5 rule 2)', async () => {
    const { desk, clock } = await openWorld();
    for (const name of ['a,b', "it's", 'x:y', 'a+b', 'a@b', 'a=b', '=', 'a%zz', 'a/b']) {
      const query = `adsNo=${name}&timestamp=${clock.now()}`;
      const rawQuery = `${query}&signature=${hmac(query, 'secret-of-acme')}`;
      expect(await desk.code('ads/getDetailByNo', undefined, { rawQuery })).toBe(-1022);
    }
  });

  it('refuses a timestamp outside recvWindow or more than a second ahead with -1021', async () => {
    const { desk, clock } = await openWorld();
    const at = (ms: number, query = {}) => desk.code(listAds, list, { timestamp: String(clock.now() + ms), query });
    expect(await at(-5_001)).toBe(-1021);
    expect(await at(-5_000)).toBe('000000');
    expect(await at(1_001)).toBe(-1021);
    expect(await at(1_000)).toBe('000000');
    expect(await at(-3_001, { recvWindow: '3000' })).toBe(-1021);
    expect(await at(-59_000, { recvWindow: '60000' })).toBe('000000');
    expect(await at(0, { recvWindow: '60001' })).toBe(-1131);
  });

  it('refuses a missing or fractional timestamp with -1102', async () => {
    const { desk, clock } = await openWorld();
    expect(await desk.code(listAds, list, { timestamp: null, query: { recvWindow: '5000' } })).toBe(-1102);
    expect(await desk.code(listAds, list, { timestamp: `${clock.now()}.5` })).toBe(-1102);
  });

  it('refuses a timestamp without a signature, and the reverse, with -1102 that names what is missing', async () => {
    const { desk } = await openWorld();
    const halves = { timestamp: 'timestamp=1', signature: `signature=${'0'.repeat(64)}` };
    const signable = [listAds, 'orderMatch/getUserOrderDetail', 'ads/search', 'ads/getReferencePrice'];
    for (const path of signable) {
      for (const [sent, missing] of [
        ['timestamp', 'signature'],
        ['signature', 'timestamp'],
      ] as const) {
        for (const rawQuery of [halves[sent], `${halves[sent]}&${missing}=`]) {
          const { status, json } = await desk.call(path, { body: list, rawQuery });
          const msg = `Mandatory parameter '${missing}' was not sent, was empty/null, or malformed.`;
          expect([path, status, json]).toEqual([path, 400, { code: -1102, msg }]);
        }
      }
    }
    const history = await desk.get('orderMatch/listUserOrderHistory', { rawQuery: halves.timestamp });
    expect(history.json['code']).toBe(-1102);
  });

  it('looks at the key before it looks at the body: -2014 before -1102', async () => {
    const { desk } = await openWorld();
    const rawBody = '{"page":';
    for (const path of [listAds, 'ads/search']) {
      expect(await desk.code(path, undefined, { rawBody, headers: { 'X-MBX-APIKEY': null } })).toBe(-2014);
      expect(await desk.code(path, undefined, { rawBody })).toBe(-1102);
    }
    expect(await desk.code(listAds, undefined, { rawBody, secret: 'other' })).toBe(-1022);
  });

  it('refuses an unknown key with -2015, on key-only endpoints with -2008, a missing one with -2014', async () => {
    const { desk } = await openWorld();
    const headers = { 'X-MBX-APIKEY': 'nobody' };
    const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 10 };
    expect(await desk.code(listAds, list, { headers })).toBe(-2015);
    expect(await desk.code('ads/search', search, { headers, sign: false })).toBe(-2008);
    expect(await desk.code(listAds, list, { headers: { 'X-MBX-APIKEY': null } })).toBe(-2014);
  });
});

describe('the header clientType (wire-facts 1 and 19.4)', () => {
  const headers = { clientType: null };
  const detail = 'orderMatch/getUserOrderDetail';
  const history = 'orderMatch/listUserOrderHistory';
  const orderOn = ({ simulator, addAd }: SimWorld) => simulator.counterparties.take({ adNumber: addAd() });

  it('is asked for by signed calls, except the history: -31002', async () => {
    const world = await openWorld();
    expect(await world.desk.code(listAds, list, { headers })).toBe(-31002);
    expect(await world.desk.code(detail, { adOrderNo: orderOn(world) }, { headers })).toBe(-31002);
    expect((await world.desk.get(history, { headers })).json['code']).toBe('000000');
  });

  it('is a header: in the query it is a parameter that is not read', async () => {
    const { desk } = await openWorld();
    const query = { clientType: 'web' };
    expect(await desk.code(listAds, list, { headers, query })).toBe(-31002);
    expect(await desk.code(listAds, list, { query })).toBe(-1104);
  });

  it('is not asked for by the key alone or by no credentials (interface section 5 rules 4 to 6)', async () => {
    const world = await openWorld();
    const keyOnly = { headers, sign: false };
    const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 10 };
    const reference = { fiatCurrency: 'BOB', tradeType: 'SELL', assets: ['USDT'] };
    const none = { sign: false, headers: { clientType: null, 'X-MBX-APIKEY': null } };
    expect(await world.desk.code('ads/getReferencePrice', reference, none)).toBe('000000');
    expect(await world.desk.code('ads/search', search, keyOnly)).toBe('000000');
    expect(await world.desk.code(detail, { adOrderNo: orderOn(world) }, keyOnly)).toBe('000000');
    expect((await world.desk.get('merchant/getAdDetails', keyOnly)).json['code']).toBe('000000');
    expect((await world.desk.get(history, keyOnly)).json['code']).toBe('000000');
  });

  it('is asked for by EP-31 and EP-32 alone where the option says so', async () => {
    const world = await openWorld({ requireClientType: false });
    expect(await world.desk.code(listAds, list, { headers })).toBe('000000');
    const orderNo = orderOn(world);
    for (const clientType of [null, 'ios']) {
      const call = { sign: false, headers: { clientType } };
      expect(await world.desk.code('chat/markOrderMessagesAsRead', { orderNo }, call)).toBe(-31002);
      expect(await world.desk.code('chat/markUserMessagesAsRead', {}, call)).toBe(-31002);
    }
  });
});

describe('other ways in', () => {
  it('none (EP-3): no credentials at all', async () => {
    const { desk } = await openWorld();
    const body = { fiatCurrency: 'BOB', tradeType: 'SELL', assets: ['USDT'] };
    const data = await desk.data('ads/getReferencePrice', body, { sign: false, headers: { 'X-MBX-APIKEY': null } });
    expect(data).toEqual([
      {
        asset: 'USDT',
        currency: 'BOB',
        currencyScale: 2,
        currencySymbol: 'Bs',
        referencePrice: '10.00',
        assetScale: 2,
        priceScale: 2,
      },
    ]);
  });

  it('adaptive (EP-13): signed, or the key alone; a bad signature is still refused', async () => {
    const { desk, addAd, simulator } = await openWorld();
    const adOrderNo = simulator.counterparties.take({ adNumber: addAd() });
    const path = 'orderMatch/getUserOrderDetail';
    expect(await desk.code(path, { adOrderNo })).toBe('000000');
    expect(await desk.code(path, { adOrderNo }, { sign: false })).toBe('000000');
    expect(await desk.code(path, { adOrderNo }, { secret: 'wrong' })).toBe(-1022);
    const strict = await openWorld({ adaptiveKeyOnly: false });
    expect(await strict.desk.code(path, { adOrderNo }, { sign: false })).toBe(-1022);
  });

  it('chain (EP-16): query and signature, payload without, key alone', async () => {
    const { desk } = await openWorld();
    const path = 'orderMatch/listUserOrderHistory';
    expect((await desk.get(path, { query: { page: '1', rows: '10' } })).json['total']).toBe(0);
    expect((await desk.get(path, { sign: false })).json['code']).toBe('000000');
  });

  it('key and nothing else (EP-31, EP-32): a timestamp or a signature is an error', async () => {
    const { desk, addAd, simulator } = await openWorld();
    const orderNo = simulator.counterparties.take({ adNumber: addAd() });
    const path = 'chat/markOrderMessagesAsRead';
    expect(await desk.code(path, { orderNo }, { sign: false })).toBe('000000');
    expect(await desk.code(path, { orderNo })).toBe(-2015);
    expect(await desk.code('chat/markUserMessagesAsRead', {}, { sign: false })).toBe('000000');
    expect(await desk.code('chat/markUserMessagesAsRead', { timestamp: 1 }, { sign: false })).toBe(-2015);
    expect(await desk.code(path, { orderNo }, { sign: false, headers: { clientType: 'ios' } })).toBe(-31002);
  });
});

describe('the gateway', () => {
  it('answers an unknown path under /sapi with 200 and nothing, elsewhere with 404', async () => {
    const { desk } = await openWorld();
    const unknown = await desk.call('orderMatch/pendingOrders');
    expect([unknown.status, unknown.text]).toEqual([200, '']);
    expect((await desk.call('/elsewhere')).status).toBe(404);
  });

  it('answers the wrong method with 404 and -1000', async () => {
    const { desk } = await openWorld();
    const wrong = await desk.get(listAds);
    expect(wrong.status).toBe(404);
    expect(wrong.json).toEqual({ code: -1000, msg: "Request method 'GET' is not supported" });
  });

  it('names missing parameters joined by a bar (-1102) and unknown ones in the query (-1104)', async () => {
    const { desk } = await openWorld();
    const missing = await desk.call('ads/search', { body: { page: 1, rows: 20 }, sign: false });
    expect(missing.json).toEqual({
      code: -1102,
      msg: "Mandatory parameter 'tradeType|fiat|asset' was not sent, was empty/null, or malformed.",
    });
    expect(await desk.code('ads/getDetailByNo', undefined, { query: { adsNo: '1', colour: 'red' } })).toBe(-1104);
    expect(await desk.code(listAds, [1])).toBe(-1102);
  });

  it('leaves nulls out, writes ids of twenty digits as text and reports the weight', async () => {
    const { desk, addAd, simulator } = await openWorld();
    const orderNumber = simulator.counterparties.take({ adNumber: addAd() });
    const answer = await desk.call('orderMatch/listOrders', { body: { page: 1, rows: 10 } });
    expect(answer.text).not.toContain('null');
    expect(orderNumber).toMatch(/^\d{20}$/);
    expect(answer.text).toContain(`"orderNumber":"${orderNumber}"`);
    expect(Number(answer.headers.get('x-sapi-used-ip-weight-1m'))).toBe(1);
  });
});

import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { operations, type AuthStepOverrides, type Operation } from '../../../src/exchange/index.ts';
import { clientFor, credentials, sampleData, sampleInput } from '../fixtures.ts';
import {
  failure,
  page,
  serverTime,
  startRecorder,
  success,
  timestampOf,
  type RawRequest,
  type Recorder,
  type Reply,
  type Responder,
} from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function record(respond: Responder): Promise<Recorder> {
  recorder = await startRecorder(respond);
  return recorder;
}

function replyFor(operation: Operation): Reply {
  const data = sampleData[operation.name];
  if (operation.name === 'time') return serverTime(1_768_000_000_000);
  if (operation.envelope === 'bare') return { body: JSON.stringify(data) };
  return operation.envelope === 'page' ? page(data as unknown[]) : success(data);
}

function inputOf(operation: Operation) {
  const fields = sampleInput[operation.name] ?? {};
  return operation.parameters === 'query' ? { query: fields } : { body: fields };
}

/** Recomputed from the raw bytes with nothing of ours. */
function isSigned(request: RawRequest): boolean {
  const [payload, signature] = request.query.split('&signature=');
  const expected = createHmac('sha256', credentials.apiSecret)
    .update(payload ?? '')
    .digest('hex');
  return signature === expected && /(?:^|&)timestamp=\d{13}$/.test(payload ?? '');
}

const signedModes = ['hmac', 'adaptive', 'chain'];

describe('interface 4: method, path, authentication and place of the parameters of every operation', () => {
  it.each(Object.values(operations).map((operation) => [operation.name, operation] as const))(
    '%s goes out as the table says',
    async (_name, operation) => {
      const { baseUrl, requests } = await record(() => replyFor(operation));
      const client = clientFor(baseUrl);
      await client.call(operation.name, inputOf(operation));
      await client.close();
      expect(requests).toHaveLength(1);
      const [request] = requests as [RawRequest];
      expect([request.method, request.path]).toEqual([operation.method, operation.path]);
      expect(request.headers['clienttype']).toBe('web');
      expect(request.headers['x-mbx-apikey']).toBe(operation.auth === 'none' ? undefined : credentials.apiKey);
      const signed = signedModes.includes(operation.auth);
      expect(isSigned(request)).toBe(signed);
      if (!signed) expect(request.query).not.toMatch(/timestamp|signature|recvWindow/);
      expectParameters(request, operation);
    },
  );
});

function expectParameters(request: RawRequest, operation: Operation): void {
  const fields = sampleInput[operation.name] ?? {};
  if (operation.parameters === 'body') {
    expect(JSON.parse(request.body)).toEqual(fields);
    expect(request.headers['content-type']).toBe('application/json');
    return;
  }
  expect(request.body).toBe(operation.fixedBody ?? '');
  const names = Object.keys(fields);
  const sent = request.query === '' ? [] : request.query.split('&').map((pair) => pair.split('=')[0]);
  expect(sent.slice(0, names.length)).toEqual(names);
}

describe('interface 5 rule 5: adaptive authentication', () => {
  const answers = (replies: Reply[]): Responder => {
    let next = 0;
    return ({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : (replies[next++] ?? failure(-1, 'too many'));
  };

  it.each([-1021, -1022])('EP-13 on %i: resynchronised once, then with the key alone', async (code) => {
    const bad = failure(code, 'refused');
    const { baseUrl, calls } = await record(answers([bad, bad, success(sampleData['getUserOrderDetail'])]));
    const client = clientFor(baseUrl);
    const order = await client.orders.getUserOrderDetail('22751234567890123456');
    expect(order.orderNumber).toBe('22751234567890123456');
    expect(calls().map(isSigned)).toEqual([true, true, false]);
    expect(calls()[2]?.query).toBe('');
    expect(calls()[2]?.headers['x-mbx-apikey']).toBe(credentials.apiKey);
    await client.close();
  });

  it('EP-13 on another failure: no second step', async () => {
    const { baseUrl, calls } = await record(answers([failure(-2015, 'no permission')]));
    const client = clientFor(baseUrl);
    await expect(client.orders.getUserOrderDetail('1')).rejects.toMatchObject({ code: '-2015' });
    expect(calls()).toHaveLength(1);
    await client.close();
  });

  it('EP-24 is adaptive as well', async () => {
    const bad = failure(-1022, 'refused');
    const { baseUrl, calls } = await record(answers([bad, bad, success(sampleData['getAdDetails'])]));
    const client = clientFor(baseUrl);
    await client.merchant.getAdDetails({ merchantNo: 's0' });
    expect(calls().map(isSigned)).toEqual([true, true, false]);
    expect(calls()[2]?.query).toBe('merchantNo=s0');
    await client.close();
  });

  it('when the key alone is refused too, the first refusal is the one reported', async () => {
    const { baseUrl } = await record(
      answers([failure(-1022, 'first'), failure(-1022, 'x'), failure(-1102, 'timestamp')]),
    );
    const client = clientFor(baseUrl);
    await expect(client.orders.getUserOrderDetail('1')).rejects.toMatchObject({ code: '-1022' });
    await client.close();
  });

  it('when the key alone gets past the credentials, its failure is the one reported', async () => {
    const bad = failure(-1022, 'x');
    const { baseUrl } = await record(answers([bad, bad, failure(83998, 'operation illegal')]));
    const client = clientFor(baseUrl);
    await expect(client.orders.getUserOrderDetail('1')).rejects.toMatchObject({ code: '83998' });
    await client.close();
  });
});

describe('interface 5 rule 6: the three steps of EP-16', () => {
  it('query and signature, then body and signature, then the key alone', async () => {
    const history = page(sampleData['listUserOrderHistory'] as unknown[]);
    const replies = [failure(-2015, 'a'), failure(-2015, 'b'), history];
    const { baseUrl, calls } = await record((_request, index) => replies[index] ?? history);
    const client = clientFor(baseUrl);
    const { items } = await client.orders.listUserOrderHistory({ tradeType: 'SELL', rows: 100 });
    expect(items).toHaveLength(1);
    const [first, second, third] = calls() as [RawRequest, RawRequest, RawRequest];
    expect(first.query).toMatch(/^tradeType=SELL&rows=100&recvWindow=5000&timestamp=\d{13}&signature=[0-9a-f]{64}$/);
    expect(first.body).toBe('');
    expect(second.query).toMatch(/^recvWindow=5000&timestamp=\d{13}&signature=[0-9a-f]{64}$/);
    expect(isSigned(second)).toBe(true);
    expect(JSON.parse(second.body)).toEqual({ tradeType: 'SELL', rows: 100 });
    expect([third.query, third.body]).toEqual(['tradeType=SELL&rows=100', '']);
    await client.close();
  });

  it('an answer that never came leads to the first step again, not to the second', async () => {
    const { baseUrl, requests } = await record(() => ({ instead: (response) => response.destroy() }));
    const client = clientFor(baseUrl);
    await expect(client.orders.listUserOrderHistory({})).rejects.toMatchObject({ sent: 'unknown' });
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.filter((request) => !isSigned(request) || request.body !== '')).toEqual([]);
    await client.close();
  });

  it.each([
    [429, 'RATE_LIMITED'],
    [418, 'IP_BAN'],
  ])('HTTP %i stops the chain at once', async (status, category) => {
    const { baseUrl, requests } = await record(() => failure(-1003, 'slow down', status));
    const client = clientFor(baseUrl);
    await expect(client.orders.listUserOrderHistory({})).rejects.toMatchObject({ category });
    expect(requests).toHaveLength(1);
    await client.close();
  });
});

describe('what a caller says counts once', () => {
  it('EP-16 takes recvWindow as a parameter of its own, in place of the setting', async () => {
    const { baseUrl, requests } = await record(() => page([]));
    const client = clientFor(baseUrl);
    await client.call('listUserOrderHistory', { query: { recvWindow: 60_000, rows: 5 } });
    const [request] = requests as [RawRequest];
    expect(request.query).toMatch(/^recvWindow=60000&rows=5&timestamp=\d{13}&signature=[0-9a-f]{64}$/);
    expect(isSigned(request)).toBe(true);
    await client.close();
  });

  it('EP-8 about one ad counts against the limit of that ad', async () => {
    const { baseUrl, requests } = await record(() => success({ status: true, failList: [] }));
    const client = clientFor(baseUrl, { settings: { adRequestsPerSecond: 4 } });
    for (let call = 0; call < 5; call += 1) await client.ads.updateStatus({ advNos: ['7'], advStatus: 1 });
    expect(timestampOf(requests[4]) - timestampOf(requests[0])).toBeGreaterThanOrEqual(999);
    await client.close();
  });
});

describe('interface 9.7: the order of steps may change', () => {
  it('steps are replaced by mode or by operation, and the operation counts more', async () => {
    const { baseUrl, requests } = await record(({ path }) =>
      path.endsWith('search') ? page([]) : success(sampleData[path.split('/').at(-1) ?? '']),
    );
    const authSteps = { adaptive: ['key'], getAdDetails: ['signed'], search: ['signed'] } as const;
    const client = clientFor(baseUrl, { authSteps });
    await client.orders.getUserOrderDetail('22751234567890123456');
    await client.merchant.getAdDetails({ merchantNo: 's0' });
    await client.ads.search({ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 });
    expect(requests.map(isSigned)).toEqual([false, true, true]);
    await client.close();
  });

  it('the chain in another order: key only first, then signed', async () => {
    const { baseUrl, requests } = await record((request) =>
      isSigned(request) ? page([]) : failure(-1102, 'signature wanted'),
    );
    const client = clientFor(baseUrl, { authSteps: { chain: ['key', 'signed'] } });
    await client.orders.listUserOrderHistory({ tradeType: 'SELL' });
    expect(requests.map(isSigned)).toEqual([false, true]);
    await client.close();
  });

  it('a mode of one step gets a second one for -1021 and -1022 alone', async () => {
    const codes = [-1022, -1022, -2015];
    const { baseUrl, calls } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : failure(codes.shift() ?? 0, 'refused'),
    );
    const client = clientFor(baseUrl, { authSteps: { hmac: ['signed', 'key'] } });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ code: '-1022' });
    expect(calls().map(isSigned)).toEqual([true, true, false]);
    codes.push(-2015);
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ code: '-2015' });
    expect(calls()).toHaveLength(4);
    await client.close();
  });

  it('a money step takes the first of its steps and no other', async () => {
    const { baseUrl, calls } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : failure(-1022, 'refused'),
    );
    const client = clientFor(baseUrl, { authSteps: { releaseCoin: ['key', 'signed'] } });
    await expect(client.orders.releaseCoin({ orderNumber: '1' })).rejects.toMatchObject({ code: '-1022' });
    expect(calls().map(isSigned)).toEqual([false]);
    await client.close();
  });

  it.each([
    [{ hmacs: ['signed'] }, 'hmacs is neither an auth mode nor an operation'],
    [{ hmac: [] }, 'hmac needs at least one auth step'],
    [{ hmac: ['signed', 'sealed'] }, 'sealed is no auth step: the steps are signed, signed-body, key, open'],
    [{ __proto__: null, constructor: ['key'] }, 'constructor is neither an auth mode nor an operation'],
  ] as [Record<string, string[]>, string][])('%j is refused when the client is made', (steps, message) => {
    const make = () => clientFor('http://127.0.0.1:1', { authSteps: steps as AuthStepOverrides });
    expect(make).toThrow(new TypeError(message));
  });
});

describe('interface 4.4 rule 1: the two forms of EP-37', () => {
  it.each([
    ['404', { status: 404 }],
    ['405', { status: 405, body: '{"code":-1,"msg":"no"}' }],
    ['an empty 200', { body: '' }],
    ['the wrong method', failure(-1000, "Request method 'POST' is not supported", 400)],
  ] as [string, Reply][])('%s leads to the GET form, which is remembered for the process', async (_name, refusal) => {
    const list = success(sampleData['getPayMethodByUserId']);
    const { baseUrl, requests } = await record(({ method }) => (method === 'GET' ? list : refusal));
    const client = clientFor(baseUrl);
    const methods = await client.paymentMethods.getPayMethodByUserId();
    await client.close();
    const another = clientFor(baseUrl);
    await another.paymentMethods.getPayMethodByUserId();
    await another.close();
    expect(methods.items[0]?.id).toBe('12345678');
    const gets = requests.filter(({ method }) => method === 'GET');
    expect(gets.map(({ path }) => path)).toEqual(Array(2).fill('/sapi/v1/c2c/paymentMethod/getPayMethodByUserId'));
    expect(requests.at(-1)?.method).toBe('GET');
    expect(requests.at(-2)?.method).toBe('GET');
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

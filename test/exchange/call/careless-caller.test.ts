import { afterEach, describe, expect, it } from 'vitest';
import { createExchangeClient, createGate, defaultExchangeSettings } from '../../../src/exchange/index.ts';
import { clientFor, credentials, wireOrderRow } from '../fixtures.ts';
import { failure, page, startRecorder, success, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

describe('design section 4: what a caller lost on the way is refused, not sent as something else', () => {
  it.each([
    ['placeOrder', { advOrderNumber: '1', buyType: 'BY_MONEY', totalAmount: '' }, 'totalAmount'],
    ['placeOrder', { advOrderNumber: '1', matchPrice: '' }, 'matchPrice'],
    ['update', { advNo: '1', price: '' }, 'price'],
    ['markOrderAsPaid', { orderNumber: '1', payId: '' }, 'payId'],
  ])('%s with %j', async (name, body, field) => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    const message = expect.stringContaining(field) as unknown;
    await expect(client.call(name, { body })).rejects.toMatchObject({ code: '-1102', sent: 'no', message });
    expect(recorder.requests).toHaveLength(0);
    await client.close();
  });

  it.each([0, -1, 1.5, Number.NaN, 60_001, 1e9])('a fence whose window is %d ms', async (recvWindowMs) => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    const fence = { sendBeforeMs: Date.now() + 10_000, recvWindowMs };
    const call = client.orders.releaseCoin({ orderNumber: '1' }, { fence });
    await expect(call).rejects.toMatchObject({ code: '-1102', sent: 'no' });
    expect(recorder.requests).toHaveLength(0);
    await client.close();
  });

  it('an object that is not a signal rejects the call, and nothing is left behind', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl, { settings: { requestTimeoutMs: 20 } });
    const signal = {} as AbortSignal;
    await expect(client.user.baseDetail({ signal })).rejects.toThrow(TypeError);
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    expect(recorder.requests).toHaveLength(0);
    await client.close();
  });

  it.each(['two\n', ' padded', 'in the middle', '\u0007'])('a secret with white space or worse: %j', (apiSecret) => {
    const options = { baseUrl: 'https://example.com', credentials: { ...credentials, apiSecret } };
    expect(() => createExchangeClient(options)).toThrow(TypeError);
  });
});

describe('I27: a gate keeps only what it can compare', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Date.parse('no date')])('a ban until %d is refused', (untilMs) => {
    const gate = createGate(defaultExchangeSettings);
    expect(() => gate.setBan(untilMs)).toThrow(RangeError);
    gate.setBan(Date.now() + 60_000);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
  });

  it.each([
    { phase: 'open', failures: 1, openUntilMs: Number.NaN },
    { phase: 'ajar', failures: 1, openUntilMs: null },
    { phase: 'closed', failures: 0.5, openUntilMs: null },
  ])('a breaker in the state %j is refused', (state) => {
    expect(() => createGate(defaultExchangeSettings).setBreaker(state as never)).toThrow(RangeError);
  });
});

describe('interface 7.1: the error names the wait, also where the service named none', () => {
  it.each([
    [418, 'IP_BAN', 7_200_000],
    [429, 'RATE_LIMITED', 500],
  ])('HTTP %i without Retry-After', async (status, category, waitMs) => {
    recorder = await startRecorder(() => failure(-1003, 'x', status));
    const client = clientFor(recorder.baseUrl);
    const error: unknown = await client.user.baseDetail().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ category, sent: 'yes' });
    const { retryAfterMs } = error as { retryAfterMs: number };
    expect(Number.isInteger(retryAfterMs)).toBe(true);
    expect(retryAfterMs).toBeLessThanOrEqual(waitMs);
    expect(retryAfterMs).toBeGreaterThan(0);
    await client.close();
  });

  it('of two headers the longer wait counts', async () => {
    recorder = await startRecorder(() => ({
      instead: (response) => {
        response.writeHead(418, [
          ['retry-after', '5'],
          ['Retry-After', '9600'],
        ] as never);
        response.end('{"code":-1003,"msg":"banned"}');
      },
    }));
    const client = clientFor(recorder.baseUrl);
    await expect(client.user.baseDetail()).rejects.toMatchObject({ category: 'IP_BAN', retryAfterMs: 9_600_000 });
    await client.close();
  });
});

describe('wire-facts 2.4: numbers in odd forms', () => {
  it.each([
    ['""', null],
    ['[]', null],
    ['true', null],
    ['null', null],
    ['-1', null],
    ['"12"', 12],
    ['12.0', 12],
    ['0', 0],
  ])('a total of %s', async (text, total) => {
    const body = `{"code":"000000","data":[],"total":${text},"success":true}`;
    recorder = await startRecorder(() => ({ body }));
    const client = clientFor(recorder.baseUrl);
    expect(await client.orders.listOrders({ page: 1, rows: 20 })).toEqual({ items: [], odd: [], total });
    await client.close();
  });

  it('a status with a point is the same status', async () => {
    const row = JSON.stringify({ ...wireOrderRow, orderStatus: 0 }).replace('"orderStatus":0', '"orderStatus":2.0');
    recorder = await startRecorder(() => ({ body: String(page([]).body).replace('[]', `[${row}]`) }));
    const client = clientFor(recorder.baseUrl);
    const { items } = await client.orders.listOrders({ page: 1, rows: 20 });
    expect(items.map(({ orderStatus }) => orderStatus)).toEqual([2]);
    await client.close();
  });
});

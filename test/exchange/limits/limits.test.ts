import { afterEach, describe, expect, it } from 'vitest';
import { createGate } from '../../../src/exchange/index.ts';
import type { Priority } from '../../../src/exchange/call-options.ts';
import { retryAfterMs } from '../../../src/exchange/limits/retry-after.ts';
import { usedShares } from '../../../src/exchange/limits/used-weight.ts';
import { clientFor, sampleData, wireAd, wireOrderRow } from '../fixtures.ts';
import {
  failure,
  startRecorder,
  success,
  timestampOf,
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

const ad = success(sampleData['getDetailByNo']);
const order = success(sampleData['getUserOrderDetail']);
const thresholds = { breakerFailureThreshold: 3, breakerOpenMs: 45_000 };

describe('interface 7.1: Retry-After', () => {
  const nowMs = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');
  it.each([
    ['120', 120_000],
    ['0', null],
    ['999999999999', 2_592_000_000],
    ['259200', 259_200_000],
    ['1.5', 1_500],
    ['Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
    ['Wednesday, 21-Oct-26 07:30:00 GMT', 120_000],
    ['Wed Oct 21 07:30:00 2026', 120_000],
    ['Wed, 21 Oct 2026 07:20:00 GMT', null],
    ['soon', null],
    ['-5', null],
    ['', null],
    [undefined, null],
  ])('%s', (header, expected) => {
    expect(retryAfterMs(header, nowMs)).toBe(expected);
  });
});

describe('interface 7.1: HTTP 429, the limit of an account', () => {
  it('a long Retry-After refuses further calls locally, and only those of this account', async () => {
    const { baseUrl, requests } = await record((_request, index) =>
      index === 0 ? { ...failure(-1003, 'slow', 429), headers: { 'retry-after': '60' } } : ad,
    );
    const gate = createGate(thresholds);
    const one = clientFor(baseUrl, { gate });
    const other = clientFor(baseUrl, { gate });
    await expect(one.ads.getDetailByNo('1')).rejects.toMatchObject({
      category: 'RATE_LIMITED',
      retryAfterMs: 60_000,
      sent: 'yes',
    });
    await expect(one.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'RATE_LIMITED', sent: 'no' });
    await other.ads.getDetailByNo(wireAd.advNo);
    expect(requests).toHaveLength(2);
    await Promise.all([one.close(), other.close()]);
  });

  it('a short Retry-After is waited for in the queue', async () => {
    const { baseUrl, requests } = await record((_request, index) =>
      index === 0 ? { ...failure(-1003, 'slow', 429), headers: { 'retry-after': '1' } } : ad,
    );
    const client = clientFor(baseUrl);
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ retryAfterMs: 1_000 });
    await client.ads.getDetailByNo(wireAd.advNo);
    const [first, second] = requests;
    expect(timestampOf(second) - timestampOf(first)).toBeGreaterThanOrEqual(999);
    await client.close();
  });
});

describe('interface 7.4 and 7.5: reads back off within the attempt', () => {
  it('with full jitter, up to the limit of an attempt, then with the wait attached', async () => {
    const { baseUrl, requests } = await record(() => failure(-1000, 'unknown error'));
    const slept: number[] = [];
    const client = clientFor(baseUrl, { random: () => 0.5, sleep: async (ms) => void slept.push(ms) });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ code: '-1000', retryAfterMs: 1_000 });
    expect(slept).toEqual([250, 500]);
    expect(requests).toHaveLength(3);
    await client.close();
  });

  it.each([
    ['a write', 'update', { body: { advNo: '1', price: '1' } }, failure(-1000, 'x')],
    ['an unknown failure', 'getDetailByNo', { query: { adsNo: '1' } }, failure(-7777, 'x')],
    ['a business rejection', 'getDetailByNo', { query: { adsNo: '1' } }, failure(-2015, 'x')],
  ] as [string, string, object, Reply][])('%s is not repeated', async (...row) => {
    const [, operation, input, reply] = row;
    const { baseUrl, requests } = await record(() => reply);
    const client = clientFor(baseUrl);
    await expect(client.call(operation, input)).rejects.toMatchObject({ retryAfterMs: null });
    expect(requests).toHaveLength(1);
    await client.close();
  });

  it('an abort ends the wait', async () => {
    const { baseUrl } = await record(() => failure(-1000, 'x'));
    const stop = new AbortController();
    const sleep = async (_ms: number, signal?: AbortSignal): Promise<void> => {
      stop.abort();
      signal?.throwIfAborted();
    };
    const client = clientFor(baseUrl, { sleep });
    await expect(client.ads.getDetailByNo('1', { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await client.close();
  });
});

describe('interface 7.4: the circuit breaker (I29)', () => {
  it('opens at the threshold, lets one probe through, and closes when that goes well', async () => {
    let healthy = false;
    const { baseUrl, requests } = await record(() => (healthy ? success(true) : { status: 502, body: 'bad gateway' }));
    let nowMs = 1_768_000_000_000;
    const client = clientFor(baseUrl, { clock: { now: () => nowMs }, settings: thresholds });
    const call = () => client.ads.update({ advNo: wireAd.advNo, price: '1' });
    for (let index = 0; index < 3; index += 1) await expect(call()).rejects.toMatchObject({ httpStatus: 502 });
    const refused = { code: 'BREAKER_OPEN', category: 'RETRIABLE_WITH_BACKOFF', sent: 'no', retryAfterMs: 45_000 };
    await expect(call()).rejects.toMatchObject(refused);
    nowMs += 45_000;
    healthy = true;
    const outcomes = await Promise.allSettled([call(), call(), call()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(requests).toHaveLength(4);
    await call();
    expect(client.gate.state().breaker.phase).toBe('closed');
    await client.close();
  });

  it('a read that a money step rests on goes past an open breaker, and closes it when it is answered', async () => {
    let healthy = false;
    const { baseUrl, requests } = await record(() => (healthy ? order : { status: 502, body: 'bad gateway' }));
    const client = clientFor(baseUrl, { settings: { ...thresholds, inAttemptBackoffLimitMs: 0 } });
    const read = (priority: Priority) => client.orders.getUserOrderDetail(wireOrderRow.orderNumber, { priority });
    const refused = { code: 'BREAKER_OPEN', sent: 'no' };
    for (let index = 0; index < 3; index += 1) await expect(read('order')).rejects.toMatchObject({ httpStatus: 502 });
    await expect(read('money')).rejects.toMatchObject({ httpStatus: 502 });
    await expect(read('order')).rejects.toMatchObject(refused);
    await expect(client.time()).rejects.toMatchObject(refused);
    await expect(client.orders.releaseCoin({ orderNumber: '1', confirmPaidType: 'normal' })).rejects.toMatchObject(
      refused,
    );
    expect(requests).toHaveLength(4);
    healthy = true;
    await read('money');
    await read('order');
    expect(client.gate.state().breaker).toMatchObject({ phase: 'closed', failures: 0 });
    await client.close();
  });

  it('business rejections do not count, 429 does', async () => {
    const replies = [failure(-2015, 'x'), failure(83229, 'x'), failure(-1102, 'x'), { status: 404, body: '' }];
    const { baseUrl } = await record((_request, index) => replies[index] ?? failure(-1003, 'slow', 429));
    const client = clientFor(baseUrl, { settings: { ...thresholds, backoffBaseMs: 0 } });
    for (const _reply of replies) await expect(client.ads.getDetailByNo('1')).rejects.toThrow();
    expect(client.gate.state().breaker).toMatchObject({ phase: 'closed', failures: 0 });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'RATE_LIMITED' });
    expect(client.gate.state().breaker.failures).toBe(1);
    await client.close();
  });

  it('a call that its caller gave up says nothing about the service', async () => {
    const stop = new AbortController();
    const { baseUrl } = await record(() => ({ instead: () => stop.abort() }));
    const client = clientFor(baseUrl);
    await expect(client.ads.getDetailByNo('1', { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(client.gate.state().breaker.failures).toBe(0);
    await client.close();
  });

  it('the public host does not count (interface 4.6)', async () => {
    const { baseUrl } = await record(() => ({ status: 503, body: '' }));
    const client = clientFor(baseUrl, { settings: thresholds });
    const market = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 } as const;
    await expect(client.public.searchPublicAds(market)).rejects.toMatchObject({ httpStatus: 503 });
    expect(client.publicGate.state().breaker.failures).toBeGreaterThan(0);
    expect(client.gate.state().breaker.failures).toBe(0);
    await client.close();
  });
});

describe('design section 4: ban and breaker can be kept outside', () => {
  it('changes are reported, and only changes', () => {
    let nowMs = 1_000;
    const gate = createGate({ breakerFailureThreshold: 2, breakerOpenMs: 500 }, { now: () => nowMs });
    const heard: string[] = [];
    const stop = gate.subscribe(({ banUntilMs, breaker }) => heard.push(`${banUntilMs} ${breaker.phase}`));
    gate.recordSuccess();
    gate.recordFailure();
    gate.recordFailure();
    gate.setBan(5_000);
    gate.setBan(4_000);
    nowMs = 5_000;
    expect(gate.enter().allowed).toBe(true);
    gate.recordSuccess();
    stop();
    gate.clearBan();
    expect(heard).toEqual(['null closed', 'null open', '5000 open', '5000 half-open', '5000 closed']);
  });

  it('a kept state is taken over', () => {
    const gate = createGate(thresholds, { now: () => 1_000 });
    gate.setBreaker({ phase: 'open', failures: 15, openUntilMs: 3_000 });
    expect(gate.peek()).toEqual({ allowed: false, reason: 'breaker', retryAfterMs: 2_000 });
    gate.setBan(9_000);
    expect(gate.peek()).toEqual({ allowed: false, reason: 'ban', retryAfterMs: 8_000 });
  });
});

it('wire-facts 14: the used weights are shares of their quotas', () => {
  const [ip, uid, all] = ['x-sapi-used-ip-weight-1m', 'x-sapi-used-uid-weight-1m', 'x-mbx-used-weight-1m'] as const;
  expect(usedShares({})).toEqual([]);
  expect(usedShares({ [ip]: '9600', [uid]: '18000' })).toEqual([
    [ip, 0.8],
    [uid, 0.1],
  ]);
  expect(usedShares({ [all]: 'many' })).toEqual([]);
  expect(usedShares({ [ip]: ['6000', '9600'] })).toEqual([[ip, 0.8]]);
});

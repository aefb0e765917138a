import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, sampleData, wireAd } from '../fixtures.ts';
import {
  failure,
  page,
  serverTime,
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
const thresholds = { breakerFailureThreshold: 3, breakerOpenMs: 45_000 };

describe('interface 7.1: what the head of an answer says counts without its body', () => {
  const cutOff = (status: number, retryAfterS: string): Reply => ({
    instead: (response) => {
      response.writeHead(status, { 'retry-after': retryAfterS, 'content-length': '5000' });
      response.write('<html>', () => response.destroy());
    },
  });

  it('a 418 that breaks off bans the address (I27)', async () => {
    const { baseUrl, requests } = await record(() => cutOff(418, '10800'));
    const client = clientFor(baseUrl);
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({
      category: 'IP_BAN',
      httpStatus: 418,
      retryAfterMs: 10_800_000,
    });
    await expect(client.orders.releaseCoin({ orderNumber: '1' })).rejects.toMatchObject({ sent: 'no' });
    expect(requests).toHaveLength(1);
    await client.close();
  });

  it('a 429 that breaks off stops the account', async () => {
    const { baseUrl, requests } = await record(() => cutOff(429, '60'));
    const client = clientFor(baseUrl);
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'RATE_LIMITED' });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'RATE_LIMITED', sent: 'no' });
    expect(requests).toHaveLength(1);
    await client.close();
  });

  it.each(['30', '0', 'Wed, 21 Oct 2015 07:28:00 GMT', 'soon'])(
    'a 418 with Retry-After %s bans for hours',
    async (text) => {
      const { baseUrl } = await record(() => ({ ...failure(-1003, 'banned', 418), headers: { 'retry-after': text } }));
      const nowMs = 1_768_000_000_000;
      const client = clientFor(baseUrl, { clock: { now: () => nowMs } });
      await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'IP_BAN' });
      expect(client.gate.state().banUntilMs).toBe(nowMs + 7_200_000);
      await client.close();
    },
  );
});

describe('interface 4.6: the public host promises nothing', () => {
  const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 } as const;
  it.each([
    [429, 'RATE_LIMITED'],
    [418, 'IP_BAN'],
  ])('its HTTP %i stops its own calls and none of the account', async (status, category) => {
    const { baseUrl, requests } = await record(({ path }) =>
      path.startsWith('/bapi') ? { ...failure(-1, 'no', status), headers: { 'retry-after': '3600' } } : success(null),
    );
    // The same server under another name is another origin.
    const client = clientFor(baseUrl, { publicBaseUrl: baseUrl.replace('127.0.0.1', 'localhost') });
    await expect(client.public.searchPublicAds(search)).rejects.toMatchObject({ category, sent: 'yes' });
    await expect(client.public.searchPublicAds(search)).rejects.toMatchObject({ category, sent: 'no' });
    await client.orders.releaseCoin({ orderNumber: '1' });
    expect(requests).toHaveLength(2);
    await client.close();
  });

  it('while the service has banned the address it is not asked either', async () => {
    const { baseUrl, requests } = await record(() => page([]));
    const client = clientFor(baseUrl);
    client.gate.setBan(Date.now() + 3_600_000);
    await expect(client.public.searchPublicAds(search)).rejects.toMatchObject({ category: 'IP_BAN', sent: 'no' });
    expect(requests).toHaveLength(0);
    await client.close();
  });
});

describe('interface 7.4: what the circuit breaker counts', () => {
  const halfAnswer: Reply = {
    instead: (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('{"code":', () => response.destroy());
    },
  };
  const webPage: Reply = { body: '<html>maintenance</html>' };
  it.each([
    ['half answers', halfAnswer],
    ['web pages', webPage],
  ])('%s count as failures: a service that answers so is not well', async (_name, reply) => {
    const { baseUrl, requests } = await record(() => reply);
    const client = clientFor(baseUrl, { settings: thresholds });
    for (let call = 0; call < 3; call += 1) await expect(client.ads.getDetailByNo('1')).rejects.toThrow();
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ code: 'BREAKER_OPEN' });
    expect(requests).toHaveLength(3);
    await client.close();
  });

  it('a probe that is aborted, or never leaves, makes room for the next one at once', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { baseUrl } = await record(async (_request, index) => {
      arrived.resolve();
      if (index === 0) await held.promise;
      return ad;
    });
    let nowMs = 1_768_000_000_000;
    const client = clientFor(baseUrl, { settings: thresholds, clock: { now: () => nowMs } });
    client.gate.setBreaker({ phase: 'open', failures: 3, openUntilMs: nowMs + 45_000 });
    nowMs += 45_000;
    const circular: Record<string, unknown> = { orderNumber: '1' };
    circular['self'] = circular;
    await expect(client.call('releaseCoin', { body: circular })).rejects.toMatchObject({ code: '-1102', sent: 'no' });
    const stop = new AbortController();
    const probe = client.ads.getDetailByNo(wireAd.advNo, { signal: stop.signal });
    await expect(client.ads.getDetailByNo(wireAd.advNo)).rejects.toMatchObject({ code: 'BREAKER_OPEN' });
    await arrived.promise;
    stop.abort();
    await expect(probe).rejects.toMatchObject({ code: 'ABORTED' });
    await client.ads.getDetailByNo(wireAd.advNo);
    expect(client.gate.state().breaker.phase).toBe('closed');
    held.resolve();
    await client.close();
  });

  it.each([
    ['fails', (response: ServerResponse) => response.destroy()],
    ['goes well', (response: ServerResponse) => response.end(success(true).body)],
  ])(
    'while half-open only the probe is believed: a call from before the pause that %s changes nothing',
    async (...row) => {
      const ends: ServerResponse[] = [];
      const { baseUrl } = await record(() => ({ instead: (response) => ends.push(response) }));
      let nowMs = 1_768_000_000_000;
      const client = clientFor(baseUrl, { settings: thresholds, clock: { now: () => nowMs } });
      const old = client.ads.update({ advNo: '1', price: '1' }).catch((error: unknown) => error);
      while (ends.length < 1) await new Promise((resolve) => setImmediate(resolve));
      client.gate.setBreaker({ phase: 'open', failures: 3, openUntilMs: nowMs + 45_000 });
      nowMs += 45_000;
      const probe = client.ads.update({ advNo: '2', price: '1' });
      while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
      const [first, second] = ends;
      if (first !== undefined) row[1](first);
      await old;
      expect(client.gate.state().breaker).toMatchObject({ phase: 'half-open', failures: 3 });
      second?.end(success(true).body);
      await probe;
      expect(client.gate.state().breaker.phase).toBe('closed');
      await client.close();
    },
  );

  it('a listener that throws turns no success into a failure, and the next listener still hears', async () => {
    const warned = Promise.withResolvers<Error>();
    process.once('warning', warned.resolve);
    const { baseUrl } = await record(() => success(null));
    const client = clientFor(baseUrl, { settings: thresholds });
    client.gate.setBreaker({ phase: 'closed', failures: 2, openUntilMs: null });
    const heard: number[] = [];
    client.gate.subscribe(() => {
      throw new Error('listener broke');
    });
    client.gate.subscribe(({ breaker }) => heard.push(breaker.failures));
    await client.orders.releaseCoin({ orderNumber: '1' });
    expect(heard).toEqual([0]);
    expect((await warned.promise).message).toBe('listener broke');
    await client.close();
  });
});

describe('interface 7.5: limits in a row', () => {
  it('any other answer ends the row, also a refusal of another kind', async () => {
    const { baseUrl } = await record((_request, index) =>
      index % 2 === 0 ? failure(-1003, 'slow down', 429) : failure(83_999, 'no', 400),
    );
    const client = clientFor(baseUrl, { settings: { backoffBaseMs: 5, inAttemptBackoffLimitMs: 1_000 } });
    const waits: unknown[] = [];
    for (let call = 0; call < 6; call += 1) {
      const error: unknown = await client.ads.update({ advNo: '1', price: '1' }).catch((reason: unknown) => reason);
      waits.push((error as { retryAfterMs: number | null }).retryAfterMs);
    }
    expect(waits).toEqual([10, null, 10, null, 10, null]);
    await client.close();
  });
});

describe('wire-facts 1: the timestamp is taken after the queue', () => {
  it('a call that waited for its turn carries the time at which it left', async () => {
    const { baseUrl, requests } = await record(() => success(true));
    const client = clientFor(baseUrl, { settings: { accountRequestsPerSecond: 2 } });
    const change = { advNo: wireAd.advNo, price: '11.61' };
    await Promise.all([1, 2, 3].map(() => client.ads.update(change)));
    const [first, , third] = requests;
    expect(timestampOf(third) - timestampOf(first)).toBeGreaterThanOrEqual(999);
    await client.close();
  });
});

describe('wire-facts 14: the used weight slows the account down', () => {
  it.each(['x-sapi-used-uid-weight-1m', 'X-SAPI-USED-UID-WEIGHT-1M'])(
    '%s above 80 %% of the quota, on a success or on a refusal',
    async (header) => {
      const used = { [header]: '171000' };
      const { baseUrl, requests } = await record((_request, index) =>
        index === 0 ? { ...failure(-2015, 'no'), headers: used } : { ...success(true), headers: used },
      );
      const client = clientFor(baseUrl, { settings: { accountRequestsPerSecond: 10 } });
      const change = { advNo: wireAd.advNo, price: '11.61' };
      await expect(client.ads.update(change)).rejects.toThrow();
      await Promise.all(Array.from({ length: 10 }, () => client.ads.update(change)));
      // At 95 % of the quota a quarter of the pace is left, so the eleventh call waits for the first of four seconds.
      expect(timestampOf(requests[10]) - timestampOf(requests[0])).toBeGreaterThanOrEqual(3_990);
      await client.close();
    },
  );
});

describe('interface 4.6: the public search has an address of its own', () => {
  it('EP-0 goes to publicBaseUrl, without key, and nothing else does', async () => {
    const { baseUrl, requests } = await record(() => success(true));
    const publicHost = await startRecorder(() => page([]));
    const client = clientFor(baseUrl, { publicBaseUrl: publicHost.baseUrl });
    await client.public.searchPublicAds({ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 });
    await client.ads.update({ advNo: wireAd.advNo, price: '11.61' });
    expect(publicHost.requests.map(({ path }) => path)).toEqual(['/bapi/c2c/v2/friendly/c2c/adv/search']);
    expect(publicHost.requests[0]?.headers['x-mbx-apikey']).toBeUndefined();
    expect(requests.map(({ path }) => path)).toEqual(['/sapi/v1/c2c/ads/update']);
    await Promise.all([client.close(), publicHost.close()]);
  });
});

describe('design section 8: who goes first when the budget is short', () => {
  it('a money step and the time for it pass calls that already wait, without an option', async () => {
    const { baseUrl, requests } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : path.endsWith('search') ? page([]) : success(null),
    );
    const client = clientFor(baseUrl, { settings: { accountRequestsPerSecond: 1 } });
    const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 } as const;
    const searches = [client.ads.search(search), client.ads.search(search)];
    await Promise.all([client.orders.releaseCoin({ orderNumber: '1' }), client.time(), ...searches]);
    const names = requests.map(({ path }) => path.split('/').at(-1));
    expect(names).toEqual(['search', 'releaseCoin', 'time', 'search']);
    await client.close();
  });
});

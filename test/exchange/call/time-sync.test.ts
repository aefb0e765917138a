import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, wireAd } from '../fixtures.ts';
import {
  failure,
  serverTime,
  startRecorder,
  success,
  timestampOf,
  type RawRequest,
  type Recorder,
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

const updateBody = { advNo: wireAd.advNo, price: '11.61' };

/** This machine's clock, for the client and the service: how long a call takes decides nothing. */
const startMs = 1_768_000_000_000;
const stillClock = { clock: { now: () => startMs } };

/** Refuses every timestamp that is not within 2 s of its own clock, which runs `aheadMs` before ours. */
function skewedService(aheadMs: () => number): Responder {
  return (request) => {
    const nowMs = startMs + aheadMs();
    if (request.path === '/api/v3/time') return serverTime(nowMs);
    const late = Math.abs(timestampOf(request) - nowMs) > 2_000;
    return late ? failure(-1021, 'Timestamp for this request is outside of the recvWindow.') : success(true);
  };
}

describe('interface 5 rule 3: resynchronise on -1021 and -1022', () => {
  it('fetches the time, waits 0.3 s, signs again with a fresh timestamp', async () => {
    const slept: number[] = [];
    const { baseUrl, requests } = await record(skewedService(() => 3_600_000));
    const sleep = async (ms: number): Promise<void> => void slept.push(ms);
    const client = clientFor(baseUrl, { ...stillClock, settings: { timeSyncWaitMs: 300 }, sleep });
    await client.ads.update(updateBody);
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['update', 'time', 'update']);
    expect(slept).toEqual([300]);
    const [first, , second] = requests as [RawRequest, RawRequest, RawRequest];
    expect([timestampOf(first), timestampOf(second)]).toEqual([startMs, startMs + 3_600_000]);
    expect(second.body).toBe(first.body);
    await client.close();
  });

  it('asks for the time without any credentials', async () => {
    const { baseUrl, requests } = await record(skewedService(() => 3_600_000));
    const client = clientFor(baseUrl, stillClock);
    await client.ads.update(updateBody);
    const time = requests.find(({ path }) => path === '/api/v3/time');
    expect([time?.method, time?.query, time?.headers['x-mbx-apikey']]).toEqual(['GET', '', undefined]);
    await client.close();
  });

  it('a second refusal is final', async () => {
    const { baseUrl, calls } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : failure(-1022, 'Signature for this request is not valid.'),
    );
    const client = clientFor(baseUrl);
    await expect(client.ads.update(updateBody)).rejects.toMatchObject({
      code: '-1022',
      category: 'RETRY_WITH_SYNC',
      sent: 'yes',
    });
    expect(calls()).toHaveLength(2);
    await client.close();
  });

  it('when the time cannot be read, the refusal itself is reported', async () => {
    const { baseUrl, requests } = await record(({ path }) =>
      path === '/api/v3/time' ? failure(-1000, 'no time', 500) : failure(-1021, 'outside of the recvWindow'),
    );
    const client = clientFor(baseUrl);
    await expect(client.ads.update(updateBody)).rejects.toMatchObject({ code: '-1021' });
    expect(requests).toHaveLength(2);
    await client.close();
  });

  it('a hundred calls refused together fetch the time once (I23)', async () => {
    let aheadMs = 0;
    const { baseUrl, requests, calls } = await record(skewedService(() => aheadMs));
    const client = clientFor(baseUrl, { ...stillClock, settings: { requestsInFlight: 100 } });
    await client.ads.update(updateBody);
    for (const jumpMs of [30_000, -30_000]) {
      aheadMs += jumpMs;
      const before = requests.length;
      await Promise.all(Array.from({ length: 100 }, () => client.ads.update(updateBody)));
      const during = requests.slice(before);
      expect(during.filter(({ path }) => path === '/api/v3/time')).toHaveLength(1);
    }
    expect(calls().length).toBeGreaterThanOrEqual(201);
    await client.close();
  });

  it('unsigned calls are not repeated', async () => {
    const { baseUrl, requests } = await record(() => failure(-1021, 'outside of the recvWindow'));
    const client = clientFor(baseUrl);
    const market = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 } as const;
    await expect(client.ads.search(market)).rejects.toMatchObject({ code: '-1021' });
    expect(requests).toHaveLength(1);
    await client.close();
  });

  it('a caller who gives up does not wait for the time that others fetch', async () => {
    const held = Promise.withResolvers<void>();
    const stop = new AbortController();
    const { baseUrl } = await record(async ({ path }) => {
      if (path !== '/api/v3/time') return failure(-1021, 'outside of the recvWindow');
      stop.abort();
      await held.promise;
      return serverTime(Date.now());
    });
    const client = clientFor(baseUrl);
    const call = client.ads.update(updateBody, { signal: stop.signal });
    await expect(call).rejects.toMatchObject({ code: '-1021', sent: 'yes' });
    held.resolve();
    await client.close();
  });

  it.each([0, -5, 99_999_999_999, 17_680_000_000_000])('a time of %i is not believed', async (time) => {
    const { baseUrl } = await record(() => ({ body: JSON.stringify({ serverTime: time }) }));
    const client = clientFor(baseUrl);
    await expect(client.time()).rejects.toThrow(/not a time of these days/);
    await client.close();
  });
});

describe('design section 6: what is fenced is sent only inside its fence', () => {
  const order = { orderNumber: '22751234567890123456' };

  it('signs with the small window of the fence', async () => {
    const { baseUrl, requests } = await record(() => success(null));
    const client = clientFor(baseUrl);
    const fence = { sendBeforeMs: Date.now() + 60_000, recvWindowMs: 3_000 };
    await client.orders.releaseCoin(order, { fence });
    expect(requests[0]?.query).toMatch(/^recvWindow=3000&timestamp=/);
    await client.close();
  });

  it('nothing is sent once the fence is past', async () => {
    const { baseUrl, requests } = await record(() => success(null));
    const client = clientFor(baseUrl);
    const call = client.orders.releaseCoin(order, { fence: { sendBeforeMs: Date.now() - 1, recvWindowMs: 3_000 } });
    await expect(call).rejects.toMatchObject({ code: 'FENCED', sent: 'no' });
    expect(requests).toHaveLength(0);
    await client.close();
  });

  it('nothing is sent when the fence passes while the connection is still coming about', async () => {
    const { baseUrl, requests } = await record(() => success(null));
    let nowMs = 1_768_000_000_000;
    const client = clientFor(baseUrl, { clock: { now: () => nowMs } });
    const fence = { sendBeforeMs: nowMs + 1_000, recvWindowMs: 3_000 };
    const late = client.orders.releaseCoin(order, { fence });
    nowMs += 1_001;
    await expect(late).rejects.toMatchObject({ code: 'FENCED', sent: 'no' });
    await client.orders.releaseCoin(order, { fence: { ...fence, sendBeforeMs: nowMs } });
    expect(requests).toHaveLength(1);
    await client.close();
  });

  it('a price write: -1021 inside the fence is repeated once, -1021 close to its end is not', async () => {
    const { baseUrl, requests } = await record(skewedService(() => 60_000));
    const client = clientFor(baseUrl, { ...stillClock, settings: { timeSyncWaitMs: 300 } });
    const late = client.ads.update(updateBody, { fence: { sendBeforeMs: startMs + 200, recvWindowMs: 3_000 } });
    await expect(late).rejects.toMatchObject({ code: '-1021', sent: 'yes' });
    expect(requests).toHaveLength(1);
    await client.ads.update(updateBody, { fence: { sendBeforeMs: startMs + 60_000, recvWindowMs: 3_000 } });
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['update', 'update', 'time', 'update']);
    await client.close();
  });

  it.each([
    ['-1000', failure(-1000, 'unknown error')],
    ['-9000', failure(-9000, 'system error')],
    ['500', failure(-1001, 'internal', 500)],
    ['429', failure(-1003, 'slow down', 429)],
    ['-2015', failure(-2015, 'permission')],
  ])('a money step is not repeated on %s', async (_name, reply) => {
    const { baseUrl, requests } = await record(() => reply);
    const client = clientFor(baseUrl);
    await expect(client.orders.releaseCoin(order)).rejects.toMatchObject({ endpoint: 'releaseCoin', sent: 'yes' });
    expect(requests).toHaveLength(1);
    await client.close();
  });
});

describe('a clock that the caller brings', () => {
  it('drives the time between two fetches', async () => {
    let nowMs = 1_768_000_000_000;
    const { baseUrl, requests } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(nowMs + 50_000) : failure(-1022, 'refused'),
    );
    const client = clientFor(baseUrl, { clock: { now: () => nowMs } });
    await expect(client.ads.update(updateBody)).rejects.toMatchObject({ code: '-1022' });
    expect(timestampOf(requests[0] as RawRequest)).toBe(1_768_000_000_000);
    expect(timestampOf(requests[2] as RawRequest)).toBe(1_768_000_050_000);
    nowMs += 7_000;
    expect(client.now()).toBe(1_768_000_057_000);
    await client.close();
  });
});

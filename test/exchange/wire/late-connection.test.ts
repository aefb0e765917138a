import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeClientOptions } from '../../../src/exchange/index.ts';
import { clientFor } from '../fixtures.ts';
import { startRecorder, success, timestampOf, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  await recorder?.close();
  recorder = null;
});

const startMs = 1_768_000_000_000;
const slowHost = 'slow.example';

/**
 * The name lookup, a part of connecting, takes this long by the clock of the client, and never ends where `hangs`
 * returns true for its number, counted from 1.
 */
function slowLookup(takesMs: number, hangs: (lookup: number) => boolean = () => false) {
  let nowMs = startMs;
  const answered: (() => void)[] = [];
  const lookup = (_name: unknown, _options: unknown, callback: unknown): void => {
    nowMs += takesMs;
    const answer = (): void =>
      (callback as (error: null, addresses: unknown) => void)(null, [{ address: '127.0.0.1', family: 4 }]);
    const number = answered.push(answer);
    if (!hangs(number)) setImmediate(answer);
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  return { clock: { now: () => nowMs }, lookups: () => answered.length };
}

async function slowClient(takesMs: number, options: Partial<ExchangeClientOptions> = {}) {
  recorder = await startRecorder(() => success(null));
  const { clock, lookups } = slowLookup(takesMs);
  const baseUrl = `http://${slowHost}:${recorder.port}`;
  return { client: clientFor(baseUrl, { allowPlainHttp: true, clock, ...options }), lookups, recorder };
}

describe('interface 5 rule 3: the timestamp is taken when the connection stands', () => {
  it('a release is not too old when the connection took longer than the service accepts', async () => {
    const { client, recorder: service } = await slowClient(3_500);
    const fence = { sendBeforeMs: startMs + 10_000, recvWindowMs: 3_000 };
    await client.orders.releaseCoin({ orderNumber: '1' }, { fence });
    expect(service.requests.map(timestampOf)).toEqual([startMs + 3_500]);
    await client.close();
  });

  it('a fence that passed meanwhile holds it back', async () => {
    const { client, recorder: service, lookups } = await slowClient(3_500);
    const fence = { sendBeforeMs: startMs + 3_000, recvWindowMs: 3_000 };
    const late = client.orders.releaseCoin({ orderNumber: '1' }, { fence });
    await expect(late).rejects.toMatchObject({ code: 'FENCED', sent: 'no' });
    expect([service.requests.length, lookups()]).toEqual([0, 1]);
    await client.close();
  });

  it('many calls at once: each is sent once, over a connection of its own or one that was free', async () => {
    const { client, recorder: service, lookups } = await slowClient(0, { settings: { requestsInFlight: 9 } });
    const numbers = Array.from({ length: 40 }, (_, index) => String(index));
    await Promise.all(numbers.map((orderNumber) => client.orders.releaseCoin({ orderNumber })));
    const sent = service.requests.map(({ body }) => (JSON.parse(body) as { orderNumber: string }).orderNumber);
    expect(sent.toSorted()).toEqual(numbers.toSorted());
    expect(lookups()).toBeLessThanOrEqual(9);
    await client.close();
  });
});

describe('reliability 2.3: a handshake that hangs holds up no call that could go', () => {
  const hanging = async (hangs: (lookup: number) => boolean, requestsInFlight = 8) => {
    recorder = await startRecorder(() => success(null));
    const { lookups } = slowLookup(0, hangs);
    const settings = { requestsInFlight, requestTimeoutMs: 20_000 };
    const client = clientFor(`http://${slowHost}:${recorder.port}`, { allowPlainHttp: true, settings });
    const release = (count: number, signal?: AbortSignal) =>
      Promise.all(Array.from({ length: count }, () => client.orders.releaseCoin({ orderNumber: '1' }, { signal })));
    return { client, recorder, release, lookups };
  };

  it('the first of two: both go by the other, and so do those after them', async () => {
    const { client, recorder: service, release } = await hanging((lookup) => lookup === 1);
    await release(2);
    for (let call = 0; call < 4; call += 1) await release(1);
    expect(service.requests).toHaveLength(6);
    await client.close();
  });

  it('all but the first: the connection that is there carries everything', async () => {
    const { client, recorder: service, release } = await hanging((lookup) => lookup > 1);
    await release(1);
    await release(2);
    await release(6);
    expect(service.requests).toHaveLength(9);
    expect(service.connections()).toBe(1);
    await client.close();
  });

  it('every second: seven at once', async () => {
    const { client, recorder: service, release } = await hanging((lookup) => lookup % 2 === 1);
    await release(7);
    expect(service.requests).toHaveLength(7);
    await client.close();
  });

  it('the handshake of an aborted call, at the bound of connections', async () => {
    const { client, recorder: service, release, lookups } = await hanging((lookup) => lookup <= 2, 2);
    const stop = new AbortController();
    const given = release(2, stop.signal).catch((error: unknown) => error);
    while (lookups() < 2) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await given).toMatchObject({ code: 'ABORTED', sent: 'no' });
    await release(2);
    expect(service.requests).toHaveLength(2);
    await client.close();
  });
});

describe('wire-facts 2.1: the announcement of an answer is not an answer', () => {
  it('103 and then silence leaves open whether the request arrived', async () => {
    recorder = await startRecorder(() => ({
      instead: (response) => {
        response.writeEarlyHints({ link: '</a>; rel=preload' }, () => response.destroy());
      },
    }));
    const client = clientFor(recorder.baseUrl);
    const call = client.orders.releaseCoin({ orderNumber: '1' });
    await expect(call).rejects.toMatchObject({ sent: 'unknown', httpStatus: null });
    await client.close();
  });
});

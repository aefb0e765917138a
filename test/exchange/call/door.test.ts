import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createGate,
  defaultExchangeSettings,
  ExchangeError,
  type AttemptReport,
  type ExchangeClientOptions,
} from '../../../src/exchange/index.ts';
import { door, heldLookups, heldReads, readBeside, releasesOf, settled, slowHost, startMs } from '../door-client.ts';
import { clientFor, sampleInput } from '../fixtures.ts';
import {
  failure,
  serverTime,
  startRecorder,
  success,
  timestampOf,
  type Recorder,
  type Responder,
} from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  await recorder?.close();
  recorder = null;
});

async function desk(respond: Responder = () => success(null), options: Partial<ExchangeClientOptions> = {}) {
  recorder = await startRecorder(respond);
  return { client: clientFor(recorder.baseUrl, options), recorder };
}

const order = { orderNumber: '1' };

class Refused extends Error {
  override readonly name = 'Refused';
}

describe('reliability 2.3: a door is asked last', () => {
  it('after the turn: what the call waited before does not count for its time', async () => {
    let nowMs = startMs;
    const reads = heldReads();
    const options = { clock: { now: () => nowMs }, settings: { requestsInFlight: 1 } };
    const { client, recorder: service } = await desk(reads.respond, options);
    readBeside(client);
    while (reads.held() === 0) await settled();
    const last = door(() => undefined, 100);
    const release = client.orders.releaseCoin(order, { door: last });
    await settled();
    nowMs += 60_000;
    expect([client.budgetUse().waiting, last.asked()]).toEqual([1, 0]);
    reads.answer();
    await release;
    expect([last.asked(), releasesOf(service.requests).length]).toEqual([1, 1]);
    await client.close();
  });

  it('after a full window: it is asked when the window lets the call go', async () => {
    const { client } = await desk(undefined, { settings: { accountRequestsPerSecond: 1 } });
    await client.orders.releaseCoin(order);
    const leftMs = performance.now();
    let askedMs = 0;
    const last = door(() => {
      askedMs = performance.now();
    });
    await client.orders.releaseCoin(order, { door: last });
    expect(askedMs - leftMs).toBeGreaterThan(900);
    await client.close();
  });

  it('after the connection: a slow one delays the question', async () => {
    const { recorder: service } = await desk();
    const lookups = heldLookups();
    const client = clientFor(`http://${slowHost}:${service.port}`, { allowPlainHttp: true });
    const last = door();
    const release = client.orders.releaseCoin(order, { door: last });
    while (lookups.held() === 0) await settled();
    await settled();
    expect([last.asked(), service.connections()]).toEqual([0, 0]);
    lookups.answer();
    await release;
    expect([last.asked(), service.connections(), service.requests.length]).toEqual([1, 1, 1]);
    await client.close();
  });

  it('and before the signature: the timestamp is from after the answer', async () => {
    let nowMs = startMs;
    const { client, recorder: service } = await desk(undefined, { clock: { now: () => nowMs } });
    const last = door(async () => {
      await settled();
      nowMs += 400;
    });
    await client.orders.releaseCoin(order, { door: last });
    expect(service.requests.map(timestampOf)).toEqual([startMs + 400]);
    await client.close();
  });

  it('a switch that was thrown while the call waited for its turn stops it', async () => {
    const reads = heldReads();
    const { client, recorder: service } = await desk(reads.respond, { settings: { requestsInFlight: 1 } });
    readBeside(client);
    while (reads.held() === 0) await settled();
    let isOff = false;
    const last = door(() => {
      if (isOff) throw new Refused('switched off');
    });
    const release = client.orders.releaseCoin(order, { door: last });
    await settled();
    isOff = true;
    reads.answer();
    await expect(release).rejects.toBeInstanceOf(Refused);
    expect(releasesOf(service.requests)).toHaveLength(0);
    await client.close();
  });

  it('what is refused at the turn or by a slow connection does not reach it', async () => {
    const { recorder: service } = await desk();
    const lookups = heldLookups();
    let nowMs = startMs;
    const gate = createGate(defaultExchangeSettings, { now: () => nowMs });
    const client = clientFor(`http://${slowHost}:${service.port}`, {
      allowPlainHttp: true,
      clock: { now: () => nowMs },
      gate,
    });
    const last = door();
    const fence = { sendBeforeMs: startMs + 1_000, recvWindowMs: 3_000 };
    const release = client.orders.releaseCoin(order, { door: last, fence });
    while (lookups.held() === 0) await settled();
    nowMs += 1_001;
    lookups.answer();
    await expect(release).rejects.toMatchObject({ code: 'FENCED', sent: 'no' });
    gate.setBan(nowMs + 60_000);
    await expect(client.orders.releaseCoin(order, { door: last })).rejects.toMatchObject({ category: 'IP_BAN' });
    expect([last.asked(), service.requests.length]).toEqual([0, 0]);
    await client.close();
  });
});

describe('reliability 2.3: a door that refuses', () => {
  it.each([
    ['an error of the caller', new Refused('a kill switch is engaged')],
    ['an error of the client', new ExchangeError({ message: 'not read', endpoint: 'x', sent: 'yes', httpStatus: 404 })],
    ['no error at all', 'off'],
  ])('sends nothing, and its own reason reaches the caller: %s', async (_name, reason) => {
    const seen: AttemptReport[] = [];
    const { client, recorder: service } = await desk(undefined, { onAttempt: (attempt) => seen.push(attempt) });
    const stack = reason instanceof Error ? reason.stack : null;
    const last = door(() => Promise.reject(reason as Error));
    const end: unknown = await client.orders.releaseCoin(order, { door: last }).catch((error: unknown) => error);
    expect(end).toBe(reason);
    if (reason instanceof Error) expect(reason.stack).toBe(stack);
    expect([last.asked(), service.requests.length]).toEqual([1, 0]);
    expect(seen).toMatchObject([{ operation: 'releaseCoin', tookMs: null, error: { code: 'NOT_LEFT', sent: 'no' } }]);
    await client.close();
  });

  it('takes neither a place nor a connection from others', async () => {
    const settings = { requestsInFlight: 1, accountRequestsPerSecond: 1 };
    const { client, recorder: service } = await desk(undefined, { settings });
    const refusing = door(() => Promise.reject(new Refused()));
    for (let call = 0; call < 5; call += 1) {
      await expect(client.orders.releaseCoin(order, { door: refusing })).rejects.toBeInstanceOf(Refused);
    }
    expect(client.budgetUse()).toMatchObject({ inFlight: 0, waiting: 0 });
    await client.orders.releaseCoin(order, { door: door() });
    expect([refusing.asked(), service.connections(), service.requests.length]).toEqual([5, 1, 1]);
    await client.close();
  });

  it('gives the probe of a half-open breaker to the next call', async () => {
    const gate = createGate(defaultExchangeSettings);
    const { client, recorder: service } = await desk(undefined, { gate });
    gate.setBreaker({ phase: 'open', failures: 15, openUntilMs: Date.now() - 1 });
    const refusing = door(() => Promise.reject(new Refused()));
    await expect(client.orders.releaseCoin(order, { door: refusing })).rejects.toBeInstanceOf(Refused);
    await client.orders.releaseCoin(order, { door: door() });
    expect(service.requests).toHaveLength(1);
    expect(gate.state().breaker.phase).toBe('closed');
    await client.close();
  });
});

describe('reliability 2.1: a call with a door is sent once, and its door is asked once', () => {
  it('fifty at once over three connections', async () => {
    const { client, recorder: service } = await desk(undefined, { settings: { requestsInFlight: 3 } });
    const calls = Array.from({ length: 50 }, (_, index) => ({ orderNumber: String(index), last: door(settled) }));
    await Promise.all(calls.map(({ orderNumber, last }) => client.orders.releaseCoin({ orderNumber }, { door: last })));
    const sent = service.requests.map(({ body }) => (JSON.parse(body) as typeof order).orderNumber);
    expect(sent.toSorted()).toEqual(calls.map(({ orderNumber }) => orderNumber).toSorted());
    expect(calls.map(({ last }) => last.asked())).toEqual(calls.map(() => 1));
    expect(service.connections()).toBeLessThanOrEqual(3);
    await client.close();
  });

  it.each([
    { what: 'a read that the service could not answer', status: 500, code: -1000, name: 'getDetailByNo' },
    { what: 'a read in a form that the service does not know', status: 404, code: 0, name: 'getPayMethodByUserId' },
    { what: 'a price write with an old timestamp', status: 400, code: -1021, name: 'update' },
    { what: 'a read whose signature is refused', status: 400, code: -1022, name: 'getAdDetails' },
  ])('$what', async ({ status, code, name }) => {
    const { client, recorder: service } = await desk(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : failure(code, 'refused', status),
    );
    const last = door();
    const body = sampleInput[name] ?? {};
    await expect(client.call(name, { body }, { door: last })).rejects.toBeInstanceOf(ExchangeError);
    expect([last.asked(), service.calls().length]).toEqual([1, 1]);
    await client.close();
  });
});

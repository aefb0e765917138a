import { afterEach, describe, expect, it, vi } from 'vitest';
import { judgeMoneyFailure, type ExchangeClientOptions, type ExchangeError } from '../../../src/exchange/index.ts';
import { door, heldLookups, heldReads, readBeside, releasesOf, settled, slowHost, startMs } from '../door-client.ts';
import { clientFor } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder, type Responder } from '../recorder.ts';

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
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const notLeft = { code: 'NOT_LEFT', sent: 'no', httpStatus: null };
const failureOf = async (call: Promise<unknown>): Promise<ExchangeError> =>
  (await call.then(() => null).catch((error: unknown) => error)) as ExchangeError;
/** The next 429 stops the account for a second, which is short enough for calls to wait for. */
const limited = { ...failure(-1003, 'slow', 429), headers: { 'retry-after': '1' } };

describe('reliability 2.3: the time between a door and the departure', () => {
  it.each([
    { what: 'by the wall clock alone: too long', stepsMs: [501, 0], sent: 0 },
    { what: 'by the steady clock alone: too long', stepsMs: [0, 501], sent: 0 },
    { what: 'by both clocks: too long', stepsMs: [501, 501], sent: 0 },
    { what: 'by the wall clock alone: negative', stepsMs: [-1, 0], sent: 0 },
    { what: 'by the steady clock alone: negative', stepsMs: [0, -1], sent: 0 },
    { what: 'as long as it may be', stepsMs: [500, 500], sent: 1 },
    { what: 'none', stepsMs: [0, 0], sent: 1 },
  ] as const)('$what', async ({ stepsMs: [wallStepMs, steadyStepMs], sent }) => {
    let [wallMs, steadyMs] = [startMs, 5_000];
    const clocks = { clock: { now: () => wallMs }, monotonic: () => steadyMs };
    const { client, recorder: service } = await desk(undefined, clocks);
    const last = door(async () => {
      await settled();
      wallMs += wallStepMs;
      steadyMs += steadyStepMs;
    }, 500);
    const end = await failureOf(client.orders.releaseCoin(order, { door: last }));
    if (sent === 0) {
      expect(end).toMatchObject({ ...notLeft, message: expect.stringContaining('too long') as unknown });
      expect(judgeMoneyFailure(end)).toMatchObject({ kind: 'rejected', code: 'NOT_LEFT' });
    } else expect(end).toBeNull();
    expect([last.asked(), service.requests.length]).toEqual([1, sent]);
    await client.close();
  });

  it('a limit that is no number lets nothing go', async () => {
    const { client, recorder: service } = await desk();
    const last = door(() => undefined, Number.NaN);
    await expect(client.orders.releaseCoin(order, { door: last })).rejects.toMatchObject(notLeft);
    expect(service.requests).toHaveLength(0);
    await client.close();
  });
});

describe('reliability 2.3: what happens while a door is asked', () => {
  it.each(['a new connection', 'a used one'])(
    '%s that is lost: nothing is sent, also not by another',
    async (which) => {
      const { client, recorder: service } = await desk();
      if (which === 'a used one') await client.orders.releaseCoin(order);
      const before = service.requests.length;
      const last = door(async () => {
        service.cut();
        await pause(50);
      });
      await expect(client.orders.releaseCoin(order, { door: last })).rejects.toMatchObject(notLeft);
      expect([last.asked(), service.requests.length, service.connections()]).toEqual([1, before, 1]);
      await client.orders.releaseCoin(order, { door: door() });
      expect(service.requests).toHaveLength(before + 1);
      await client.close();
    },
  );

  it('a pause that begins: the call does not come back into the queue, and says how long to wait', async () => {
    const { client, recorder: service } = await desk(({ path }) =>
      path.endsWith('releaseCoin') ? success(null) : limited,
    );
    const last = door(async () => {
      await failureOf(client.ads.getDetailByNo('1'));
    });
    const end = await failureOf(client.orders.releaseCoin(order, { door: last }));
    expect(end).toMatchObject(notLeft);
    expect(end.retryAfterMs).toBeGreaterThan(0);
    await pause(1_200);
    expect([last.asked(), releasesOf(service.requests).length, client.budgetUse().inFlight]).toEqual([1, 0, 0]);
    await client.close();
  });

  it('a pause that begins before, while it connects: the call waits for its end, and is asked then', async () => {
    const reads = heldReads(limited);
    const { recorder: service } = await desk(reads.respond);
    const lookups = heldLookups();
    const baseUrl = `http://${slowHost}:${service.port}`;
    const client = clientFor(baseUrl, { allowPlainHttp: true, settings: { requestsInFlight: 2 } });
    readBeside(client);
    while (lookups.held() === 0) await settled();
    lookups.answer();
    while (reads.held() === 0) await settled();
    let askedMs = 0;
    const last = door(() => {
      askedMs = performance.now();
    });
    const release = client.orders.releaseCoin(order, { door: last });
    while (lookups.held() === 0) await settled();
    const limitedMs = performance.now();
    reads.answer();
    await release;
    expect(askedMs - limitedMs).toBeGreaterThan(900);
    expect([last.asked(), releasesOf(service.requests).length]).toEqual([1, 1]);
    await client.close();
  });

  it('a caller who gives up: the call ends at once, and a late answer counts for nothing', async () => {
    const { client, recorder: service } = await desk(undefined, { settings: { requestsInFlight: 1 } });
    const stop = new AbortController();
    const answered = Promise.withResolvers<void>();
    const last = door(() => answered.promise);
    const release = client.orders.releaseCoin(order, { door: last, signal: stop.signal });
    const end = failureOf(release);
    while (last.asked() === 0) await settled();
    stop.abort();
    expect(await end).toMatchObject({ code: 'ABORTED', sent: 'no' });
    answered.reject(new Error('too late to matter'));
    await client.orders.releaseCoin(order, { door: door() });
    expect([service.requests.length, service.connections()]).toEqual([1, 1]);
    await client.close();
  });

  it('a caller who gave up in the door itself', async () => {
    const { client, recorder: service } = await desk();
    const stop = new AbortController();
    const last = door(() => stop.abort());
    const release = client.orders.releaseCoin(order, { door: last, signal: stop.signal });
    await expect(release).rejects.toMatchObject({ code: 'ABORTED', sent: 'no' });
    await client.orders.releaseCoin(order);
    expect([service.requests.length, service.connections()]).toEqual([1, 1]);
    await client.close();
  });

  it('a client that is closed: the call ends as closed', async () => {
    const { client, recorder: service } = await desk();
    const last = door(() => new Promise(() => undefined));
    const end = failureOf(client.orders.releaseCoin(order, { door: last }));
    while (last.asked() === 0) await settled();
    await client.close();
    expect(await end).toMatchObject({ code: 'CLOSED', sent: 'no' });
    expect(service.requests).toHaveLength(0);
  });
});

describe('reliability 2.3: what happens between a door and the departure', () => {
  it.each(['gives up', 'closes the client'])('a caller who %s: nothing leaves', async (which) => {
    const { client, recorder: service } = await desk(undefined, { settings: { requestsInFlight: 1 } });
    await client.orders.releaseCoin(order);
    const stop = new AbortController();
    // undici looks once more at a used connection before it writes: the call is over by then.
    const last = door(() => void setImmediate(() => (which === 'gives up' ? stop.abort() : void client.close())));
    const end = await failureOf(client.orders.releaseCoin(order, { door: last, signal: stop.signal }));
    expect(end).toMatchObject({ code: which === 'gives up' ? 'ABORTED' : 'CLOSED', sent: 'no' });
    expect([last.asked(), service.requests.length]).toEqual([1, 1]);
    if (which === 'gives up') await client.orders.releaseCoin(order, { door: door() });
    await settled();
    expect(service.requests).toHaveLength(which === 'gives up' ? 2 : 1);
    await client.close();
  });
});

describe('reliability 2.3: the connection that is kept for a call with a door', () => {
  it.each(['gives up', 'closes the client'])('a caller who %s while it opens', async (which) => {
    const { recorder: service } = await desk();
    const lookups = heldLookups();
    const settings = { requestTimeoutMs: 600_000 };
    const client = clientFor(`http://${slowHost}:${service.port}`, { allowPlainHttp: true, settings });
    const stop = new AbortController();
    const last = door();
    const end = failureOf(client.orders.releaseCoin(order, { door: last, signal: stop.signal }));
    while (lookups.held() === 0) await settled();
    if (which === 'gives up') stop.abort();
    else await client.close();
    expect(await end).toMatchObject({ code: which === 'gives up' ? 'ABORTED' : 'CLOSED', sent: 'no' });
    expect(last.asked()).toBe(0);
    await client.close();
  });

  it('one that does not open in time, or at all, ends the call without the door', async () => {
    const { recorder: service } = await desk();
    const lookups = heldLookups();
    const options = { allowPlainHttp: true, settings: { requestTimeoutMs: 100 } };
    const slow = clientFor(`http://${slowHost}:${service.port}`, options);
    const last = door();
    const end = await failureOf(slow.orders.releaseCoin(order, { door: last }));
    expect(end).toMatchObject({ sent: 'no', name: 'ExchangeError', code: null });
    expect(lookups.held()).toBe(1);
    await slow.close();
    await service.close();
    const refused = clientFor(`http://127.0.0.1:${service.port}`);
    await expect(refused.orders.releaseCoin(order, { door: last })).rejects.toMatchObject({
      sent: 'no',
      message: expect.stringContaining('refused the connection') as unknown,
    });
    expect(last.asked()).toBe(0);
    await refused.close();
  });

  it('one that another call is done with, while its own does not open', async () => {
    const reads = heldReads();
    const { recorder: service } = await desk(reads.respond);
    const lookups = heldLookups();
    const client = clientFor(`http://${slowHost}:${service.port}`, { allowPlainHttp: true });
    readBeside(client);
    while (lookups.held() === 0) await settled();
    lookups.answer();
    while (reads.held() === 0) await settled();
    const release = client.orders.releaseCoin(order, { door: door() });
    while (lookups.held() === 0) await settled();
    reads.answer();
    await release;
    expect([lookups.held(), service.connections()]).toEqual([1, 1]);
    await client.close();
  });

  it('none that idled for long: it could end while the door is asked', async () => {
    const { client, recorder: service } = await desk(undefined, { settings: { requestsInFlight: 1 } });
    await client.orders.releaseCoin(order);
    await client.orders.releaseCoin(order, { door: door() });
    expect(service.connections()).toBe(1);
    await pause(1_100);
    await client.orders.releaseCoin(order, { door: door() });
    expect([service.connections(), service.requests.length]).toEqual([2, 3]);
    await client.close();
  });

  it('one that idled for long, when no other one opens', async () => {
    const { recorder: service } = await desk();
    const lookups = heldLookups();
    const client = clientFor(`http://${slowHost}:${service.port}`, { allowPlainHttp: true });
    const first = client.orders.releaseCoin(order);
    while (lookups.held() === 0) await settled();
    lookups.answer();
    await first;
    await pause(1_100);
    await client.orders.releaseCoin(order, { door: door() });
    expect([lookups.held(), service.connections(), service.requests.length]).toEqual([1, 1, 2]);
    await client.close();
  });
});

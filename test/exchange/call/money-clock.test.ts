import { afterEach, describe, expect, it, vi } from 'vitest';
import { judgeMoneyFailure, type ExchangeClientOptions, type ExchangeError } from '../../../src/exchange/index.ts';
import { clientFor, sampleInput, wireAd } from '../fixtures.ts';
import { failure, serverTime, startRecorder, success, type Recorder, type Responder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function record(respond: Responder): Promise<Recorder> {
  recorder = await startRecorder(respond);
  return recorder;
}

const lastOf = ({ path }: { readonly path: string }) => path.split('/').at(-1);
const release = sampleInput['releaseCoin'] ?? {};
const update = { advNo: wireAd.advNo, price: '11.61' };
const fenceNow = (nowMs = Date.now()) => ({ sendBeforeMs: nowMs + 60_000, recvWindowMs: 3_000 });
const failureOf = async (call: Promise<unknown>): Promise<ExchangeError> => {
  return (await call.then(() => null).catch((error: unknown) => error)) as ExchangeError;
};

describe('reliability 2.3: a money step is never signed a second time', () => {
  const steps = ['releaseCoin', 'markOrderAsPaid', 'placeOrder', 'cancelOrder', 'post'];
  const refusals = steps.flatMap((name) => [-1021, -1022].map((code) => [name, code] as const));

  it.each(refusals)('%s that is answered %i is not sent again', async (name, code) => {
    const { baseUrl, calls } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now()) : failure(code, 'refused'),
    );
    const client = clientFor(baseUrl);
    for (const fence of [fenceNow(), undefined]) {
      const error = await failureOf(client.call(name, { body: sampleInput[name] ?? {} }, { fence }));
      expect(error).toMatchObject({ code: String(code), sent: 'yes', category: 'RETRY_WITH_SYNC' });
      expect(judgeMoneyFailure(error)).toMatchObject({ kind: 'rejected', code: String(code) });
    }
    expect(calls().map(lastOf)).toEqual([name, name]);
    await client.close();
  });

  it('a machine that stood still, both clocks of it: nothing of a minute ago is executed', async () => {
    // The view of a suspended virtual machine: no time passed, but the service's did.
    const nowMs = 1_768_000_000_000;
    const { baseUrl, calls } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(nowMs + 60_000) : failure(-1021, 'outside of the recvWindow'),
    );
    const client = clientFor(baseUrl, { clock: { now: () => nowMs }, monotonic: () => 5_000 });
    const call = client.call('placeOrder', { body: sampleInput['placeOrder'] ?? {} }, { fence: fenceNow(nowMs) });
    await expect(call).rejects.toMatchObject({ code: '-1021', sent: 'yes' });
    expect(calls()).toHaveLength(1);
    await client.close();
  });

  it('the clock is set right in the background, for the calls after it', async () => {
    const { baseUrl, requests } = await record(({ path }) =>
      path === '/api/v3/time' ? serverTime(Date.now() + 4_000) : failure(-1021, 'outside of the recvWindow'),
    );
    const client = clientFor(baseUrl);
    await expect(client.call('releaseCoin', { body: release })).rejects.toMatchObject({ code: '-1021' });
    await vi.waitFor(() => expect(client.clockDifferenceMs()).toBeGreaterThan(3_000));
    expect(requests.map(lastOf)).toEqual(['releaseCoin', 'time']);
    await client.close();
  });
});

describe('design section 6: a clock that jumps while a fenced call waits', () => {
  /** Clocks that can be set apart; the wall clock is set by `jumpMs` once the call has begun. */
  async function jumpingClient(jumpMs: number, monotonicMs = 0) {
    let wallMs = 1_768_000_000_000;
    let steadyMs = 5_000;
    const { baseUrl, calls } = await record(() => success(true));
    const options: Partial<ExchangeClientOptions> = { clock: { now: () => wallMs }, monotonic: () => steadyMs };
    const client = clientFor(baseUrl, options);
    const afterJump = async (call: Promise<unknown>): Promise<ExchangeError | null> => {
      const outcome = failureOf(call);
      wallMs += jumpMs + monotonicMs;
      steadyMs += monotonicMs;
      return await outcome;
    };
    return { client, afterJump, calls, fence: fenceNow(wallMs) };
  }

  it.each([1_001, -1_001, -86_400_000, 3_600_000])('by %i ms: it is not sent', async (jumpMs) => {
    const { client, afterJump, calls, fence } = await jumpingClient(jumpMs);
    const refused = { code: 'CLOCK_JUMPED', sent: 'no', httpStatus: null };
    expect(await afterJump(client.call('releaseCoin', { body: release }, { fence }))).toMatchObject(refused);
    expect(calls()).toHaveLength(0);
    await client.close();
  });

  it('a price write is fenced too', async () => {
    const { client, afterJump, calls, fence } = await jumpingClient(-5_000);
    expect(await afterJump(client.ads.update(update, { fence }))).toMatchObject({ code: 'CLOCK_JUMPED', sent: 'no' });
    expect(calls()).toHaveLength(0);
    await client.close();
  });

  it.each([
    ['by a second', 1_000, 0],
    ['by a second back', -1_000, 0],
    ['not at all, while it waited half a minute', 0, 30_000],
  ])('%s: it is sent', async (_name, jumpMs, waitedMs) => {
    const { client, afterJump, calls, fence } = await jumpingClient(jumpMs, waitedMs);
    expect(await afterJump(client.ads.update(update, { fence }))).toBeNull();
    expect(calls()).toHaveLength(1);
    await client.close();
  });

  it('what has no fence is sent: nothing depends on this clock', async () => {
    const { client, afterJump, calls } = await jumpingClient(-86_400_000);
    expect(await afterJump(client.ads.update(update))).toBeNull();
    expect(calls()).toHaveLength(1);
    await client.close();
  });
});

describe("S17: the service's clock and this machine's", () => {
  const nowMs = 1_768_000_000_000;

  async function clientAside(differenceMs: () => number, settings: Partial<ExchangeClientOptions['settings']> = {}) {
    const { baseUrl, requests, calls } = await record(({ path }) => {
      if (path === '/api/v3/time') return serverTime(nowMs + differenceMs());
      return success(path.endsWith('releaseCoin') ? null : true);
    });
    const client = clientFor(baseUrl, { clock: { now: () => nowMs }, settings: { ...settings } });
    return { client, requests, calls };
  }

  it('their difference is known as soon as it has been measured', async () => {
    const { client } = await clientAside(() => -2_500);
    expect(client.clockDifferenceMs()).toBeNull();
    await client.time();
    expect(client.clockDifferenceMs()).toBe(-2_500);
    expect(client.now()).toBe(nowMs - 2_500);
    await client.close();
  });

  it.each([5_001, -5_001, 3_600_000])('%i ms apart: a fenced money step is not sent', async (differenceMs) => {
    const { client, calls } = await clientAside(() => differenceMs);
    await client.time();
    const call = client.call('releaseCoin', { body: release }, { fence: fenceNow(nowMs) });
    await expect(call).rejects.toMatchObject({ code: 'CLOCK_SKEW', sent: 'no', message: /(ahead of|behind) this/ });
    expect(calls()).toHaveLength(0);
    await client.close();
  });

  it('reads, price writes and what has no fence go on, in the time of the service', async () => {
    const { client, calls } = await clientAside(() => 3_600_000);
    await client.time();
    await client.ads.update(update, { fence: fenceNow(nowMs) });
    await client.call('releaseCoin', { body: release });
    expect(calls().map(({ query }) => /timestamp=(\d+)/.exec(query)?.[1])).toEqual(
      Array.from({ length: 2 }, () => String(nowMs + 3_600_000)),
    );
    await client.close();
  });

  it.each([5_000, -5_000])('%i ms apart: it is sent', async (differenceMs) => {
    const { client, calls } = await clientAside(() => differenceMs);
    await client.time();
    await client.call('releaseCoin', { body: release }, { fence: fenceNow(nowMs) });
    expect(calls()).toHaveLength(1);
    await client.close();
  });

  it('the limit is a setting', async () => {
    const { client } = await clientAside(() => 1_500, { clockSkewLimitMs: 1_000 });
    await client.time();
    const call = client.call('releaseCoin', { body: release }, { fence: fenceNow(nowMs) });
    await expect(call).rejects.toMatchObject({ code: 'CLOCK_SKEW' });
    await client.close();
  });

  it('one wrong answer of the service does not last: a refusal asks for the time again', async () => {
    let differenceMs = 8_000;
    const { client, requests } = await clientAside(() => differenceMs);
    await client.time();
    differenceMs = 10;
    const refused = client.call('releaseCoin', { body: release }, { fence: fenceNow(nowMs) });
    await expect(refused).rejects.toMatchObject({ code: 'CLOCK_SKEW' });
    await vi.waitFor(() => expect(client.clockDifferenceMs()).toBe(10));
    await client.call('releaseCoin', { body: release }, { fence: fenceNow(nowMs) });
    expect(requests.map(lastOf)).toEqual(['time', 'time', 'releaseCoin']);
    await client.close();
  });
});

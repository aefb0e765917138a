import { afterEach, describe, expect, it, vi } from 'vitest';
import { ServerClock, type TimeReading } from '../../../src/exchange/limits/server-clock.ts';
import { clientFor, wireAd } from '../fixtures.ts';
import { serverTime, startRecorder, success, type Recorder, type Responder } from '../recorder.ts';

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

describe("the clock's error is at most half a round trip", () => {
  function clockOver(serverAheadMs: number, roundTripMs: number) {
    const state = { monotonicMs: 1_000, wallMs: 1_768_000_000_000, reads: 0 };
    const tick = (ms: number): void => {
      state.monotonicMs += ms;
      state.wallMs += ms;
    };
    const clock = new ServerClock({
      wallNow: () => state.wallMs,
      monotonicNow: () => state.monotonicMs,
      readTime: async () => {
        state.reads += 1;
        const leftAtMs = state.monotonicMs;
        tick(roundTripMs / 2);
        const serverTimeMs = state.wallMs + serverAheadMs;
        tick(roundTripMs / 2);
        return { serverTimeMs, leftAtMs, answeredAtMs: state.monotonicMs };
      },
    });
    return { clock, state, tick };
  }

  it('the middle of the round trip is taken', async () => {
    const { clock, state } = clockOver(60_000, 400);
    await clock.refresh();
    expect(clock.stamp().timestampMs).toBe(state.wallMs + 60_000);
  });

  it('a step of the wall clock between refreshes changes nothing', async () => {
    const { clock, state, tick } = clockOver(0, 10);
    await clock.refresh();
    const before = clock.stamp().timestampMs;
    state.wallMs -= 86_400_000;
    tick(5_000);
    expect(clock.stamp().timestampMs).toBe(before + 5_000);
  });

  it('a call stamped before the last refresh asks for no other one', async () => {
    const { clock, state } = clockOver(0, 10);
    const stamp = clock.stamp();
    await clock.refreshSince(stamp);
    await clock.refreshSince(stamp);
    expect(state.reads).toBe(1);
  });
});

describe('the time is fetched in the background', () => {
  function clockWith(readTime: () => Promise<TimeReading>) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    return new ServerClock({ wallNow: () => 0, monotonicNow: () => 0, readTime });
  }
  afterEach(() => vi.useRealTimers());
  const reading = { serverTimeMs: 7_000, leftAtMs: 0, answeredAtMs: 0 };

  it('every half hour from the first call on, whether or not calls are made, until it is closed', async () => {
    let reads = 0;
    const clock = clockWith(async () => {
      reads += 1;
      return reading;
    });
    expect(vi.getTimerCount()).toBe(0);
    clock.keepFresh(1_800_000);
    clock.keepFresh(1_800_000);
    await vi.advanceTimersByTimeAsync(3 * 1_800_000);
    expect(reads).toBe(3);
    expect(clock.stamp().timestampMs).toBe(7_000);
    clock.close();
    clock.keepFresh(1_800_000);
    await vi.advanceTimersByTimeAsync(3 * 1_800_000);
    expect(reads).toBe(3);
  });

  it('a fetch that fails leaves the time as it was and is tried again', async () => {
    let reads = 0;
    const clock = clockWith(async () => {
      reads += 1;
      if (reads === 1) throw new Error('no time today');
      return reading;
    });
    clock.keepFresh(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.stamp()).toEqual({ timestampMs: 0, generation: 0 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.stamp()).toEqual({ timestampMs: 7_000, generation: 1 });
  });

  it('an idle client of a real service fetches it too, and stops when it is closed', async () => {
    vi.useRealTimers();
    const second = Promise.withResolvers<void>();
    const { baseUrl, requests } = await record(({ path }, index) => {
      if (index === 2) second.resolve();
      return path === '/api/v3/time' ? serverTime(Date.now()) : success(true);
    });
    const client = clientFor(baseUrl, { settings: { clockRefreshMs: 20 } });
    await client.ads.update(updateBody);
    await second.promise;
    await client.close();
    const paths = requests.map(({ path }) => path.split('/').at(-1));
    expect(paths.slice(0, 3)).toEqual(['update', 'time', 'time']);
  });
});

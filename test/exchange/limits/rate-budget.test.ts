import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BudgetPaused } from '../../../src/exchange/limits/budget-error.ts';
import type { Priority } from '../../../src/exchange/index.ts';
import { RateBudget } from '../../../src/exchange/limits/rate-budget.ts';
import { desk, settings, wait } from './budget-desk.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The most departures in any window of this length, wherever it is laid. */
function maxIn(departures: readonly { atMs: number }[], windowMs: number): number {
  const times = departures.map(({ atMs }) => atMs).sort((left, right) => left - right);
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + windowMs).length));
}

describe('design section 8: the rate budget of an account', () => {
  it('never more than the limit in any second, and close to it under load (I28)', async () => {
    const { departures, run } = desk();
    const calls = Array.from({ length: 100 }, (_, index) => run(String(index)));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(maxIn(departures, 1_000)).toBe(5);
    const lastMs = departures.at(-1)?.atMs ?? 0;
    expect(95 / (lastMs / 1_000) / 5).toBeGreaterThanOrEqual(0.95);
  });

  it('one ad alone comes as close to its own limit (I28)', async () => {
    const { departures, run } = desk();
    const calls = Array.from({ length: 40 }, (_, index) => run(String(index), { adKey: 'a' }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(maxIn(departures, 1_000 / 1.5)).toBe(1);
    const lastMs = departures.at(-1)?.atMs ?? 0;
    expect(39 / (lastMs / 1_000) / 1.5).toBeGreaterThanOrEqual(0.96);
  });

  it('thousands that wait cost neither an error nor the order', async () => {
    const { departures, run } = desk({ accountRequestsPerSecond: 100_000, requestsInFlight: 10 });
    const calls = Array.from({ length: 5_000 }, (_, index) => run(String(index), { answerAfterMs: 0 }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(departures.map(({ name }) => Number(name))).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
  });

  it('slow and jittered departures never bunch beyond the limit', async () => {
    const delays = fc.array(fc.tuple(fc.nat(900), fc.nat(400), fc.nat(3)), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(delays, async (plans) => {
        vi.setSystemTime(0);
        const { departures, run } = desk();
        const calls = plans.map(async ([startMs, leaveAfterMs, ad], index) => {
          await wait(startMs);
          await run(String(index), { leaveAfterMs, adKey: `ad${ad}` });
        });
        await vi.runAllTimersAsync();
        await Promise.all(calls);
        expect(departures).toHaveLength(plans.length);
        expect(maxIn(departures, 1_000)).toBeLessThanOrEqual(5);
        for (const ad of ['ad0', 'ad1', 'ad2', 'ad3']) {
          const own = departures.filter(({ adKey }) => adKey === ad);
          expect(maxIn(own, 1_000 / 1.5)).toBeLessThanOrEqual(1);
        }
      }),
      { seed: 20_260_119, numRuns: 200 },
    );
  });

  it('where the service counts, at the end of a way that varies, it is never more either', async () => {
    const ways = fc.array(fc.tuple(fc.nat(2_000), fc.nat(300), fc.nat(24), fc.nat(24)), {
      minLength: 6,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(ways, async (plans) => {
        vi.setSystemTime(0);
        const budget = new RateBudget(settings, () => Date.now());
        const arrivals: { atMs: number }[] = [];
        const calls = plans.map(async ([startMs, leaveAfterMs, thereMs, backMs]) => {
          await wait(startMs);
          await budget.run({ priority: 'market', adKey: null, signal: undefined }, async (markLeft) => {
            await wait(leaveAfterMs);
            markLeft();
            await wait(thereMs);
            arrivals.push({ atMs: Date.now() });
            await wait(backMs);
          });
        });
        await vi.runAllTimersAsync();
        await Promise.all(calls);
        expect(arrivals).toHaveLength(plans.length);
        expect(maxIn(arrivals, 1_000)).toBeLessThanOrEqual(5);
      }),
      { seed: 20_260_122, numRuns: 300 },
    );
  });

  it('an answer that takes its time costs a twentieth of the rate at most', async () => {
    const { departures, run } = desk({ requestsInFlight: 50 });
    const calls = Array.from({ length: 100 }, (_, index) => run(String(index), { answerAfterMs: 700 }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(95 / ((departures.at(-1)?.atMs ?? 0) / 1_000) / 5).toBeGreaterThanOrEqual(0.95);
  });

  it('money first, then prices, orders, the market; within one, first come first served', async () => {
    const { departures, run } = desk({ accountRequestsPerSecond: 1 });
    const order: [string, Priority][] = [
      ['first', 'market'],
      ['market', 'market'],
      ['order', 'order'],
      ['price 1', 'price'],
      ['money', 'money'],
      ['price 2', 'price'],
    ];
    const calls = order.map(([name, priority]) => run(name, { priority }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(departures.map(({ name }) => name)).toEqual(['first', 'money', 'price 1', 'price 2', 'order', 'market']);
  });

  it('a call that waits for its ad does not hold up the others', async () => {
    const { departures, run } = desk();
    const calls = [
      run('ad 1', { priority: 'price', adKey: 'a' }),
      run('ad 2', { priority: 'price', adKey: 'a' }),
      run('market'),
    ];
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(departures.map(({ name }) => name)).toEqual(['ad 1', 'market', 'ad 2']);
    expect(departures[2]?.atMs).toBeGreaterThanOrEqual(667);
  });

  it('no more in flight than allowed', async () => {
    const { departures, run } = desk({ requestsInFlight: 3, accountRequestsPerSecond: 1_000 });
    const calls = ['a', 'b', 'c', 'd'].map((name) => run(name, { answerAfterMs: 100 }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(departures.map(({ atMs }) => atMs)).toEqual([0, 0, 100, 100]);
  });

  it('the last place in flight is for money: a release does not wait for searches that hang', async () => {
    const { departures, run } = desk({ requestsInFlight: 3, accountRequestsPerSecond: 1_000 });
    const searches = ['a', 'b', 'c'].map((name) => run(name, { answerAfterMs: 5_000 }));
    const releases = ['release 1', 'release 2'].map((name) => run(name, { priority: 'money', answerAfterMs: 10 }));
    await vi.runAllTimersAsync();
    await Promise.all([...searches, ...releases]);
    const atMs = Object.fromEntries(departures.map(({ name, atMs: leftMs }) => [name, leftMs]));
    expect(atMs).toEqual({ a: 0, b: 0, 'release 1': 0, 'release 2': 10, c: 5_000 });
  });

  it('others leave a place to the release between the read for it and itself, for half a second', async () => {
    const { departures, run } = desk();
    const early = Array.from({ length: 5 }, (_, index) => run(`early ${index}`));
    const read = run('read', { priority: 'money' });
    const others = Array.from({ length: 7 }, (_, index) => run(`other ${index}`));
    const release = read.then(() => run('release', { priority: 'money' }));
    await vi.runAllTimersAsync();
    await Promise.all([...early, read, ...others, release]);
    const at = new Map(departures.map(({ name, atMs }) => [name, atMs]));
    const [readMs = 0, releaseMs = 0] = [at.get('read'), at.get('release')];
    // It leaves as soon as the read has come, and not a window later.
    expect(releaseMs - readMs).toBeLessThan(50);
    expect(departures.filter(({ atMs }) => atMs >= readMs && atMs < readMs + 1_000)).toHaveLength(5);
  });

  it('a place that no release takes is taken half a second after the read', async () => {
    const { departures, run } = desk();
    const read = run('read', { priority: 'money' });
    const others = Array.from({ length: 4 }, (_, index) => run(`other ${index}`));
    await vi.runAllTimersAsync();
    await Promise.all([read, ...others]);
    expect(departures.map(({ atMs }) => atMs)).toEqual([0, 0, 0, 0, 501]);
  });

  it('7.5: a limit that names no wait holds the account back longer each time in a row', async () => {
    const { budget, departures, run } = desk({ inAttemptBackoffLimitMs: 60_000, accountRequestsPerSecond: 1_000 });
    const waitsMs: number[] = [];
    for (const limited of [true, true, true, false, true]) {
      if (limited) budget.pauseForLimit(null);
      else budget.noteWithinLimit();
      const fromMs = Date.now();
      const call = run('next');
      await vi.runAllTimersAsync();
      await call;
      waitsMs.push((departures.at(-1)?.atMs ?? 0) - fromMs);
    }
    expect(waitsMs.map((ms) => Math.floor(ms / 100) * 100)).toEqual([500, 1_000, 2_000, 0, 500]);
  });

  it('7.5: the refusals of one burst count as one', () => {
    const { budget } = desk({ inAttemptBackoffLimitMs: 60_000 });
    expect(Array.from({ length: 7 }, () => budget.pauseForLimit(null))).toEqual(Array.from({ length: 7 }, () => 500));
    vi.setSystemTime(500);
    expect(budget.pauseForLimit(null)).toBe(1_000);
  });

  it('a call that never left takes no place', async () => {
    const { budget, departures, run } = desk({ accountRequestsPerSecond: 1 });
    const ticket = { priority: 'market', adKey: null, signal: undefined } as const;
    await expect(budget.run(ticket, () => Promise.reject(new Error('refused locally')))).rejects.toThrow('refused');
    const call = run('next');
    await vi.runAllTimersAsync();
    await call;
    expect(departures[0]?.atMs).toBe(0);
  });
});

describe('interface 7.1: 429 stops the queue of the account', () => {
  it('a short Retry-After is waited for', async () => {
    const { budget, departures, run } = desk();
    budget.pause(1_000);
    const call = run('after');
    await vi.runAllTimersAsync();
    await call;
    expect(departures[0]?.atMs).toBeGreaterThanOrEqual(1_000);
  });

  it('a long one sends those who wait away with the rest of it', async () => {
    const { budget, run } = desk({ accountRequestsPerSecond: 1 });
    const first = run('first');
    const waiting = run('waiting');
    budget.pause(60_000);
    await expect(waiting).rejects.toBeInstanceOf(BudgetPaused);
    await expect(run('late')).rejects.toMatchObject({ restMs: 60_000 });
    await vi.runAllTimersAsync();
    await first;
    vi.setSystemTime(60_000);
    const call = run('afterwards');
    await vi.runAllTimersAsync();
    await expect(call).resolves.toBe('afterwards');
  });
});

describe('wire-facts 14: weight headers slow the queue down above 80 %', () => {
  it('and only there, and only for a minute', async () => {
    const { budget, departures, run } = desk({ accountRequestsPerSecond: 1 });
    const burst = async (): Promise<number> => {
      departures.length = 0;
      const calls = [run('1'), run('2')];
      await vi.runAllTimersAsync();
      await Promise.all(calls);
      return (departures[1]?.atMs ?? 0) - (departures[0]?.atMs ?? 0);
    };
    budget.observeUsage([['ip', 0.8]]);
    expect(await burst()).toBeLessThan(1_100);
    vi.setSystemTime(10_000);
    budget.observeUsage([['ip', 0.9]]);
    expect(await burst()).toBeGreaterThan(2_000);
    vi.setSystemTime(80_000);
    expect(await burst()).toBeLessThan(1_100);
  });

  it('the quota that is used most counts, whichever was reported last, until a lower share of it is reported', async () => {
    const { budget } = desk({ accountRequestsPerSecond: 1 });
    const waitMs = async (): Promise<number> => {
      vi.setSystemTime(Date.now() + 30_000);
      const departures: number[] = [];
      const call = () =>
        budget.run({ priority: 'order', adKey: null, signal: undefined }, async (markLeft) => {
          markLeft();
          departures.push(Date.now());
        });
      const calls = Promise.all([call(), call()]);
      await vi.runAllTimersAsync();
      await calls;
      return Math.floor(((departures[1] ?? 0) - (departures[0] ?? 0)) / 1_000) * 1_000;
    };
    budget.observeUsage([['ip', 0.99]]);
    budget.observeUsage([['uid', 0.81]]);
    expect(await waitMs()).toBe(10_000);
    budget.observeUsage([['ip', 0.9]]);
    expect(await waitMs()).toBe(2_000);
    budget.observeUsage([
      ['ip', 0.1],
      ['uid', 0.1],
    ]);
    expect(await waitMs()).toBe(1_000);
  });
});

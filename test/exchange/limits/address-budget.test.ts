import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Priority } from '../../../src/exchange/index.ts';
import { AddressBudget } from '../../../src/exchange/limits/address-budget.ts';
import { BudgetPaused } from '../../../src/exchange/limits/budget-error.ts';
import { RateBudget } from '../../../src/exchange/limits/rate-budget.ts';
import { clientFor, sampleData } from '../fixtures.ts';
import { failure, startRecorder, success } from '../recorder.ts';
import { settings, wait } from './budget-desk.ts';

/** Accounts behind one address, by the fake clock. */
function openAddress(limits: { weightPerMinute: number | null; processes?: number }, accounts = 3) {
  const now = (): number => Date.now();
  const address = new AddressBudget(settings, { processes: 1, ...limits }, now);
  const budgets = Array.from({ length: accounts }, () => new RateBudget(settings, now, address));
  const left: { account: number; priority: Priority; atMs: number }[] = [];
  const run = (account: number, priority: Priority = 'market'): Promise<void> => {
    const budget = budgets[account];
    if (budget === undefined) throw new Error(`there is no account ${account}`);
    return budget.run({ priority, adKey: null, signal: undefined }, async (markLeft) => {
      markLeft();
      left.push({ account, priority, atMs: Date.now() });
      await wait(10);
    });
  };
  return { address, budgets, left, run };
}

/** The most departures in any minute, wherever it is laid. */
function maxInAMinute(left: readonly { atMs: number }[]): number {
  const times = left.map(({ atMs }) => atMs);
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length));
}

describe('design 8: the weight of an address is shared by its accounts', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('all accounts together stay within the weight a minute, and each of them goes on', async () => {
    const { left, run } = openAddress({ weightPerMinute: 100 });
    const calls = [0, 1, 2].flatMap((account) => Array.from({ length: 100 }, () => run(account)));
    await vi.advanceTimersByTimeAsync(150_000);
    // Polls leave a fifth to the rest.
    expect(maxInAMinute(left)).toBe(80);
    const of = (wanted: number): number => left.filter(({ account }) => account === wanted).length;
    expect([0, 1, 2].map((account) => of(account) > 40)).toEqual([true, true, true]);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  it('each of several processes takes its part', async () => {
    const { left, run } = openAddress({ weightPerMinute: 100, processes: 2 });
    const calls = [0, 1, 2].flatMap((account) => Array.from({ length: 30 }, () => run(account)));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(maxInAMinute(left)).toBe(40);
  });

  it('polls that used up their share leave room for orders, prices and money, in that order', async () => {
    const { left, run } = openAddress({ weightPerMinute: 100 }, 20);
    const polls = Array.from({ length: 20 }, (_, account) => [1, 2, 3, 4, 5].map(() => run(account))).flat();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(left).toHaveLength(80);
    for (const [priority, maxLeft] of [
      ['order', 90],
      ['price', 95],
      ['money', 100],
    ] as const) {
      for (let account = 0; account < 20; account += 1) void run(account, priority);
      await vi.advanceTimersByTimeAsync(2_000);
      expect([priority, left.length]).toEqual([priority, maxLeft]);
    }
    await vi.runAllTimersAsync();
    await Promise.all(polls);
  });

  it.each(['market', 'order', 'price'] as const)(
    'ADR 0031: calls of one account (%s) that flood the address delay no call of the others within their parts',
    async (priority) => {
      const { left, run } = openAddress({ weightPerMinute: 100 });
      const flood = Array.from({ length: 200 }, () => run(0, priority));
      await vi.advanceTimersByTimeAsync(30_000);
      const before = left.length;
      expect(before).toBeGreaterThan(35);
      const calls = [1, 2].flatMap((account) => Array.from({ length: 20 }, () => run(account, priority)));
      // As long as each of them would need alone, at five calls a second.
      await vi.advanceTimersByTimeAsync(4_100);
      expect(left.slice(before).filter(({ account }) => account !== 0)).toHaveLength(40);
      await vi.runAllTimersAsync();
      await Promise.all([...flood, ...calls]);
      expect(maxInAMinute(left)).toBeLessThanOrEqual(95);
    },
  );

  it('ADR 0031: what an account that has left would have used is for the others', async () => {
    const { budgets, left, run } = openAddress({ weightPerMinute: 100 });
    const calls = Array.from({ length: 200 }, () => run(0));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(left).toHaveLength(40);
    budgets[1]?.close();
    budgets[2]?.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(maxInAMinute(left)).toBe(80);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  it('the used share of the address slows all accounts, also those that did not read it; that of an account slows it alone', () => {
    const { budgets } = openAddress({ weightPerMinute: null });
    const stretches = (): number[] => budgets.map((budget) => budget.use().stretch);
    budgets[0]?.observeUsage([['x-sapi-used-uid-weight-1m', 0.9]]);
    expect(stretches().map((stretch) => stretch > 1)).toEqual([true, false, false]);
    budgets[1]?.observeUsage([['x-sapi-used-ip-weight-1m', 0.9]]);
    expect(stretches().map((stretch) => stretch > 1)).toEqual([true, true, true]);
    expect(budgets[2]?.use().quotas).toEqual([{ name: 'address', share: 0.9 }]);
  });

  it('the share is of the weight that the file names', () => {
    const { budgets } = openAddress({ weightPerMinute: 6_000 });
    budgets[0]?.observeUsage([['x-sapi-used-ip-weight-1m', 0.45]]);
    expect(budgets[1]?.use().quotas).toEqual([{ name: 'address', share: 0.9 }]);
  });

  it('7.1: a 429 about the address refuses polls and prices of all accounts until its end, also those that wait, and no release', async () => {
    const { budgets, run } = openAddress({ weightPerMinute: null });
    const ends = Array.from({ length: 7 }, () => run(1).then(String, (error: unknown) => error));
    budgets[0]?.pauseAddress(30_000);
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await Promise.all(ends)).filter((end) => end instanceof BudgetPaused)).toHaveLength(2);
    await expect(run(1)).rejects.toBeInstanceOf(BudgetPaused);
    await expect(run(2, 'price')).rejects.toBeInstanceOf(BudgetPaused);
    const release = run(2, 'money');
    await vi.advanceTimersByTimeAsync(28_000);
    await release;
    const after = run(1);
    await vi.advanceTimersByTimeAsync(20);
    await after;
  });
});

it('7.1: a 429 to a call without a key stops the calls of the other accounts behind the address', async () => {
  const limited = { ...failure(-1003, 'too many', 429), headers: { 'retry-after': '30' } };
  const recorder = await startRecorder(({ path }) =>
    path.includes('getReferencePrice') ? limited : success(sampleData['baseDetail']),
  );
  const addressBudget = new AddressBudget(settings, { weightPerMinute: null, processes: 1 }, () => performance.now());
  const one = clientFor(recorder.baseUrl, { addressBudget });
  const other = clientFor(recorder.baseUrl, { addressBudget });
  try {
    await other.user.baseDetail();
    const asked = one.ads.getReferencePrice({ fiatCurrency: 'BOB', tradeType: 'SELL', assets: ['USDT'] });
    await expect(asked).rejects.toMatchObject({ category: 'RATE_LIMITED' });
    const before = recorder.calls.length;
    await expect(other.user.baseDetail()).rejects.toMatchObject({ category: 'RATE_LIMITED', sent: 'no' });
    expect(recorder.calls).toHaveLength(before);
  } finally {
    await recorder.close();
  }
});

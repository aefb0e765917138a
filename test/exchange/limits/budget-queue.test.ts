import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BudgetAborted, BudgetClosed } from '../../../src/exchange/limits/budget-error.ts';
import { desk, wait } from './budget-desk.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  // In this order: restored later, a spy on a fake timer would bring that timer back, for the files after this one.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('I28: leaving the queue, and coming back to it', () => {
  it('an aborted call leaves the queue', async () => {
    const { budget, departures, run } = desk({ accountRequestsPerSecond: 1 });
    const stop = new AbortController();
    const first = run('first');
    const second = run('second', { signal: stop.signal });
    stop.abort();
    await expect(second).rejects.toBeInstanceOf(BudgetAborted);
    expect(budget.waiting).toBe(0);
    await vi.runAllTimersAsync();
    await first;
    expect(departures).toHaveLength(1);
  });

  it('a call that is aborted in the breath in which its turn came does not leave', async () => {
    const { departures, run } = desk({ accountRequestsPerSecond: 1 });
    const stop = new AbortController();
    const calls = [run('first'), run('older', { priority: 'money', signal: stop.signal })];
    vi.setSystemTime(5_000);
    // A new call wakes the queue, and the older call may go.
    calls.push(run('newer', { priority: 'money' }));
    stop.abort();
    const ends = Promise.allSettled(calls);
    await vi.runAllTimersAsync();
    expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(departures.map(({ name }) => name)).toEqual(['first', 'newer']);
  });

  it('a call that a pause put back keeps its place before younger ones', async () => {
    const { budget, run } = desk({ adRequestsPerSecond: 1 });
    const left: string[] = [];
    const price = (name: string, connectMs: number) =>
      budget.run({ priority: 'price', adKey: 'ad', signal: undefined }, async (markLeft) => {
        if (left.length === 0) await wait(connectMs);
        markLeft();
        left.push(name);
      });
    const calls = [price('older', 50)];
    budget.pause(300);
    calls.push(price('newer', 0), price('newest', 0));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(left).toEqual(['older', 'newer', 'newest']);
    await Promise.all([run('others'), vi.runAllTimersAsync()]);
  });

  it('closing leaves no timer that would keep the process alive', async () => {
    const { budget, run } = desk({ accountRequestsPerSecond: 0.2 });
    const first = run('first');
    const second = run('second');
    await vi.advanceTimersByTimeAsync(30);
    await first;
    expect(vi.getTimerCount()).toBe(1);
    budget.close();
    await expect(second).rejects.toBeInstanceOf(BudgetClosed);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits that are longer than a timer can be do not spin', async () => {
    const { budget, run } = desk({ accountRequestsPerSecond: 1e-7 });
    const sleeps = vi.spyOn(globalThis, 'setTimeout');
    await Promise.all([run('first'), vi.advanceTimersByTimeAsync(30)]);
    const second = run('second');
    expect(sleeps.mock.calls.at(-1)?.[1]).toBe(2_147_483_647);
    sleeps.mockRestore();
    budget.close();
    await expect(second).rejects.toBeInstanceOf(BudgetClosed);
  });
});

/** How long a claim waits for the comparison of releases, and what the end of a term leaves behind. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { ReleaseComparison } from '../../../src/workers/register/release-comparison.ts';

const clock = { now: () => 1_000, elapsed: () => 0 };
const over = new AbortController();

afterEach(() => void vi.useRealTimers());

/** A comparison that does this each time it is asked to go on. */
const comparing = (compare: () => Promise<readonly string[]>, signal = over.signal, claimWaitMs?: number) =>
  new ReleaseComparison({ begin: () => compare, clock, signal, claimWaitMs });

describe('money-steps#the-comparison-of-releases: a claim before it is complete', () => {
  it('waits for a short list', async () => {
    const short = comparing(async () => {
      await delay(1_500);
      return [];
    });
    expect(await short.whyNot()).toBeNull();
  });

  it('does not wait for a long one: it is refused while its money step still has time, and the list is read on', async () => {
    const gate = Promise.withResolvers<readonly string[]>();
    const long = comparing(() => gate.promise);
    const inTime = delay(defaultSettings.moneyStepBoundMs - 1_000, 'the step has no time left');
    expect(await Promise.race([long.whyNot(), inTime])).toEqual({ code: 'not-compared', why: null });
    expect(long.openSinceMs()).toBe(1_000);
    gate.resolve(['order-9']);
    expect(await long.complete()).toEqual(['order-9']);
    expect(await long.whyNot()).toBeNull();
    expect(long.openSinceMs()).toBeNull();
  });

  it('waits as long as its process says', async () => {
    const short = comparing(() => new Promise(() => undefined), over.signal, 1);
    expect(await Promise.race([short.whyNot(), delay(1_000, 'too late')])).toEqual({ code: 'not-compared', why: null });
  });

  it('is refused with what the service says, also where that is no error; a silent register is one', async () => {
    const failing = (reason: unknown) => comparing(() => Promise.reject(reason as Error)).whyNot();
    expect(await failing(new Error('no answer'))).toEqual({ code: 'not-compared', why: 'no answer' });
    expect(await failing('away')).toEqual({ code: 'not-compared', why: 'away' });
    await expect(failing(new RegisterSilent({ code: 'closed' }))).rejects.toBeInstanceOf(RegisterSilent);
  });
});

describe('the watch of the clock', () => {
  it('a comparison that is asked for after a standstill begins after it, and the service is asked once', async () => {
    let atMs = 1_000;
    const begun: number[] = [];
    const begin = () => async () => {
      begun.push(atMs);
      return [];
    };
    const asleep = new ReleaseComparison({ begin, clock: { ...clock, now: () => atMs }, signal: over.signal });
    atMs += 120_001;
    expect(await asleep.complete()).toEqual([]);
    expect(begun).toEqual([121_001]);
    expect(await asleep.complete()).toEqual([]);
    expect(begun).toHaveLength(1);
  });

  it('ends with its term, also where that is over before, and no wait stays behind', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const ending = new AbortController();
    comparing(async () => [], ending.signal);
    expect(vi.getTimerCount()).toBe(1);
    ending.abort();
    expect(vi.getTimerCount()).toBe(0);
    comparing(async () => [], ending.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('no wait stays behind a claim that is answered: a process ends at once', async () => {
    const waits = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = waits();
    expect(await comparing(async () => []).whyNot()).toBeNull();
    expect(waits()).toBe(before);
  });
});

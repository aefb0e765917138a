import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBell } from '../../../src/activities/kit/bell.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts how often a waiting listener is woken. */
function listen(bell: ReturnType<typeof createBell>): { count: number } {
  const heard = { count: 0 };
  const wait = (): void =>
    void bell.next().then(() => {
      heard.count += 1;
      wait();
    });
  wait();
  return heard;
}

it('the first ring counts at once, those of the second after it together', async () => {
  const bell = createBell(1_000);
  const heard = listen(bell);
  for (let ring = 0; ring < 500; ring += 1) bell.ring();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.count).toBe(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(heard.count).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard.count).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard.count).toBe(2);
});

it('a ring after a quiet second counts at once; a closed bell leaves no timer behind', async () => {
  const bell = createBell(1_000);
  const heard = listen(bell);
  bell.ring();
  await vi.advanceTimersByTimeAsync(1_001);
  bell.ring();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.count).toBe(2);
  bell.close();
  expect(vi.getTimerCount()).toBe(0);
  bell.close();
});

import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { read } from '../../../src/activities/kit/calls.ts';
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import { beat, beating } from '../../../src/activities/kit/pause.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs a watcher that looks for long without a pause; returns its heartbeats. */
async function heartbeats(look: () => Promise<unknown>, heartbeatDetails?: unknown): Promise<unknown[]> {
  const env = new MockActivityEnvironment({ heartbeatDetails });
  const beats: unknown[] = [];
  env.on('heartbeat', (details: unknown) => beats.push(details));
  await env.run(beating(look), undefined);
  return beats;
}

it('design 8: a slow look heartbeats all the while, with what was said last', async () => {
  const beats = await heartbeats(async () => {
    await beat({ looks: 1 }, { stopping: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(6_000);
  });
  expect(beats).toEqual([{ looks: 1 }, { looks: 1 }, { looks: 1 }]);
});

it('before it has said anything it repeats what the attempt before it said last, so that nothing of it is lost', async () => {
  const beats = await heartbeats(() => vi.advanceTimersByTimeAsync(3_000), { boundSinceMs: 5 });
  expect(beats).toEqual([{ boundSinceMs: 5 }]);
});

it('it ends with the watch', async () => {
  await heartbeats(() => Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
});

it('promise 4: a slow read heartbeats, so that one whose worker died is soon made by another', async () => {
  const env = new MockActivityEnvironment();
  let beats = 0;
  env.on('heartbeat', () => (beats += 1));
  const look = () => vi.advanceTimersByTimeAsync(6_000);
  await env.run(() => read({} as ActivityDependencies, look));
  expect(beats).toBe(2);
});

import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { read } from '../../../src/activities/kit/calls.ts';
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import { beat, beating, watchBeatMs, pauseFor } from '../../../src/activities/kit/pause.ts';

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

it('ADR 0031: what was said is repeated after a silence, not beside what is said anyhow', async () => {
  const { signal: stopping } = new AbortController();
  const beats = await heartbeats(async () => {
    await beat('first', { stopping });
    await vi.advanceTimersByTimeAsync(2_400);
    await beat('second', { stopping });
    await vi.advanceTimersByTimeAsync(2_400);
    await beat('third', { stopping });
    await vi.advanceTimersByTimeAsync(2_600);
  });
  expect(beats).toEqual(['first', 'second', 'third', 'third']);
});

it('ADR 0031: a pause of a watcher says once what it waits for, and then only repeats it', async () => {
  const { signal: stopping } = new AbortController();
  const wake = Promise.withResolvers<void>();
  const beats = await heartbeats(async () => {
    const paused = pauseFor(60_000, 'waiting', { stopping, wake: wake.promise });
    await vi.advanceTimersByTimeAsync(5_100);
    wake.resolve();
    await paused;
  });
  expect(beats).toEqual(['waiting', 'waiting', 'waiting']);
});

it('ADR 0031: a watch says at once what is news, and nothing else before it has been silent for 18 s', async () => {
  const { signal: stopping } = new AbortController();
  const env = new MockActivityEnvironment();
  const beats: unknown[] = [];
  env.on('heartbeat', (details: unknown) => beats.push(details));
  const look = async (price: string, atMs: number): Promise<void> => {
    await beat({ price, atMs, nextCheckAtMs: atMs + 5_000 }, { stopping });
    await vi.advanceTimersByTimeAsync(5_000);
  };
  const watch = beating(async () => {
    await look('10.01', 0);
    await look('10.02', 5_000);
    await look('10.02', 10_000);
    await look('10.02', 15_000);
    await look('10.02', 20_000);
  }, watchBeatMs);
  await env.run(watch, undefined);
  // The repeated word is the newest one: who reads it sees when the last look was.
  expect(beats.map((one) => Object.values(one as object).slice(0, 2))).toEqual([
    ['10.01', 0],
    ['10.02', 5_000],
    ['10.02', 20_000],
  ]);
});

it('what an activity goes on to change is news, although it is the same object', async () => {
  const { signal: stopping } = new AbortController();
  const env = new MockActivityEnvironment();
  const beats: number[] = [];
  env.on('heartbeat', ({ adopted }: { adopted: string[] }) => beats.push(adopted.length));
  const work = beating(async () => {
    const adoption: { adopted: string[] } = { adopted: [] };
    await beat(adoption, { stopping });
    adoption.adopted.push('1');
    await beat(adoption, { stopping });
    await beat(adoption, { stopping });
  });
  await env.run(work, undefined);
  expect(beats).toEqual([0, 1]);
});

it('promise 4: of two reads at once the longer one heartbeats to its end', async () => {
  const env = new MockActivityEnvironment();
  let beats = 0;
  env.on('heartbeat', () => (beats += 1));
  const long = Promise.withResolvers<void>();
  await env.run(async () => {
    const reads = [beating(() => Promise.resolve())(undefined), beating(() => long.promise)(undefined)];
    await reads[0];
    await vi.advanceTimersByTimeAsync(2_600);
    long.resolve();
    await Promise.all(reads);
  });
  expect(beats).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

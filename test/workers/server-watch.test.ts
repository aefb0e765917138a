import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeNamespace, watchServer } from '../../src/workers/server-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers, is silent or refuses, and the watch's reports. */
function watched() {
  const world = { answer: 'yes' as 'yes' | 'silent' | 'refused', isPolling: true };
  const health: boolean[] = [];
  const lost: unknown[] = [];
  const end = watchServer({
    ask: () => (world.answer === 'yes' ? Promise.resolve() : Promise.reject(new Error(world.answer))),
    isPolling: () => world.isPolling,
    isFinal: (error) => error instanceof Error && error.message === 'refused',
    onLost: (error) => lost.push(error),
    onHealth: (healthy) => health.push(healthy),
    elapsedMs: () => Date.now(),
  });
  return { world, health, lost, end };
}

describe('whether a worker can serve', () => {
  it('is reported once at the start, and with each change', async () => {
    const { world, health, lost, end } = watched();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(health).toEqual([true]);
    world.answer = 'silent';
    await vi.advanceTimersByTimeAsync(8_000);
    expect(health).toEqual([true]);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(health).toEqual([true, false]);
    world.answer = 'yes';
    await vi.advanceTimersByTimeAsync(2_000);
    expect([health, lost]).toEqual([[true, false, true], []]);
    end();
  });

  it('a worker that does not poll cannot, although the server answers', async () => {
    const { world, health, end } = watched();
    await vi.advanceTimersByTimeAsync(2_000);
    world.isPolling = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(health).toEqual([true, false]);
    end();
  });

  it('a refusal that no time heals is reported once, after as long as a silence may last', async () => {
    const { world, lost, end } = watched();
    await vi.advanceTimersByTimeAsync(2_000);
    world.answer = 'refused';
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lost).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lost).toEqual([new Error('refused')]);
    end();
  });
});

describe('the question by which a worker knows whether its server answers', () => {
  it('design 6: waits three seconds and no longer, for the namespace that the worker serves', async () => {
    const asked: unknown[] = [];
    let untilMs: number | null = null;
    const client = {
      options: { namespace: 'desk' },
      withDeadline: async (deadlineMs: number, ask: () => Promise<unknown>) => {
        untilMs = deadlineMs;
        return ask().finally(() => (untilMs = null));
      },
      workflowService: { describeNamespace: async (request: unknown) => asked.push([request, untilMs]) },
    } as unknown as Client;
    await describeNamespace(client);
    expect(asked).toEqual([[{ namespace: 'desk' }, Date.now() + 3_000]]);
  });
});

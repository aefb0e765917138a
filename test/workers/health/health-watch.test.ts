import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noneFailing, type FailingWorkflows, type RegisterSilence } from '../../../src/domain/health/health.ts';
import { describeNamespace, watchHealth, type Health } from '../../../src/workers/health/health-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers, is silent or refuses, and the watch's reports. */
function watched() {
  const world = {
    answer: 'yes' as 'yes' | 'silent' | 'refused',
    isPolling: true,
    /** Whether it stores heartbeats. */
    isStoring: true,
    failing: noneFailing as FailingWorkflows | null,
    register: null as RegisterSilence | null,
  };
  const health: Health[] = [];
  const lost: unknown[] = [];
  const watch = watchHealth({
    ask: () => (world.answer === 'yes' ? Promise.resolve() : Promise.reject(new Error(world.answer))),
    isPolling: () => world.isPolling,
    isFinal: (error) => error instanceof Error && error.message === 'refused',
    onLost: (error) => lost.push(error),
    failing: () => Promise.resolve(world.failing),
    register: () => world.register,
    onHealth: (known) => health.push(known),
    elapsedMs: () => Date.now(),
  });
  const heard = setInterval(() => {
    if (world.isStoring) watch.sawLead({ leader: '7@host', heardMs: Date.now() });
  }, 1_000);
  const end = (): void => {
    clearInterval(heard);
    watch.end();
  };
  const serving = (): boolean[] => health.map(({ isServing }) => isServing);
  const codes = (): string[] => health.at(-1)?.problems.map(({ code }) => code) ?? [];
  return { world, health, serving, codes, lost, watch, end };
}

describe('whether a worker can serve', () => {
  it('is reported once at the start, and with each change', async () => {
    const { world, serving, codes, lost, end } = watched();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(serving()).toEqual([true]);
    world.answer = 'silent';
    await vi.advanceTimersByTimeAsync(8_000);
    expect(serving()).toEqual([true]);
    await vi.advanceTimersByTimeAsync(90_000);
    expect([serving(), codes()]).toEqual([[true, false], ['temporal-silent']]);
    world.answer = 'yes';
    await vi.advanceTimersByTimeAsync(2_000);
    expect([serving(), codes(), lost]).toEqual([[true, false, true], [], []]);
    end();
  });

  it('a worker that does not poll cannot, although the server answers', async () => {
    const { world, serving, end } = watched();
    await vi.advanceTimersByTimeAsync(2_000);
    world.isPolling = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(serving()).toEqual([true, false]);
    end();
  });

  it('one whose server answers and stores no heartbeat of the lead cannot, within 30 s', async () => {
    const { world, serving, codes, end } = watched();
    await vi.advanceTimersByTimeAsync(5_000);
    world.isStoring = false;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(serving()).toEqual([true]);
    await vi.advanceTimersByTimeAsync(14_000);
    expect([serving(), codes()]).toEqual([[true, false], ['not-stored']]);
    world.isStoring = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(serving()).toEqual([true, false, true]);
    end();
  });

  it('one that sees no process lead cannot', async () => {
    const { world, watch, codes, end } = watched();
    world.isStoring = false;
    watch.sawLead({ leader: null, heardMs: null });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(codes()).toEqual(['no-lead']);
    end();
  });

  it('a register that does not answer is a cause, and takes no worker out of service', async () => {
    const { world, serving, codes, end } = watched();
    await vi.advanceTimersByTimeAsync(2_000);
    world.register = { lastedMs: 12_000, why: 'the disk is full' };
    await vi.advanceTimersByTimeAsync(2_000);
    expect([serving(), codes()]).toEqual([[true, true], ['register-silent']]);
    world.register = null;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(codes()).toEqual([]);
    end();
  });

  it('workflows whose tasks fail are reported with each count, and a list that does not come says nothing new', async () => {
    const { world, health, codes, end } = watched();
    await vi.advanceTimersByTimeAsync(2_000);
    world.failing = { count: 1, running: 9, listed: [{ workflowId: 'order:a:1', runId: 'r', cause: 'X' }] };
    await vi.advanceTimersByTimeAsync(20_000);
    world.failing = { ...world.failing, count: 2 };
    await vi.advanceTimersByTimeAsync(20_000);
    expect(health.map(({ isServing, problems }) => [isServing, problems.length])).toEqual([
      [true, 0],
      [true, 1],
      [true, 1],
    ]);
    world.failing = null;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(codes()).toEqual([]);
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
    // A start waits as long as its connection does.
    await describeNamespace(client, 15_000);
    expect(asked[1]).toEqual([{ namespace: 'desk' }, Date.now() + 15_000]);
  });
});

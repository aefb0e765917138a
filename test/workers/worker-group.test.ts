import type { Worker, WorkerOptions } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { WorkerGroup } from '../../src/workers/worker-group.ts';

type State = 'INITIALIZED' | 'RUNNING' | 'STOPPED';

/** Workers by their queues, each of which can be made when the test says so. */
function world() {
  const states = new Map<string, State>();
  const making = new Map<string, PromiseWithResolvers<void>>();
  const group = new WorkerGroup(async ({ taskQueue }: WorkerOptions) => {
    const gate = Promise.withResolvers<void>();
    making.set(taskQueue, gate);
    await gate.promise;
    states.set(taskQueue, 'INITIALIZED');
    return workerOf(taskQueue, states);
  });
  const wanted = (...queues: string[]) => queues.map((taskQueue) => ({ taskQueue }));
  return { group, states, making, wanted };
}

function workerOf(taskQueue: string, states: Map<string, State>): Worker {
  const ended = Promise.withResolvers<void>();
  const shutdown = (): void => {
    states.set(taskQueue, 'STOPPED');
    ended.resolve();
  };
  const run = (): Promise<void> => {
    states.set(taskQueue, 'RUNNING');
    return ended.promise;
  };
  const worker: Pick<Worker, 'getState' | 'run' | 'shutdown' | 'runUntil'> = {
    getState: () => states.get(taskQueue) ?? 'INITIALIZED',
    run,
    shutdown,
    runUntil: async <R>(work: Promise<R> | (() => Promise<R>)) => {
      void run();
      const result = await (typeof work === 'function' ? work() : work);
      shutdown();
      return result;
    },
  };
  return worker as Worker;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

describe('design 7: workers of a process live and end together', () => {
  it('when one of several cannot be made the others are ended, also one that is made later, and the reason is told', async () => {
    const { group, states, making, wanted } = world();
    const running = group.runUntil(never, wanted('calls', 'money', 'watch'));
    making.get('calls')?.resolve();
    making.get('money')?.reject(new Error('no server'));
    await turn();
    making.get('watch')?.resolve();
    await expect(running).rejects.toThrow('no server');
    expect(Object.fromEntries(states)).toEqual({ calls: 'STOPPED', watch: 'STOPPED' });
    await group.close();
  });

  it('they run until the signal', async () => {
    const { group, states, making, wanted } = world();
    const over = new AbortController();
    const running = group.runUntil(over.signal, wanted('calls', 'money'));
    for (const gate of making.values()) gate.resolve();
    await turn();
    expect([...states.values()]).toEqual(['RUNNING', 'RUNNING']);
    over.abort();
    await running;
    expect([...states.values()]).toEqual(['STOPPED', 'STOPPED']);
  });

  it('the signal does not wait for one that is still being made, which ends when it is', async () => {
    const { group, states, making, wanted } = world();
    const over = new AbortController();
    const running = group.runUntil(over.signal, wanted('calls', 'money'));
    making.get('calls')?.resolve();
    await turn();
    over.abort();
    await running;
    making.get('money')?.resolve();
    await turn();
    expect(Object.fromEntries(states)).toEqual({ calls: 'STOPPED', money: 'STOPPED' });
  });

  it('one that is made after the end is ended', async () => {
    const { group, states, making } = world();
    const made = group.create({ taskQueue: 'own' });
    await group.close();
    making.get('own')?.resolve();
    await made;
    expect(states.get('own')).toBe('STOPPED');
  });
});

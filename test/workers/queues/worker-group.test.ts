import type { Worker, WorkerOptions } from '@temporalio/worker';
import { describe, expect, it, vi } from 'vitest';
import { WorkerGroup } from '../../../src/workers/queues/worker-group.ts';

type State = 'INITIALIZED' | 'RUNNING' | 'STOPPED';

/** How a worker without a server behaves: it says nothing, or it fails with this. */
type Trouble = 'silent' | Error;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Workers by their queues, each of which can be made when the test says so. */
function world() {
  const states = new Map<string, State>();
  const making = new Map<string, PromiseWithResolvers<void>>();
  const troubles = new Map<string, Trouble>();
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const group = new WorkerGroup(async ({ taskQueue }: WorkerOptions) => {
    const gate = Promise.withResolvers<void>();
    making.set(taskQueue, gate);
    await gate.promise;
    states.set(taskQueue, 'INITIALIZED');
    return workerOf(taskQueue, { states, troubles, ends });
  }, 1);
  const over = new AbortController();
  // As the process does: a failure ends all.
  group.failed.catch(() => over.abort());
  let isOver = false;
  let polls = 0;
  const begin = (...queues: string[]): void => {
    const wanted = queues.map((taskQueue) => ({ taskQueue }));
    void group.runUntil(over.signal, wanted, () => (polls += 1)).then(() => (isOver = true));
  };
  /** Runs workers that are made at once. */
  const run = async (...queues: string[]): Promise<void> => {
    begin(...queues);
    for (const queue of queues) making.get(queue)?.resolve();
    await turn();
  };
  return { group, states, making, troubles, ends, over, begin, run, isOver: () => isOver, polls: () => polls };
}

interface Behaviour {
  states: Map<string, State>;
  troubles: Map<string, Trouble>;
  /** How each that runs ends by itself. */
  ends: Map<string, PromiseWithResolvers<void>>;
}

function workerOf(taskQueue: string, { states, troubles, ends }: Behaviour): Worker {
  const ended = Promise.withResolvers<void>();
  ends.set(taskQueue, ended);
  const stopped = (): void => void states.set(taskQueue, 'STOPPED');
  ended.promise.then(stopped, stopped);
  const shutdown = (): void => {
    states.set(taskQueue, 'STOPPED');
    const trouble = troubles.get(taskQueue);
    if (trouble instanceof Error) ended.reject(trouble);
    else ended.resolve();
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
      const trouble = troubles.get(taskQueue);
      if (trouble instanceof Error) throw trouble;
      if (trouble === 'silent') return new Promise<never>(() => undefined);
      void run();
      const result = await (typeof work === 'function' ? work() : work);
      shutdown();
      return result;
    },
  };
  return worker as Worker;
}

describe('design 7: workers of a process live and end together', () => {
  it('when one of several cannot be made the others are ended, also one that is made later, and the reason is told', async () => {
    const { group, states, making, begin } = world();
    begin('calls', 'money', 'watch');
    making.get('calls')?.resolve();
    making.get('money')?.reject(new Error('no server'));
    await turn();
    making.get('watch')?.resolve();
    await expect(group.failed).rejects.toThrow('no server');
    await turn();
    expect(Object.fromEntries(states)).toEqual({ calls: 'STOPPED', watch: 'STOPPED' });
  });

  it('they run until the signal, and poll from when all are made to then', async () => {
    const { group, states, making, over, begin, isOver, polls } = world();
    begin('calls', 'money');
    making.get('calls')?.resolve();
    await turn();
    expect([polls(), group.isPolling()]).toEqual([0, false]);
    making.get('money')?.resolve();
    await turn();
    expect([polls(), group.isPolling(), [...states.values()]]).toEqual([1, true, ['RUNNING', 'RUNNING']]);
    over.abort();
    expect(group.isPolling()).toBe(false);
    await turn();
    expect([isOver(), [...states.values()]]).toEqual([true, ['STOPPED', 'STOPPED']]);
  });

  it('one that cannot end in order after the signal, as beside a server that stands still, ends nothing else', async () => {
    const { group, states, troubles, over, run, isOver } = world();
    troubles.set('calls', new Error('GracefulShutdownPeriodExpiredError'));
    await run('calls', 'money');
    over.abort();
    await turn();
    expect([isOver(), [...states.values()]]).toEqual([true, ['STOPPED', 'STOPPED']]);
    await expect(group.ended()).resolves.toBeUndefined();
  });

  it('the signal does not wait for one that is still being made, which ends when it is', async () => {
    const { states, making, over, begin, isOver } = world();
    begin('calls', 'money');
    making.get('calls')?.resolve();
    await turn();
    over.abort();
    await turn();
    expect(isOver()).toBe(true);
    making.get('money')?.resolve();
    await turn();
    expect(Object.fromEntries(states)).toEqual({ calls: 'STOPPED', money: 'STOPPED' });
  });

  it('a queue has one worker: those of a next term wait for one that is still being made for the last', async () => {
    const { group, states, making, over, begin } = world();
    begin('calls');
    await turn();
    over.abort();
    await turn();
    const first = making.get('calls');
    making.delete('calls');
    void group.runUntil(new AbortController().signal, [{ taskQueue: 'calls' }]);
    await turn();
    expect(making.has('calls')).toBe(false);
    first?.resolve();
    await turn();
    expect([making.has('calls'), states.get('calls')]).toEqual([true, 'STOPPED']);
  });

  it.each(Array.from({ length: 12 }, (_, ticks) => ({ ticks })))(
    'none is left running when the signal comes $ticks ticks after one was made',
    async ({ ticks }) => {
      const { states, making, over, begin } = world();
      begin('calls');
      making.get('calls')?.resolve();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      over.abort();
      await turn();
      expect([...states.values()]).toEqual(['STOPPED']);
    },
  );
});

describe('U10a: a server that goes ends the process, and none of its workers holds it up', () => {
  it('one that was made and never ran is ended: it holds the connection, which cannot be closed before', async () => {
    const { group, states, making, over, begin } = world();
    begin('own', 'egress');
    making.get('own')?.resolve();
    await turn();
    over.abort();
    await group.ended();
    expect(Object.fromEntries(states)).toEqual({ own: 'STOPPED' });
  });

  it.each<[string, Trouble]>([
    ['says nothing to its end', 'silent'],
    ['fails at its end', new Error('no server')],
  ])('one that never ran and %s is left alone', async (_, trouble) => {
    const { group, making, troubles, begin, isOver } = world();
    troubles.set('own', trouble);
    begin('own', 'egress');
    making.get('own')?.resolve();
    making.get('egress')?.reject(new Error('no answer'));
    await expect(group.failed).rejects.toThrow('no answer');
    await vi.waitUntil(isOver);
  });

  it('one that fails stops the others, those of a term too, and is the reason of the end', async () => {
    const { group, states, ends, run } = world();
    await run('own', 'egress');
    await run('calls');
    ends.get('egress')?.reject(new Error('the namespace is gone'));
    await expect(group.failed).rejects.toThrow('the namespace is gone');
    await turn();
    expect([[...states.values()], group.isPolling()]).toEqual([['STOPPED', 'STOPPED', 'STOPPED'], false]);
    await expect(group.ended()).rejects.toThrow('the namespace is gone');
  });

  it('one that ends by itself ends all: a process without one of its queues serves half a desk', async () => {
    const { group, states, ends, run } = world();
    await run('own', 'egress');
    ends.get('own')?.resolve();
    await expect(group.ended()).rejects.toThrow('a worker has ended by itself');
    expect(states.get('egress')).toBe('STOPPED');
  });

  it('the first reason counts: those that follow come of it', async () => {
    const { group } = world();
    group.fail(new Error('the namespace is gone'));
    group.fail(new Error('channel closed'));
    await expect(group.failed).rejects.toThrow('the namespace is gone');
  });
});

describe('design 2: a worker whose workflows a busy machine cannot evaluate in time', () => {
  const tooBusy = new Error('Script execution timed out after 5000ms');
  const triesUntil = async (failures: readonly Error[]) => {
    let tries = 0;
    const group = new WorkerGroup(async () => {
      const failure = failures[tries];
      tries += 1;
      if (failure !== undefined) throw failure;
      return { getState: () => 'RUNNING', run: () => new Promise<never>(() => undefined) } as Partial<Worker> as Worker;
    });
    const outcome = await new Promise((resolve) => {
      void group.runUntil(new AbortController().signal, [{ taskQueue: 'q' }], () => resolve('made'));
      group.failed.catch(resolve);
    });
    return { tries, outcome };
  };

  it('is made again, three times at most', async () => {
    expect(await triesUntil([tooBusy, tooBusy])).toEqual({ tries: 3, outcome: 'made' });
    expect(await triesUntil([tooBusy, tooBusy, tooBusy])).toEqual({ tries: 3, outcome: tooBusy });
  });

  it('one that fails otherwise is not', async () => {
    const refused = new Error('the namespace is not found');
    expect(await triesUntil([refused])).toEqual({ tries: 1, outcome: refused });
  });
});

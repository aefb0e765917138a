import type { Worker, WorkerOptions } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { WorkerGroup } from '../../../src/workers/queues/worker-group.ts';

type State = 'INITIALIZED' | 'RUNNING' | 'STOPPED';

/** How a worker without a server behaves: it says nothing, or it fails with this. */
type Trouble = 'silent' | Error;

/** Workers by their queues, each of which can be made when the test says so. */
function world() {
  const states = new Map<string, State>();
  const making = new Map<string, PromiseWithResolvers<void>>();
  const troubles = new Map<string, Trouble>();
  const failing = new Map<string, (reason: Error) => void>();
  const group = new WorkerGroup(async ({ taskQueue }: WorkerOptions) => {
    const gate = Promise.withResolvers<void>();
    making.set(taskQueue, gate);
    await gate.promise;
    states.set(taskQueue, 'INITIALIZED');
    return workerOf(taskQueue, { states, troubles, failing });
  }, 1);
  const wanted = (...queues: string[]) => queues.map((taskQueue) => ({ taskQueue }));
  /** Makes a worker at once. */
  const made = async (taskQueue: string): Promise<Worker> => {
    const creating = group.create({ taskQueue });
    making.get(taskQueue)?.resolve();
    return creating;
  };
  return { group, states, making, troubles, failing, wanted, made };
}

interface Behaviour {
  states: Map<string, State>;
  troubles: Map<string, Trouble>;
  failing: Map<string, (reason: Error) => void>;
}

function workerOf(taskQueue: string, { states, troubles, failing }: Behaviour): Worker {
  const ended = Promise.withResolvers<void>();
  failing.set(taskQueue, (reason) => {
    states.set(taskQueue, 'STOPPED');
    ended.reject(reason);
  });
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

  it('one that cannot end in order after the signal, as beside a server that stands still, ends nothing else', async () => {
    const { group, states, making, troubles, wanted } = world();
    troubles.set('calls', new Error('GracefulShutdownPeriodExpiredError'));
    const over = new AbortController();
    const running = group.runUntil(over.signal, wanted('calls', 'money'));
    for (const gate of making.values()) gate.resolve();
    await turn();
    over.abort();
    await running;
    expect([...states.values()]).toEqual(['STOPPED', 'STOPPED']);
    await expect(Promise.race([group.failed, turn()])).resolves.toBeUndefined();
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

describe('U10a: a server that goes ends the process, and none of its workers holds it up', () => {
  it('one that was made and never ran is ended: it holds the connection, which cannot be closed before', async () => {
    const { group, states, made } = world();
    await made('own');
    await group.close();
    expect(states.get('own')).toBe('STOPPED');
  });

  it.each<[string, Trouble]>([
    ['says nothing to its end', 'silent'],
    ['fails at its end', new Error('no server')],
  ])('one that never ran and %s is left alone', async (_, trouble) => {
    const { group, troubles, made } = world();
    await made('own');
    troubles.set('own', trouble);
    await expect(group.close()).resolves.toBeUndefined();
  });

  it('one that fails stops the others, is the reason of the end, and leaves nothing to close', async () => {
    const { group, states, failing, made } = world();
    for (const queue of ['own', 'egress']) group.run(await made(queue));
    expect(group.isPolling()).toBe(true);
    failing.get('own')?.(new Error('the namespace is gone'));
    await expect(group.failed).rejects.toThrow('the namespace is gone');
    await turn();
    expect([Object.fromEntries(states), group.isPolling()]).toEqual([{ own: 'STOPPED', egress: 'STOPPED' }, false]);
    await expect(group.ended()).rejects.toThrow('the namespace is gone');
    await expect(group.close()).resolves.toBeUndefined();
  });

  it('one of a term that fails is the reason of the end, too', async () => {
    const { group, states, making, failing, wanted } = world();
    const over = new AbortController();
    // As the process does: what fails ends its term.
    group.failed.catch(() => over.abort());
    const running = group.runUntil(over.signal, wanted('calls', 'money'));
    for (const gate of making.values()) gate.resolve();
    await turn();
    failing.get('money')?.(new Error('no poll'));
    await running;
    expect(Object.fromEntries(states)).toEqual({ calls: 'STOPPED', money: 'STOPPED' });
    await expect(group.ended()).rejects.toThrow('no poll');
  });

  it('one that ends by itself ends all: a process without one of its queues serves half a desk', async () => {
    const { group, states, made } = world();
    const [own, egress] = [await made('own'), await made('egress')];
    for (const worker of [own, egress]) group.run(worker);
    own.shutdown();
    await group.ended();
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
      return {} as Worker;
    });
    const outcome = await group.create({ taskQueue: 'q' }).then(
      () => 'made',
      (error: unknown) => error,
    );
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

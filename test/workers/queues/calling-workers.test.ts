import { describe, expect, it } from 'vitest';
import { CallingWorkers } from '../../../src/workers/queues/calling-workers.ts';

/** Workers that end when the test says so, and what becomes of them, in order. */
function world() {
  const done: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const process = new AbortController();
  const runUntil = (over: AbortSignal, wanted: readonly object[]): Promise<void> => {
    const number = ends.length + 1;
    const end = Promise.withResolvers<void>();
    ends.push(end);
    done.push(`${wanted.length} workers run, the ${number}. time`);
    over.addEventListener('abort', () => done.push(`the ${number}. are asked to end`), { once: true });
    return end.promise;
  };
  const wanted = () => [{ taskQueue: 'calls' }, { taskQueue: 'money' }];
  const waits: number[] = [];
  const pause = (ms: number, over?: AbortSignal): Promise<void> => {
    waits.push(ms);
    return new Promise((resolve) => over?.addEventListener('abort', () => resolve(), { once: true }));
  };
  const calling = new CallingWorkers({ workers: { runUntil }, wanted, signal: process.signal, pause });
  const after = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return done.splice(0);
  };
  return { calling, ends, process, waits, after };
}

describe('ADR 0031: who loses the lead keeps the workers', () => {
  it('I17: with the term nothing begins any more, and the same workers serve the next one', async () => {
    const { calling, after } = world();
    expect(calling.areOpen).toBe(false);
    const first = new AbortController();
    await calling.open(first.signal);
    expect([await after(), calling.areOpen]).toEqual([['2 workers run, the 1. time'], true]);
    first.abort();
    expect([await after(), calling.areOpen]).toEqual([[], false]);
    await calling.open(new AbortController().signal);
    expect([await after(), calling.areOpen]).toEqual([[], true]);
  });

  it('they end when another process leads, and those of a later term wait for their end', async () => {
    const { calling, ends, after } = world();
    const first = new AbortController();
    await calling.open(first.signal);
    first.abort();
    calling.leave();
    expect((await after()).at(-1)).toBe('the 1. are asked to end');
    const opening = calling.open(new AbortController().signal);
    expect(await after()).toEqual([]);
    ends[0]?.resolve();
    await opening;
    expect(await after()).toEqual(['2 workers run, the 2. time']);
  });

  it('a look that is older than the term ends nothing', async () => {
    const { calling, after } = world();
    await calling.open(new AbortController().signal);
    calling.leave();
    expect(await after()).toEqual(['2 workers run, the 1. time']);
  });

  it('a term that is over before earlier ones have ended makes none', async () => {
    const { calling, ends, after } = world();
    const [first, second] = [new AbortController(), new AbortController()];
    await calling.open(first.signal);
    first.abort();
    void calling.end();
    const opening = calling.open(second.signal);
    second.abort();
    ends[0]?.resolve();
    await opening;
    expect(await after()).toEqual(['2 workers run, the 1. time', 'the 1. are asked to end']);
  });

  it('they end with the process, also between two terms, and who ends them waits for what they have begun', async () => {
    const { calling, ends, process, after } = world();
    const term = new AbortController();
    await calling.open(term.signal);
    term.abort();
    process.abort();
    expect((await after()).at(-1)).toBe('the 1. are asked to end');
    let isOver = false;
    void calling.end().then(() => (isOver = true));
    await after();
    expect(isOver).toBe(false);
    ends[0]?.resolve();
    await after();
    expect(isOver).toBe(true);
  });

  it('what they receive between two terms waits for the next one', async () => {
    const { calling, waits } = world();
    const first = new AbortController();
    await calling.open(first.signal);
    expect([await calling.opened(5_000), waits]).toEqual([true, []]);
    first.abort();
    const waiting = calling.opened(5_000);
    await calling.open(new AbortController().signal);
    expect([await waiting, waits]).toEqual([true, [5_000]]);
  });

  it('it waits no longer once another process leads, and not at all where there are no workers', async () => {
    const { calling, ends, waits } = world();
    expect([await calling.opened(5_000), waits]).toEqual([false, []]);
    const term = new AbortController();
    await calling.open(term.signal);
    term.abort();
    const waiting = calling.opened(5_000);
    calling.leave();
    expect(await waiting).toBe(false);
    ends[0]?.resolve();
  });
});

import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { StoppedEarly, unlessStopped } from '../../../src/workers/lead/stoppable.ts';

describe('design 7: a step of a start', () => {
  it('is waited for, and its outcome and its failure are those of the start', async () => {
    const { signal } = new AbortController();
    expect(await unlessStopped(signal, Promise.resolve('done'))).toBe('done');
    await expect(unlessStopped(signal, Promise.reject(new Error('no server')))).rejects.toThrow('no server');
  });

  it.each(['before', 'after'])(
    'is waited for no longer when the stop comes %s it began, and what comes of it is ended',
    async (when) => {
      const stop = new AbortController();
      if (when === 'before') stop.abort();
      const step = Promise.withResolvers<string>();
      const late: string[] = [];
      const outcome = unlessStopped(stop.signal, step.promise, (connection) => late.push(connection));
      stop.abort();
      await expect(outcome).rejects.toBeInstanceOf(StoppedEarly);
      expect(late).toEqual([]);
      step.resolve('connection');
      await step.promise;
      await Promise.resolve();
      expect(late).toEqual(['connection']);
    },
  );

  it('leaves nothing at the signal, which lives as long as the process: a watchdog looks every few seconds', async () => {
    const stop = new AbortController();
    await unlessStopped(stop.signal, Promise.resolve('a look'));
    await unlessStopped(stop.signal, Promise.reject(new Error('no server'))).catch(() => undefined);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('that fails after the stop is no failure any more', async () => {
    const stop = new AbortController();
    const step = Promise.withResolvers<string>();
    const outcome = unlessStopped(stop.signal, step.promise);
    stop.abort();
    await expect(outcome).rejects.toBeInstanceOf(StoppedEarly);
    step.reject(new Error('no server'));
    await expect(step.promise).rejects.toThrow('no server');
  });
});

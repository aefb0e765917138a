import { setTimeout as delay } from 'node:timers/promises';

/** Waits; keeps no process alive, and ends at once when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Settles when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A process was asked to stop before it served: no failure. */
export class StoppedEarly extends Error {}

/**
 * Returns the outcome of one step of a start; rejects with StoppedEarly when the signal aborts before, since a server that
 * does not answer holds a step up for as long as it is tried again. `late` ends what comes of it afterwards.
 */
export async function unlessStopped<T>(
  signal: AbortSignal,
  step: Promise<T>,
  late: (outcome: T) => unknown = () => undefined,
): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(new StoppedEarly('asked to stop before it served'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([step, stopped.promise]);
  } catch (error) {
    // A failed step has no outcome.
    void step.then(late).catch(() => undefined);
    throw error;
  } finally {
    // The signal lives as long as the process: it would keep every outcome.
    signal.removeEventListener('abort', stop);
  }
}

/** What every look finds again is said when it changes. */
export function onceInARow(say: (text: string) => void): (text: string) => void {
  let last = '';
  return (text) => {
    if (text !== last) say(text);
    last = text;
  };
}

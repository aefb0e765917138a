import { setTimeout as delay } from 'node:timers/promises';

/** Waits; rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The real thing. Tests put their own in its place. */
export const realSleep: Sleep = async (ms, signal) => {
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    throw signal?.reason instanceof Error ? signal.reason : error;
  }
};

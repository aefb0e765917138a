import { setTimeout as delay } from 'node:timers/promises';

/** Waits; rejects with the signal's reason when it aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Node's timers hold 24.8 days; longer ones fire at once. */
const maxTimerMs = 2_147_483_647;

/** Caps a duration in ms to what a single timer can hold. */
export function timerMs(ms: number): number {
  return Math.min(Math.max(0, ms), maxTimerMs);
}

/** Real time, however long the wait. Tests replace it. */
export const realSleep: Sleep = async (ms, signal) => {
  let leftMs = ms;
  try {
    do {
      await delay(timerMs(leftMs), undefined, signal === undefined ? {} : { signal });
      leftMs -= maxTimerMs;
    } while (leftMs > 0);
  } catch (error) {
    throw signal?.reason instanceof Error ? signal.reason : error;
  }
};

import { setTimeout as delay } from 'node:timers/promises';

/** Waits; keeps no process alive, and ends at once when the signal aborts. */
export async function rest(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

import { setTimeout as delay } from 'node:timers/promises';

/** Reads until it holds; a read that fails counts as not yet. */
export async function until<T>(what: string, read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let round = 0; round < 600; round += 1) {
    const value = await read().catch(() => undefined);
    if (value !== undefined && holds(value)) return value;
    await delay(100);
  }
  throw new Error(`never came true: ${what}`);
}

import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlineOfServer } from './temporal-trouble.ts';

const pauseMs = 1_000;

/**
 * Waits for the result of a workflow, for as long as it runs. A busy server may end one of its long polls with an error
 * instead of an empty answer: then it is asked again. A deadline or an abort signal around the call ends it.
 */
export async function resultOf<T>(handle: { result(): Promise<unknown> }): Promise<T> {
  for (;;) {
    try {
      return (await handle.result()) as T;
    } catch (error) {
      if (!isDeadlineOfServer(error)) throw error;
    }
    await delay(pauseMs);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlineOfServer } from '../connection/temporal-trouble.ts';

const pauseMs = 1_000;

/**
 * Asks again for as long as the server alone gives up: a busy one ends a long poll for a result with an error instead of
 * an empty answer, and a query before a worker that starts has answered. A deadline or an abort signal around the call
 * ends it.
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDeadlineOfServer(error)) throw error;
    }
    await delay(pauseMs);
  }
}

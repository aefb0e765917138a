import { setTimeout as delay } from 'node:timers/promises';
import { QueryNotRegisteredError } from '@temporalio/client';
import { aheadOfTaskText } from '../../workflows/contract/ahead-of-task.ts';
import { isDeadlineOfServer } from '../connection/temporal-trouble.ts';

const pauseMs = 1_000;

/**
 * Asks again for as long as the server alone gives up: a busy one ends a long poll for a result with an error instead of
 * an empty answer, and a query before a worker that starts has answered; or while a run refuses a query because the task
 * for its newest messages has yet to begin. A deadline or an abort signal around the call ends it.
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDeadlineOfServer(error) && !isAheadOfTask(error)) throw error;
    }
    await delay(pauseMs);
  }
}

/** The client has one error for every query that fails. */
const isAheadOfTask = (error: unknown): boolean =>
  error instanceof QueryNotRegisteredError && error.message === aheadOfTaskText;

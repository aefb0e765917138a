import { closedError } from './send-refusals.ts';
import type { Dispatch } from './dispatch.ts';
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import { BrokenExchange, EmptyAnswer, ExchangeError, UnreadableAnswer } from '../exchange-error.ts';
import { TransportFailure } from '../wire/wire-message.ts';
import { BudgetAborted, BudgetClosed, BudgetPaused } from '../limits/budget-error.ts';

export type Verdict = 'alive' | 'failing' | 'unclear';

const troubles: ReadonlySet<FailureCategory> = new Set(['RATE_LIMITED', 'RETRIABLE_WITH_BACKOFF']);

/**
 * Business rejections prove that the service is alive; silence, 5xx, 429, half an answer, a web page in its place and
 * its own "try later" do not.
 */
export function verdictOn(failure: ExchangeError, cause: unknown): Verdict {
  const isOurs = failure.sent === 'no' && !(cause instanceof TransportFailure);
  if (isOurs || failure.code === 'ABORTED' || failure instanceof EmptyAnswer) return 'unclear';
  if (cause instanceof TransportFailure || failure instanceof UnreadableAnswer) return 'failing';
  return (failure.httpStatus ?? 500) >= 500 || troubles.has(failure.category) ? 'failing' : 'alive';
}

/** Returns the error that callers see for whatever ended a send; rethrows anything unknown, which is a defect. */
export function asExchangeError(error: unknown, dispatch: Dispatch): ExchangeError {
  const { operation, signal } = dispatch;
  if (error instanceof ExchangeError) return error;
  const endpoint = operation.name;
  if (error instanceof BudgetClosed) return closedError(dispatch);
  if (error instanceof BudgetPaused) {
    const { message, restMs } = error;
    return new ExchangeError({ message, endpoint, sent: 'no', retryAfterMs: restMs, category: 'RATE_LIMITED' });
  }
  if (error instanceof BudgetAborted) return abortedError({ sent: 'no', head: null }, dispatch);
  if (!(error instanceof TransportFailure)) throw error;
  if (signal?.aborted === true) return abortedError(error, dispatch);
  return new BrokenExchange({
    message: error.message,
    endpoint,
    sent: error.sent,
    httpStatus: error.head?.status ?? null,
  });
}

function abortedError({ sent, head }: Pick<TransportFailure, 'sent' | 'head'>, { operation }: Dispatch): ExchangeError {
  const httpStatus = head?.status ?? null;
  return new ExchangeError({
    message: 'the caller gave up',
    endpoint: operation.name,
    sent,
    httpStatus,
    code: 'ABORTED',
  });
}

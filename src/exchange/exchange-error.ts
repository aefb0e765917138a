import type { ErrorFacts, FailureCategory } from '../domain/failures/error-category.ts';
import { MarketplaceFailure, type Sent } from '../domain/failures/marketplace-failure.ts';
import { adviceFor } from './advice.ts';
import { categorize } from './table/classify.ts';
import { hadNoEffect } from './table/money-refusal.ts';

export type { Sent } from '../domain/failures/marketplace-failure.ts';

export interface ExchangeFailure {
  /** Text for people: the service's own words where there are any. Must hold no secret; `redact` it before. */
  readonly message: string;
  /** The operation's name. */
  readonly endpoint: string;
  readonly sent: Sent;
  /**
   * The application code as text; FENCED, CLOCK_JUMPED, CLOCK_SKEW, BREAKER_OPEN, STOOD_STILL, STANDS_BY, NOT_LEFT,
   * ABORTED, CLOSED, CHAT_OFFLINE, IMAGE and UPLOAD are our own.
   */
  readonly code?: string | null;
  readonly httpStatus?: number | null;
  readonly retryAfterMs?: number | null;
  /** When it does not follow from code, message and status. */
  readonly category?: FailureCategory;
}

/**
 * What every failed call rejects with (interface 7). It has no `cause` and its text never holds a query string, because
 * errors travel into logs and workflow histories.
 *
 * @example
 * try {
 *   await client.orders.getUserOrderDetail('1');
 * } catch (error) {
 *   if (!(error instanceof ExchangeError)) throw error;
 *   console.log(`${error.endpoint}: ${error.category}, sent: ${error.sent}. ${error.advice}`);
 * }
 */
export class ExchangeError extends MarketplaceFailure {
  override readonly name = 'ExchangeError';

  constructor(failure: ExchangeFailure) {
    const { message, endpoint, sent, code = null, httpStatus = null, retryAfterMs = null } = failure;
    const category = failure.category ?? categorize({ code, message, httpStatus });
    const proof = hadNoEffect({ sent, code, httpStatus, message });
    const call = { endpoint, sent, code, httpStatus, retryAfterMs, category, hadNoEffect: proof };
    super(message, { ...call, advice: adviceFor({ ...call, message }) });
  }

  /** The facts that the error is classified by. */
  get facts(): ErrorFacts {
    return { code: this.code, message: this.message, httpStatus: this.httpStatus };
  }

  /** Returns the same error with a wait attached. */
  withRetryAfter(retryAfterMs: number): ExchangeError {
    return new ExchangeError({ ...this.toJSON(), retryAfterMs });
  }

  /** Plain data for logs and for failures that travel. */
  toJSON(): Required<ExchangeFailure> & { readonly advice: string } {
    const { message, endpoint, sent, code, httpStatus, retryAfterMs, category, advice } = this;
    return { message, endpoint, sent, code, httpStatus, retryAfterMs, category, advice };
  }
}

/** The answer is unreadable: a web page, half an answer, broken JSON. Its sender is unwell. */
export class UnreadableAnswer extends ExchangeError {}

/** No whole answer arrived: the connection failed, broke, or took too long. */
export class BrokenExchange extends ExchangeError {}

/** The call's own door refused it. Its caller sees the reason alone. */
export class RefusedAtDoor extends ExchangeError {
  readonly #reason: unknown;

  constructor(failure: ExchangeFailure, reason: unknown) {
    super(failure);
    this.#reason = reason;
  }

  /** Private otherwise, since it is not ours: an observer of attempts may print this error. */
  get reason(): unknown {
    return this.#reason;
  }
}

/** A success without a body, the service's answer to unknown paths (wire-facts 2.1). */
export class EmptyAnswer extends ExchangeError {}

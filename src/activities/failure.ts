/** The only place where an exchange failure becomes a Temporal one. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { TransportCondition, type FailureCategory } from '../domain/failures/error-category.ts';
import { handlingOf, type FailureUse } from '../domain/failures/handling-table.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { ExchangeError } from '../exchange/index.ts';

export interface FailureContext {
  /** What the call was for: the row of the table of failures. */
  use: FailureUse;
  /** Counted from 1, as Temporal counts. */
  attempt: number;
  random: () => number;
  settings: DeskSettings;
  /** When it failed, in ms since the epoch. */
  atMs: number;
  /** A retry that would come later than this is left to the workflow: a stale price must not go out after a ban. */
  maxRetryMs: number;
}

/** A trouble that a watch met, as far as it concerns the next look. */
export interface Trouble {
  /** How long to leave the service alone. */
  waitMs: number;
  /** True when the watch must not wait it out by itself: the workflow shows it and decides. */
  lasting: boolean;
}

/** Failures in a row after which a watch tells its workflow. */
const maxFailures = 5;

/**
 * Judges a look that failed. Takes the error and how many looks in a row have failed. What passes soon is waited out
 * (interface 7.5); a ban, a refusal of the business and a trouble that stays are the workflow's.
 */
export function judgeTrouble(
  error: ExchangeError,
  failures: number,
  { random, settings }: Pick<FailureContext, 'random' | 'settings'>,
): Trouble {
  const { category, retryAfterMs } = error;
  const handling = handlingOf(category, 'intake');
  const waitMs = handling.waitMs({ attempt: failures, retryAfterMs, random, settings });
  const lasting = handling.waits === 'workflow' || waitMs > settings.backoffCapMs || failures >= maxFailures;
  return { lasting, waitMs };
}

const banLookMs = 20_000;

/**
 * Turns what an exchange call threw into an ApplicationFailure: type = category, details = code, endpoint, message,
 * wait and moment; retried by the server with full jitter (interface 7.5) or Retry-After, which is never capped. Other errors are
 * given back as they are.
 */
export function toActivityFailure(error: unknown, context: FailureContext): unknown {
  if (!(error instanceof ExchangeError)) return error;
  const { category, code, endpoint, message, advice } = error;
  const { waits, waitMs } = handlingOf(category, context.use);
  const retryAfterMs = waitMs({ ...context, retryAfterMs: error.retryAfterMs });
  const nonRetryable = waits === 'workflow' || retryAfterMs > context.maxRetryMs;
  return ApplicationFailure.create({
    type: category,
    message: `${endpoint}: ${code ?? error.httpStatus ?? ''} ${message} (${advice})`,
    nonRetryable,
    details: [{ code, endpoint, message, retryAfterMs, atMs: context.atMs }],
    ...(nonRetryable ? {} : { nextRetryDelay: nextTryMs(category, retryAfterMs) }),
    ...(nonRetryable ? { category: ApplicationFailureCategory.BENIGN } : {}),
  });
}

/**
 * A ban is looked at again every 20 s: the gate of this process refuses without a call while it holds, and a ban that a
 * human cleared must not be slept through. Every other wait is as long as somebody said.
 */
function nextTryMs(category: FailureCategory, retryAfterMs: number): number {
  const waitMs = category === TransportCondition.IP_BAN ? Math.min(banLookMs, retryAfterMs) : retryAfterMs;
  return Math.max(1, waitMs);
}

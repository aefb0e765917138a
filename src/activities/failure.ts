/** The only place where an exchange failure becomes a Temporal one. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { TransportCondition, type FailureCategory } from '../domain/failures/error-category.ts';
import { handlingOf, type FailureUse } from '../domain/failures/handling-table.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';

export interface FailureContext {
  /** What the call was for: the row in the table of failures. */
  use: FailureUse;
  /** Counted from 1, as Temporal counts. */
  attempt: number;
  random: () => number;
  settings: DeskSettings;
  /** When it failed, in ms since the epoch. */
  atMs: number;
  /** A later retry is left to the workflow: a stale price must not go out after a ban. */
  maxRetryMs: number;
}

/** A trouble of a watch, as far as it concerns the next look. */
export interface Trouble {
  /** How long to leave the service alone. */
  waitMs: number;
  /** True when the watch must not wait it out: the workflow shows it and decides. */
  lasting: boolean;
}

/** Consecutive failures after which a watch reports to its workflow. */
const maxFailures = 5;

/**
 * Judges a failed look by its error and the number of consecutive failures. Short troubles are waited out (interface
 * 7.5); a ban, a refusal of the business and a lasting trouble go to the workflow.
 */
export function judgeTrouble(
  error: MarketplaceFailure,
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
 * Converts the error of an exchange call into an ApplicationFailure: type = category, details = code, endpoint,
 * message, wait and moment; retried by the server with full jitter (interface 7.5) or Retry-After, which is never
 * capped. Returns other errors unchanged.
 */
export function toActivityFailure(error: unknown, context: FailureContext): unknown {
  if (!(error instanceof MarketplaceFailure)) return error;
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
 * A ban is checked every 20 s: the gate of this process refuses without a call while it lasts, and a ban that a human
 * cleared must not be slept through. Every other wait lasts as long as requested.
 */
function nextTryMs(category: FailureCategory, retryAfterMs: number): number {
  const waitMs = category === TransportCondition.IP_BAN ? Math.min(banLookMs, retryAfterMs) : retryAfterMs;
  return Math.max(1, waitMs);
}

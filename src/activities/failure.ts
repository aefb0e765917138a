/** The only place where an exchange failure becomes a Temporal one. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { backoffMs } from '../domain/failures/backoff.ts';
import { ErrorCategory, TransportCondition } from '../domain/failures/error-category.ts';
import type { FailureCategory } from '../domain/failures/error-category.ts';
import { planHandling } from '../domain/failures/handling.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { ExchangeError } from '../exchange/index.ts';

export interface FailureContext {
  /** Counted from 1, as Temporal counts. */
  attempt: number;
  random: () => number;
  settings: DeskSettings;
  /** When it failed, in ms since the epoch. */
  atMs: number;
  /** A retry that would come later than this is left to the workflow: a stale price must not go out after a ban. */
  longestRetryMs: number;
}

/** Categories that a workflow handles by its own rules: the server does not retry them (interface 7.4). */
const workflowCategories: readonly FailureCategory[] = [
  ErrorCategory.AD_OFFLINE,
  ErrorCategory.RETRY_WITH_VOLUME_SYNC,
  ErrorCategory.NON_RETRIABLE_BUSINESS,
  ErrorCategory.SPECIAL_HANDLER,
  ErrorCategory.PRICE_RANGE_LIMIT,
  TransportCondition.NOT_FOUND,
];

/** A trouble that a watch met, as far as it concerns the next look. */
export interface Trouble {
  /** How long to leave the service alone. */
  waitMs: number;
  /** True when the watch must not wait it out by itself: the workflow shows it and decides. */
  lasting: boolean;
}

/** Failures in a row after which a watch tells its workflow. */
const mostFailures = 5;

/**
 * Judges a look that failed. Takes the error and how many looks in a row have failed. What passes soon is waited out
 * (interface 7.5); a ban, a refusal of the business and a trouble that stays are the workflow's.
 */
export function judgeTrouble(
  error: ExchangeError,
  failures: number,
  { random, settings }: Pick<FailureContext, 'random' | 'settings'>,
): Trouble {
  const waitMs = retryDelayMs(error, { attempt: failures, random, settings });
  const refused = workflowCategories.includes(error.category);
  const lasting = refused || waitMs > settings.backoffCapMs || failures >= mostFailures;
  return { lasting, waitMs: refused && waitMs === 0 ? settings.businessBlockMs : waitMs };
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
  const retryAfterMs = retryDelayMs(error, context);
  const nonRetryable = workflowCategories.includes(category) || retryAfterMs > context.longestRetryMs;
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

function retryDelayMs(error: ExchangeError, context: Omit<FailureContext, 'longestRetryMs' | 'atMs'>): number {
  const { attempt, random, settings } = context;
  const { retryAfterMs, category, code } = error;
  const plan = planHandling(category, { attempt, retryAfterMs, random, settings, code });
  switch (plan.kind) {
    case 'resync':
    case 'volume-sync':
      return plan.waitMs;
    case 'backoff':
      // The client counts its tries within one attempt from 1, and names the wait that it would not sleep itself:
      // only the attempts of the activity make the waits grow to the cap of 7.5.
      return category === ErrorCategory.RETRIABLE_WITH_BACKOFF
        ? Math.max(plan.delayMs, backoffMs(attempt, random, settings))
        : plan.delayMs;
    case 'block':
    case 'ban':
      return plan.durationMs;
    case 'overlap':
    case 'offline':
    case 'clamp':
    case 'missing':
      return retryAfterMs ?? 0;
  }
}

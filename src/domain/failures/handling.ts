import { backoffMs } from './backoff.ts';
import { ErrorCategory, TransportCondition } from './error-category.ts';
import type { FailureCategory } from './error-category.ts';
import type { DeskSettings } from '../settings.ts';

export type OfflineReason = 'Business closed' | 'Taking a break';

export type Handling =
  | { readonly kind: 'resync'; readonly waitMs: number }
  /** `syncTime`: also fetch the server's time before the retry (setting retrySyncOn1000). */
  | { readonly kind: 'backoff'; readonly delayMs: number; readonly syncTime: boolean }
  | { readonly kind: 'volume-sync'; readonly waitMs: number }
  | { readonly kind: 'block'; readonly durationMs: number }
  | { readonly kind: 'overlap' }
  | { readonly kind: 'offline'; readonly reason: OfflineReason }
  | { readonly kind: 'clamp' }
  | { readonly kind: 'ban'; readonly durationMs: number }
  | { readonly kind: 'missing' };

export interface HandlingContext {
  /** Counted from 1. */
  readonly attempt: number;
  /** From the Retry-After header; null when there was none. */
  readonly retryAfterMs: number | null;
  /** Gives a number in [0, 1). */
  readonly random: () => number;
  readonly settings: DeskSettings;
  /** The application code as text; tells 83229 from 83230, and -1000 from the rest. */
  readonly code?: string | null;
}

type Planner = (context: HandlingContext) => Handling;

/** Retry-After is the service's own word: it wins over the formula and is never capped. */
const backoff: Planner = (context) => ({
  kind: 'backoff',
  delayMs: context.retryAfterMs ?? backoffMs(context.attempt, context.random, context.settings),
  syncTime: context.code === '-1000' && context.settings.retrySyncOn1000,
});

/** Takes the code of an AD_OFFLINE error and gives the reason that the merchant sees. Interface section 7.4. */
export function offlineReason(code: string | null): OfflineReason {
  return code === '83230' ? 'Taking a break' : 'Business closed';
}

const planners: Record<FailureCategory, Planner> = {
  [ErrorCategory.AD_OFFLINE]: ({ code }) => ({ kind: 'offline', reason: offlineReason(code ?? null) }),
  [ErrorCategory.RETRY_WITH_SYNC]: ({ settings }) => ({ kind: 'resync', waitMs: settings.timeSyncWaitMs }),
  [ErrorCategory.RETRIABLE_WITH_BACKOFF]: backoff,
  [ErrorCategory.RETRY_WITH_VOLUME_SYNC]: ({ settings }) => ({
    kind: 'volume-sync',
    waitMs: settings.volumeSyncSleepMs,
  }),
  [ErrorCategory.NON_RETRIABLE_BUSINESS]: ({ settings }) => ({ kind: 'block', durationMs: settings.businessBlockMs }),
  [ErrorCategory.SPECIAL_HANDLER]: () => ({ kind: 'overlap' }),
  [ErrorCategory.PRICE_RANGE_LIMIT]: () => ({ kind: 'clamp' }),
  [ErrorCategory.UNKNOWN]: backoff,
  [TransportCondition.IP_BAN]: ({ retryAfterMs, settings }) => ({
    kind: 'ban',
    durationMs: retryAfterMs ?? settings.ipBanDefaultMs,
  }),
  [TransportCondition.RATE_LIMITED]: backoff,
  [TransportCondition.NOT_FOUND]: () => ({ kind: 'missing' }),
};

/** Takes a category and the context of the failed attempt and gives what to do next. Interface section 7.4. */
export function planHandling(category: FailureCategory, context: HandlingContext): Handling {
  return planners[category](context);
}

/** How an ad handles a refused call, category by category (interface 7.4). */
import { ErrorCategory, TransportCondition, type FailureCategory } from '../../domain/failures/error-category.ts';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { businessRest } from '../../domain/ads/state/ad-state.ts';
import { answerOverlap } from '../../domain/pricing/overlap-window.ts';
import { estimateRange, parsePriceRange } from '../../domain/pricing/price-range.ts';
import { moveAd, type AdTask } from './ad-task.ts';
import type { FailureFacts } from '../kit/failure-facts.ts';

/**
 * Changes the ad's state after a refusal: a block with its end, a cooldown, offline, or a learned price range. If the
 * message has no range, it is estimated from `referencePrice`.
 */
export function noteRefusal(task: AdTask, facts: FailureFacts, referencePrice: string | null = null): void {
  const atMs = Date.now();
  task.run.remember({
    lastProblem: { category: facts.category, code: facts.code, message: facts.message, atMs },
    refusalsInARow: task.run.memory.refusalsInARow + 1,
  });
  switch (facts.category) {
    case ErrorCategory.AD_OFFLINE:
      return moveAd(task, { type: 'offline', cause: 'business', business: businessRest(facts.code), atMs });
    case ErrorCategory.SPECIAL_HANDLER:
      return noteOverlap(task, facts.atMs ?? atMs);
    case ErrorCategory.PRICE_RANGE_LIMIT:
      return learnRange(task, facts, referencePrice);
    case ErrorCategory.NON_RETRIABLE_BUSINESS:
      return blockFor(task, facts, task.settings.businessBlockMs);
    case ErrorCategory.RETRY_WITH_VOLUME_SYNC:
      return blockFor(task, facts, repeatWaitMs(task) ?? task.settings.volumeSyncSleepMs);
    case TransportCondition.IP_BAN:
      return blockFor(task, facts, facts.retryAfterMs ?? task.settings.ipBanDefaultMs);
    case TransportCondition.NOT_FOUND:
      return blockFor(task, facts, task.settings.missingAdTtlMs);
    case TransportCondition.RATE_LIMITED:
    case ErrorCategory.RETRY_WITH_SYNC:
    case ErrorCategory.RETRIABLE_WITH_BACKOFF:
    case ErrorCategory.UNKNOWN:
      return blockFor(task, facts, facts.retryAfterMs ?? task.settings.backoffCapMs);
  }
}

/** Asks a human at once, when the trouble lasts, or never, as the table of failures requires. */
export function noteTrouble({ troubles }: AdTask, category: FailureCategory, message: string): void {
  const { asksHuman } = handlingOf(category, 'price');
  if (asksHuman === 'at-once') troubles.noteUrgent('refusal', { code: 'refused', category, message });
  else if (asksHuman !== 'never') troubles.note('refusal', { code: 'refused', category, message });
}

function blockFor(task: AdTask, facts: FailureFacts, durationMs: number): void {
  const atMs = Date.now();
  const { category, message } = facts;
  // A refusal that a fresh look resolves at once is no trouble until it keeps coming back.
  if (durationMs > task.settings.marketIntervalMs) noteTrouble(task, category, message);
  moveAd(task, { type: 'block', category, message, untilMs: atMs + durationMs, atMs });
}

/**
 * A refusal that a fresh look should resolve (187031, 187040, 187049, a price range) but that keeps coming back waits
 * longer instead of hammering: the service answers the same when an account updates too often. Null for the first few.
 */
export function repeatWaitMs(task: AdTask): number | null {
  const { refusalsInARow } = task.run.memory;
  if (refusalsInARow <= 3) return null;
  return refusalsInARow <= 6 ? task.settings.backoffCapMs : task.settings.businessBlockMs;
}

/**
 * 187055: at most 5 retries in 60 s, then a cooldown of 30 s (interface 8). Counted by the time in the failure: the
 * result must not depend on the workflow's own clock, which may differ at a replay. The wait is a duration, so that the
 * two clocks may differ.
 */
function noteOverlap(task: AdTask, atMs: number): void {
  const { window, coolMs } = answerOverlap(task.run.memory.overlap, atMs, task.settings);
  task.run.remember({ overlap: window });
  // Without a cooldown the next watch is the retry: it decides again on freshly read own ads.
  if (coolMs === null) return;
  const nowMs = Date.now();
  moveAd(task, { type: 'cool', untilMs: nowMs + coolMs, atMs: nowMs });
}

/**
 * PRICE_RANGE_LIMIT: the range in the message, else 0.905 to 1.095 of the rate; believed for the range's time to live.
 */
function learnRange(task: AdTask, facts: FailureFacts, referencePrice: string | null): void {
  const { settings } = task;
  const near = task.run.memory.ad?.price ?? referencePrice;
  const parsed = near === null ? parsePriceRange(facts.message) : parsePriceRange(facts.message, near);
  const range = parsed ?? (referencePrice === null ? null : estimateRange(referencePrice, settings));
  if (range === null) return blockFor(task, facts, settings.backoffCapMs);
  task.run.remember({ learnedRange: { range, untilMs: Date.now() + settings.priceRangeTtlMs } });
  const waitMs = repeatWaitMs(task);
  if (waitMs !== null) blockFor(task, facts, waitMs);
}

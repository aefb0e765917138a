/** What an ad does about a refused call, category by category (interface 7.4). */
import { advanceAd } from '../../domain/ads/ad-state.ts';
import type { AdEvent } from '../../domain/ads/ad-state.ts';
import { ErrorCategory, TransportCondition } from '../../domain/failures/error-category.ts';
import { offlineReason } from '../../domain/failures/offline-reason.ts';
import { answerOverlap } from '../../domain/pricing/overlap-window.ts';
import { estimateRange, parsePriceRange } from '../../domain/pricing/price-range.ts';
import { remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import type { FailureFacts } from '../kit/failure-facts.ts';

/**
 * Takes the facts of a refusal and moves the ad's state: a block with its end, a cooldown, offline, or a learned
 * price range. `referencePrice` is the fallback from which a range is estimated when the message tells none.
 */
export function noteRefusal(desk: AdDesk, facts: FailureFacts, referencePrice: string | null = null): void {
  const atMs = Date.now();
  remember(desk, {
    lastProblem: { category: facts.category, code: facts.code, message: facts.message, atMs },
    refusalsInARow: desk.memory.refusalsInARow + 1,
  });
  switch (facts.category) {
    case ErrorCategory.AD_OFFLINE:
      return move(desk, { type: 'offline', cause: 'business', reason: offlineReason(facts.code), atMs });
    case ErrorCategory.SPECIAL_HANDLER:
      return noteOverlap(desk, facts.atMs ?? atMs);
    case ErrorCategory.PRICE_RANGE_LIMIT:
      return learnRange(desk, facts, referencePrice);
    case ErrorCategory.NON_RETRIABLE_BUSINESS:
      return blockFor(desk, facts, desk.settings.businessBlockMs);
    case ErrorCategory.RETRY_WITH_VOLUME_SYNC:
      return blockFor(desk, facts, repeatWaitMs(desk) ?? desk.settings.volumeSyncSleepMs);
    case TransportCondition.IP_BAN:
      return blockFor(desk, facts, facts.retryAfterMs ?? desk.settings.ipBanDefaultMs);
    case TransportCondition.NOT_FOUND:
      return blockFor(desk, facts, desk.settings.missingAdTtlMs);
    case TransportCondition.RATE_LIMITED:
    case ErrorCategory.RETRY_WITH_SYNC:
    case ErrorCategory.RETRIABLE_WITH_BACKOFF:
    case ErrorCategory.UNKNOWN:
      return blockFor(desk, facts, facts.retryAfterMs ?? desk.settings.backoffCapMs);
  }
}

function move(desk: AdDesk, event: AdEvent): void {
  remember(desk, { state: advanceAd(desk.memory.state, event) });
}

function blockFor(desk: AdDesk, facts: FailureFacts, durationMs: number): void {
  const atMs = Date.now();
  const { category, message } = facts;
  move(desk, { type: 'block', category, message, untilMs: atMs + durationMs, atMs });
}

/**
 * A refusal that is answered by a fresh look (187031, 187040, 187049, a price range) and keeps coming back waits longer
 * instead of hammering: the service answers the same when an account updates too often. Null for the first few.
 */
function repeatWaitMs(desk: AdDesk): number | null {
  const { refusalsInARow } = desk.memory;
  if (refusalsInARow <= 3) return null;
  return refusalsInARow <= 6 ? desk.settings.backoffCapMs : desk.settings.businessBlockMs;
}

/**
 * 187055: at most 5 retries in 60 s, then a cooldown of 30 s (interface 8). Counted by the time in the failure: what
 * follows must not hang on the workflow's own clock, which may read another time at a replay. What is waited is a
 * duration, so that the two clocks may differ.
 */
function noteOverlap(desk: AdDesk, atMs: number): void {
  const { window, coolMs } = answerOverlap(desk.memory.overlap, atMs, desk.settings);
  remember(desk, { overlap: window });
  // Without a cooldown the next watch is the retry: it decides anew, with the own ads read afresh.
  if (coolMs === null) return;
  const nowMs = Date.now();
  move(desk, { type: 'cool', untilMs: nowMs + coolMs, atMs: nowMs });
}

/** PRICE_RANGE_LIMIT: the range in the message, else 0.905 to 1.095 of the rate; believed for the range's time to live. */
function learnRange(desk: AdDesk, facts: FailureFacts, referencePrice: string | null): void {
  const { settings } = desk;
  const near = desk.memory.ad?.price ?? referencePrice;
  const parsed = near === null ? parsePriceRange(facts.message) : parsePriceRange(facts.message, near);
  const range = parsed ?? (referencePrice === null ? null : estimateRange(referencePrice, settings));
  if (range === null) return blockFor(desk, facts, settings.backoffCapMs);
  remember(desk, { learnedRange: { range, untilMs: Date.now() + settings.priceRangeTtlMs } });
  const waitMs = repeatWaitMs(desk);
  if (waitMs !== null) blockFor(desk, facts, waitMs);
}

/** How an ad handles a refused call, as the table of failures has it (interface 7.4). */
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { businessRest } from '../../domain/ads/state/ad-state.ts';
import { followRefusal } from '../kit/follow-refusal.ts';
import { moveAd, type AdRun } from './ad-run.ts';
import type { FailureFacts } from '../kit/failure-facts.ts';

/**
 * Changes the ad's state after a refusal: a block with its end, a cooldown, offline, or a learned price range. If the
 * message has no range, it is estimated from `referencePrice`.
 */
export function noteRefusal(adRun: AdRun, facts: FailureFacts, referencePrice: string | null = null): void {
  const atMs = Date.now();
  adRun.run.remember({
    lastProblem: { category: facts.category, code: facts.code, message: facts.message, atMs },
    refusalsInARow: adRun.run.memory.refusalsInARow + 1,
  });
  const near = adRun.run.memory.ad?.price ?? referencePrice;
  const { next, waitMs } = followRefusal(adRun, { ...facts, use: 'price', basis: { price: near, referencePrice } });
  switch (next) {
    case 'offline':
      return moveAd(adRun, { type: 'offline', cause: 'business', business: businessRest(facts.code), atMs });
    case 'cool':
      return coolDown(adRun, facts, waitMs);
    case 'learn-range':
      return blockUnlessFresh(adRun, facts);
    case 'look-again':
      return blockFor(adRun, facts, repeatWaitMs(adRun) ?? waitMs);
    case 'block':
    case 'retry':
    case 'ban-end':
      return blockFor(adRun, facts, waitMs);
  }
}

/** Without a cooldown the next watch is the retry: it decides again on freshly read own ads. */
function coolDown(adRun: AdRun, { category, message }: FailureFacts, waitMs: number): void {
  if (waitMs === 0) return;
  const atMs = Date.now();
  noteTrouble(adRun, category, message);
  moveAd(adRun, { type: 'cool', untilMs: atMs + waitMs, atMs });
}

/** The next watch clamps into the range; what is refused all the same waits. */
function blockUnlessFresh(adRun: AdRun, facts: FailureFacts): void {
  const waitMs = repeatWaitMs(adRun);
  if (waitMs !== null) blockFor(adRun, facts, waitMs);
}

/** Asks a human at once, when the trouble lasts, or never, as the table of failures requires. */
export function noteTrouble({ troubles }: AdRun, category: FailureCategory, message: string): void {
  const { asksHuman } = handlingOf(category, 'price');
  troubles.noteAs(asksHuman, 'refusal', { code: 'refused', category, message });
}

function blockFor(adRun: AdRun, facts: FailureFacts, durationMs: number): void {
  const atMs = Date.now();
  const { category, message } = facts;
  // A refusal that a fresh look resolves at once is no trouble until it keeps coming back.
  if (durationMs > adRun.settings.marketIntervalMs) noteTrouble(adRun, category, message);
  moveAd(adRun, { type: 'block', category, message, untilMs: atMs + durationMs, atMs });
}

/**
 * A refusal that a fresh look should resolve (187031, 187040, 187049, a price range) but that keeps coming back waits
 * longer instead of hammering: the service answers the same when an account updates too often. Null for the first few.
 */
export function repeatWaitMs(adRun: AdRun): number | null {
  const { refusalsInARow } = adRun.run.memory;
  if (refusalsInARow <= 3) return null;
  return refusalsInARow <= 6 ? adRun.settings.backoffCapMs : adRun.settings.businessBlockMs;
}

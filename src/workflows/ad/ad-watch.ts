import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { WatchMarketVerdict } from '../../activities/activity-contract.ts';
import { advanceAd } from '../../domain/ads/ad-state.ts';
import type { AdEvent } from '../../domain/ads/ad-state.ts';
import { ErrorCategory } from '../../domain/failures/error-category.ts';
import { offlineReason } from '../../domain/failures/offline-reason.ts';
import { watchers } from '../kit/activity-proxies.ts';
import { change, remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import { applyDecision } from './ad-apply.ts';
import { noteRefusal } from './ad-refusal.ts';
import { failureFacts } from '../kit/failure-facts.ts';

/**
 * One watch and what follows from it. A quiet market costs no history: the watch comes back only when something must
 * change. A message that changes the task cancels the watch without waiting for it; a late verdict is dropped.
 */
export async function watchAndAct(desk: AdDesk): Promise<void> {
  const verdict = await watchUntilChange(desk);
  if (verdict === null) return;
  switch (verdict.kind) {
    case 'set':
      remember(desk, { ad: verdict.ad, lastDecision: verdict.decision });
      await applyDecision(desk, verdict);
      return;
    case 'quiet':
      remember(desk, { ad: verdict.ad ?? desk.memory.ad, lastDecision: verdict.decision ?? desk.memory.lastDecision });
      return;
    case 'ad-not-online':
      noteNotOnline(desk, verdict);
      return;
    case 'ad-missing':
      noteMissing(desk, verdict);
      return;
    case 'problem':
      block(desk, verdict);
  }
}

async function watchUntilChange(desk: AdDesk): Promise<WatchMarketVerdict | null> {
  const { revision } = desk;
  const scope = new CancellationScope();
  const watching = scope.run(async () => startWatch(desk));
  const changed = condition(() => desk.revision !== revision).then(() => null);
  try {
    const verdict = await Promise.race([watching, changed]);
    if (verdict === null) scope.cancel();
    return desk.revision === revision ? verdict : null;
  } catch (error) {
    return watchFailed(desk, error);
  } finally {
    watching.catch(ignoreCancellation);
  }
}

/** A watch that was cancelled on purpose ends with a cancellation: that is its normal end. Others were handled above. */
function ignoreCancellation(error: unknown): void {
  if (isCancellation(error)) return;
}

/** A watch whose worker is lost is retried by the server; one that fails for good blocks the ad and says why. */
function watchFailed(desk: AdDesk, error: unknown): null {
  if (isCancellation(error)) throw error;
  const facts = failureFacts(error);
  if (facts === null) throw error;
  noteRefusal(desk, facts);
  return null;
}

function startWatch(desk: AdDesk): Promise<WatchMarketVerdict> {
  const { input, memory, settings } = desk;
  return watchers(input.account, `Watching the market for ad ${input.adNumber}`, settings).watchMarket({
    adNumber: input.adNumber,
    rules: memory.rules,
    override: memory.override,
    lastChangeAtMs: memory.lastChangeAtMs,
    learnedRange: memory.learnedRange,
    assumedPrice: memory.assumedPrice,
    // The first look comes back at once, so that the page of the ad is filled within a second.
    periodMs: memory.ad === null ? 0 : settings.watchPeriodMs,
  });
}

/** An ad that somebody took offline or closed at the service: nothing to reprice until a human resumes. */
function noteNotOnline(desk: AdDesk, verdict: Extract<WatchMarketVerdict, { kind: 'ad-not-online' }>): void {
  const atMs = Date.now();
  const event: AdEvent =
    verdict.ad.status === 'closed'
      ? { type: 'closed', atMs }
      : { type: 'offline', cause: 'ad', reason: 'the ad is offline at the service', atMs };
  change(desk, { ad: verdict.ad, state: advanceAd(desk.memory.state, event) });
}

function noteMissing(desk: AdDesk, verdict: Extract<WatchMarketVerdict, { kind: 'ad-missing' }>): void {
  const atMs = Date.now();
  const lastProblem = { category: 'NOT_FOUND', code: '404', message: 'the service does not find this ad', atMs };
  const state = verdict.dead
    ? advanceAd(desk.memory.state, { type: 'dead', atMs })
    : advanceAd(desk.memory.state, {
        type: 'block',
        category: 'NOT_FOUND',
        message: lastProblem.message,
        untilMs: verdict.untilMs,
        atMs,
      });
  change(desk, { state, lastProblem });
}

function block(desk: AdDesk, verdict: Extract<WatchMarketVerdict, { kind: 'problem' }>): void {
  const { category, code, message, untilMs } = verdict;
  const atMs = Date.now();
  // A read may be the first to hear that the merchant's business is closed: that is offline, and recovery is manual.
  const event: AdEvent =
    category === ErrorCategory.AD_OFFLINE
      ? { type: 'offline', cause: 'business', reason: offlineReason(code), atMs }
      : { type: 'block', category, message, untilMs, atMs };
  change(desk, { state: advanceAd(desk.memory.state, event), lastProblem: { category, code, message, atMs } });
}

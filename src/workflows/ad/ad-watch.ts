import { ActivityFailure } from '@temporalio/workflow';
import type { ShownLook, WatchMarketVerdict } from '../../activities/activity-contract.ts';
import { emptyMissingTracker, isDead, recordMissing } from '../../domain/ads/missing-ads.ts';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { businessRest, type AdEvent } from '../../domain/ads/state/ad-state.ts';
import { noGuardHits, pauseForHits } from '../../domain/pricing/guard-hits.ts';
import { mergeDiff } from '../../domain/diff/price-diff.ts';
import { doubtLimits } from '../../domain/pricing/pricing-rules.ts';
import { boundIn } from '../../domain/pricing/bound.ts';
import type { AdMemory } from '../contract/ad-contract.ts';
import { watchers } from '../kit/activity-proxies.ts';
import { anyFailureFacts } from '../kit/failure-facts.ts';
import { workOrChange } from '../kit/wait.ts';
import { applyDecision } from './ad-apply.ts';
import { takeOffline } from './ad-offline.ts';
import { capsQuestion, stockWish } from './ad-return.ts';
import { actOnCaps, noteUnknown } from './ad-caps.ts';
import { actOnStock } from './ad-stock.ts';
import type { AdRun } from './ad-run.ts';

type Look = Extract<WatchMarketVerdict, { kind: 'set' | 'quiet' }>;

/**
 * Runs one watch and handles its verdict. A quiet market costs no history: the watch returns only when something must
 * change or be shown. A message that changes the run cancels the watch without waiting for it; a late verdict is
 * dropped.
 */
export async function watchAndAct(adRun: AdRun): Promise<void> {
  const { run } = adRun;
  const { revision } = run;
  const verdict = await workOrChange(run, { revision, work: () => startWatch(adRun), onChange: 'abandon' }).catch(
    (error: unknown) => watchFailed(adRun, error),
  );
  if (verdict !== null) noteSeen(adRun, verdict);
  // A task that brings a message and a verdict hands over the message first, so the verdict is null by then: that order
  // is the SDK's, and an old verdict would send a price after a pause.
  if (verdict !== null && run.revision === revision) await act(adRun, verdict);
  run.settle(revision);
}

/** What was seen is true also where a command came between: the verdict alone is too old. */
function noteSeen({ run, prices }: AdRun, verdict: WatchMarketVerdict): void {
  const { diff } = verdict;
  if (diff !== undefined) run.remember({ diff: mergeDiff(run.memory.diff, diff, Date.now()) });
  prices.note(verdict);
}

async function act(adRun: AdRun, verdict: WatchMarketVerdict): Promise<void> {
  const { run, standing, refusals } = adRun;
  switch (verdict.kind) {
    case 'set':
    case 'quiet':
      if (looksMistyped(adRun, verdict) || hitsGuardsTooOften(adRun)) return;
      if (verdict.kind === 'quiet') refusals.clear();
      return doWhatBinds(adRun, verdict) ?? (verdict.kind === 'set' ? applyDecision(adRun, verdict) : undefined);
    case 'ad-not-online':
      return noteNotOnline(adRun, verdict);
    case 'stock':
      return actOnStock(adRun, verdict);
    case 'caps':
      return actOnCaps(adRun, verdict);
    case 'switched-off':
      run.remember({ ad: verdict.ad });
      return standing.leaveForSwitch(verdict);
    case 'outside-hours':
      run.remember({ ad: verdict.ad, opening: verdict.opening });
      return standing.leaveForHours();
    case 'ad-missing':
      return noteMissing(adRun, verdict);
    case 'problem':
      return block(adRun, verdict);
  }
}

/**
 * The first look is the first to compare the limits of a start with the market: no price follows from limits that look
 * mistyped before a human has resumed the ad.
 */
function looksMistyped(adRun: AdRun, verdict: Look): boolean {
  const { run, troubles, standing } = adRun;
  const { lookedAtMs, rules } = run.memory;
  const doubt = lookedAtMs === null ? doubtLimits(rules.limits, verdict.referencePrice ?? verdict.ad.price) : null;
  noteLook(adRun, verdict);
  if (doubt === null) return false;
  troubles.noteUrgent('limits', { code: 'limits-mistyped', doubt });
  standing.pauseItself({ code: 'limits-mistyped' });
  return true;
}

/** The rules ask a human when guards have changed the price too often: something moves that no one has thought of. */
function hitsGuardsTooOften({ run, troubles, standing }: AdRun): boolean {
  const { guardHits, rules, lastDecision } = run.memory;
  const found = pauseForHits(guardHits, rules.pauseAfterHits);
  if (found === null) return false;
  troubles.noteUrgent('guards', { code: 'guard-hits', ...found, now: lastDecision?.hits ?? [] });
  run.remember({ guardHits: noGuardHits });
  standing.pauseItself({ code: 'guard-hits', ...found });
  return true;
}

/**
 * A limit that binds for long takes the ad offline where the rules say so; so do the two edges that only they name. Null:
 * nothing does.
 */
function doWhatBinds(adRun: AdRun, { decision }: Look): Promise<void> | null {
  const { rules, troubles } = adRun.run.memory;
  const bound = decision === null ? null : boundIn(decision, rules.limits);
  if (bound === null || !('limit' in troubles)) return null;
  const isEdge = bound.code === 'rival' || bound.code === 'no-competitor';
  return isEdge || rules.whenBound === 'offline' ? takeOffline(adRun, bound) : null;
}

/** The server retries a watch whose worker is lost; a watch that fails for good blocks the ad with the reason. */
function watchFailed({ refusals }: AdRun, error: unknown): null {
  if (!(error instanceof ActivityFailure)) throw error;
  refusals.note(anyFailureFacts(error));
  return null;
}

function startWatch(adRun: AdRun): Promise<WatchMarketVerdict> {
  const { input, settings, run } = adRun;
  const { rules, override, lastChangeAtMs, answers, guardHits, learnedRange, assumedPrice, assumedRatio, diff } =
    run.memory;
  const { resetId } = run.memory;
  const asked = capsQuestion(run.memory);
  return watchers(`Watching the market for ad ${input.adNumber}`, settings).watchMarket({
    adNumber: input.adNumber,
    rules,
    override,
    lastChangeAtMs,
    answers,
    guardHits,
    ...lastSetPrice(run.memory),
    learnedRange,
    assumedPrice,
    ...(assumedRatio === null ? {} : { assumedRatio }),
    ...(rules.inventory === null ? {} : { stock: stockWish(run.memory) }),
    ...(asked === null ? {} : { caps: asked.wish }),
    periodMs: wantsQuickLook(adRun) ? 0 : settings.watchPeriodMs,
    shown: shownLook(run.memory),
    diff: { stampMs: diff.stampMs, last: diff.last },
    ...(resetId === null ? {} : { resetId }),
  });
}

/** A process that takes over knows of no write of the one before it, and the listing may show it later. */
function lastSetPrice({ ad, assumedPrice, lastChangeAtMs }: AdMemory): { setPrice?: string; setRatio?: string } {
  if (ad === null || assumedPrice !== null || lastChangeAtMs === null) return {};
  return ad.floatingRatio === null ? { setPrice: ad.price } : { setPrice: ad.price, setRatio: ad.floatingRatio };
}

/**
 * The first look, and the first one after a command or a trouble, returns at once: the page is filled, the command gets
 * its answer, and past troubles disappear.
 */
function wantsQuickLook({ run }: AdRun): boolean {
  const { ad, lastProblem, missing } = run.memory;
  return ad === null || run.settledRevision < run.revision || lastProblem !== null || missing.hits.length > 0;
}

function shownLook({ lastDecision, lookedAtMs, boundSinceMs, troubles, opening }: AdMemory): ShownLook | null {
  if (lookedAtMs === null) return null;
  const { rank = null, reason = null } = lastDecision ?? {};
  const hours = opening === null ? {} : { isOpen: opening.isOpen };
  return { rank, reason, boundSinceMs, isAlarmed: 'limit' in troubles, ...hours, atMs: lookedAtMs };
}

/** Remembers the result of a look: the ad answered, so a series of 404 answers is over. */
function noteLook(adRun: AdRun, look: Look): void {
  const { run, settings, troubles } = adRun;
  const { override } = run.memory;
  const { ad, decision, referencePrice, boundSinceMs, guardHits, opening, atMs } = look;
  run.remember({
    ad,
    lastDecision: decision,
    lookedAtMs: atMs,
    referencePrice,
    boundSinceMs,
    guardHits,
    opening: opening ?? null,
    override: override !== null && atMs >= override.untilMs ? null : override,
    missing: emptyMissingTracker,
  });
  noteRuled(adRun, look);
  const bound = decision === null ? null : boundIn(decision, run.memory.rules.limits);
  if (bound === null || boundSinceMs === null) troubles.clear('limit');
  else if (atMs - boundSinceMs >= settings.limitAlarmMs) troubles.noteUrgent('limit', { code: 'limit', bound });
}

/** What the last looks at its quantity and its methods showed. */
function noteRuled({ run, troubles }: AdRun, { stock: quantity, caps: sums }: Look): void {
  const { stock, caps } = run.memory;
  if (quantity !== undefined) run.remember({ stock: { ...stock, seen: quantity } });
  if (sums === undefined) return;
  run.remember({ caps: { ...caps, seen: sums } });
  noteUnknown(troubles, sums);
}

/** An ad that was taken offline at the service continues when it is back; a closed one is over. */
function noteNotOnline(
  { run, standing, refusals }: AdRun,
  { ad }: Extract<WatchMarketVerdict, { kind: 'ad-not-online' }>,
): void {
  const atMs = Date.now();
  const event: AdEvent = ad.status === 'closed' ? { type: 'closed', atMs } : { type: 'offline', cause: 'ad', atMs };
  run.remember({ ad, missing: emptyMissingTracker });
  refusals.clear();
  standing.move(event);
}

/** 404: twice within 600 s and for 3600 s in all is the ad's end (interface 7.7); the series outlives every worker. */
function noteMissing(adRun: AdRun, verdict: Extract<WatchMarketVerdict, { kind: 'ad-missing' }>): void {
  const { run, settings, standing } = adRun;
  const { hits } = run.memory.missing;
  const isNew = hits.at(-1) !== verdict.atMs;
  const missing = isNew ? recordMissing(run.memory.missing, verdict.atMs, settings) : run.memory.missing;
  const atMs = Date.now();
  run.remember({ missing, lastProblem: { category: 'NOT_FOUND', code: '404', message: null, atMs } });
  if (isDead(missing, verdict.atMs, settings)) return standing.move({ type: 'dead', atMs });
  standing.move({ type: 'block', category: 'NOT_FOUND', message: null, untilMs: verdict.untilMs, atMs });
}

function block(adRun: AdRun, verdict: Extract<WatchMarketVerdict, { kind: 'problem' }>): void {
  const { run, standing, refusals } = adRun;
  const { category, code, message, untilMs } = verdict;
  const atMs = Date.now();
  run.remember({ lastProblem: { category, code, message, atMs } });
  // A read may be the first to report that the merchant's business is closed: that is offline, and recovery is manual.
  if (handlingOf(category, 'intake').next === 'offline') {
    return standing.move({ type: 'offline', cause: 'business', business: businessRest(code), atMs });
  }
  refusals.noteTrouble(category, message);
  standing.move({ type: 'block', category, message, untilMs, atMs });
}

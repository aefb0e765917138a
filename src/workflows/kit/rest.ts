/** What a workflow that does one thing does after a refusal, category by category (interface 7.4), and how it waits. */
import { isCancellation } from '@temporalio/workflow';
import type { BusinessLook } from '../../activities/activity-contract.ts';
import { businessRest } from '../../domain/ads/state/ad-state.ts';
import { businessWords } from '../../words/offline-words.ts';
import { categorize } from '../../domain/failures/classify.ts';
import { ErrorCategory, TransportCondition } from '../../domain/failures/error-category.ts';
import { isOwnFailure, ownFailureTable } from '../../domain/failures/own-failures.ts';
import { answerOverlap } from '../../domain/pricing/overlap-window.ts';
import { estimateRange, parsePriceRange } from '../../domain/pricing/price-range.ts';
import { reads, watchers } from './activity-proxies.ts';
import type { MoneyRefusal } from '../../domain/orders/money-outcome.ts';
import { banSpreadMs, changeWithin, workOrChange } from './wait.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { RestMemory } from '../contract/rest-memory.ts';
import type { Run } from './run.ts';

/** What lies between two tries. */
export type Rest =
  | { kind: 'timed'; why: string; ms: number }
  /** Tried again only when a human says so; after the time it ends. */
  | { kind: 'blocked'; why: string; ms: number }
  | { kind: 'business'; why: string }
  | { kind: 'ban'; why: string };

interface Refusal {
  category: MoneyRefusal;
  code: string | null;
  message: string;
  retryAfterMs: number | null;
}

interface Resting {
  readonly run: Run<RestMemory>;
  readonly settings: DeskSettings;
}

/** The prices beside which a range of a message is read; null: no price was sent. */
type PriceBasis = { readonly price: string; readonly referencePrice: string | null } | null;

/** Moves the workflow to a state with its reason, and shows both. */
export function showState({ run }: Pick<Resting, 'run'>, state: string, why: string): void {
  run.remember({ state, why, sinceMs: Date.now() });
  run.present();
}

/** Returns what follows a refusal; null: nothing, it ends. */
export function restAfterRefusal(resting: Resting, refusal: Refusal, basis: PriceBasis): Rest | null {
  const { category, code, message, retryAfterMs } = refusal;
  const { settings } = resting;
  const why = [category, code, message].filter((part) => part !== null).join(' ');
  if (isOwnFailure(category)) {
    const { waitMs } = ownFailureTable[category];
    // The name was used by a call that the look did not know of: the next look decides.
    if (category === 'REQUEST_USED') return { kind: 'timed', why, ms: settings.volumeSyncSleepMs };
    return waitMs === null ? null : { kind: 'timed', why, ms: waitMs };
  }
  switch (category) {
    case ErrorCategory.AD_OFFLINE:
      return { kind: 'business', why: businessWords[businessRest(code)] };
    case ErrorCategory.SPECIAL_HANDLER:
      return { kind: 'timed', why, ms: overlapWaitMs(resting) };
    case ErrorCategory.PRICE_RANGE_LIMIT:
      learnRange(resting, message, basis);
      return { kind: 'timed', why, ms: settings.volumeSyncSleepMs };
    case ErrorCategory.NON_RETRIABLE_BUSINESS:
      return { kind: 'blocked', why, ms: settings.businessBlockMs };
    case ErrorCategory.RETRY_WITH_VOLUME_SYNC:
      return { kind: 'timed', why, ms: settings.volumeSyncSleepMs };
    case TransportCondition.IP_BAN:
      return { kind: 'ban', why };
    case TransportCondition.NOT_FOUND:
    case TransportCondition.RATE_LIMITED:
    case ErrorCategory.RETRY_WITH_SYNC:
    case ErrorCategory.RETRIABLE_WITH_BACKOFF:
    case ErrorCategory.UNKNOWN:
      return { kind: 'timed', why, ms: retryAfterMs ?? settings.backoffCapMs };
  }
}

/**
 * Provably nothing was published. -9000 wraps refusals that only its text reveals (interface 7.2), and such a call was
 * not believed until the listing proved it.
 */
export function restAfterLoss(resting: Resting, reason: string, basis: PriceBasis): Rest {
  const category = categorize({ code: '-9000', message: reason, httpStatus: null });
  if (category === ErrorCategory.PRICE_RANGE_LIMIT) learnRange(resting, reason, basis);
  return { kind: 'timed', why: `proven not executed: ${reason}`, ms: resting.settings.volumeSyncSleepMs };
}

/** 187055: at most 5 retries in 60 s, then a cooldown of 30 s (interface 8). Each retry prices the ad again. */
function overlapWaitMs({ run, settings }: Resting): number {
  const { window, coolMs } = answerOverlap(run.memory.overlap, Date.now(), settings);
  run.remember({ overlap: window });
  return coolMs ?? settings.volumeSyncSleepMs;
}

/** The range in the message, else 0.905 to 1.095 of the reference price; believed for the range's time to live. */
function learnRange({ run, settings }: Resting, message: string, basis: PriceBasis): void {
  if (basis === null) return;
  const { price, referencePrice } = basis;
  const estimated = referencePrice === null ? null : estimateRange(referencePrice, settings);
  const range = parsePriceRange(message, price) ?? estimated;
  if (range !== null) run.remember({ learnedRange: { range, untilMs: Date.now() + settings.priceRangeTtlMs } });
}

/** Waits as the rest says. Returns false when it is given up. */
export async function rest(resting: Resting, wait: Rest): Promise<boolean> {
  const { run } = resting;
  run.remember({ word: null });
  switch (wait.kind) {
    case 'timed':
      showState(resting, 'waiting', `${wait.why}; tried again after a pause`);
      await changeWithin(run, { revision: run.revision, ms: wait.ms, summary: 'Waiting before another try' });
      return isMeantOn(resting, true);
    case 'blocked':
      showState(resting, 'blocked', `${wait.why}; put it right and \`retry\`, or it ends`);
      await changeWithin(run, { revision: run.revision, ms: wait.ms, summary: 'Blocked: a human decides' });
      return isMeantOn(resting, false);
    case 'ban':
      showState(resting, 'waiting', `${wait.why}; continues when the ban is over`);
      return outlastBan(resting);
    case 'business':
      return awaitBusiness(resting, wait.why);
  }
}

/** A human's word counts, else what holds without one. */
function isMeantOn({ run }: Resting, without: boolean): boolean {
  const { word, why } = run.memory;
  if (word?.goOn === false) run.remember({ why: `given up by ${word.by}: ${why}` });
  return word?.goOn ?? without;
}

async function outlastBan(resting: Resting): Promise<boolean> {
  const { run } = resting;
  const { revision } = run;
  if (!(await changeWithin(run, { revision, ms: banSpreadMs, summary: 'Blocked: IP_BAN' }))) {
    const gate = reads('Waiting for the end of the IP ban');
    await workOrChange(run, { revision, work: () => gate.confirmNoBan(), onChange: 'abandon' });
  }
  return isMeantOn(resting, true);
}

/** What has waited a day for its merchant to open is asked for again. */
const longestWaitMs = 86_400_000;

/**
 * 83229 and 83230: it waits with the reason and the time. Every 15 s the merchant's business is read and shown; only a
 * human's `retry` continues (interface 7.4: recovery is manual). After a day it ends.
 */
async function awaitBusiness(resting: Resting, reason: string): Promise<boolean> {
  const { run } = resting;
  showState(resting, 'offline', `${reason}; continues when a human says retry`);
  const { revision } = run;
  run.settle(revision);
  const watching = watchUntil(resting, revision);
  await changeWithin(run, { revision, ms: longestWaitMs, summary: `${reason}: a human decides` });
  // The watch ends with its wait.
  run.change({});
  await watching;
  return isMeantOn(resting, false);
}

async function watchUntil({ run, settings }: Resting, revision: number): Promise<void> {
  const watcher = watchers('Reading the business status every 15 s', settings);
  while (run.revision === revision) {
    const known: BusinessLook = { status: run.memory.businessStatus, adStatus: null };
    const watch = { ...known, adNumber: null, periodMs: settings.watchPeriodMs };
    const work = () => watcher.watchBusiness(watch).catch((error: unknown) => unknownLook(error));
    const look = await workOrChange(run, { revision, work, onChange: 'abandon' });
    if (look === null) return;
    run.remember({ businessStatus: look.status });
    run.present();
  }
}

function unknownLook(error: unknown): BusinessLook {
  if (isCancellation(error)) throw error;
  return { status: 'unknown', adStatus: null };
}

/**
 * What a workflow that does one thing does after a refusal, as the table of failures has it (interface 7.4), and how it
 * waits.
 */
import { isCancellation } from '@temporalio/workflow';
import type { BusinessLook } from '../../activities/activity-contract.ts';
import { classifyWrapped } from '../../domain/failures/wrapped-refusal.ts';
import { handlingOf, type Following } from '../../domain/failures/handling-table.ts';
import type { OnceTrouble } from '../../domain/failures/once-trouble.ts';
import { isOwnFailure, ownFailureTable } from '../../domain/failures/own-failures.ts';
import type { GivenUp, RestWait } from '../../domain/failures/rest-wait.ts';
import { cancelGiver, causeText } from '../../words/rest-words.ts';
import { reads, watchers } from './activity-proxies.ts';
import { bounded } from './bounded.ts';
import { followRefusal, learnRange, type PriceBasis } from './follow-refusal.ts';
import { cancelTrouble, type TroubleWatch } from './trouble.ts';
import type { MoneyRefusal } from '../../domain/orders/money-outcome.ts';
import { banSpreadMs, changeWithin, workOrChange, workUnless } from './wait.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { RestMemory } from '../contract/rest-memory.ts';
import type { Run } from './run.ts';

/** What lies between two tries; after the time it is tried again, or ends where only a human goes on. */
export interface Rest {
  readonly wait: RestWait;
  readonly ms: number;
}

interface Refusal {
  use: 'publish' | 'edit';
  /** null: no price was sent. */
  basis: PriceBasis | null;
  category: MoneyRefusal;
  code: string | null;
  message: string;
  retryAfterMs: number | null;
}

interface Resting {
  readonly run: Run<RestMemory>;
  readonly settings: DeskSettings;
  readonly troubles: TroubleWatch<OnceTrouble>;
}

/** Moves the workflow to what it does or waits for now, and shows it. */
export function showWait({ run }: Pick<Resting, 'run'>, wait: RestMemory['wait']): void {
  run.remember({ wait: bounded(wait), sinceMs: Date.now() });
  run.present();
}

/** Returns what follows a refusal, and asks a human in the time that the table names; null: nothing, it ends. */
export function restAfterRefusal(resting: Resting, refusal: Refusal): Rest | null {
  const { category, code: answer, message } = refusal;
  const cause = { code: 'refused', category, answer, message } as const;
  const pause = (ms: number): Rest => ({ wait: { code: 'waiting', until: 'pause', cause }, ms });
  const { next, waitMs, asksHuman } = followingOwn(resting, refusal);
  // Its wait asks at once by itself.
  if (asksHuman !== 'at-once') resting.troubles.noteAs(asksHuman, refusalTrouble, { code: 'refused', category });
  switch (next) {
    case 'offline':
      return { wait: { code: 'offline', cause: { code: 'business', answer } }, ms: longestWaitMs };
    case 'block':
      return { wait: { code: 'blocked', cause }, ms: waitMs ?? longestWaitMs };
    case 'ban-end':
      return { wait: { code: 'waiting', until: 'ban-end', cause }, ms: banSpreadMs };
    case 'retry':
    case 'look-again':
    case 'cool':
    case 'learn-range':
      return waitMs === null ? null : pause(waitMs);
  }
}

/** The source of the trouble that it does not get through. */
export const refusalTrouble = 'refusal';

type FollowingOwn = Omit<Following, 'waitMs'> & { readonly waitMs: number | null };

/** Of what this desk itself refuses, too; a wait of null: no time heals it. */
function followingOwn(resting: Resting, refusal: Refusal): FollowingOwn {
  const { category } = refusal;
  if (!isOwnFailure(category)) return followRefusal(resting, { ...refusal, category });
  const { waitMs, asksHuman } = ownFailureTable[category];
  // The name was used by a call that the look did not know of: the next look decides.
  const ms = category === 'REQUEST_USED' ? resting.settings.volumeSyncSleepMs : waitMs;
  return { next: 'retry', waitMs: ms, asksHuman: ms === null ? 'never' : asksHuman };
}

/**
 * Provably nothing was published. -9000 wraps refusals that only its text reveals (interface 7.2), and such a call was
 * not believed until the listing proved it.
 */
export function restAfterLoss(resting: Resting, message: string, basis: PriceBasis | null): Rest {
  if (handlingOf(classifyWrapped(message), 'publish').next === 'learn-range') learnRange(resting, message, basis);
  const wait = { code: 'waiting', until: 'pause', cause: { code: 'not-executed', message } } as const;
  return { wait, ms: resting.settings.volumeSyncSleepMs };
}

/** Waits as the rest says. Returns null when it is tried again, else that it is given up. */
export async function rest(resting: Resting, { wait, ms }: Rest): Promise<GivenUp | null> {
  const { run } = resting;
  if (isGivenUp(run.memory)) return endOf(resting, wait, false);
  run.remember({ word: null });
  showWait(resting, wait);
  const { revision } = run;
  switch (wait.code) {
    case 'waiting':
      if (wait.until === 'ban-end') await outlastBan(resting, ms);
      else await changeWithin(run, { revision, ms, summary: 'Waiting before another try' });
      return endOf(resting, wait, true);
    case 'blocked':
      await changeWithin(run, { revision, ms, summary: 'Blocked: a human decides' });
      return endOf(resting, wait, false);
    case 'offline':
      await awaitBusiness(resting, { ms, summary: `${causeText(wait.cause)}: a human decides` });
      return endOf(resting, wait, false);
  }
}

/** A cancellation of Temporal counts as the word that gives it up: nothing is left behind, and no more is sent. */
export function giveUpOnCancel({ run, troubles }: Pick<Resting, 'run' | 'troubles'>): void {
  troubles.note(cancelTrouble, { code: 'cancelled' }, null);
  run.change({ word: { by: cancelGiver, goOn: false } });
}

/** Returns what a look finds, or null once it was given up: it may have waited for an answer long. */
export async function lookUnlessGivenUp<T>({ run }: Pick<Resting, 'run'>, look: () => Promise<T>): Promise<T | null> {
  const isOvertaken = (): boolean => isGivenUp(run.memory);
  const found = isOvertaken() ? null : await workUnless({ isOvertaken, work: look, onChange: 'abandon' });
  // Both may have come in one task.
  return isOvertaken() ? null : found;
}

const isGivenUp = ({ word }: RestMemory): boolean => word?.goOn === false;

/** A human's word counts, else what holds without one. */
function endOf({ run }: Resting, { cause }: RestWait, goesOn: boolean): GivenUp | null {
  const { word } = run.memory;
  const by = word?.goOn === false ? word.by : null;
  return (word?.goOn ?? goesOn) ? null : { code: 'given-up', by, cause };
}

async function outlastBan({ run }: Resting, ms: number): Promise<void> {
  const { revision } = run;
  if (await changeWithin(run, { revision, ms, summary: 'Blocked: IP_BAN' })) return;
  const gate = reads('Waiting for the end of the IP ban');
  await workOrChange(run, { revision, work: () => gate.confirmNoBan(), onChange: 'abandon' });
}

/** What has waited a day for its merchant to open is asked for again. */
const longestWaitMs = 86_400_000;

/**
 * 83229 and 83230: it waits with the reason and the time. Every 15 s the merchant's business is read and shown; only a
 * human's `retry` continues (interface 7.4: recovery is manual). After a day it ends.
 */
async function awaitBusiness(resting: Resting, { ms, summary }: { ms: number; summary: string }): Promise<void> {
  const { run } = resting;
  const { revision } = run;
  run.settle(revision);
  const watching = watchUntil(resting, revision);
  await changeWithin(run, { revision, ms, summary });
  // The watch ends with its wait.
  run.change({});
  await watching;
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

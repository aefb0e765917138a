/** The waits of an ad: a timer, the merchant's business or the ad itself, the end of a ban. */
import { isCancellation } from '@temporalio/workflow';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import { isTakenOff } from '../../domain/ads/state/ad-state.ts';
import { isShownOff } from '../../domain/ads/state/off-market.ts';
import type { BusinessLook, WatchBusinessInput } from '../../activities/activity-contract.ts';
import type { AdMemory } from '../contract/ad-contract.ts';
import { reads, watchers } from '../kit/activity-proxies.ts';
import { banSpreadMs, changeWithin, workOrChange } from '../kit/wait.ts';
import type { AdRun } from './ad-run.ts';

/** Waits for a timer that a message may end early; when it fires the ad runs again. */
export async function waitUntil({ run, standing }: AdRun, untilMs: number, summary: string): Promise<void> {
  const { revision } = run;
  if (await changeWithin(run, { revision, ms: untilMs - Date.now(), summary })) return;
  // The timer has fired, so its time has come, whatever the clock reads after a lost worker.
  standing.move({ type: 'expire', atMs: Math.max(untilMs, Date.now()) });
}

export interface OfflineWatch extends Pick<WatchBusinessInput, 'inventory' | 'paymentCaps'> {
  periodMs?: number;
}

/**
 * Offline: reads the merchant's business status and the ad every 15 s and shows them. After 83229 and 83230 only a
 * human's resume continues (interface 7.4: recovery is manual); an ad that was taken offline in the app continues when
 * it is online again. The reads happen inside one watch, so waiting costs no history.
 */
export async function watchOffline(
  adRun: AdRun,
  { periodMs = adRun.settings.watchPeriodMs, ...rest }: OfflineWatch = {},
): Promise<BusinessLook | null> {
  const { input, settings, run } = adRun;
  const { revision, memory } = run;
  run.settle(revision);
  const known = { status: memory.businessStatus, adStatus: memory.ad?.status ?? memory.seenStatus };
  const adOnly = needsNoBusiness(memory);
  const own = { ...rest, ...(adOnly ? { adOnly } : {}), ...watchedHours(adRun) };
  const watch = { ...known, adNumber: input.adNumber, periodMs, ...own };
  const watcher = watchers(adOnly ? 'Reading the ad every 15 s' : 'Reading the business status every 15 s', settings);
  const work = () => watcher.watchBusiness(watch).catch((error: unknown) => unknownLook(error, known));
  const look = await workOrChange(run, { revision, work, onChange: 'abandon' });
  if (look === null) return null;
  if (look.opening !== undefined) adRun.troubles.clear('hours');
  else if ('hours' in watch) adRun.troubles.note('hours', { code: 'hours-unknown' });
  noteLook(adRun, look);
  return look;
}

/**
 * Hundreds of ads that the desk took off would each read the business of their merchant. One that a closed business holds on
 * the market (83229, 83230) leaves it as soon as that is open.
 */
function needsNoBusiness({ standing: { state, off }, lastProblem }: AdMemory): boolean {
  const isRefused = lastProblem !== null && handlingOf(lastProblem.category, 'price').next === 'offline';
  return isTakenOff(state) && (isShownOff(off) || !isRefused);
}

/** Only an ad that its hours took off the market comes back with them. */
function watchedHours({ run }: AdRun): Pick<WatchBusinessInput, 'hours' | 'opening'> {
  const { standing, rules, opening } = run.memory;
  const { state } = standing;
  const hours = offHours(rules);
  if (hours === null || state.kind !== 'offline' || state.cause !== 'hours') return {};
  return { hours, ...(opening === null ? {} : { opening }) };
}

function noteLook({ run, standing }: AdRun, { status, adStatus, opening }: BusinessLook): void {
  const { ad } = run.memory;
  run.remember({ businessStatus: status, seenStatus: adStatus, ...(opening === undefined ? {} : { opening }) });
  if (ad !== null && adStatus !== null) run.remember({ ad: { ...ad, status: adStatus } });
  if (adStatus === 'online') standing.move({ type: 'online', atMs: Date.now() });
  if (adStatus === 'closed') standing.move({ type: 'closed', atMs: Date.now() });
  if (opening?.isOpen === true) standing.move({ type: 'hours-open', atMs: Date.now() });
}

function unknownLook(error: unknown, { adStatus }: BusinessLook): BusinessLook {
  if (isCancellation(error)) throw error;
  return { status: 'unknown', adStatus };
}

/**
 * A ban (418) may end early, when a human clears it: the worker's own gate is asked every 20 s, without a call to the
 * service. The question is one retried activity, so waiting costs no history.
 */
export async function waitOutBan({ run, standing }: AdRun): Promise<void> {
  const { revision } = run;
  if (await changeWithin(run, { revision, ms: banSpreadMs, summary: 'Blocked: IP_BAN' })) return;
  const gate = reads('Waiting for the end of the IP ban');
  const over = await workOrChange(run, { revision, work: () => gate.confirmNoBan(), onChange: 'abandon' });
  if (over !== null) standing.move({ type: 'resume', atMs: Date.now() });
}

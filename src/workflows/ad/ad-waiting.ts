/** How an ad waits where nothing is to be done: a timer, the merchant's business, the end of a ban. */
import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { advanceAd } from '../../domain/ads/ad-state.ts';
import { reads, watchers } from '../kit/activity-proxies.ts';
import { remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import { banSpreadMs } from '../kit/ban-spread.ts';

/** A timer that a message may end early; when it fires the ad runs again. */
export async function waitUntil(desk: AdDesk, untilMs: number, summary: string): Promise<void> {
  const { revision } = desk;
  const waitMs = Math.max(1, untilMs - Date.now());
  const changed = await condition(() => desk.revision !== revision, waitMs, { summary });
  if (changed) return;
  // The timer has fired, so its time has come, whatever the clock reads after a lost worker.
  remember(desk, { state: advanceAd(desk.memory.state, { type: 'expire', atMs: Math.max(untilMs, Date.now()) }) });
}

/**
 * Offline (83229, 83230): the merchant's business status is read every 15 s and shown, but only a human's resume
 * continues (interface 7.4: recovery is manual). The reads happen inside one watch, so waiting costs no history.
 */
export async function watchBusiness(desk: AdDesk): Promise<void> {
  const { input, memory, settings } = desk;
  const watch = { status: memory.businessStatus, adNumber: input.adNumber, periodMs: settings.watchPeriodMs };
  const watcher = watchers(input.account, 'Reading the business status every 15 s', settings);
  const status = await unlessOvertaken(desk, () => watcher.watchBusiness(watch).catch(businessUnknown));
  if (status !== null) remember(desk, { businessStatus: status });
}

function businessUnknown(error: unknown): string {
  if (isCancellation(error)) throw error;
  return 'unknown';
}

/**
 * A ban (418) may end early, when a human clears it: the worker's own gate is asked every 20 s, without a call to the
 * service. The asking is one activity that is retried, so waiting costs no history.
 */
export async function waitOutBan(desk: AdDesk): Promise<void> {
  const { revision } = desk;
  const summary = 'Blocked: IP_BAN';
  if (await condition(() => desk.revision !== revision, banSpreadMs, { summary })) return;
  const gate = reads(desk.input.account, 'Waiting for the end of the IP ban');
  const over = await unlessOvertaken(desk, () => gate.confirmNoBan());
  if (over !== null) remember(desk, { state: advanceAd(desk.memory.state, { type: 'resume', atMs: Date.now() }) });
}

/**
 * Gives what the work gives, or null when a command came first. Nobody reads a watch that a command has overtaken:
 * without the cancel it would poll on for its whole period.
 */
async function unlessOvertaken<T>(desk: AdDesk, work: () => Promise<T>): Promise<T | null> {
  const { revision } = desk;
  const overtaken = condition(() => desk.revision !== revision).then(() => null);
  const scope = new CancellationScope();
  const working = scope.run(work).catch((error: unknown) => {
    if (isCancellation(error) && desk.revision !== revision) return null;
    throw error;
  });
  const result = await Promise.race([working, overtaken]);
  if (result === null) scope.cancel();
  return result;
}

/** An ad outside its hours. What keeps it off the market besides them is stronger, and has ways out of its own. */
import { changeWithin, workOrChange } from '../kit/wait.ts';
import { reads } from '../kit/activity-proxies.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import { mayBeOff } from '../../domain/ads/state/off-market.ts';
import type { OfflineState } from '../../domain/ads/state/offline-state.ts';
import type { AdRun } from './ad-run.ts';
import { stayOffMarket } from './ad-offline.ts';

/** Keeps an ad off the market until its hours open, or until its rules have none any more that take it off. */
export async function sleepOutsideHours(adRun: AdRun, state: OfflineState): Promise<void> {
  const { run, standing } = adRun;
  if (offHours(run.memory.rules) === null) return standing.move({ type: 'hours-open', atMs: Date.now() });
  await stayOffMarket(adRun, state);
}

/** No one looks at a paused ad, so its hours are asked when they may have changed; a day is the longest wait. */
const longestWaitMs = 86_400_000;

/**
 * Waits for a word to a paused ad. One that is online leaves the market when its hours end, and stays off it until it is
 * resumed: no one has looked at its price since.
 */
export async function stayPaused({ run, standing }: AdRun): Promise<void> {
  const { revision } = run;
  const hours = offHours(run.memory.rules);
  if (hours === null || mayBeOff(run.memory.standing.off)) {
    await changeWithin(run, { revision, ms: null, summary: '' });
    return;
  }
  run.settle(revision);
  const asked = reads('Reading the hours of a paused ad');
  const opening = await workOrChange(run, { revision, work: () => asked.readOpening(hours), onChange: 'abandon' });
  if (opening === null) return;
  run.remember({ opening });
  if (!opening.isOpen) return standing.leaveForHours();
  run.present();
  const ms = Math.min(longestWaitMs, Math.max(0, (opening.untilMs ?? Infinity) - Date.now()));
  await changeWithin(run, { revision, ms, summary: 'Paused, until its hours end' });
}

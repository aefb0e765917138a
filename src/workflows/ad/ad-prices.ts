/** Prices of an ad that this desk did not write: a person in the app, or another program with the API key. */
import type { WatchMarketVerdict } from '../../activities/activity-contract.ts';
import { afterLook, noTrail, withoutPlaces } from '../../domain/ads/price-trail.ts';
import type { AdRun } from './ad-run.ts';

/** Asks about the price that a look has found, unless this desk wrote it, or cannot know. In shadow no price is its own. */
export function notePrice(adRun: AdRun, verdict: WatchMarketVerdict): void {
  const { input, run, troubles } = adRun;
  if (verdict.wasHeld === true) return forgetPlaces(adRun);
  if (input.mode === 'shadow' || (verdict.kind !== 'set' && verdict.kind !== 'quiet')) return;
  const { ad, atMs, resetId = null } = verdict;
  const { prices: before } = run.memory;
  const prices = afterLook(before, { ad, atMs, resetId });
  run.remember({ prices });
  if (prices.foreign === before.foreign) return;
  if (prices.foreign === null) troubles.clear('price');
  else troubles.noteUrgent('price', { code: 'foreign-price', ...prices.foreign });
}

/** While this desk does not price the ad, its price is the merchant's. */
export function forgetPlaces({ run }: AdRun): void {
  run.remember({ prices: withoutPlaces(run.memory.prices) });
}

/** A person knows of it, or nothing is written of the ad any more: no one is asked, and nothing is foreign before the next write. */
export function acceptPrices({ run, troubles }: AdRun): void {
  run.remember({ prices: { ...noTrail, resetId: run.memory.prices.resetId } });
  troubles.clear('price');
}

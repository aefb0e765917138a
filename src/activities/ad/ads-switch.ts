import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { adsTaker, thrownBy } from '../../domain/guard/guard-memory.ts';
import { watchdogSender } from '../../domain/watchdog/dead-man.ts';
import type { WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** What the watchdog took offline stays so by its own wish and says why, once its mark is seen (ADR 0034). */
export async function notOnline(deps: ActivityDependencies, ad: AdFacts): Promise<WatchMarketVerdict> {
  const seen = ad.status === 'offline' ? await switchedOff(deps, ad) : null;
  return seen?.by === undefined ? { kind: 'ad-not-online', ad } : seen;
}

type SwitchedOff = Extract<WatchMarketVerdict, { kind: 'switched-off' }>;

/**
 * Returns the verdict for an ad while the switch of the ads is engaged, or while the guard does not answer; null: it was
 * lifted. The guard is asked now: an older answer would take an ad off again that a person has just put back. Who engaged
 * the switch is said where it was the watchdog; a person knows it.
 */
export async function switchedOff({ guard }: ActivityDependencies, ad: AdFacts): Promise<SwitchedOff | null> {
  const kept = await guard.look(0);
  if (kept === null) return { kind: 'switched-off', ad };
  const mark = thrownBy(kept.switches, 'ads');
  if (mark === null) return null;
  return mark.by === watchdogSender
    ? { kind: 'switched-off', ad, by: adsTaker(mark.by), why: mark.reason }
    : { kind: 'switched-off', ad };
}

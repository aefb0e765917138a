import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { adsTaker, thrownBy } from '../../domain/guard/guard-memory.ts';
import { watchdogSender } from '../../domain/watchdog/dead-man.ts';
import type { WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Ads of a moment share one answer of the guard. */
const markAgeMs = 2_000;

/** What the watchdog took offline stays so by its own wish and says why, once its mark is seen (ADR 0034). */
export async function notOnline(deps: ActivityDependencies, ad: AdFacts): Promise<WatchMarketVerdict> {
  const seen = ad.status === 'offline' ? await switchedOff(deps, ad) : null;
  return seen?.by === undefined ? { kind: 'ad-not-online', ad } : seen;
}

type SwitchedOff = Extract<WatchMarketVerdict, { kind: 'switched-off' }>;

/** Who engaged the switch is said where it was the watchdog; a person knows it. */
export async function switchedOff({ guard }: ActivityDependencies, ad: AdFacts): Promise<SwitchedOff> {
  const mark = thrownBy((await guard.look(markAgeMs))?.switches ?? {}, 'ads');
  if (mark?.by !== watchdogSender) return { kind: 'switched-off', ad };
  return { kind: 'switched-off', ad, by: adsTaker(mark.by), why: mark.reason };
}

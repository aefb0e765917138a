import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { adsTaker, thrownBy, watchdogSender, type ThrownSwitch } from '../../domain/guard/guard-memory.ts';
import { engagedText } from '../../words/switch-words.ts';
import type { WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * What the watchdog took offline stays so by its own wish and says why, once its mark is seen (ADR 0034). Null: a guard that
 * is silent leaves open who took it, and one taken for the merchant's would stay so.
 */
export async function notOnline(deps: ActivityDependencies, ad: AdFacts): Promise<WatchMarketVerdict | null> {
  const found = { kind: 'ad-not-online', ad } as const;
  if (ad.status !== 'offline') return found;
  const kept = await deps.guard.look(0);
  if (kept === null) return null;
  const mark = thrownBy(kept.switches, 'ads');
  return mark?.by === watchdogSender ? offBy(ad, mark) : found;
}

type SwitchedOff = Extract<WatchMarketVerdict, { kind: 'switched-off' }>;

/**
 * Returns the verdict for an ad while the switch of the ads is engaged, or while the guard does not answer; null: it was
 * lifted. The guard is asked now: an older answer would take an ad off again that a person has just put back.
 */
export async function switchedOff({ guard }: ActivityDependencies, ad: AdFacts): Promise<SwitchedOff | null> {
  const kept = await guard.look(0);
  if (kept === null) return { kind: 'switched-off', ad };
  const mark = thrownBy(kept.switches, 'ads');
  return mark === null ? null : offBy(ad, mark);
}

function offBy(ad: AdFacts, mark: ThrownSwitch): SwitchedOff {
  return { kind: 'switched-off', ad, by: adsTaker(mark.by), why: engagedText({ name: 'ads', ...mark }) };
}

/** What a return of an ad to the market goes by, whatever asked for it. */
import type { PutAdOnlineInput } from '../../activities/activity-contract.ts';
import type { RememberedStock } from '../../domain/ads/inventory.ts';
import type { CapsQuestion, RememberedCaps } from '../../domain/caps/caps-decision.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import type { AdMemory } from '../contract/ad-contract.ts';

/** Returns what a look at the ad's stock goes by. */
export function stockWish({ standing: { state }, stock }: AdMemory): RememberedStock {
  const { lastChangeAtMs, refusedUntilMs, intended } = stock;
  const offlineSinceMs = state.kind === 'offline' && state.cause === 'stock' ? state.sinceMs : null;
  return { lastChangeAtMs, refusedUntilMs, intended, offlineSinceMs };
}

/** Returns what a look at the ad's payment methods goes by; null: none is capped, and none was taken out. */
export function capsQuestion({ standing: { state }, caps, rules }: AdMemory): CapsQuestion | null {
  const { withheld, intended, lastChangeAtMs, refusedUntilMs } = caps;
  if (rules.paymentCaps === null && withheld.length === 0) return null;
  const offlineSinceMs = state.kind === 'offline' && state.cause === 'caps' ? state.sinceMs : null;
  const wish: RememberedCaps = { withheld, intended, lastChangeAtMs, refusedUntilMs, offlineSinceMs };
  return { rule: rules.paymentCaps, wish };
}

type ReturnTerms = Pick<PutAdOnlineInput, 'hours' | 'inventory' | 'caps' | 'pricing'>;

/**
 * Returns what keeps the ad off the market still, and by what it is priced: one that its hours or its stock bring back has
 * no one who looks at its price (ads#active-hours, ads#the-quantity). A paused one comes online by a person's word alone, as it was.
 */
export function returnTerms(memory: AdMemory): ReturnTerms {
  const { rules, override, learnedRange, standing } = memory;
  const hours = offHours(rules);
  const within = hours === null ? {} : { hours };
  if (standing.state.kind !== 'running') return within;
  const { inventory: rule } = rules;
  const caps = capsQuestion(memory);
  return {
    ...within,
    ...(rule === null || rule.offlineBelow === null ? {} : { inventory: { rule, wish: stockWish(memory) } }),
    ...(caps === null || caps.rule === null ? {} : { caps }),
    ...(isPriced(memory) ? { pricing: { rules, override, learnedRange } } : {}),
  };
}

/** Hours that were just taken from it, or got a resting price, brought it back, too: what was said of them stays. */
function isPriced({ rules, opening, standing: { off } }: AdMemory): boolean {
  return offHours(rules) !== null || opening !== null || (off.phase === 'returning' && off.isRuled);
}

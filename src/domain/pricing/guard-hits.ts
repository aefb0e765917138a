import type { PricingRules } from './pricing-rules.ts';

/** When guards began to change an ad's price. */
export interface GuardHits {
  /** Epoch milliseconds, oldest first. */
  readonly atMs: readonly number[];
  /** Whether a guard changed the price at the last look. */
  readonly isHit: boolean;
}

export const noGuardHits: GuardHits = { atMs: [], isHit: false };

type PauseRule = PricingRules['pauseAfterHits'];

/** Notes a look: a guard that goes on changing the price counts once. Forgets what the window has left behind. */
export function noteGuardHits(before: GuardHits, look: { isHit: boolean; atMs: number }, rule: PauseRule): GuardHits {
  if (rule === null) return noGuardHits;
  const kept = before.atMs.filter((atMs) => look.atMs - atMs < rule.withinMs);
  const isNew = look.isHit && !before.isHit;
  return { atMs: isNew ? [...kept, look.atMs] : kept, isHit: look.isHit };
}

/** Returns how often guards have changed the price where the ad has to be paused for it, or null. */
export function pauseForHits({ atMs }: GuardHits, rule: PauseRule): { hits: number; withinMs: number } | null {
  return rule === null || atMs.length < rule.hits ? null : { hits: atMs.length, withinMs: rule.withinMs };
}

import type { DeskSettings } from '../settings.ts';

type BackoffSettings = Pick<DeskSettings, 'backoffBaseMs' | 'backoffCapMs'>;

/**
 * Takes the attempt, counted from 1, and gives the upper end of its sleep range in ms: min(cap, base x 2^attempt).
 * An attempt below 1 counts as 1. Interface section 7.5.
 */
export function backoffCeilingMs(attempt: number, settings: BackoffSettings): number {
  // 2^60 is beyond every cap, and a larger power would in the end be Infinity, and 0 x Infinity no number.
  const doublings = Math.min(60, Math.max(1, attempt));
  return Math.min(settings.backoffCapMs, settings.backoffBaseMs * 2 ** doublings);
}

/** Takes the attempt (from 1) and a source of randomness in [0, 1) and gives the sleep in whole ms. Section 7.5. */
export function backoffMs(attempt: number, random: () => number, settings: BackoffSettings): number {
  return Math.floor(random() * (backoffCeilingMs(attempt, settings) + 1));
}

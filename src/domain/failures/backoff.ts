import type { ExchangeSettings } from '../exchange-settings.ts';

type BackoffSettings = Pick<ExchangeSettings, 'backoffBaseMs' | 'backoffCapMs'>;

/**
 * Returns the upper end of the sleep range in ms: min(cap, base x 2^attempt). Attempts count from 1; lower ones count
 * as 1. Interface 7.5.
 */
export function backoffCeilingMs(attempt: number, settings: BackoffSettings): number {
  // 2^60 is beyond every cap, while much larger powers overflow to Infinity, and 0 * Infinity is NaN.
  const doublings = Math.min(60, Math.max(1, attempt));
  return Math.min(settings.backoffCapMs, settings.backoffBaseMs * 2 ** doublings);
}

/** Returns the sleep in whole ms. Attempts count from 1; `random` returns a number in [0, 1). Interface 7.5. */
export function backoffMs(attempt: number, random: () => number, settings: BackoffSettings): number {
  return Math.floor(random() * (backoffCeilingMs(attempt, settings) + 1));
}

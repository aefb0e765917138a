import type { DeskSettings } from '../settings.ts';

/** Plain JSON: when refusals were answered by a retry, oldest first. */
export interface OverlapWindow {
  readonly retries: readonly number[];
}

type OverlapSettings = Pick<DeskSettings, 'overlapRetries' | 'overlapWindowMs' | 'overlapCooldownMs'>;

/** What follows a refusal: a retry at once (`coolMs` null), or a pause of that length. */
export interface OverlapAnswer {
  readonly window: OverlapWindow;
  readonly coolMs: number | null;
}

export const emptyOverlapWindow: OverlapWindow = { retries: [] };

/**
 * Decides what follows a refusal for an overlap: at most 5 retries in 60 s. The refusal of the last one starts the
 * cooldown of 30 s, after which the count restarts. Interface 7.4 SPECIAL_HANDLER.
 */
export function answerOverlap(window: OverlapWindow, atMs: number, settings: OverlapSettings): OverlapAnswer {
  const recent = window.retries.filter((retryMs) => atMs - retryMs < settings.overlapWindowMs);
  if (recent.length >= settings.overlapRetries)
    return { window: emptyOverlapWindow, coolMs: settings.overlapCooldownMs };
  return { window: { retries: [...recent, atMs] }, coolMs: null };
}

import type { DeskSettings } from '../settings.ts';

/** Negative cache of ads that answered 404, oldest first. Plain JSON. Interface section 7.7. */
export interface MissingAds {
  readonly entries: readonly { readonly adNumber: string; readonly untilMs: number }[];
}

/** Sliding-window tracker of the 404 answers of one ad. `sinceMs` is when the unbroken row of them began. */
export interface MissingTracker {
  readonly hits: readonly number[];
  readonly sinceMs: number | null;
}

type CacheSettings = Pick<DeskSettings, 'missingAdTtlMs' | 'missingAdCacheEntries'>;
type TrackerSettings = Pick<DeskSettings, 'missingAdThreshold' | 'missingAdWindowMs' | 'missingAdDeadAfterMs'>;

export const emptyMissingAds: MissingAds = { entries: [] };
export const emptyMissingTracker: MissingTracker = { hits: [], sinceMs: null };

/** Takes a 404 of an ad and gives the cache with it, for 60 s; expired entries go, and the oldest beyond 1024. */
export function rememberMissing(
  state: MissingAds,
  sighting: { readonly adNumber: string; readonly nowMs: number },
  settings: CacheSettings,
): MissingAds {
  const { adNumber, nowMs } = sighting;
  const others = state.entries.filter((entry) => entry.adNumber !== adNumber && nowMs < entry.untilMs);
  const entries = [...others, { adNumber, untilMs: nowMs + settings.missingAdTtlMs }];
  return { entries: entries.slice(-settings.missingAdCacheEntries) };
}

/** Takes the cache, an ad and the time and gives until when the ad is not asked for again, or null: ask. */
export function missingUntilMs(state: MissingAds, adNumber: string, nowMs: number): number | null {
  return state.entries.find((entry) => entry.adNumber === adNumber && nowMs < entry.untilMs)?.untilMs ?? null;
}

/** Takes the cache and an ad that answered again and gives the cache without it. */
export function forgetMissing(state: MissingAds, adNumber: string): MissingAds {
  return { entries: state.entries.filter((entry) => entry.adNumber !== adNumber) };
}

/**
 * Takes the tracker of one ad and the time of a 404 and gives the new tracker. A row of 404s is unbroken while the next
 * one comes inside the window of the last; start from `emptyMissingTracker` again when the ad answers.
 */
export function recordMissing(tracker: MissingTracker, nowMs: number, settings: TrackerSettings): MissingTracker {
  const recent = tracker.hits.filter((atMs) => nowMs - atMs < settings.missingAdWindowMs);
  const sinceMs = recent.length === 0 ? nowMs : tracker.sinceMs;
  // Only the newest `threshold` times can decide, so the state stays small however often the ad is asked for.
  return { hits: [...recent, nowMs].slice(-settings.missingAdThreshold), sinceMs };
}

/** Takes the tracker and the time and tells whether the ad is dead: 2 answers in 600 s, and 404 for 3600 s. */
export function isDead(tracker: MissingTracker, nowMs: number, settings: TrackerSettings): boolean {
  if (tracker.sinceMs === null || nowMs - tracker.sinceMs < settings.missingAdDeadAfterMs) return false;
  const recent = tracker.hits.filter((atMs) => nowMs - atMs < settings.missingAdWindowMs);
  return recent.length >= settings.missingAdThreshold;
}

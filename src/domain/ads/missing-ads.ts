import type { DeskSettings } from '../settings.ts';

/** Negative cache of ads that answered 404, oldest first. Plain JSON. Interface section 7.7. */
export interface MissingAds {
  readonly entries: readonly { readonly adNumber: string; readonly untilMs: number }[];
}

/** Sliding window over the 404 answers of one ad. `sinceMs` is when the unbroken series began. */
export interface MissingTracker {
  readonly hits: readonly number[];
  readonly sinceMs: number | null;
}

type CacheSettings = Pick<DeskSettings, 'missingAdTtlMs' | 'missingAdCacheEntries'>;
type TrackerSettings = Pick<DeskSettings, 'missingAdThreshold' | 'missingAdWindowMs' | 'missingAdDeadAfterMs'>;

export const emptyMissingAds: MissingAds = { entries: [] };
export const emptyMissingTracker: MissingTracker = { hits: [], sinceMs: null };

/** Adds a 404 for 60 s. Drops expired entries, and the oldest beyond 1024. */
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

/** Returns until when the ad must not be requested, or null. */
export function missingUntilMs(state: MissingAds, adNumber: string, nowMs: number): number | null {
  return state.entries.find((entry) => entry.adNumber === adNumber && nowMs < entry.untilMs)?.untilMs ?? null;
}

/** Removes an ad that answered again. */
export function forgetMissing(state: MissingAds, adNumber: string): MissingAds {
  return { entries: state.entries.filter((entry) => entry.adNumber !== adNumber) };
}

/**
 * Records a 404. A series is unbroken while each 404 falls inside the window of the previous one; start again from
 * `emptyMissingTracker` when the ad answers.
 */
export function recordMissing(tracker: MissingTracker, nowMs: number, settings: TrackerSettings): MissingTracker {
  const recent = tracker.hits.filter((atMs) => nowMs - atMs < settings.missingAdWindowMs);
  const sinceMs = recent.length === 0 ? nowMs : tracker.sinceMs;
  // Only the newest `missingAdThreshold` times can decide, so the state stays small however often the ad is requested.
  return { hits: [...recent, nowMs].slice(-settings.missingAdThreshold), sinceMs };
}

/** Reports whether the ad is dead: 2 answers within 600 s, and 404s for 3600 s. */
export function isDead(tracker: MissingTracker, nowMs: number, settings: TrackerSettings): boolean {
  if (tracker.sinceMs === null || nowMs - tracker.sinceMs < settings.missingAdDeadAfterMs) return false;
  const recent = tracker.hits.filter((atMs) => nowMs - atMs < settings.missingAdWindowMs);
  return recent.length >= settings.missingAdThreshold;
}

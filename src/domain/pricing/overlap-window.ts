import type { DeskSettings } from '../settings.ts';

/** Plain JSON. `retries` are the times of the overlap retries in the window; `coolingUntilMs` is set by the last one. */
export interface OverlapWindow {
  readonly retries: readonly number[];
  readonly coolingUntilMs: number | null;
}

type OverlapSettings = Pick<DeskSettings, 'overlapRetries' | 'overlapWindowMs' | 'overlapCooldownMs'>;

export const emptyOverlapWindow: OverlapWindow = { retries: [], coolingUntilMs: null };

function isCooling(state: OverlapWindow, nowMs: number): boolean {
  return state.coolingUntilMs !== null && nowMs < state.coolingUntilMs;
}

/**
 * Takes the window and the time of an overlap retry that is about to be made (ask `mayRetry` first) and gives the new
 * window. The last allowed retry starts the cooldown, after which the count begins anew. Interface 7.4 SPECIAL_HANDLER.
 */
export function recordOverlap(state: OverlapWindow, nowMs: number, settings: OverlapSettings): OverlapWindow {
  if (isCooling(state, nowMs)) return state;
  const earlier = state.coolingUntilMs === null ? state.retries : [];
  const retries = [...earlier.filter((atMs) => nowMs - atMs < settings.overlapWindowMs), nowMs];
  const spent = retries.length >= settings.overlapRetries;
  return { retries, coolingUntilMs: spent ? nowMs + settings.overlapCooldownMs : null };
}

/** Takes the window and the time and tells whether one more overlap retry is allowed now: 5 in 60 s, then 30 s none. */
export function mayRetry(state: OverlapWindow, nowMs: number, settings: OverlapSettings): boolean {
  if (state.coolingUntilMs !== null) return !isCooling(state, nowMs);
  return state.retries.filter((atMs) => nowMs - atMs < settings.overlapWindowMs).length < settings.overlapRetries;
}

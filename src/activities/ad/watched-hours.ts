import { HoursNow } from '../../domain/hours/hours-now.ts';
import { isOffNow, rulesDuring } from '../../domain/pricing/rules-by-hours.ts';
import { unknownZone } from '../../domain/hours/hours-rule.ts';
import type { Opening } from '../../domain/hours/opening.ts';
import type { WatchMarketInput, WatchMarketVerdict } from '../activity-contract.ts';

type HoursLook =
  | { kind: 'unknown-zone'; why: string }
  /** The ad is to be off the market. */
  | { kind: 'off'; opening: Opening }
  /** Other rules hold than when the watch began. */
  | { kind: 'changed' }
  | { kind: 'as-begun' };

/** The hours of an ad while it is watched. */
export interface WatchedHours {
  /** The watch with the rules that hold now. */
  input: WatchMarketInput;
  /** A watch ends when its hours change, and at once when they differ from what is shown. */
  endAtMs: number;
  at(nowMs: number): HoursLook;
  /** Returns the verdict with what the hours say now; unchanged for an ad without hours. */
  told(verdict: WatchMarketVerdict, nowMs: number): WatchMarketVerdict;
}

/** Returns what an ad's hours make of its watch. The worker reads the clock of their time zone (ARCHITECTURE#an-ad-beyond-its-place). */
export function watchedHours(input: WatchMarketInput, nowMs: number): WatchedHours {
  const { hours } = input.rules;
  const endAtMs = nowMs + input.periodMs;
  if (hours === null) return { input, endAtMs, at: () => ({ kind: 'as-begun' }), told: (verdict) => verdict };
  const now = new HoursNow(hours);
  const begun = now.at(nowMs);
  const isShown = input.shown === null || input.shown.isOpen === begun?.isOpen;
  return {
    input: { ...input, rules: rulesDuring(input.rules, begun) },
    endAtMs: isShown ? Math.min(endAtMs, begun?.untilMs ?? endAtMs) : nowMs,
    at: (atMs) => {
      const opening = now.at(atMs);
      if (opening === null) return { kind: 'unknown-zone', why: unknownZone(hours) };
      if (isOffNow(input.rules, opening)) return { kind: 'off', opening };
      return { kind: opening.isOpen === begun?.isOpen ? 'as-begun' : 'changed' };
    },
    told: (verdict, atMs) => {
      const opening = now.at(atMs);
      return opening !== null && (verdict.kind === 'set' || verdict.kind === 'quiet')
        ? { ...verdict, opening }
        : verdict;
    },
  };
}

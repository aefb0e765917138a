/** The one message a day that says how the day went: when it is due, of which day it is, and what of a look it counts. */
import { dayMs, minuteMs } from '../hours/calendar.ts';
import { minuteOfDay, weekFromText } from '../hours/hours-text.ts';
import { firstInstant } from '../hours/local-time.ts';
import { zoneClock } from '../hours/time-zone.ts';
import type { Need } from './need.ts';
import type { DailyFact } from './need-fact.ts';

/** When a merchant wants the summary of a day. */
export interface DailyRule {
  /** A local time, such as "21:00". */
  readonly at: string;
  /** Of the IANA list. */
  readonly timezone: string;
}

/** A day whose summary is due. */
interface DueDay {
  /** On the merchant's clock, such as 2026-11-29. */
  readonly date: string;
  /** Its midnight. */
  readonly beganMs: number;
  readonly dueMs: number;
}

/** A desk that was down at the hour makes up for it so long: the summary of a day that is long over is no news. */
const lastsMs = 4 * 3_600_000;

/**
 * Returns the day whose summary is due at `nowMs`; null: none is, or this machine knows no such zone. An hour that the clock
 * skips is the moment of the skip, and one that it shows twice counts the first time.
 */
export function dueDay({ at, timezone }: DailyRule, nowMs: number): DueDay | null {
  const clock = zoneClock(timezone);
  const minute = minuteOfDay(at);
  if (clock === null || minute === null) return null;
  const today = Math.floor((nowMs + clock.offsetMs(nowMs)) / dayMs);
  // What was due late yesterday may be so still.
  for (const day of [today, today - 1]) {
    const dueMs = firstInstant(day * dayMs + minute * minuteMs, clock.offsetMs);
    if (dueMs > nowMs || nowMs >= dueMs + lastsMs) continue;
    const beganMs = firstInstant(day * dayMs, clock.offsetMs);
    return { date: clock.text(beganMs).slice(0, 'YYYY-MM-DD'.length), beganMs, dueMs };
  }
  return null;
}

const dayMinutes = 1_440;

/** Whether a text is a time of the day, such as "21:00"; the end of a day is none. */
export const isTimeOfDay = (text: string): boolean => (minuteOfDay(text) ?? dayMinutes) < dayMinutes;

/** Whether a time of the day lies within hours of the week, such as "Mon-Sun 22:00-07:00", on any day of it. */
export function isWithinHours(at: string, open: string): boolean {
  const minute = minuteOfDay(at);
  const ranges = weekFromText(open)?.flat() ?? [];
  if (minute === null) return false;
  // A range may end on the day after the one on which it begins.
  return ranges.some(({ fromMinute, toMinute }) =>
    [minute, minute + dayMinutes].some((one) => fromMinute <= one && one < toMinute),
  );
}

/** What the desk knows of a day by counting workflows. */
export type DayCounts = Pick<DailyFact, 'completed' | 'cancelled' | 'pricedAds' | 'otherAds'>;

/**
 * Makes the need that carries the summary of a day, of the desk whose workflow is named. It is known by its date, so the
 * memory of what was reported sends it once; it never becomes urgent, and asks for nothing.
 */
export function dailyNeed(
  workflowId: string,
  { date, dueMs }: DueDay,
  seen: { readonly counts: DayCounts; readonly waiting: readonly Need[] },
): Need {
  const fact: DailyFact = { code: 'daily', date, ...seen.counts, ...waitingOf(seen.waiting) };
  return {
    key: `${workflowId}/daily/${date}`,
    workflowId,
    type: 'desk',
    fact,
    sinceMs: dueMs,
    urgentAtMs: Number.MAX_SAFE_INTEGER,
  };
}

/** An order that asks for two things is one order that waits. */
function waitingOf(needs: readonly Need[]): Pick<DailyFact, 'orders' | 'ads' | 'others'> {
  const countOf = (types: readonly Need['type'][]): number =>
    new Set(needs.filter(({ type }) => types.includes(type)).map(({ workflowId }) => workflowId)).size;
  const others = needs.filter(({ type }) => type !== 'order' && type !== 'placement' && type !== 'ad').length;
  return { orders: countOf(['order', 'placement']), ads: countOf(['ad']), others };
}

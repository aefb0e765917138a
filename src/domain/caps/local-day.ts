import { dayMs } from '../hours/calendar.ts';
import { firstInstant } from '../hours/local-time.ts';
import { zoneClock } from '../hours/time-zone.ts';

/** A day of a time zone, from its first instant to that of the next one. */
export interface LocalDay {
  readonly fromMs: number;
  /** When the next one begins, on the clock of the zone: "2026-11-23 00:00 (America/La_Paz)". */
  readonly until: string;
}

/**
 * Returns the day of a time zone at an instant; null when this machine does not know the zone. A clock that is turned
 * back over midnight shows an hour of the day before again, which belongs to the day that has begun.
 */
export function localDayAt(timezone: string, nowMs: number): LocalDay | null {
  const clock = zoneClock(timezone);
  if (clock === null) return null;
  const shown = Math.floor((nowMs + clock.offsetMs(nowMs)) / dayMs);
  const begin = (day: number): number => firstInstant(day * dayMs, clock.offsetMs);
  const day = begin(shown + 1) <= nowMs ? shown + 1 : shown;
  return { fromMs: begin(day), until: `${clock.text(begin(day + 1))} (${timezone})` };
}

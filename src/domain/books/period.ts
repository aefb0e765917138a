/** A day, week, month or year on the merchant's clock. */
import { dayMs, dayNumber, dayOf, weekdayOf } from '../hours/calendar.ts';
import { firstInstant } from '../hours/local-time.ts';
import { zoneClock } from '../hours/time-zone.ts';

export const periodKinds = ['day', 'week', 'month', 'year'] as const;
export type PeriodKind = (typeof periodKinds)[number];

export interface Period {
  readonly fromMs: number;
  /** The first moment behind it. */
  readonly untilMs: number;
  /** The date on which it begins, such as 2026-11-23. */
  readonly first: string;
  /** That on which it ends. */
  readonly last: string;
}

interface PeriodWish {
  readonly kind: PeriodKind;
  /** Any day within it; a month or a year may be named alone: 2026-11-25, 2026-11, 2026. Null: the day of `nowMs`. */
  readonly date: string | null;
  /** Of the IANA list. */
  readonly zone: string;
  readonly nowMs: number;
}

/** Returns the period that has a day; null for a date that no calendar has, and for a zone that this machine does not know. */
export function periodOf({ kind, date, zone, nowMs }: PeriodWish): Period | null {
  const clock = zoneClock(zone);
  if (clock === null) return null;
  const whole = wholeDate(kind, date ?? clock.text(nowMs).slice(0, dateLength));
  const day = dayOf(whole);
  if (day === null) return null;
  const [from, until] = daysOf(kind, day, whole);
  const [fromMs, untilMs] = [from, until].map((of) => firstInstant(of * dayMs, clock.offsetMs)) as [number, number];
  const dateAt = (atMs: number): string => clock.text(atMs).slice(0, dateLength);
  return { fromMs, untilMs, first: dateAt(fromMs), last: dateAt(untilMs - 1) };
}

const dateLength = 'YYYY-MM-DD'.length;

function wholeDate(kind: PeriodKind, date: string): string {
  if (kind === 'year' && /^\d{4}$/.test(date)) return `${date}-01-01`;
  return (kind === 'year' || kind === 'month') && /^\d{4}-\d{2}$/.test(date) ? `${date}-01` : date;
}

function daysOf(kind: PeriodKind, day: number, date: string): readonly [from: number, until: number] {
  if (kind === 'day') return [day, day + 1];
  // Weeks begin on Monday (ISO 8601).
  if (kind === 'week') return [day - weekdayOf(day), day - weekdayOf(day) + 7];
  const [year, month] = date.split('-').map(Number) as [number, number];
  if (kind === 'year') return [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1)];
  return [dayNumber(year, month, 1), month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)];
}

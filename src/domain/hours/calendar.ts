export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** Days of the months of a year that is no leap year. */
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the day of a date such as "2026-12-25", counted from 1970-01-01; null for one that no calendar has. */
export function dayOf(date: string): number | null {
  const [, years, months, days] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (years === undefined) return null;
  const [year, month, day] = [Number(years), Number(months), Number(days)];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = (monthDays[month - 1] ?? 0) + (isLeap && month === 2 ? 1 : 0);
  return day < 1 || day > length ? null : dayNumber(year, month, day);
}

/** Returns the day of a date counted from 1970-01-01, by the Gregorian calendar with years that begin in March. */
export function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}

/** Returns the weekday of a day, 0 for Monday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

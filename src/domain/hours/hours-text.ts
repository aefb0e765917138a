/** A stretch of the local clock, in minutes of the day on which it begins; it may end on the next one. */
export interface DayRange {
  readonly fromMinute: number;
  readonly toMinute: number;
}

const wholeDay: DayRange = { fromMinute: 0, toMinute: 1_440 };
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const everyDay = weekdays.map((_, index) => index);

/**
 * Returns the ranges of each weekday, Monday first, of a text such as "Mon-Fri 08:00-12:00 14:00-18:00, Sat 20:00-02:00"
 * or "always"; null when it is none. A range without a day holds for the days before it, the first one for every day.
 */
export function weekFromText(text: string): readonly (readonly DayRange[])[] | null {
  const words = wordsOf(text);
  if (words.join(' ') === 'always') return everyDay.map(() => [wholeDay]);
  return words.length === 0 ? null : weekOf(words);
}

function weekOf(words: readonly string[]): DayRange[][] | null {
  const week: DayRange[][] = everyDay.map(() => []);
  let days: readonly number[] = everyDay;
  // A day after a range begins another list of days.
  let named: readonly number[] = [];
  for (const word of words) {
    const read = rangeOf(word) ?? daysOf(word);
    if (read === null) return null;
    if (isDays(read)) {
      named = [...named, ...read];
      continue;
    }
    days = named.length === 0 ? days : named;
    named = [];
    for (const day of days) week[day]?.push(read);
  }
  return named.length > 0 ? null : week;
}

const isDays = (read: DayRange | readonly number[]): read is readonly number[] => Array.isArray(read);

/** Returns the ranges of one date, of a text such as "08:00-12:00 14:00-16:00"; null when it is none. */
export function rangesFromText(text: string): readonly DayRange[] | null {
  const ranges = wordsOf(text).map(rangeOf);
  const known = ranges.filter((range) => range !== null);
  return known.length === 0 || known.length < ranges.length ? null : known;
}

/** Commas part only for the reader, and spaces around a dash are none. */
function wordsOf(text: string): string[] {
  const joined = text.toLowerCase().replaceAll(/\s*[-\u2013]\s*/g, '-');
  return joined.split(/[\s,;]+/).filter((word) => word !== '');
}

/** "sat", or "fri-mon" over the end of the week. */
function daysOf(word: string): number[] | null {
  const found = /^([a-z]+)(?:-([a-z]+))?$/.exec(word);
  if (found === null) return null;
  const [from, to] = [weekdays.indexOf(String(found[1])), weekdays.indexOf(String(found[2] ?? found[1]))];
  if (from === -1 || to === -1) return null;
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7);
}

/** "08:00-22:00", or "20:00-02:00" over midnight. Equal ends could mean a whole day or none, and are neither. */
function rangeOf(word: string): DayRange | null {
  const ends = word.split('-').map(minuteOfDay);
  const [fromMinute, toMinute] = ends;
  if (ends.length !== 2 || fromMinute === undefined || toMinute === undefined) return null;
  if (fromMinute === null || toMinute === null || fromMinute === 1_440 || fromMinute === toMinute) return null;
  return { fromMinute, toMinute: toMinute < fromMinute ? toMinute + 1_440 : toMinute };
}

/** Returns the minute of a day that a time such as "21:00" names, of "24:00" the first one behind it; null when it is none. */
export function minuteOfDay(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  const isTime = (hour < 24 && minute < 60) || (hour === 24 && minute === 0);
  return isTime ? hour * 60 + minute : null;
}

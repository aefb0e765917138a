import type { HoursRule } from '../../../src/domain/hours/hours-rule.ts';

const minuteMs = 60_000;
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** How far the clock is read: back, for what it has shown already, and ahead. */
const [backMinutes, aheadMinutes] = [2 * 1_440, 3 * 1_440];

/** The minutes that a text of ranges covers, counted from the day's beginning. */
function covered(text: string, minute: number): boolean {
  return text.split(/\s+/).some((range) => {
    const [from = 0, to = 0] = range.split('-').map((time) => {
      const [hour, rest] = time.split(':').map(Number);
      return (hour ?? 0) * 60 + (rest ?? 0);
    });
    return minute >= from && minute < (to < from ? to + 1_440 : to);
  });
}

/** The ranges of one date, joined. */
function textOf({ open, closed, exceptions }: HoursRule, date: string): string {
  if (closed.includes(date)) return '';
  const own = exceptions.find((text) => text.startsWith(date));
  if (own !== undefined) return own.slice(11);
  if (open === 'always') return '00:00-24:00';
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  let holds = true;
  const ranges: string[] = [];
  for (const word of open.toLowerCase().split(/\s+/)) {
    if (/\d/.test(word)) {
      if (holds) ranges.push(word);
      continue;
    }
    const [first = '', last = first] = word.split('-');
    const [from, to] = [dayNames.indexOf(first), dayNames.indexOf(last)];
    holds = from <= to ? weekday >= from && weekday <= to : weekday >= from || weekday <= to;
  }
  return ranges.join(' ');
}

/** The date before one, on paper. */
const before = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 1_440 * minuteMs).toISOString().slice(0, 10);

/**
 * Reads a wall clock minute by minute: the latest time that it has ever shown decides, so an hour that it shows twice
 * counts once. It shares nothing with what it is compared with but the time zone itself.
 */
export function changeByMinutes(
  rule: HoursRule,
  nowMs: number,
): { isOpen: boolean; untilMs: number | null; seenMs: number } {
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: rule.timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const texts = new Map<string, string>();
  const known = (date: string): string => {
    const text = texts.get(date) ?? textOf(rule, date);
    texts.set(date, text);
    return text;
  };
  const isOpenAt = (shown: string): boolean => {
    const [date = '', clock = ''] = shown.split(' ');
    const [hour = 0, minute = 0] = clock.split(':').map(Number);
    const minutes = hour * 60 + minute;
    return covers(known(date), minutes) || covers(known(before(date)), minutes + 1_440);
  };
  let latest = '';
  let isOpen: boolean | null = null;
  for (let step = -backMinutes; step <= aheadMinutes; step += 1) {
    const shown = wall.format(nowMs + step * minuteMs);
    if (shown > latest) latest = shown;
    if (step < 0) continue;
    const now = isOpenAt(latest);
    if (isOpen === null) isOpen = now;
    else if (now !== isOpen) return { isOpen, untilMs: nowMs + step * minuteMs, seenMs: 0 };
  }
  return { isOpen: isOpen ?? false, untilMs: null, seenMs: aheadMinutes * minuteMs };
}

const covers = (text: string, minute: number): boolean => text !== '' && covered(text, minute);

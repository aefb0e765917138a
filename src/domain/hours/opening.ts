import { dayMs, minuteMs, weekdayOf } from './calendar.ts';
import { exceptionDays, type HoursRule } from './hours-rule.ts';
import { weekFromText, type DayRange } from './hours-text.ts';
import { zoneClock, type ZoneClock } from './time-zone.ts';

/** Whether an ad's hours are open, as a worker found it. Plain JSON: workflows keep it. */
export interface Opening {
  readonly isOpen: boolean;
  /** When that changes, in epoch ms; null: not within a year. */
  readonly untilMs: number | null;
  /** The same on the clock of the hours: "2026-11-23 08:00 (America/La_Paz)". */
  readonly until: string | null;
}

/** How far ahead a change is looked for. */
const horizonDays = 400;

/** Returns whether the hours are open at `nowMs`, and until when; null when this machine does not know their time zone. */
export function openingAt(rule: HoursRule, nowMs: number): Opening | null {
  const clock = zoneClock(rule.timezone);
  if (clock === null) return null;
  const { isOpen, untilMs } = changeAfter(stretches(rule, clock.offsetMs, nowMs), nowMs);
  return { isOpen, untilMs, until: untilMs === null ? null : `${clock.text(untilMs)} (${rule.timezone})` };
}

type ZoneOffset = ZoneClock['offsetMs'];

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Stretches that touch each other are one. */
function changeAfter(open: Iterable<Stretch>, nowMs: number): Pick<Opening, 'isOpen' | 'untilMs'> {
  let untilMs: number | null = null;
  for (const { fromMs, toMs } of open) {
    if (untilMs !== null && fromMs > untilMs) return { isOpen: true, untilMs };
    if (untilMs === null && fromMs > nowMs) return { isOpen: false, untilMs: fromMs };
    untilMs = Math.max(untilMs ?? toMs, toMs);
  }
  return { isOpen: untilMs !== null, untilMs: null };
}

/** The stretches that end after `nowMs`, by their beginning. */
function* stretches(rule: HoursRule, offset: ZoneOffset, nowMs: number): Generator<Stretch> {
  const exceptions = exceptionDays(rule);
  const week = weekFromText(rule.open);
  const today = Math.floor((nowMs + offset(nowMs)) / dayMs);
  // A range of yesterday may end today, and a clock that was turned back shows a day twice.
  for (let day = today - 2; day <= today + horizonDays; day += 1) {
    const ranges = exceptions.get(day) ?? week?.[weekdayOf(day)] ?? [];
    for (const { fromMinute, toMinute } of byBeginning(ranges)) {
      const fromMs = firstInstant(day * dayMs + fromMinute * minuteMs, offset);
      const toMs = firstInstant(day * dayMs + toMinute * minuteMs, offset);
      if (fromMs < toMs && toMs > nowMs) yield { fromMs, toMs };
    }
  }
}

const byBeginning = (ranges: readonly DayRange[]): DayRange[] =>
  ranges.toSorted((left, right) => left.fromMinute - right.fromMinute);

/** No two changes of a zone's clock are as near to each other as this. */
const reachMs = 2 * dayMs;

/**
 * Returns the first instant at which the local clock shows a time or a later one. A time that the clock skips is the
 * instant of the skip, and an hour that it shows twice counts once, the first time.
 */
function firstInstant(localMs: number, offset: ZoneOffset): number {
  const before = offset(localMs - reachMs);
  const early = localMs - before;
  if (offset(early) === before) return early;
  // The clock was changed shortly before: the new one shows the time, or had skipped it when it began.
  const late = localMs - offset(localMs + reachMs);
  return Math.max(late, changeOf(offset, { fromMs: localMs - reachMs, toMs: early }));
}

/** The instant at which a zone's clock changes, to the second. */
function changeOf(offset: ZoneOffset, { fromMs, toMs }: Stretch): number {
  const before = offset(fromMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

import { dayMs, minuteMs, weekdayOf } from './calendar.ts';
import { exceptionDays, type HoursRule } from './hours-rule.ts';
import { weekFromText, type DayRange } from './hours-text.ts';
import { firstInstant, type ZoneOffset } from './local-time.ts';
import { zoneClock } from './time-zone.ts';

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

import { dayMs } from './calendar.ts';
import type { ZoneClock } from './time-zone.ts';

export type ZoneOffset = ZoneClock['offsetMs'];

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** No two changes of a zone's clock are as near to each other as this. */
const reachMs = 2 * dayMs;

/**
 * Returns the first instant at which the local clock shows a time or a later one. A time that the clock skips is the
 * instant of the skip, and an hour that it shows twice counts once, the first time.
 */
export function firstInstant(localMs: number, offset: ZoneOffset): number {
  const before = offset(localMs - reachMs);
  const early = localMs - before;
  if (offset(early) === before) return early;
  // The clock was changed shortly before: the new one shows the time, or had skipped it when it began.
  const late = localMs - offset(localMs + reachMs);
  return Math.max(late, changeOf(offset, { fromMs: localMs - reachMs, toMs: early }));
}

/** The instant at which a zone's clock changes, to the second. */
function changeOf(offset: ZoneOffset, { fromMs, toMs }: Span): number {
  const before = offset(fromMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

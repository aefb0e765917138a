/** How far the service's history was read: windows of 30 days, page by page, each order again until it has ended. */
import { z } from 'zod';
import { dayMs } from '../hours/calendar.ts';
import type { HistoryOrder } from './trade.ts';

/** Rows of a page: the most that the service allows (interface 4.1). */
export const historyRows = 100;

const windowMs = 30 * dayMs;
/** Six months have at least 181 days. */
const backMs = 180 * dayMs;
const oldestMs = 181 * dayMs;
/** What has ended may end otherwise after an appeal, and the history trails the list (wire-facts 5): both are looked at again. */
const againMs = 7 * dayMs;
/** The report of a day is looked at during that day. */
const everyMs = 3_600_000;
/** A service that turns no pages must not cause an endless loop. */
export const maxHistoryPages = 500;

export const historyMarkSchema = z.object({
  /** All that was created before it is read, and has ended. */
  fromMs: z.number(),
  /** Until when the last whole reading went; null: none was whole yet. */
  readToMs: z.number().nullable(),
  /** The reading under way; null: none. */
  round: z
    .object({
      untilMs: z.number(),
      page: z.number(),
      /** Rows of this window. */
      seen: z.number(),
      /** When the oldest order was created that still runs; null: none was seen. */
      runningMs: z.number().nullable(),
    })
    .nullable(),
});
export type HistoryMark = Readonly<z.infer<typeof historyMarkSchema>>;

/** One page to read. */
export interface HistoryPage {
  readonly fromMs: number;
  readonly toMs: number;
  readonly page: number;
}

interface Reading extends HistoryPage {
  readonly mark: HistoryMark & { readonly round: NonNullable<HistoryMark['round']> };
}

const fresh = (untilMs: number) => ({ untilMs, page: 1, seen: 0, runningMs: null });

/** Returns which page comes next, or how long there is none to read. */
export function nextPage(known: HistoryMark | null, nowMs: number): Reading | { readonly restMs: number } {
  const { fromMs, readToMs, round } = known ?? { fromMs: nowMs - backMs, readToMs: null, round: null };
  const restMs = round === null && readToMs !== null ? readToMs + everyMs - nowMs : 0;
  // A mark of the future was set by a clock that was ahead: the rest begins with this look.
  if (restMs > 0) return { restMs: Math.min(restMs, everyMs) };
  const isLost = fromMs < nowMs - oldestMs;
  // What the service shows no more ends the window that was begun there.
  const mark =
    round === null || isLost
      ? { fromMs: isLost ? nowMs - backMs : fromMs, readToMs, round: fresh(nowMs) }
      : { fromMs, readToMs, round };
  const toMs = Math.min(mark.fromMs + windowMs - 1, mark.round.untilMs);
  return { mark, fromMs: mark.fromMs, toMs, page: mark.round.page };
}

/** What a page has shown. */
interface ShownPage {
  readonly items: readonly HistoryOrder[];
  /** Rows that cannot be read. */
  readonly odd: readonly unknown[];
  /** How many rows the service counts; null: it does not say. It is only a hint. */
  readonly total: number | null;
}

/** Returns how far the history is read with a page. */
export function afterPage({ mark, toMs }: Reading, { items, odd, total }: ShownPage): HistoryMark {
  const { round } = mark;
  const shown = items.length + odd.length;
  const seen = round.seen + shown;
  const running = items.filter(({ end }) => end === null).map(({ createdAtMs }) => createdAtMs);
  const runningMs = leastOf(round.runningMs === null ? running : [round.runningMs, ...running]);
  const isLast = shown === 0 || (shown < historyRows && seen >= (total ?? 0)) || round.page >= maxHistoryPages;
  if (!isLast) return { ...mark, round: { ...round, page: round.page + 1, seen, runningMs } };
  if (toMs < round.untilMs) return { ...mark, fromMs: toMs + 1, round: { ...fresh(round.untilMs), runningMs } };
  const againFromMs = round.untilMs - againMs;
  return { fromMs: Math.min(runningMs ?? againFromMs, againFromMs), readToMs: round.untilMs, round: null };
}

const leastOf = (moments: readonly number[]): number | null => (moments.length === 0 ? null : Math.min(...moments));

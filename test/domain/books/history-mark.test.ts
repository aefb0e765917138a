import { describe, expect, it } from 'vitest';
import {
  afterPage,
  historyMarkSchema,
  historyRows,
  maxHistoryPages,
  nextPage,
  type HistoryMark,
  type HistoryPage,
} from '../../../src/domain/books/history-mark.ts';
import { hasEnded, tradeSchema, type HistoryOrder } from '../../../src/domain/books/trade.ts';
import { shownAs, someTrade } from './some-trade.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 10, 28);

/** Returns the page that comes next. Throws where there is none. */
function pageOf(mark: HistoryMark | null, atMs = nowMs) {
  const next = nextPage(mark, atMs);
  if ('restMs' in next) throw new Error(`nothing is read for ${next.restMs} ms`);
  return next;
}

const rows = (count: number): HistoryOrder[] => Array.from({ length: count }, () => shownAs(someTrade()));
const shown = (count: number, total: number | null = null) => ({ items: rows(count), odd: [], total });

/** Reads a whole round of which each page shows what the test says. */
function wholeRound(from: HistoryMark | null, answer: (page: HistoryPage) => Parameters<typeof afterPage>[1]) {
  const pages: HistoryPage[] = [];
  let mark = from;
  for (let next = nextPage(mark, nowMs); !('restMs' in next); next = nextPage(mark, nowMs)) {
    const { fromMs, toMs, page } = next;
    pages.push({ fromMs, toMs, page });
    mark = afterPage(next, answer(next));
  }
  return { pages, mark };
}

describe('ADR 0054: the history', () => {
  it('is read half a year back at first, in windows of 30 days without a gap', () => {
    const { pages, mark } = wholeRound(null, () => shown(0));
    expect(pages.map(({ fromMs, toMs }) => [(nowMs - fromMs) / dayMs, toMs - fromMs])).toEqual([
      ...[180, 150, 120, 90, 60, 30].map((days) => [days, 30 * dayMs - 1]),
      [0, 0],
    ]);
    for (const [index, { toMs }] of pages.slice(0, -1).entries()) expect(pages[index + 1]?.fromMs).toBe(toMs + 1);
    expect(mark).toEqual({ fromMs: nowMs - 7 * dayMs, readToMs: nowMs, round: null });
  });

  it('is read again an hour later, from a week before', () => {
    const mark = { fromMs: nowMs - 7 * dayMs, readToMs: nowMs, round: null };
    expect(nextPage(mark, nowMs + hourMs - 1)).toEqual({ restMs: 1 });
    expect(pageOf(mark, nowMs + hourMs)).toMatchObject({ fromMs: mark.fromMs, toMs: nowMs + hourMs, page: 1 });
  });

  it('is not left for longer than an hour where a clock was ahead', () => {
    const mark = { fromMs: nowMs + 33 * dayMs, readToMs: nowMs + 40 * dayMs, round: null };
    expect(nextPage(mark, nowMs)).toEqual({ restMs: hourMs });
  });

  it('goes on with the page at which it stopped, until the moment at which it began', () => {
    const first = pageOf(null);
    const mark = historyMarkSchema.parse(JSON.parse(JSON.stringify(afterPage(first, shown(historyRows)))));
    expect(pageOf(mark, nowMs + hourMs)).toMatchObject({ fromMs: first.fromMs, toMs: first.toMs, page: 2 });
  });

  it('goes on from the oldest order that runs', () => {
    const runningMs = nowMs - 40 * dayMs;
    const running = [0, 1].map((ms) => shownAs(someTrade({ createdAtMs: runningMs + ms }), { end: null }));
    const { mark } = wholeRound(null, ({ fromMs }) => ({
      items: fromMs === nowMs - 60 * dayMs ? running : [],
      odd: [],
      total: null,
    }));
    expect(mark).toEqual({ fromMs: runningMs, readToMs: nowMs, round: null });
    const lately = shownAs(someTrade({ createdAtMs: nowMs - dayMs }), { end: null });
    expect(wholeRound(null, () => ({ items: [lately], odd: [], total: 1 })).mark?.fromMs).toBe(nowMs - 7 * dayMs);
  });

  it('begins again with what the service still shows, where the reading stood still for months', () => {
    const stood = afterPage(pageOf(null), shown(historyRows));
    const later = nowMs + 90 * dayMs;
    expect(pageOf(stood, later)).toMatchObject({ fromMs: later - 180 * dayMs, page: 1 });
    const whole = { fromMs: nowMs, readToMs: nowMs, round: null };
    expect(pageOf(whole, nowMs + 300 * dayMs)).toMatchObject({ fromMs: nowMs + 120 * dayMs, page: 1 });
  });
});

describe('ADR 0054: the last page of a window', () => {
  const isOver = (answer: Parameters<typeof afterPage>[1]): boolean => {
    const first = pageOf(null);
    return afterPage(first, answer).fromMs !== first.fromMs;
  };

  it.each([
    ['is full', shown(historyRows, 250), false],
    ['is full, and the count is its own', shown(historyRows, historyRows), false],
    ['is short, and the service counts more', shown(50, 120), false],
    [
      'is short with unreadable rows, and the service counts all of them',
      { items: rows(3), odd: [1, 2], total: 5 },
      true,
    ],
    ['is short without a count', shown(50), true],
    ['is empty, and the service counts some', shown(0, 120), true],
  ])('one that %s', (_what, answer, expected) => {
    expect(isOver(answer)).toBe(expected);
  });

  it('comes at last from a service that turns no pages', () => {
    const { fromMs } = pageOf(null);
    const first = wholeRound(null, (page) => shown(page.fromMs === fromMs ? historyRows : 0)).pages;
    expect(first.filter((page) => page.fromMs === fromMs)).toHaveLength(maxHistoryPages);
  });
});

it('ADR 0054: only a plain decimal is an amount, and only what has an end has ended', () => {
  expect(tradeSchema.safeParse(someTrade()).success).toBe(true);
  expect(tradeSchema.safeParse(someTrade({ amount: '1e3' })).success).toBe(false);
  expect([shownAs(someTrade()), shownAs(someTrade(), { end: null })].map(hasEnded)).toEqual([true, false]);
});

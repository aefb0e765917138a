import { describe, expect, it } from 'vitest';
import { decodeChatFrame, type OrderNotice } from '../../../src/exchange/chat/chat-frame.ts';
import { readChatGap, rowsAPage } from '../../../src/exchange/chat/chat-gap.ts';
import { HeldEvents } from '../../../src/exchange/chat/chat-held.ts';
import { ChatMarks, type ChatGap } from '../../../src/exchange/chat/chat-marks.ts';
import { Pace } from '../../../src/exchange/chat/chat-pace.ts';
import { systemRow } from './chat-service.ts';

const minuteMs = 60_000;
const id = (number: number): string => systemRow(number, '', '').id;

function notice(number: number, order: string, kind = 'seller_merchant_trading'): OrderNotice {
  const decoded = decodeChatFrame(JSON.stringify(systemRow(number, order, kind)));
  if (decoded.kind !== 'order') throw new Error('not an order event');
  return decoded;
}

/** Marks after a first look at the list that found these orders running. */
function listedMarks(...running: string[]): ChatMarks {
  const marks = new ChatMarks(0);
  marks.listed({ running: new Set(running), recent: new Set() }, 0);
  for (const order of running) marks.caughtUp(order, null);
  return marks;
}

function hear(marks: ChatMarks, heard: OrderNotice, nowMs: number): void {
  marks.heard(heard, nowMs);
  marks.given(heard.event, nowMs);
}

describe('EP-34: where reading a chat begins', () => {
  it('at the mark, which does not move while something before it is missing', () => {
    const marks = listedMarks();
    hear(marks, notice(1, 'A'), 0);
    marks.lost(10, 5);
    hear(marks, notice(9, 'A'), 20);
    expect(marks.gapOf('A')).toEqual({ orderNumber: 'A', mark: id(1), sinceMs: null, heardFrom: id(9) });
    marks.caughtUp('A', id(7));
    expect(marks.gapOf('A')).toBeNull();
    marks.lost(30, 25);
    expect(marks.gapOf('A')).toMatchObject({ mark: id(9) });
  });

  it('nowhere for an order whose first row came live, or that is first heard of while all are known', () => {
    const marks = listedMarks();
    hear(marks, notice(1, 'A'), 0);
    hear(marks, notice(2, 'B', 'seller_payed'), 0);
    expect([marks.isBehind('A'), marks.isBehind('B')]).toEqual([false, false]);
  });

  it('at the opening for an order that ran before, at its beginning for one that began in the gap', () => {
    const marks = new ChatMarks(100);
    marks.listed({ running: new Set(['OLD']), recent: new Set() }, 200);
    expect(marks.gapOf('OLD')).toMatchObject({ mark: null, sinceMs: 100 });
    marks.caughtUp('OLD', id(1));
    marks.lost(300, 290);
    marks.listed({ running: new Set(['OLD', 'NEW']), recent: new Set(['BRIEF']) }, 400);
    expect(marks.gapOf('NEW')).toMatchObject({ mark: null, sinceMs: null });
    expect(marks.unread()).toEqual(['OLD', 'NEW', 'BRIEF']);
  });

  it('an order that was heard of before the list, and is not on it, needs no reading', () => {
    const marks = new ChatMarks(0);
    hear(marks, notice(5, 'ENDED', 'seller_payed'), 1);
    expect([marks.isBehind('ENDED'), marks.needsRead('ENDED')]).toEqual([true, false]);
    marks.listed({ running: new Set(), recent: new Set() }, 2);
    expect(marks.isBehind('ENDED')).toBe(false);
  });

  it('ended orders are asked for a quarter of an hour, and later when they run again or are heard of', () => {
    const marks = listedMarks();
    for (const order of ['A', 'B', 'C']) {
      hear(marks, notice(1, order), 0);
      hear(marks, notice(2, order, 'seller_completed'), 0);
    }
    marks.lost(14 * minuteMs, 0);
    expect(marks.unread()).toEqual(['A', 'B', 'C']);
    for (const order of marks.unread()) marks.caughtUp(order, null);
    marks.lost(16 * minuteMs, 0);
    expect(marks.unread()).toEqual([]);
    marks.listed({ running: new Set(['A']), recent: new Set() }, 17 * minuteMs);
    hear(marks, notice(8, 'B', 'be_appeal'), 17 * minuteMs);
    expect(marks.unread().toSorted()).toEqual(['A', 'B']);
  });

  it('a thousand marks are kept; those of ended orders go first, and what is old in a forgotten chat stays old', () => {
    const marks = listedMarks();
    hear(marks, notice(1, 'RUNNING'), 0);
    for (let number = 0; number < 1_200; number += 1) {
      hear(marks, notice(10, `O${number}`), 0);
      hear(marks, notice(11, `O${number}`, 'seller_completed'), 0);
    }
    marks.lost(500, 400);
    expect(marks.unread()).toHaveLength(1_000);
    expect(marks.unread()[0]).toBe('RUNNING');
    marks.listed({ running: new Set(['O0', 'NEW']), recent: new Set() }, 600);
    expect(marks.gapOf('O0')).toMatchObject({ mark: null, sinceMs: 400 });
    expect(marks.gapOf('NEW')).toMatchObject({ mark: null, sinceMs: null });
  });
});

describe('EP-34: reading a gap', () => {
  const gap: ChatGap = { orderNumber: 'A', mark: null, sinceMs: null, heardFrom: null };

  const pageOf = (items: unknown[], total: number | null = null) => Promise.resolve({ items, odd: [], total });
  /** Pages of this length, whatever was requested, of a chat with this many rows, some of them of another kind. */
  const chatOf = (count: number, { rows = rowsAPage, total = null as number | null, hole = 0 } = {}) => {
    let pages = 0;
    const read = (olderThan: string | null) => {
      pages += 1;
      const from = olderThan === null ? count : Number(BigInt(olderThan) - BigInt(id(0)));
      const numbers = Array.from({ length: Math.min(rows, from) }, (_, index) => from - 1 - index);
      const kept = numbers.filter((number) => number !== hole - 1);
      return pageOf(
        kept.map((number) => systemRow(number, 'A', 'seller_payed')),
        total,
      );
    };
    return { read, pages: () => pages };
  };

  it.each([
    ['a service that returns fewer rows than asked for', 95, { rows: 20, total: 95 }, 95],
    ['the same without a count', 95, { rows: 20 }, 95],
    ['a page from which a row was left out', 120, { total: 120, hole: 100 }, 119],
    ['a chat of more than a thousand rows', 1_200, { total: 1_200 }, 1_200],
  ])('%s: nothing is missed', async (...row) => {
    const [, count, pages, found] = row;
    const chat = chatOf(count, pages);
    expect((await readChatGap(gap, chat.read)).notices).toHaveLength(found);
  });

  it('rows that come twice count once, and a total that is too small is ignored', async () => {
    const chat = chatOf(95, { rows: 20, total: 10 });
    expect((await readChatGap(gap, chat.read)).notices).toHaveLength(95);
    const inclusive = chatOf(100, { rows: 20, total: 100 });
    const read = (olderThan: string | null) =>
      inclusive.read(olderThan === null ? null : String(BigInt(olderThan) + 1n));
    const { notices } = await readChatGap(gap, read);
    expect(new Set(notices.map(({ event }) => event.id)).size).toBe(100);
  });

  it('a chat that fits into a page costs one read', async () => {
    const chat = chatOf(3, { total: 3 });
    expect((await readChatGap(gap, chat.read)).notices).toHaveLength(3);
    expect(chat.pages()).toBe(1);
  });

  it('ends where the mark is, and asks no more than ten thousand rows', async () => {
    const toMark = chatOf(5_000);
    const read = await readChatGap({ ...gap, mark: id(4_930) }, toMark.read);
    expect([read.notices.length, read.newest, toMark.pages()]).toEqual([69, id(4_999), 2]);
    const endless = chatOf(50_000);
    expect((await readChatGap(gap, endless.read)).notices).toHaveLength(10_000);
    expect(endless.pages()).toBe(200);
  });

  it('without a mark the time decides, and a row without a time counts', async () => {
    const rows = [
      { ...systemRow(4, 'A', 'seller_payed'), createTime: 50 },
      { ...systemRow(3, 'A', 'seller_payed'), createTime: null },
      { ...systemRow(2, 'A', 'seller_payed'), createTime: 100 },
      { ...systemRow(1, 'A', 'seller_payed'), createTime: 99 },
    ];
    const idsOf = async (more: Partial<ChatGap>) => {
      const { notices } = await readChatGap({ ...gap, ...more }, () => pageOf(rows, rows.length));
      return notices.map(({ event }) => event.id);
    };
    expect(await idsOf({ sinceMs: 100 })).toEqual([id(2), id(3)]);
    expect(await idsOf({ sinceMs: 100, heardFrom: id(4) })).toEqual([id(2), id(3), id(4)]);
  });
});

describe('interface 6: events that are kept back', () => {
  it('come out in the order in which they came, all of them when there are a thousand', () => {
    const given: string[] = [];
    const held = new HeldEvents({ limitMs: 2 ** 40, give: ({ event }) => given.push(event.orderNumber + event.text) });
    for (let number = 1; number < 1_000; number += 1) expect(held.hold(notice(number, `O${number % 7}`))).toBe(true);
    expect(given).toEqual([]);
    held.hold(notice(1_000, 'LAST'));
    expect(given).toHaveLength(1_000);
    expect(given.slice(0, 3)).toEqual(['O1', 'O2', 'O3']);
    expect(held.hold(notice(1_001, 'O1'))).toBe(false);
    expect(held.orders()).toEqual([]);
  });
});

describe('wire-facts 14: what is paced', () => {
  it('never has more than one turn in an interval, and a turn that is given up harms no other', async () => {
    let nowMs = 0;
    const turns: number[] = [];
    const stop = new AbortController();
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      // A timer that fires a millisecond early, as real ones do.
      nowMs += ms > 1 ? ms - 1 : ms;
      return Promise.resolve();
    };
    const pace = new Pace({ intervalMs: 400, sleep, monotonic: () => nowMs });
    const open = new AbortController().signal;
    await pace.turn(open);
    turns.push(nowMs);
    const givenUp = pace.turn(stop.signal);
    stop.abort(new Error('enough'));
    await expect(givenUp).rejects.toThrow('enough');
    for (let more = 0; more < 2; more += 1) {
      await pace.turn(open);
      turns.push(nowMs);
    }
    expect(turns).toEqual([0, 400, 800]);
  });
});

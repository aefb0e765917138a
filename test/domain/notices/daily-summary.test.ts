import { describe, expect, it } from 'vitest';
import {
  dailyNeed,
  dueDay,
  isTimeOfDay,
  isWithinHours,
  type DailyRule,
} from '../../../src/domain/notices/daily-summary.ts';
import { asksPerson, stageAt, type Need } from '../../../src/domain/notices/need.ts';
import { knownFact } from '../../../src/domain/notices/need-fact.ts';

const evening: DailyRule = { at: '21:00', timezone: 'America/La_Paz' };
const at = (text: string): number => Date.parse(text);
const dateAt = (rule: DailyRule, text: string): string | null => dueDay(rule, at(text))?.date ?? null;

describe('ADR 0020: the summary of a day is due', () => {
  it.each([
    ['not before its hour', '2026-11-29T20:59:59.999-04:00', null],
    ['at its hour', '2026-11-29T21:00:00-04:00', '2026-11-29'],
    ['when the desk was down then, and starts two hours later', '2026-11-29T23:00:00-04:00', '2026-11-29'],
    ['after midnight for the day before', '2026-11-30T00:59:59.999-04:00', '2026-11-29'],
    ['no longer than four hours', '2026-11-30T01:00:00-04:00', null],
    ['not on the next morning', '2026-11-30T09:00:00-04:00', null],
  ])('%s', (_name, text, expected) => expect(dateAt(evening, text)).toBe(expected));

  it('and counts from the midnight of its own day, on its own clock', () => {
    expect(dueDay(evening, at('2026-11-30T00:30:00-04:00'))).toEqual({
      date: '2026-11-29',
      beganMs: at('2026-11-29T00:00:00-04:00'),
      dueMs: at('2026-11-29T21:00:00-04:00'),
    });
  });

  it.each([
    ['a zone that this machine does not know', { at: '21:00', timezone: 'Mars/Base' }],
    ['a time that is none', { at: '9 pm', timezone: 'UTC' }],
  ])('never by %s', (_name, rule) => expect(dueDay(rule, at('2026-11-29T21:00:00Z'))).toBeNull());

  /** Returns each date that is due in a look every quarter of an hour, with the first moment of it. */
  function dates(rule: DailyRule, from: string, hours: number): [date: string, firstAt: string][] {
    const found = new Map<string, string>();
    for (let atMs = at(from); atMs < at(from) + hours * 3_600_000; atMs += 900_000) {
      const date = dueDay(rule, atMs)?.date;
      if (date !== undefined && !found.has(date)) found.set(date, new Date(atMs).toISOString());
    }
    return [...found];
  }

  it.each([
    ['does not exist is due when the clock skips it', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['exists twice is due the first time', '2026-10-25', '2026-10-25T00:30:00.000Z'],
  ])('once on a day on which its hour %s', (_name, date, firstAt) => {
    const night = { at: '02:30', timezone: 'Europe/Berlin' };
    expect(dates(night, `${date}T00:00:00Z`, 24)).toEqual([[date, firstAt]]);
  });

  it('once on a day whose last hour does not exist', () => {
    // At 23:00 of the 30th it became 0:00 of the 31st there.
    const late = { at: '23:30', timezone: 'America/Nuuk' };
    expect(dates(late, '2024-03-30T12:00:00Z', 48)).toEqual([
      ['2024-03-30', '2024-03-31T01:00:00.000Z'],
      ['2024-03-31', '2024-04-01T00:30:00.000Z'],
    ]);
  });
});

describe('ADR 0020: the hour of the summary', () => {
  it.each(['00:00', '7:05', '21:00', '23:59'])('%s is a time of the day', (text) => {
    expect(isTimeOfDay(text)).toBe(true);
  });

  it.each(['', '24:00', '9 pm', '21', '21:60'])('%j is none', (text) => expect(isTimeOfDay(text)).toBe(false));

  it.each([
    ['21:00', 'Mon-Sun 22:00-07:00', false],
    ['22:00', 'Mon-Sun 22:00-07:00', true],
    ['06:59', 'Mon-Sun 22:00-07:00', true],
    ['07:00', 'Mon-Sun 22:00-07:00', false],
    ['21:00', 'Mon-Fri 22:00-07:00, Sun 12:00-24:00', true],
    ['21:00', 'always', true],
    ['21:00', '', false],
    ['9 pm', 'always', false],
  ])('%s within %j: %s', (text, open, expected) => expect(isWithinHours(text, open)).toBe(expected));
});

describe('ADR 0020: the summary', () => {
  const counts = { completed: 12, cancelled: 1, pricedAds: 3, otherAds: 1 };
  const waiting = (type: Need['type'], workflowId: string): Need => ({
    key: `${workflowId}/${type}`,
    workflowId,
    type,
    fact: { code: 'held' },
    sinceMs: 0,
    urgentAtMs: 0,
  });
  const day = { date: '2026-11-29', beganMs: 0, dueMs: at('2026-11-29T21:00:00Z') };

  it('counts what waits by orders, ads and the rest, and an order that asks for two things once', () => {
    const needs = [
      waiting('order', 'order:main:1'),
      waiting('order', 'order:main:1'),
      waiting('placement', 'place:main:a'),
      waiting('ad', 'ad:main:7'),
      waiting('guard', 'guard:main'),
      waiting('desk', 'desk:main'),
      waiting('desk', 'desk:main'),
    ];
    const { fact } = dailyNeed('desk:main', day, { counts, waiting: needs });
    expect(fact).toEqual({ code: 'daily', date: '2026-11-29', ...counts, orders: 2, ads: 1, others: 3 });
    expect(knownFact(structuredClone(fact))).toEqual(fact);
  });

  it('is known by its date, asks for nothing and never becomes urgent', () => {
    const need = dailyNeed('desk:main', day, { counts, waiting: [] });
    expect(need).toMatchObject({ key: 'desk:main/daily/2026-11-29', type: 'desk', sinceMs: day.dueMs });
    expect([asksPerson(need), asksPerson(waiting('desk', 'desk:main'))]).toEqual([false, true]);
    expect(stageAt(need, at('9999-12-31T00:00:00Z'))).toBe('first');
    expect(need.urgentAtMs).toBe(JSON.parse(JSON.stringify(need.urgentAtMs)));
  });

  it.each([{ date: 'call me' }, { date: '2026-11-29\n1' }, { completed: -1 }, { text: 'evil' }])(
    'that was made up has no words of its own: %j',
    (part) => {
      const { fact } = dailyNeed('desk:main', day, { counts, waiting: [] });
      expect(knownFact({ ...fact, ...part })).toEqual({ code: 'unnamed' });
    },
  );
});

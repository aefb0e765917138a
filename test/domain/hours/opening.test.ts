import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hoursRuleSchema, type HoursRule } from '../../../src/domain/hours/hours-rule.ts';
import { openingAt } from '../../../src/domain/hours/opening.ts';
import { zoneClock } from '../../../src/domain/hours/time-zone.ts';
import { check } from '../seeded.ts';
import { changeByMinutes } from './hours-oracle.ts';

const rule = (part: object): HoursRule =>
  hoursRuleSchema.parse({ open: 'Mon-Sat 08:00-22:00', timezone: 'America/La_Paz', ...part });
const at = (text: string): number => Date.parse(text);
const openAt = (part: object, text: string) => openingAt(rule(part), at(text));

describe('ads#active-hours: hours on the clock of their zone', () => {
  it('are open from the first minute to the last, and say until when', () => {
    // 2026-11-23 is a Monday, and La Paz is four hours behind UTC.
    expect(openAt({}, '2026-11-23T11:59:59.999Z')).toEqual({
      isOpen: false,
      untilMs: at('2026-11-23T12:00:00Z'),
      until: '2026-11-23 08:00 (America/La_Paz)',
    });
    expect(openAt({}, '2026-11-23T12:00:00Z')).toEqual({
      isOpen: true,
      untilMs: at('2026-11-24T02:00:00Z'),
      until: '2026-11-23 22:00 (America/La_Paz)',
    });
    expect(openAt({}, '2026-11-24T02:00:00Z')).toMatchObject({ isOpen: false });
  });

  it('pass over a Sunday, a holiday and a day with times of its own', () => {
    expect(openAt({}, '2026-11-22T02:00:00Z')).toMatchObject({ isOpen: false, untilMs: at('2026-11-23T12:00:00Z') });
    const holidays = { closed: ['2026-12-25'], exceptions: ['2026-12-24 08:00-12:00', '2026-12-25 08:00-09:00'] };
    expect(openAt(holidays, '2026-12-24T13:00:00Z')).toMatchObject({
      isOpen: true,
      until: expect.stringMatching(/12:00/),
    });
    expect(openAt(holidays, '2026-12-24T16:00:00Z')).toMatchObject({
      isOpen: false,
      until: '2026-12-26 08:00 (America/La_Paz)',
    });
  });

  it('add up when a date is named twice', () => {
    const twice = { exceptions: ['2026-12-24 14:00-16:00', '2026-12-24 08:00-12:00'] };
    expect(openAt(twice, '2026-12-24T13:00:00Z')).toMatchObject({
      isOpen: true,
      until: '2026-12-24 12:00 (America/La_Paz)',
    });
    expect(openAt(twice, '2026-12-24T19:00:00Z')).toMatchObject({
      isOpen: true,
      until: '2026-12-24 16:00 (America/La_Paz)',
    });
  });

  it('belong to the day on which they begin, also over midnight', () => {
    const nights = { open: 'Fri 20:00-02:00', closed: ['2026-12-04'] };
    expect(openAt(nights, '2026-11-28T05:59:00Z')).toMatchObject({ isOpen: true, untilMs: at('2026-11-28T06:00:00Z') });
    expect(openAt(nights, '2026-11-28T06:00:00Z')).toMatchObject({
      isOpen: false,
      until: '2026-12-11 20:00 (America/La_Paz)',
    });
  });

  it('that touch or overlap are one stretch', () => {
    const touching = { open: 'Mon-Sun 20:00-08:00 08:00-12:00 11:00-13:00 19:00-20:00', timezone: 'UTC' };
    expect(openAt(touching, '2026-11-23T19:00:00Z')).toMatchObject({ isOpen: true, until: '2026-11-24 13:00 (UTC)' });
  });

  it('that are always open end only before a closed date', () => {
    const always = { open: 'always', timezone: 'UTC' };
    expect(openAt(always, '2026-11-23T19:00:00Z')).toEqual({ isOpen: true, untilMs: null, until: null });
    expect(openAt({ ...always, closed: ['2026-12-25'] }, '2026-11-23T19:00:00Z')).toMatchObject({
      isOpen: true,
      untilMs: at('2026-12-25T00:00:00Z'),
    });
  });

  it('that nothing opens within a year say no time', () => {
    const days = Array.from({ length: 400 }, (_, index) => new Date(at('2026-11-22T00:00:00Z') + index * 86_400_000));
    const closed = days.map((day) => day.toISOString().slice(0, 10));
    const open = { open: 'always', timezone: 'UTC', closed };
    expect(openAt(open, '2026-11-23T00:00:00Z')).toEqual({
      isOpen: false,
      untilMs: at('2027-12-27T00:00:00Z'),
      until: '2027-12-27 00:00 (UTC)',
    });
    expect(openAt({ open: 'Sun 08:00-09:00', timezone: 'UTC', closed }, '2026-11-23T00:00:00Z')).toEqual({
      isOpen: false,
      untilMs: null,
      until: null,
    });
  });

  it('are looked for up to four hundred days ahead', () => {
    const days = Array.from({ length: 400 }, (_, index) => new Date(at('2026-11-23T00:00:00Z') + index * 86_400_000));
    const closed = days.map((day) => day.toISOString().slice(0, 10));
    const open = { open: 'always', closed, exceptions: ['2026-11-22 08:00-09:00'] };
    // In La Paz the days change at 04:00 UTC.
    expect(openAt(open, '2026-11-23T04:00:00Z')).toMatchObject({ untilMs: at('2027-12-28T04:00:00Z') });
    expect(openAt(open, '2026-11-23T03:59:59Z')).toMatchObject({ isOpen: false, untilMs: null });
  });

  it('that no one can read are never open', () => {
    const odd = { ...rule({}), open: 'whenever' };
    expect(openingAt(odd, at('2026-11-23T12:00:00Z'))).toEqual({ isOpen: false, untilMs: null, until: null });
    const unread = { ...rule({}), exceptions: ['some day'] };
    expect(openingAt(unread, at('2026-11-23T12:00:00Z'))).toMatchObject({ isOpen: true });
  });

  it('a zone that the machine does not know has no answer', () => {
    expect(openAt({ timezone: 'America/Atlantis' }, '2026-11-23T12:00:00Z')).toBeNull();
  });

  it('a clock is as far from UTC as it shows, to the second, on either side', () => {
    const offsetMs = (timezone: string, text: string) => zoneClock(timezone)?.offsetMs(at(text));
    expect(offsetMs('UTC', '2026-11-22T23:59:59.999Z')).toBe(0);
    expect(offsetMs('America/La_Paz', '2026-11-22T00:00:00.001Z')).toBe(-4 * 3_600_000);
    expect(offsetMs('Asia/Kathmandu', '2026-12-31T20:00:00Z')).toBe(5.75 * 3_600_000);
    expect(offsetMs('Pacific/Kiritimati', '1969-12-31T23:59:59.500Z')).toBe(-(10 * 60 + 40) * 60_000);
  });

  it('a time that the clock skips is the instant of the skip, and one that it shows twice the first', () => {
    const berlin = { timezone: 'Europe/Berlin' };
    // 2026-03-29 02:00 becomes 03:00, and 2026-10-25 03:00 becomes 02:00, both at 01:00 UTC.
    expect(openAt({ ...berlin, open: 'Sun 02:30-10:00' }, '2026-03-29T00:30:00Z')).toMatchObject({
      isOpen: false,
      untilMs: at('2026-03-29T01:00:00Z'),
    });
    const untilHalfPast = { ...berlin, open: 'Sun 01:00-02:30' };
    expect(openAt(untilHalfPast, '2026-10-25T00:00:00Z')).toMatchObject({
      isOpen: true,
      untilMs: at('2026-10-25T00:30:00Z'),
    });
    expect(openAt(untilHalfPast, '2026-10-25T01:15:00Z')).toMatchObject({ isOpen: false });
    expect(openAt({ ...berlin, open: 'Sun 01:00-03:00' }, '2026-10-25T01:30:00Z')).toMatchObject({
      isOpen: true,
      untilMs: at('2026-10-25T02:00:00Z'),
    });
    expect(openAt({ ...berlin, open: 'Sun 02:10-02:20' }, '2026-03-28T12:00:00Z')).toMatchObject({
      isOpen: false,
      until: '2026-04-05 02:10 (Europe/Berlin)',
    });
  });
});

/** Just around the days on which clocks change, by an hour, by half of one, and by a whole day. */
const places: readonly (readonly [timezone: string, around: string])[] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/Santiago', '2026-04-05T03:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
  ['America/La_Paz', '2026-06-01T00:00:00Z'],
];

const two = (value: number): string => String(value).padStart(2, '0');
const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`);
const range = fc
  .tuple(time, time)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => `${from}-${to}`);
const ranges = fc.array(range, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
const day = fc.constantFrom('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon-Sun', 'Sat-Tue');
const week = fc.array(fc.tuple(day, ranges), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat().join(' '));

describe('ads#active-hours: hours, against a clock that is read minute by minute', () => {
  it('are open and change exactly when it says so, over skipped and repeated hours', () => {
    const cases = fc.record({
      place: fc.constantFrom(...places),
      open: fc.oneof(week, fc.constant('always')),
      minute: fc.integer({ min: -2_160, max: 2_160 }),
      own: fc.option(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.option(ranges, { nil: null })), { nil: null }),
    });
    check(
      fc.property(cases, ({ place: [timezone, around], open, minute, own }) => {
        const nowMs = at(around) + minute * 60_000;
        const date = own === null ? null : localDate(timezone, at(around) + own[0] * 86_400_000);
        const [closed, exceptions] = [
          date !== null && own?.[1] === null ? [date] : [],
          date !== null && typeof own?.[1] === 'string' ? [`${date} ${own[1]}`] : [],
        ];
        const hours = rule({ open, timezone, closed, exceptions });
        const expected = changeByMinutes(hours, nowMs);
        const found = openingAt(hours, nowMs);
        expect(found?.isOpen).toBe(expected.isOpen);
        if (expected.untilMs !== null) expect(found?.untilMs).toBe(expected.untilMs);
        else expect(found?.untilMs ?? Infinity).toBeGreaterThan(nowMs + expected.seenMs);
      }),
      150,
    );
  });
});

function localDate(timezone: string, atMs: number): string {
  return zoneClock(timezone)?.text(atMs).slice(0, 10) ?? '';
}

import { expect, it } from 'vitest';
import { periodOf, type PeriodKind } from '../../../src/domain/books/period.ts';

const nowMs = Date.parse('2026-11-28T02:00:00Z');
type Expected = [first: string, last: string, from: string, until: string];
const at = (kind: PeriodKind, date: string | null, zone = 'America/La_Paz') => periodOf({ kind, date, zone, nowMs });

it.each<[PeriodKind, string | null, ...Expected]>([
  ['day', null, '2026-11-27', '2026-11-27', '2026-11-27T04:00:00Z', '2026-11-28T04:00:00Z'],
  ['day', '2026-02-28', '2026-02-28', '2026-02-28', '2026-02-28T04:00:00Z', '2026-03-01T04:00:00Z'],
  ['week', '2026-11-29', '2026-11-23', '2026-11-29', '2026-11-23T04:00:00Z', '2026-11-30T04:00:00Z'],
  ['month', '2026-12', '2026-12-01', '2026-12-31', '2026-12-01T04:00:00Z', '2027-01-01T04:00:00Z'],
  ['month', '2026-02-11', '2026-02-01', '2026-02-28', '2026-02-01T04:00:00Z', '2026-03-01T04:00:00Z'],
  ['year', '2026', '2026-01-01', '2026-12-31', '2026-01-01T04:00:00Z', '2027-01-01T04:00:00Z'],
  ['year', '2026-05', '2026-01-01', '2026-12-31', '2026-01-01T04:00:00Z', '2027-01-01T04:00:00Z'],
])('ADR 0054: a %s of %s is from %s to %s on the merchant’s clock', (kind, date, ...expected) => {
  const [first, last, from, until] = expected;
  expect(at(kind, date)).toEqual({ first, last, fromMs: Date.parse(from), untilMs: Date.parse(until) });
});

it('ADR 0054: a day on which the clock is turned back has 25 hours', () => {
  const day = at('day', '2026-10-25', 'Europe/Berlin');
  expect((day?.untilMs ?? 0) - (day?.fromMs ?? 0)).toBe(25 * 3_600_000);
});

it.each([
  ['day', '2026-02-30', 'UTC'],
  ['day', '2026-02', 'UTC'],
  ['week', '2026', 'UTC'],
  ['year', '26', 'UTC'],
  ['day', null, 'Nowhere/Land'],
] as const)('ADR 0054: there is no %s of %s in %s', (kind, date, zone) => {
  expect(at(kind, date, zone)).toBeNull();
});

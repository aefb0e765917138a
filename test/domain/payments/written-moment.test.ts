import { describe, expect, it } from 'vitest';
import { writtenMoment } from '../../../src/domain/payments/written-moment.ts';
import { zoneClock } from '../../../src/domain/hours/time-zone.ts';

describe('the time that a sender writes', () => {
  it.each([
    ['2026-11-28 10:00:00', 'Asia/Ho_Chi_Minh', '2026-11-28T03:00:00.000Z'],
    ['2026-11-28T10:00', 'America/La_Paz', '2026-11-28T14:00:00.000Z'],
    ['2026-11-28T10:00:07Z', 'America/La_Paz', '2026-11-28T10:00:07.000Z'],
    ['2026-11-28T10:00:00.123456-04:00', 'UTC', '2026-11-28T14:00:00.000Z'],
    ['2026-11-28T10:00:00+0530', 'UTC', '2026-11-28T04:30:00.000Z'],
    ['2026-07-01 10:00:00', 'Europe/Warsaw', '2026-07-01T08:00:00.000Z'],
  ])('payments, mistake 9: %j in %s is %s', (text, zone, expected) => {
    const clock = zoneClock(zone);
    expect(new Date(writtenMoment(text, (ms) => clock?.offsetMs(ms) ?? 0) ?? 0).toISOString()).toBe(expected);
  });

  it.each(['', '28/11/2026 10:00', '2026-02-30 10:00', '2026-11-28', '2026-11-28 24:00', '2026-11-28 10:00 +04'])(
    'payments: %j is no time',
    (text) => expect(writtenMoment(text, () => 0)).toBe(null),
  );
});

import { describe, expect, it } from 'vitest';
import { localDayAt } from '../../../src/domain/caps/local-day.ts';

const at = (text: string): number => Date.parse(text);

describe('ads#payment-caps: a day begins at midnight of a time zone', () => {
  it.each([
    ['before midnight', '2026-11-23T03:59:59Z', '2026-11-22T04:00:00Z', '2026-11-23 00:00 (America/La_Paz)'],
    ['at midnight', '2026-11-23T04:00:00Z', '2026-11-23T04:00:00Z', '2026-11-24 00:00 (America/La_Paz)'],
  ])('%s', (...row) => {
    const [, now, from, until] = row;
    expect(localDayAt('America/La_Paz', at(now))).toEqual({ fromMs: at(from), until });
  });

  it('a midnight that the clock skips is the instant of the skip', () => {
    // Sao Paulo: 2018-11-04 00:00 became 01:00.
    const day = localDayAt('America/Sao_Paulo', at('2018-11-04T03:30:00Z'));
    expect(day?.fromMs).toBe(at('2018-11-04T03:00:00Z'));
  });

  it('an hour before midnight that the clock shows again belongs to the day that has begun', () => {
    // St. John's: 2010-11-07 00:01 became 2010-11-06 23:01.
    const midnight = at('2010-11-07T02:30:00Z');
    const fromMs = (ms: number) => localDayAt('America/St_Johns', ms)?.fromMs;
    expect(fromMs(midnight - 1)).toBe(at('2010-11-06T02:30:00Z'));
    expect(fromMs(midnight)).toBe(midnight);
    expect(fromMs(midnight + 600_000)).toBe(midnight);
    expect(fromMs(midnight + 3_600_000)).toBe(midnight);
    expect(fromMs(at('2010-11-08T03:30:00Z'))).toBe(at('2010-11-08T03:30:00Z'));
  });

  it('a zone that the machine does not know has no day', () => {
    expect(localDayAt('America/La_Pax', 0)).toBeNull();
  });
});

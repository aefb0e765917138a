import { describe, expect, it } from 'vitest';
import { epochMs } from '../../src/domain/epoch.ts';
import { instantOf, lengthOf, momentOf, momentsIn } from '../../src/domain/moment-text.ts';

const noon = Date.UTC(2026, 10, 26, 12, 0, 30);
const minuteMs = 60_000;

describe('7.1: a moment that a service writes', () => {
  it.each<[string, number]>([
    ['1795694430', noon],
    ['1795694430.500', noon + 500],
    [String(noon), noon],
    [`${noon}000`, noon],
    ['2026-11-26T12:00:30Z', noon],
    ['2026-11-26 12:00:30', noon],
    ['2026-11-26T12:00:30.250Z', noon + 250],
    ['2026-11-26T12:00:30+08:00', noon - 480 * minuteMs],
    ['2026-11-26T12:00:30-0330', noon + 210 * minuteMs],
    ['2026-11-26T12:00:30+08', noon - 480 * minuteMs],
    ['2026-11-26T12:00', noon - 30_000],
    ['2026-11-26', Date.UTC(2026, 10, 27)],
    ['Thu, 26 Nov 2026 12:00:30 GMT', noon],
    ['Thursday, 26-Nov-26 12:00:30 GMT', noon],
    ['Thu Nov 26 12:00:30 2026', noon],
    ['Thu Nov  6 12:00:30 2026', Date.UTC(2026, 10, 6, 12, 0, 30)],
  ])('%s', (text, atMs) => {
    expect(momentOf(text)).toBe(atMs);
    expect(momentsIn(`until ${text}.`)).toEqual([atMs]);
  });

  it.each([
    '2026-02-31T00:00:00Z',
    '2026-11-26T24:00:00Z',
    '2026-11-26T12:60Z',
    'Thu, 26 Xyz 2026 12:00:30 GMT',
    'soon',
  ])('%s is none', (text) => {
    expect(momentOf(text)).toBeNaN();
    expect(momentsIn(text)).toEqual([]);
  });
});

describe('7.1: a length of time that a service writes', () => {
  it.each<[string, number]>([
    ['500ms', 500],
    ['1500 milliseconds', 1_500],
    ['30 s', 30_000],
    ['2.5 seconds', 2_500],
    ['10 minutos', 600_000],
    ['1 h', 3_600_000],
    ['2 días', 172_800_000],
  ])('%s', (text, ms) => {
    expect(lengthOf(text)).toBe(ms);
  });

  it.each(['', '10', 'ten minutes', '1.2.3 s'])('%o is none', (text) => {
    expect(lengthOf(text)).toBeNaN();
  });
});

describe('7.1: a time of the service', () => {
  it.each([noon / 1_000, noon, noon * 1_000])('%d is read by its size', (time) => {
    expect(epochMs(time)).toBe(noon);
  });
});

describe('a date of a file or a field', () => {
  it.each([
    ['2026-02-28', Date.UTC(2026, 1, 28)],
    ['2028-02-29 10:00', Date.UTC(2028, 1, 29, 10)],
    ['2026-02-01T03:00:00+02:00', Date.UTC(2026, 1, 1, 1)],
    ['2026-02-01T03:00:00.5Z', Date.UTC(2026, 1, 1, 3, 0, 0, 500)],
  ])('%s: a day alone begins there', (text, atMs) => {
    expect(instantOf(text)).toBe(atMs);
  });

  it.each(['2026-02-31', '2026-02-29T00:00Z', '2026-04-31 10:00', '2026-02-01T24:00Z', '1769904000', 'today'])(
    '%s is none',
    (text) => {
      expect(instantOf(text)).toBeNaN();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { zoneClock } from '../../../src/domain/hours/time-zone.ts';
import { datedMoment, isDateFormat } from '../../../src/domain/payments/dated-text.ts';

const offsetMs = zoneClock('America/La_Paz')?.offsetMs ?? (() => 0);
const read = (text: string, dateFormat: string | null) => {
  const atMs = datedMoment(text, { dateFormat, offsetMs });
  return atMs === null ? null : new Date(atMs).toISOString();
};

describe('mistake 9: a time is of its source: by its zone and its form', () => {
  it.each([
    ['2026-11-28', null, '2026-11-28T04:00:00.000Z'],
    ['2026-11-28T10:00', null, '2026-11-28T14:00:00.000Z'],
    ['2026-11-28 10:00:05Z', null, '2026-11-28T10:00:05.000Z'],
    ['28/11/2026', 'DD/MM/YYYY', '2026-11-28T04:00:00.000Z'],
    ['1/2/2026 9:05', 'DD/MM/YYYY HH:mm', '2026-02-01T13:05:00.000Z'],
    ['02/01/26', 'MM/DD/YY', '2026-02-01T04:00:00.000Z'],
    ['20261128 235959', 'YYYYMMDD HHmmss', '2026-11-29T03:59:59.000Z'],
    ['28.11.2026', 'DD.MM.YYYY', '2026-11-28T04:00:00.000Z'],
  ])('%s by %s is %s', (text, form, moment) => {
    expect(read(text, form)).toBe(moment);
  });

  it.each([
    ['28/11/2026', null],
    ['28/11/2026', 'MM/DD/YYYY'],
    ['30/02/2026', 'DD/MM/YYYY'],
    ['28-11-2026', 'DD.MM.YYYY'],
    ['28/11/2026 10:00', 'DD/MM/YYYY'],
    ['28/11/2026 24:00', 'DD/MM/YYYY HH:mm'],
    ['', 'DD/MM/YYYY'],
  ])('%s by %s is refused', (text, form) => {
    expect(read(text, form)).toBeNull();
  });

  it.each([
    ['DD/MM/YYYY', true],
    ['YYYYMMDDTHHmm', true],
    ['DD/MM/YY HH:mm:ss', true],
    ['DD/MM', false],
    ['d. m. y.', false],
    ['MM/YYYY', false],
    ['DD/YYYY', false],
    ['DD/MM/YYYY DD', false],
    ['DD/MM/YYYY YY', false],
    ['DD/MM/YYYY HH', false],
    ['day DD/MM/YYYY', false],
  ])('"%s" as a form: %s', (form, isOne) => {
    expect(isDateFormat(form)).toBe(isOne);
  });
});

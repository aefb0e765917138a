import { describe, expect, it } from 'vitest';
import { read, said, statementSource } from './statement-fixture.ts';

const head = ':20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:1/1\r\n:60F:C261127BOB0,00\r\n';
/** With the closing balance of what is booked, in units of the currency's hundredth. */
function mt940(entries: string): string {
  const booked = [...entries.matchAll(/^:61:\d{6}(?:\d{4})?(RD|RC|[CD])[A-Z]?(\d+),(\d{0,2})[A-Z]/gm)];
  const hundredths = booked.map(([, mark, whole = '', part = '']) => {
    const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
    return mark === 'D' || mark === 'RC' ? -amount : amount;
  });
  const sum = hundredths.reduce((before, one) => before + one, 0);
  const digits = String(Math.abs(sum)).padStart(3, '0');
  const side = sum < 0 ? 'D' : 'C';
  return `${head + entries}:62F:${side}261128BOB${digits.slice(0, -2)},${digits.slice(-2)}\r\n-\r\n`;
}
const name27 = 'MARIA FERNANDA DE LA CRUZ V';

describe('statements as MT940', () => {
  it('mistake 8: a name stands in ?32 and ?33, and a memo in ?20 to ?29 and ?60 to ?63', () => {
    const about = `:86:166?00GUTSCHRIFT?109249?20EREF+K1?21SVWZ+rent?22 of May?30BANK?31ACCOUNT?32${name27}?33ARGAS\r\n?60 more?61 words?99no\r\n`;
    expect(said(mt940(`:61:2611281128C400,00NTRFNONREF//B-4711\r\n${about}`))).toEqual([
      `line 5: booked 400.00 2026-11-28T00:00 ${name27}ARGAS | B-4711 | EREF+K1 SVWZ+rent of May more words`,
    ]);
  });

  it('mistake 8: NONREF is no reference, and a name that does not fill its field is followed by a blank', () => {
    const about = ':86:166?20rent?32ANA?33PEREZ\r\n';
    expect(
      said(
        mt940(
          `:61:261128C400,NTRFK-1//NONREF\r\n${about}:61:261128C7,50NMSCOWNREF\r\nsupplement\r\n:86:free words\r\nin two lines\r\n`,
        ),
      ),
    ).toEqual([
      'line 5: booked 400 2026-11-28T00:00 ANA PEREZ | - | rent',
      'line 7: booked 7.50 2026-11-28T00:00 - | - | free words in two lines',
    ]);
  });

  it('payments: what goes out, takes back or is expected', () => {
    const entries = [
      ':61:261128D5,00NCHGNONREF',
      ':61:261128RC5,00NRTINONREF',
      ':61:261128RD5,00NRTINONREF',
      ':61:261128EC5,00NTRFNONREF',
    ];
    expect(said(mt940(`${entries.join('\r\n')}\r\n`))).toEqual([
      'line 5: out',
      'line 6: out',
      'line 7: out',
      'line 8: pending 5.00 2026-11-28T00:00 - | - | ',
    ]);
  });

  it('payments: a day of booking on the other side of the year, and a letter of the fund', () => {
    expect(
      said(mt940(':61:2612311231CB5,00NTRFA\r\n:61:2612310102CB5,00NTRFA\r\n:61:2701011231C5,00NTRFA\r\n')),
    ).toEqual([
      'line 5: booked 5.00 2026-12-31T00:00 - | - | ',
      'line 6: booked 5.00 2027-01-02T00:00 - | - | ',
      'line 7: booked 5.00 2026-12-31T00:00 - | - | ',
    ]);
  });

  it.each([
    [':61:26112X', 'form'],
    [':61:261128C1,234NTRFA', 'amount'],
    [':61:261328C5,00NTRFA', 'date'],
  ])('payments: %s is refused: %s', (line, code) => {
    expect(said(mt940(`${line}\r\n`))).toEqual([`line 5: refused ${code}`]);
  });

  it('payments: another currency, and a frame around the text', () => {
    const text = `{1:X}{2:Y}{4:${mt940(':61:261128C5,00NTRFA\r\n')}`;
    expect(said(text, statementSource({}, { currency: 'EUR' }))).toEqual(['line 5: refused other-currency']);
  });

  it.each([
    [':20:X\r\n:61:261128C5,00NTRFA\r\n', /no opening balance/],
    [`${head}:61:261128C5,00NTRFA\r\n`, /the page at line 4 has no closing balance \(:62F:\): the file was cut off/],
    [`:61:261128C5,00NTRFA\r\n${mt940('')}`, /the entry at line 1 stands before any opening balance/],
    [mt940('').replace('0,00', '0.00'), /line 4: "C261127BOB0\.00" is no balance/],
    [mt940('').replace(':62F:C', ':62F:X'), /line 5: "X261128BOB0,00" is no balance/],
  ])('payments: a text without both balances is none: %j', (text, why) => {
    expect(() => read(text)).toThrow(why);
  });
});

describe('MT940: opening balance and entries are the closing one', () => {
  const page = (from: string, entries: string, to: string): string =>
    `:20:X\n:25:1/2\n:28C:1/1\n:60${from}\n${entries}:62${to}\n-\n`;
  const five = ':61:261128C5,00NTRFA\n';

  it.each([
    ['an entry is missing', ['F:C261127BOB10,00', five, 'F:C261128BOB20,00'], '10 and entries of 5', '20', '5'],
    ['an amount was changed', ['F:C261127BOB10,00', five, 'F:C261128BOB11,00'], '10 and entries of 5', '11', '-4'],
    ['the side of a balance', ['F:D261127BOB10,00', five, 'F:C261128BOB5,00'], '-10 and entries of 5', '5', '10'],
    ['it has no entries', ['F:C261127BOB0,00', '', 'F:C261128BOB0,01'], '0 and entries of 0', '0.01', '0.01'],
    ['an intermediate page', ['M:C261127BOB1,00', five, 'M:C261128BOB5,'], '1 and entries of 5', '5', '-1'],
  ] as const)('payments: %s: the difference is named', (...[, [from, entries, to], sum, closing, difference]) => {
    expect(() => read(page(from, entries, to))).toThrow(
      `the page at line 4 does not add up: opening balance ${sum} are not the closing balance ${closing}, the difference is ${difference}: an entry`,
    );
  });

  it('payments: debits, what is taken back, and a balance below zero count by their side', () => {
    const entries = [
      '261128D7,50NCHGA',
      '261128RC1,00NRTIA',
      '261128RD0,25NRTIA',
      '261128ED9,00NTRFA',
      '261128EC9,00NTRFA',
    ];
    const text = entries.map((entry) => `:61:${entry}\n`).join('') + five;
    expect(said(page('F:C261127BOB1,25', text, 'F:D261128BOB2,00'))).toHaveLength(6);
  });

  it('payments: pages of one statement follow each other, and may stand alone', () => {
    const first = page('F:C261127BOB0,00', five, 'M:C261128BOB5,00');
    const last = page('M:C261128BOB5,00', five, 'F:C261128BOB10,00');
    const later = page('M:C261128BOB10,00', five, 'F:C261128BOB15,00');
    for (const text of [first, last, first + last]) expect(said(text)).not.toHaveLength(0);
    expect(() => read(first + later)).toThrow(
      'a page is missing before line 11: the one before ends with 5, and this one begins with 10',
    );
    expect(said(first + later.replace(':25:1/2', ':25:1/3'))).toHaveLength(2);
    expect(said(page('F:C261127BOB0,', five, 'F:C261128BOB5,') + later)).toHaveLength(2);
  });

  it('payments: nothing is known of a page with an entry that is not read', () => {
    const text = page('F:C261127BOB0,00', `${five}:61:261128C1,234NTRFA\n`, 'F:C261128BOB9,00');
    expect(said(text)).toEqual(['line 5: booked 5.00 2026-11-28T00:00 - | - | ', 'line 6: refused amount']);
  });
});

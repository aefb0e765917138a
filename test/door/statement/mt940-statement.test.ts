import { describe, expect, it } from 'vitest';
import { read, said, statementSource } from './statement-fixture.ts';

const head = ':20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:1/1\r\n:60F:C261127BOB0,00\r\n';
const tail = ':62F:C261128BOB400,00\r\n-\r\n';
const mt940 = (entries: string): string => head + entries + tail;
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

  it('payments: a text without a balance is none', () => {
    expect(() => read(':20:X\r\n:61:261128C5,00NTRFA\r\n')).toThrow(/no opening balance/);
  });
});

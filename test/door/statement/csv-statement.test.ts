import { describe, expect, it } from 'vitest';
import { said, statementSource, read } from './statement-fixture.ts';

describe('statements as CSV', () => {
  it('payments: one that names its columns as they are here', () => {
    const text = 'Date,Amount,Payer,Reference,Memo\n2026-11-28,400.00,Ana Perez,TRX-77,rent\n2026-11-28,-5.00,,,fee\n';
    expect(said(text)).toEqual(['line 2: booked 400.00 2026-11-28T00:00 Ana Perez | TRX-77 | rent', 'line 3: out']);
  });

  it('payments: a bank of Bolivia: lines above the head, two columns of sums, a semicolon, Windows letters', () => {
    const text =
      'BANCO EJEMPLO S.A.\r\nCuenta;100-200\r\n\r\nFecha;Glosa;Ordenante;Cargo;Abono;Operaci\u00F3n\r\n' +
      '28/11/2026 10:05;ALQUILER;"P\u00C9REZ; ANA";0,00;1.234,50;0004711\r\n' +
      '28/11/2026 11:00;COMISION;;5,00;;0004712\r\n' +
      '28/11/2026 12:00;NADA;;;;0004713\r\n';
    const columns = { date: 'fecha', amount: 'abono', out: 'cargo', payer: 'ordenante', reference: 'operaci\u00F3n' };
    const form = {
      columns,
      delimiter: ';',
      decimal: ',',
      dateFormat: 'DD/MM/YYYY HH:mm',
      encoding: 'windows-1252',
    } as const;
    expect(said(Buffer.from(text, 'latin1'), statementSource(form))).toEqual([
      'line 5: booked 1234.50 2026-11-28T10:05 P\u00C9REZ; ANA | 0004711 | ',
      'line 6: out',
      'line 7: refused amount',
    ]);
  });

  it('payments: a bank that says the direction in a word, with a mark of byte order and a currency', () => {
    const text =
      '\uFEFFPosted\tType\tSum\tCcy\n2026-11-28T10:00:00Z\tCredit\t1,234.50\tbob\n2026-11-28\tDebit\t9.00\tBOB\n2026-11-28\tCredit\t9.00\tUSD\n';
    const columns = { date: 'Posted', amount: 'Sum', direction: 'Type', currency: 'Ccy' };
    expect(said(text, statementSource({ columns, delimiter: '\t', incoming: 'CREDIT' }))).toEqual([
      'line 2: booked 1234.50 2026-11-28T10:00 - | - | ',
      'line 3: out',
      'line 4: refused other-currency',
    ]);
  });

  it('payments: without a head, by places', () => {
    const columns = { date: 1, amount: 3, payer: 2 };
    expect(
      said('20261128|Ana|400|x\n20261129|Eva\n', statementSource({ columns, delimiter: '|', dateFormat: 'YYYYMMDD' })),
    ).toEqual(['line 1: booked 400 2026-11-28T00:00 Ana | - | ', 'line 2: refused cells']);
  });

  it.each([
    ['2026-11-28,1.234,Ana,,', 'amount'],
    ['2026-11-28,0.00,Ana,,', 'amount'],
    ['28/11/2026,400.00,Ana,,', 'date'],
    ['Balance', 'cells'],
    // A payer has written a delimiter and an amount, and the bank has not quoted them.
    ['2026-11-28,400.00,Ana,x,,0.01', 'cells'],
  ])('mistake 10: the row %s is refused with its line: %s', (row, code) => {
    expect(said(`Date,Amount,Payer,Reference,Memo\n${row}\n`)).toEqual([`line 2: refused ${code}`]);
  });

  it.each([
    ['Day,Amount\n2026-11-28,4\n', /no row has the columns "Date", "Amount"/],
    ['Date,Amount,Payer,Reference,Memo\n2026-11-28,"4\n', /line \d+: .*[Qq]uote/],
    [new Uint8Array([0x41, 0xff]), /not written in utf-8/],
  ])('payments: a file that is none as a whole is refused: %#', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('payments: a source without columns reads no CSV', () => {
    expect(() => read('a,b\n', statementSource({ columns: null }))).toThrow(/names no columns/);
  });

  it('payments: a memo longer than is kept is cut, and no letter in two', () => {
    const [line] = read(`Date,Amount,Payer,Reference,Memo\n2026-11-28,4.00,Ana,,${'\u{1F600}'.repeat(400)}\n`);
    expect(line).toMatchObject({ kind: 'payment', row: { memo: '\u{1F600}'.repeat(250) } });
  });
});

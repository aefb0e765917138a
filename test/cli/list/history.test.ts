import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/cli/list/csv-text.ts';
import { historyColumns, historyCsv } from '../../../src/cli/order/order-history.ts';
import { widthOf } from '../../../src/cli/text/display-width.ts';
import { textTable } from '../../../src/cli/text/text-table.ts';
import type { EndedOrder } from '../../../src/client/index.ts';
import { atMs } from '../order-view.ts';

const order: EndedOrder = {
  orderNumber: '22698351074563940352',
  account: 'main',
  mode: 'live',
  pair: 'USDT/BOB',
  side: 'SELL',
  status: 'COMPLETED',
  how: 'completed',
  end: { kind: 'completed' },
  trade: {
    adNumber: '11485604983042220032',
    side: 'SELL',
    asset: 'USDT',
    fiat: 'BOB',
    amount: '50.00000000',
    price: '9.15000000',
    totalPrice: '457.50000000',
    fee: '0.05000000',
    createdAtMs: atMs - 600_000,
  },
  startedAtMs: atMs - 590_000,
  endedAtMs: atMs,
};
const terminated: EndedOrder = { ...order, trade: null, status: null, how: 'terminated', end: null };

/** A text that a spreadsheet shows as it is, and computes nothing with. */
const asText = (digits: string): string => `"=""${digits}"""`;

describe('CSV', () => {
  it.each(['22698351074563940352', '1234567890123456', '0000000000000000001'])(
    'a number with more digits than a spreadsheet keeps is a text there: %s',
    (digits) => {
      expect(csvText(['a'], [[digits], [` ${digits}`]])).toBe(`a\r\n${asText(digits)}\r\n${asText(` ${digits}`)}\r\n`);
    },
  );

  it.each(['‐1', '‑1', '–1', '—1', '~1', '±1', '\u00ad-1', '᠆1', '⁒1', '|1', '<1'])(
    'nor one that another leading sign begins: %j',
    (text) => {
      expect(csvText(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
    },
  );

  it('RFC 4180: ends lines with CRLF, and quotes commas, quotes and line breaks', () => {
    expect(
      csvText(
        ['a', 'b'],
        [
          ['1,5', 'say "no"'],
          ['two\nlines', null],
        ],
      ),
    ).toBe('a,b\r\n"1,5","say ""no"""\r\n"two\nlines",\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(1)'])('a text that a spreadsheet would run is not: %s', (text) => {
    expect(csvText(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
  });

  it.each([
    '\tx',
    '\nx',
    '\u0000=1',
    '\u2028x',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '﹦1',
    '⁼1',
    '₌1',
    '﹢1',
    '⁺1',
    '﹣1',
    '⁻1',
    '−1',
    '﹫x',
    '⩵1',
    '=\u03381',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff ＝1',
    '\u3164+1',
    '\u2800-1',
    '\u202e@x',
    '\u{e0020}=1',
    '\ud800=1',
  ])('nor one whose sign looks or stands otherwise: %j', (text) => {
    expect(csvText(['a'], [[text]]).replaceAll('"', '')).toBe(`a\r\n'${text}\r\n`);
  });

  it.each([
    ['a;=1', `"a;'=1"`],
    ['a\t@x', `"a\t'@x"`],
    ['a\r\n=1', `"a\r\n'=1"`],
    ['a; +1;b', `"a;' +1;b"`],
    ['a;b', '"a;b"'],
    ['=1;=2', `"'=1;'=2"`],
    ['\t=1', `"'\t'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['\r=1', `"'\r'=1"`],
  ])('nor does one begin within a cell, where another sign than the comma ends cells: %j', (text, cell) => {
    expect(csvText(['a'], [[text]])).toBe(`a\r\n${cell}\r\n`);
  });

  it.each([
    '1234567890123.456',
    '123456789.12345678',
    '0.1234567890123456',
    '0012',
    '00',
    '007.50',
    '1e5',
    '12E3',
    '1.5e+3',
  ])('a number that a spreadsheet would change is a text: %s', (text) => {
    expect(csvText(['a'], [[text]])).toBe(`a\r\n${asText(text)}\r\n`);
  });

  it.each(['0', '0.05', '0.00000001', '457.50000000', '123456789012.345', '100000000000000.000000', '12e', '1.2.3'])(
    'one that it keeps stays a number, whatever zeros end it: %s',
    (text) => {
      expect(csvText(['a'], [[text]])).toBe(`a\r\n${text}\r\n`);
    },
  );

  it.each(['ana', ' ana', '1=1', 'a-b', '123456789012345', '語', "'=1", '.5', '_x'])(
    'any other text stays as it is: %j',
    (text) => {
      expect(csvText(['a'], [[text]])).toBe(`a\r\n${text}\r\n`);
    },
  );

  it('a number stays a number', () => {
    expect(csvText(['a'], [[-1.5]])).toBe('a\r\n-1.5\r\n');
  });
});

describe('the history of orders', () => {
  it('as CSV has what was traded and when, in UTC', () => {
    expect(historyCsv([order, terminated]).split('\r\n')).toEqual([
      'order,account,side,asset,amount,fiat,price,total,fee,status,mode,ad,created,ended,why',
      `${asText('22698351074563940352')},main,SELL,USDT,50.00000000,BOB,9.15000000,457.50000000,0.05000000,COMPLETED,live,${asText('11485604983042220032')},2026-11-21T07:50:00.000Z,2026-11-21T08:00:00.000Z,completed`,
      `${asText('22698351074563940352')},main,SELL,,,,,,,terminated,live,,,2026-11-21T08:00:00.000Z,`,
      '',
    ]);
  });

  it('as a table fits 80 columns with amount, total and status', () => {
    const lines = textTable(historyColumns(atMs + 300_000, { allAccounts: false }), [order, terminated], 80).split(
      '\n',
    );
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
    expect(lines[1]).toMatch(/^22698351074563940352 +SELL 50\.00 USDT\/BOB +.*457\.50 +COMPLETED +5 min ago$/);
    expect(lines[2]).toMatch(/^22698351074563940352 +SELL USDT\/BOB +.*- +terminated/);
    const wide = textTable(historyColumns(atMs, { allAccounts: true }), [order]).split('\n');
    expect(wide[1]).toMatch(
      /^main +\d+ +SELL .* 9\.15 +457\.50 +COMPLETED +10 min +0 s ago +2026-11-21T08:00:00Z +live$/,
    );
  });
});

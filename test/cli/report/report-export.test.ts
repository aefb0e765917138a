import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beancountText } from '../../../src/cli/report/beancount-text.ts';
import { importCsv } from '../../../src/cli/report/import-csv.ts';
import { Decimal } from '../../../src/domain/decimal.ts';
import { reportOf } from '../../../src/domain/books/report.ts';
import type { Trade } from '../../../src/domain/books/trade.ts';
import { someTrade, startMs } from '../../domain/books/some-trade.ts';
import { ended, machineWith } from './report-world.ts';

/** A thousand trades of many sizes, none of which a double could hold. */
const trades: readonly Trade[] = Array.from({ length: 1_000 }, (_, at) =>
  someTrade({
    orderNumber: `2200000000000000${String(at).padStart(4, '0')}`,
    side: at % 3 === 0 ? 'BUY' : 'SELL',
    amount: `${at + 1}.12345678901234567${at % 10}`,
    total: `${(at + 1) * 10}.9876543210123456789`,
    fee: at % 2 === 0 ? '0' : `0.0000000000000001${at}`,
    createdAtMs: startMs + at * 60_000,
    method: at % 7 === 0 ? null : '=HYPERLINK("http://x"),"a"',
  }),
);

const wish = { transfers: [], method: 'average', by: 'side', fromMs: 0, untilMs: startMs * 2 } as const;
const [buys, sells] = reportOf({ ...wish, trades }).rows;
const sum = (texts: readonly string[]): string =>
  texts.reduce((total, text) => total.plus(text === '' ? 0 : text), new Decimal(0)).toFixed();

/** Reads a file back by its titles, as a program that imports it does. */
function rowsOf(text: string): Record<string, string>[] {
  const lines = text.split('\r\n').slice(0, -1);
  const cells = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    ),
  );
  const [titles = [], ...rows] = cells;
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ''])));
}

const column = (rows: readonly Record<string, string>[], name: string): string[] => rows.map((row) => row[name] ?? '');

describe('peerdesk report --export', () => {
  it.each([
    ['koinly', { inward: 'Received Amount', coin: 'Received Currency', out: 'Sent Amount', fee: 'Fee Amount' }],
    [
      'cointracker',
      { inward: 'Received Quantity', coin: 'Received Currency', out: 'Sent Quantity', fee: 'Fee Amount' },
    ],
    ['cointracking', { inward: 'Buy Amount', coin: 'Buy Currency', out: 'Sell Amount', fee: 'Fee' }],
  ] as const)('outlook 4: %s has the totals of the report, to the last unit', (format, { inward, coin, out, fee }) => {
    const rows = rowsOf(importCsv(format, trades));
    expect(rows).toHaveLength(trades.length);
    const [bought, sold] = ['USDT', 'BOB'].map((name) => rows.filter((row) => row[coin] === name));
    const feesIn = (part: string, fees: string, sign: 1 | -1): string =>
      format === 'cointracking' ? new Decimal(part).plus(new Decimal(fees).times(sign)).toFixed() : part;
    expect(sum(column(bought ?? [], inward))).toBe(feesIn(buys?.bought ?? '', buys?.fees ?? '', -1));
    expect(sum(column(bought ?? [], out))).toBe(buys?.paid);
    expect(sum(column(sold ?? [], out))).toBe(feesIn(sells?.sold ?? '', sells?.fees ?? '', 1));
    expect(sum(column(sold ?? [], inward))).toBe(sells?.received);
    expect(sum(column(rows, fee))).toBe(new Decimal(buys?.fees ?? 0).plus(sells?.fees ?? 0).toFixed());
  });

  it('outlook 4: the number of the order is the id, times are UTC, and a stranger’s text is no formula', () => {
    const [koinly] = rowsOf(importCsv('koinly', trades.slice(1, 2)));
    expect(koinly).toMatchObject({
      Date: '2026-11-02 12:01:00 UTC',
      TxHash: '22000000000000000001',
      Description: '\'=HYPERLINK("http://x"),"a"',
    });
    const [tracking] = rowsOf(importCsv('cointracking', trades.slice(1, 2)));
    expect(tracking).toMatchObject({ Type: 'Trade', 'Trade ID': '22000000000000000001', Date: '2026-11-02 12:01:00' });
    const [tracker] = rowsOf(importCsv('cointracker', trades.slice(0, 1)));
    expect(tracker).toMatchObject({ Date: '11/02/2026 12:00:00', 'Fee Amount': '', 'Fee Currency': '' });
  });

  it('outlook 4: each entry of Beancount balances, and all of them have the totals of the report', () => {
    const text = beancountText({ account: 'main', zone: 'America/La_Paz', trades });
    const entries = text.split('\n\n').slice(1);
    expect(entries).toHaveLength(trades.length);
    const posting =
      /^ {2}(?<place>[\w:-]+) {2}(?<amount>-?[\d.]+) (?<unit>\w+)(?: @@ (?<total>[\d.]+) (?<money>\w+))?$/;
    const moved: Record<string, Decimal> = {};
    for (const entry of entries) {
      const weights: Record<string, Decimal> = {};
      for (const line of entry.split('\n')) {
        const { place = '', amount = '0', unit = '', total, money = '' } = posting.exec(line)?.groups ?? {};
        if (place === '') continue;
        const weight = total === undefined ? amount : `${amount.startsWith('-') ? '-' : ''}${total}`;
        const of = total === undefined ? unit : money;
        weights[of] = (weights[of] ?? new Decimal(0)).plus(weight);
        moved[place] = (moved[place] ?? new Decimal(0)).plus(amount);
      }
      expect(Object.values(weights).every((weight) => weight.isZero())).toBe(true);
    }
    const fees = new Decimal(buys?.fees ?? 0).plus(sells?.fees ?? 0);
    const left = new Decimal(buys?.bought ?? 0).minus(sells?.sold ?? 0).minus(fees);
    expect(moved['Assets:P2P:Main:USDT']?.toFixed()).toBe(left.toFixed());
    expect(moved['Assets:P2P:Main:BOB']?.toFixed()).toBe(
      new Decimal(sells?.received ?? 0).minus(buys?.paid ?? 0).toFixed(),
    );
    expect(moved['Expenses:Fees:Main:USDT']?.toFixed()).toBe(fees.toFixed());
    expect(entries[1]?.split('\n').slice(0, 3)).toEqual([
      '2026-11-02 * "P2P" "SELL USDT/BOB" ^22000000000000000001',
      '  order: "22000000000000000001"',
      String.raw`  method: "=HYPERLINK(\"http://x\"),\"a\""`,
    ]);
    expect(text.split('\n')[0]).toBe('2026-11-02 open Assets:P2P:Main:USDT USDT');
    expect(beancountText({ account: 'main', zone: 'UTC', trades: [] })).toBe('');
    const odd = [someTrade({ asset: '1INCH' })];
    expect(() => beancountText({ account: 'main', zone: 'UTC', trades: odd })).toThrow('is no name of a coin');
  });

  it('outlook 4: writes the completed trades of the period, for this user alone, and never over a file', async () => {
    const machine = await machineWith([
      ended('1'),
      ended('2', { end: 'cancelled' }),
      ended('3', { createdAtMs: startMs * 2 }),
    ]);
    const file = join(String(machine.env['PEERDESK_STATE_DIR']), 'trades.csv');
    const run = (...options: string[]) => machine.peerdesk('report', 'month', '2026-11', ...options);
    const made = await run('--export', 'koinly', '--out', file);
    expect(made).toMatchObject({ exitCode: 0, stdout: `1 completed trades for koinly in ${file}\n` });
    expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(3);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await run('--export', 'koinly', '--out', file)).exitCode).toBe(6);
    expect((await run('--export', 'koinly')).stderr).toContain('--out is missing');
    expect((await run('--out', file)).stderr).toContain('--export is missing');
    expect((await run('--export', 'koinly', '--out', file, '--csv')).stderr).toContain('exclude each other');
    const nowhere = await run('--export', 'beancount', '--out', join(file, 'x'));
    expect(nowhere.stderr).toContain('cannot be written');
  });
});

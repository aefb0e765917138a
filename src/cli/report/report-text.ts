import { Decimal } from '../../domain/decimal.ts';
import type { CostMethod } from '../../domain/books/inventory.ts';
import type { Period, PeriodKind } from '../../domain/books/period.ts';
import type { Report, ReportGroup, ReportRow } from '../../domain/books/report.ts';
import { amountText } from '../../words/amount-words.ts';
import { csvText, type CsvCell } from '../list/csv-text.ts';
import { textTable, type Column } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';

/** A report as it is shown. */
export interface ShownReport extends Report, Period {
  readonly account: string;
  readonly kind: PeriodKind;
  readonly zone: string;
  readonly by: ReportGroup;
  /** Until when the history was read; null: no whole reading yet. */
  readonly readToMs: number | null;
}

const methodText: Readonly<Record<CostMethod, string>> = {
  average: 'cost by weighted average',
  fifo: 'cost first in, first out',
};

/** Formats a report for people: fiat with two places; JSON and CSV have all of them. */
export function reportText(report: ShownReport, width: number): string {
  const { rows } = report;
  const table = rows.length === 0 ? emptyReport : textTable(reportColumns(report), rows, width);
  const left = stockTexts(report);
  return [reportHead(report), '', table, ...(left.length === 0 ? [] : ['', ...left])].join('\n');
}

/** What a report says that has no rows. */
export const emptyReport = 'no order was made that has ended';

/** Returns whose report it is, of which days, and how what was sold is reckoned. */
export function reportHead({ account, kind, first, last, zone, method }: ShownReport): string {
  const days = first === last ? first : `${first} to ${last}`;
  return `${account}, ${kind} ${days} (${zone}), ${methodText[method]}`;
}

/** Returns what is left at the end of the period, each in one line. */
export const stockTexts = ({ stock }: ShownReport): string[] =>
  stock.map(
    ({ asset, fiat, amount, cost }) =>
      `left at the end: ${amountText(amount)} ${asset} that cost ${fiatText(cost)} ${fiat}`,
  );

const fiatText = (amount: string): string => amountText(new Decimal(amount).toDecimalPlaces(2).toFixed());

/** Returns the columns; the first names the pair. */
export function reportColumns({ by }: Pick<ShownReport, 'by'>): Column<ReportRow>[] {
  const pair: Column<ReportRow> = { title: 'PAIR', cell: ({ asset, fiat }) => `${asset}/${fiat}` };
  const group: Column<ReportRow> = { title: by.toUpperCase(), cell: ({ key }) => key };
  return [
    ...(by === 'pair' ? [pair] : [pair, group]),
    { title: 'TRADES', cell: ({ trades }) => trades, align: 'right' },
    { title: 'CANCELLED', cell: ({ cancelled }) => cancelled, align: 'right', leaves: 1 },
    { title: 'BOUGHT', cell: ({ bought }) => amountText(bought), align: 'right' },
    { title: 'PAID', cell: ({ paid }) => fiatText(paid), align: 'right' },
    { title: 'SOLD', cell: ({ sold }) => amountText(sold), align: 'right' },
    { title: 'RECEIVED', cell: ({ received }) => fiatText(received), align: 'right' },
    { title: 'FEES', cell: ({ fees }) => amountText(fees), align: 'right', leaves: 3 },
    { title: 'COST', cell: ({ cost }) => fiatText(cost), align: 'right', leaves: 2 },
    { title: 'EARNED', cell: ({ earned }) => fiatText(earned), align: 'right' },
  ];
}

const csvColumns: readonly (readonly [title: string, cell: (row: ReportRow) => CsvCell])[] = [
  ['asset', ({ asset }) => asset],
  ['fiat', ({ fiat }) => fiat],
  ['trades', ({ trades }) => trades],
  ['cancelled', ({ cancelled }) => cancelled],
  ['bought', ({ bought }) => bought],
  ['paid', ({ paid }) => paid],
  ['sold', ({ sold }) => sold],
  ['received', ({ received }) => received],
  ['fees', ({ fees }) => fees],
  ['cost', ({ cost }) => cost],
  ['earned', ({ earned }) => earned],
  ['uncovered', ({ uncovered }) => uncovered],
];

/** Formats the rows of a report as CSV. */
export function reportCsv({ by, rows }: ShownReport): string {
  const columns = [[by, ({ key }: ReportRow) => key] as const, ...csvColumns];
  return csvText(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

/** A worker reads once an hour. */
const lateMs = 2 * 3_600_000;

/** Returns what a reader must know of a report before he trusts it. */
export function doubtsOf({ readToMs, untilMs, rows }: ShownReport, nowMs: number): string[] {
  const end = Math.min(untilMs, nowMs);
  const unread =
    readToMs === null
      ? ['the history of the service is not read to its end yet: the worker that leads does, from 15 seconds on']
      : readToMs < end
        ? [`the history was read until ${timeText(readToMs)}: later ends are not in it${lateText(readToMs, nowMs)}`]
        : [];
  const uncovered = rows
    .filter((row) => row.uncovered !== '0')
    .map(
      ({ key, asset, uncovered: amount, fiat }) =>
        `${key ?? 'unknown'}: ${amountText(amount)} ${asset} was sold for ${fiat} without a known purchase and is in no EARNED: name the opening balance (--entries)`,
    );
  return [...unread, ...uncovered];
}

const lateText = (readToMs: number, nowMs: number): string =>
  nowMs - readToMs > lateMs ? '; it is read once an hour: does a worker run?' : '';

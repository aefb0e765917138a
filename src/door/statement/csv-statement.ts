/** Statements as CSV: the configuration says where what stands, and in which form. */
import { CsvError, parse } from 'csv-parse/sync';
import type { StatementSource } from '../../config/file/payment-sources.ts';
import type { ColumnName, CsvColumns } from '../../config/file/payments/statement-form.ts';
import { writtenAmount, type WrittenAmount } from '../../domain/payments/written-amount.ts';
import {
  outgoingRow,
  paymentRow,
  refusedRow,
  shown,
  UnreadableStatement,
  type StatementLine,
  type StatementRow,
} from './statement-line.ts';

interface CsvRow {
  readonly cells: readonly string[];
  /** At which it ends, in the file. */
  readonly line: number;
}

type Column = keyof CsvColumns;
type Places = ReadonlyMap<Column, number>;

/** Reads each row below the head; what a bank writes above it is not read. Throws UnreadableStatement. */
export function readCsvStatement(text: string, source: StatementSource): StatementLine[] {
  const { columns } = source.form;
  if (columns === null) throw new UnreadableStatement(`[payments.${source.name}] names no columns of its CSV files`);
  const rows = rowsOf(text, source.form.delimiter);
  const wanted = Object.entries(columns) as [Column, ColumnName][];
  const head = rows.findIndex(({ cells }) => wanted.every(([, name]) => placeOf(name, cells) >= 0));
  const isHeadless = wanted.every(([, name]) => typeof name === 'number');
  if (head < 0 && !isHeadless) throw new UnreadableStatement(headless(wanted, source.form.delimiter));
  const places: Places = new Map(wanted.map(([column, name]) => [column, placeOf(name, rows[head]?.cells ?? [])]));
  const width = rows[isHeadless ? 0 : head]?.cells.length ?? 0;
  return rows.slice(isHeadless ? 0 : head + 1).map((row) => {
    // A delimiter within a text that the bank has not quoted moves what stands behind it.
    const read = widthOf(row) > width ? refusedRow({ code: 'cells' }) : readRow(row, places, source);
    return { place: `line ${row.line}`, ...read };
  });
}

/** How many cells a row has, but for empty ones at its end. */
const widthOf = ({ cells }: CsvRow): number => cells.findLastIndex((cell) => cell !== '') + 1;

function headless(wanted: readonly (readonly [Column, ColumnName])[], delimiter: string): string {
  const names = wanted.flatMap(([, name]) => (typeof name === 'string' ? [`"${name}"`] : []));
  return `no row has the columns ${names.join(', ')} between "${delimiter}": write columns and delimiter as the file has them`;
}

function rowsOf(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      bom: true,
      trim: true,
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell !== '')) rows.push({ cells, line: lines });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableStatement(`line ${String(error['lines'])}: ${error.message}`);
  }
  return rows;
}

/** Returns the index of a column; -1: the row has none of this name. */
function placeOf(name: ColumnName, head: readonly string[]): number {
  if (typeof name === 'number') return name - 1;
  return head.findIndex((cell) => titleOf(cell) === titleOf(name));
}

const titleOf = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

type Cell = (column: Column) => string;

function readRow({ cells }: CsvRow, places: Places, source: StatementSource): StatementRow {
  if (Math.max(...places.values()) >= cells.length) return refusedRow({ code: 'cells' });
  const cell: Cell = (column) => cells[places.get(column) ?? -1] ?? '';
  const { currency, form } = source;
  if (places.has('currency') && cell('currency').toUpperCase() !== currency)
    return refusedRow({ code: 'other-currency', currency });
  if (places.has('direction') && titleOf(cell('direction')) !== titleOf(form.incoming ?? '')) return outgoingRow;
  const came = writtenAmount(cell('amount'), { decimal: form.decimal, currency });
  if (places.has('out') && (cell('amount') === '' || isZero(came))) return outRow(cell('out'), source);
  return cameRow(cell, came, source);
}

function cameRow(cell: Cell, came: WrittenAmount | null, source: StatementSource): StatementRow {
  if (came === null) return refusedRow({ code: 'amount', text: shown(cell('amount')) });
  if (came.isOut) return outgoingRow;
  const [date, payer, reference, memo] = [cell('date'), cell('payer'), cell('reference'), cell('memo')];
  return paymentRow({ amount: came.amount, date, payer, reference, memo, state: 'booked' }, source, false);
}

const isZero = (amount: WrittenAmount | null): boolean => amount !== null && !/[1-9]/.test(amount.amount);

/** A row in which nothing came in: something has gone out then. */
function outRow(text: string, { form: { decimal }, currency }: StatementSource): StatementRow {
  const amount = writtenAmount(text, { decimal, currency });
  return amount !== null && /[1-9]/.test(amount.amount)
    ? outgoingRow
    : refusedRow({ code: 'amount', text: shown(text) });
}

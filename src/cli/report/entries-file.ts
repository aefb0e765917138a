/** Opening balances and transfers, as a person keeps them in a file. */
import { readFileSync } from 'node:fs';
import { isDecimalText, isPositiveDecimalText } from '../../domain/decimal.ts';
import type { Transfer } from '../../domain/books/books.ts';
import { periodOf } from '../../domain/books/period.ts';
import { instantOf } from '../../domain/moment-text.ts';
import { readCsvRows } from '../../simulator/market/csv-rows.ts';
import { flawText, quoted, RecordingError, type Flaw } from '../../simulator/market/recording-error.ts';
import { misuse } from '../kit/cli-failure.ts';

const columns = ['at', 'kind', 'asset', 'fiat', 'amount', 'cost'] as const;
type Column = (typeof columns)[number];
type Cells = Readonly<Record<Column, string>>;

const kinds = ['opening', 'in', 'out'] as const satisfies readonly Transfer['kind'][];

/** Returns the transfers of a CSV file; a date without a time begins in `zone`. Throws a failure that names the file, the row and the column. */
export function readEntries(file: string, zone: string): Transfer[] {
  let places: Readonly<Record<Column, number>> | null = null;
  try {
    const { rows, flaw } = readCsvRows<Transfer>(textOf(file), file, {
      head: (cells) => {
        places = placesOf(cells, file);
      },
      row: (cells, row) => {
        const read = Object.fromEntries(columns.map((column) => [column, cells[places?.[column] ?? -1] ?? '']));
        return transferOf(read as Cells, { row, zone });
      },
    });
    if (flaw !== null) throw misuse(`${file}, ${flawText(flaw)}`);
    return rows;
  } catch (error) {
    throw error instanceof RecordingError ? misuse(error.message) : error;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw misuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function placesOf(cells: readonly string[], file: string): Readonly<Record<Column, number>> {
  const head = cells.map((cell) => cell.toLowerCase());
  const missing = columns.filter((column) => !head.includes(column));
  if (missing.length > 0) throw misuse(`${file} has no column ${missing.join(', ')}: its head is ${columns.join(',')}`);
  return Object.fromEntries(columns.map((column) => [column, head.indexOf(column)])) as Record<Column, number>;
}

function transferOf(cells: Cells, { row, zone }: { row: number; zone: string }): Transfer | Flaw {
  const flawOf = (column: Column, what: string): Flaw => ({ row, column, what: `${quoted(cells[column])} is ${what}` });
  const atMs = momentOf(cells.at, zone);
  const kind = kinds.find((name) => name === cells.kind.toLowerCase());
  const { asset, fiat, amount } = cells;
  const cost = cells.cost === '' && kind === 'out' ? '0' : cells.cost;
  if (atMs === null) return flawOf('at', 'no date, and no moment such as 2026-11-21T08:00:00Z');
  if (kind === undefined) return flawOf('kind', `none of ${kinds.join(', ')}`);
  if (asset === '') return flawOf('asset', 'no coin');
  if (fiat === '') return flawOf('fiat', 'no currency');
  if (!isPositiveDecimalText(amount)) return flawOf('amount', 'no amount above zero');
  if (!isDecimalText(cost) || cost.startsWith('-')) return flawOf('cost', 'no amount of the fiat');
  return { atMs, kind, asset: asset.toUpperCase(), fiat: fiat.toUpperCase(), amount, cost };
}

function momentOf(text: string, zone: string): number | null {
  const day = periodOf({ kind: 'day', date: text, zone, nowMs: 0 });
  if (day !== null) return day.fromMs;
  const atMs = instantOf(text);
  return Number.isNaN(atMs) ? null : atMs;
}

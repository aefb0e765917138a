import { instantOf } from '../../domain/moment-text.ts';
import { ticksOf } from '../../domain/price.ts';
import { Amount, atScale, readDecimal } from '../world/amounts.ts';
import type { Quote } from '../world/market-feed.ts';
import { readCsvRows } from './csv-rows.ts';
import { exactDecimals, marketScale, maxDecimals } from './market-scale.ts';
import { flawText, quoted, RecordingError, type Flaw } from './recording-error.ts';

/** One row of a recording that can be used; its prices are whole numbers of ticks. */
export interface RecordedRow {
  atMs: number;
  ask: Quote;
  bid: Quote;
}

interface ReadRow extends RecordedRow {
  row: number;
}

interface ParsedRecording {
  rows: RecordedRow[];
  /** Unusable rows: malformed, of another length, without a price, or older than an earlier row. */
  skippedRows: number;
  /** The first row that is malformed, with file and column; null: there is none. */
  flaw: string | null;
  priceScale: number;
}

const priceColumns = ['ask_best', 'ask_median', 'ask_mode', 'bid_best', 'bid_median', 'bid_mode'] as const;
const isoMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

type Cells = (column: string) => string | null;

/**
 * Parses a recorded market: CSV with `timestamp` and at least one price column, in any order of columns and rows.
 *
 * Tolerates blank lines, missing columns and empty cells; counts the rows it omits. What is derived from prices, such
 * as a median, is rounded to the market's decimals; a best price that has more is none of this market. Throws
 * `RecordingError` when the head is not one of a recording or no row is left.
 *
 * @param name the file, as messages name it
 * @param scale decimals of a price; null: those that nearly all its best prices have
 */
export function parseRecording(text: string, name: string, scale: number | null = null): ParsedRecording {
  const read = readRows(text, name);
  const priceScale = scale ?? scaleOfRows(read.rows, name);
  const fitted: RecordedRow[] = [];
  let { flaw } = read;
  for (const row of read.rows) {
    const found = rowFlaw(row, priceScale);
    if (found === null)
      fitted.push({ atMs: row.atMs, ask: quoteAt(row.ask, priceScale), bid: quoteAt(row.bid, priceScale) });
    else flaw ??= found;
  }
  const rows = inOrderOfTime(fitted);
  if (rows.length === 0) throw noneUsable(name, flaw);
  const skippedRows = read.unusable + read.rows.length - rows.length;
  return { rows, skippedRows, flaw: flaw === null ? null : `${name}, ${flawText(flaw)}`, priceScale };
}

function noneUsable(name: string, flaw: Flaw | null): RecordingError {
  const why = flaw === null ? 'there is none below the head' : flawText(flaw);
  return new RecordingError(`${name} holds no usable row, with a timestamp and a price: ${why}`);
}

function scaleOfRows(rows: readonly ReadRow[], name: string): number {
  const scale = marketScale(rows);
  if (scale !== null) return scale;
  const [first] = rows;
  if (first === undefined) return 0;
  const [odd] = pricesOf(first).toSorted((left, right) => exactDecimals(right.price) - exactDecimals(left.price));
  const has = `${odd?.price ?? ''} has more than ${maxDecimals} decimals, or too few rows have such a price`;
  const what = `${has}: say with --scale how many decimals a price has`;
  throw new RecordingError(`${name}, ${flawText({ row: first.row, column: odd?.column ?? null, what })}`);
}

function readRows(text: string, name: string) {
  let columns = new Map<string, number>();
  const read = readCsvRows<ReadRow>(text, name, {
    head: (cells, row) => (columns = columnsOf(cells, { name, row })),
    row: (cells, row) => {
      const cell: Cells = (column) => cells[columns.get(column) ?? -1] ?? null;
      return readRow(cell, row);
    },
  });
  if (columns.size === 0) columnsOf([], { name, row: 1 });
  return read;
}

function columnsOf(cells: readonly string[], { name, row }: { name: string; row: number }): Map<string, number> {
  const titles = cells.map((cell) => cell.toLowerCase());
  if (!titles.includes('timestamp') || !priceColumns.some((column) => titles.includes(column))) {
    const found = titles.length === 0 ? 'nothing' : titles.slice(0, 20).map(quoted).join(', ');
    throw new RecordingError(
      `${name} is not a recorded market: its first line must name the columns timestamp and ${priceColumns.join(', ')} (at least one price); row ${row} names ${found}`,
    );
  }
  const twice = ['timestamp', ...priceColumns].find((column) => titles.indexOf(column) !== titles.lastIndexOf(column));
  if (twice === undefined) return new Map(titles.map((title, index) => [title, index]));
  throw new RecordingError(`${name}, ${flawText({ row, column: twice, what: 'named twice, leave one' })}`);
}

function readRow(cell: Cells, row: number): ReadRow | Flaw {
  const timestamp = cell('timestamp') ?? '';
  const atMs = readMoment(timestamp);
  if (atMs === null) {
    return { row, column: 'timestamp', what: `${quoted(timestamp)} is no moment such as 2026-02-01T00:00Z` };
  }
  const prices = new Map(priceColumns.map((column) => [column as string, readPrice(cell(column))]));
  const odd = priceColumns.find((column) => prices.get(column) === undefined);
  if (odd !== undefined) {
    const what = `${quoted(cell(odd) ?? '')} is no price above zero: decimals have a point and thousands no mark, as in 9.15`;
    return { row, column: odd, what };
  }
  const quoteOf = (side: 'ask' | 'bid'): Quote => {
    const price = (column: string): string | null => prices.get(`${side}_${column}`) ?? null;
    return {
      best: price('best'),
      median: price('median'),
      usual: price('mode'),
      offers: readCount(cell(`${side}_offers`)),
    };
  };
  const read = { row, atMs, ask: quoteOf('ask'), bid: quoteOf('bid') };
  return pricesOf(read).length > 0 ? read : { row, column: null, what: 'it holds no price' };
}

function readCount(text: string | null): number | null {
  const count = Number.parseInt(text ?? '', 10);
  return Number.isNaN(count) || count < 0 ? null : count;
}

function readMoment(text: string): number | null {
  if (!isoMoment.test(text)) return null;
  const atMs = instantOf(text);
  return Number.isFinite(atMs) ? atMs : null;
}

/** Digits that a number in floating point keeps; what follows them is noise of a program that calculated with it. */
const floatDigits = 15;

/** Undefined for a cell that is neither empty nor a price: then the whole row cannot be trusted. */
function readPrice(text: string | null): string | null | undefined {
  if (text === null || text === '') return null;
  const price = readDecimal(text);
  if (price === null || price.startsWith('-') || !/[1-9]/.test(price)) return undefined;
  if (price.length <= floatDigits + 1 || !price.includes('.')) return price;
  const exact = Number(price).toPrecision(floatDigits);
  return exact.includes('e') ? price : exact;
}

interface PriceAt {
  column: string;
  price: string;
  isBest: boolean;
}

function pricesOf({ ask, bid }: RecordedRow): PriceAt[] {
  return [...sidePrices('ask', ask), ...sidePrices('bid', bid)];
}

function sidePrices(side: string, { best, median, usual }: Quote): PriceAt[] {
  const all = [
    ['best', best],
    ['median', median],
    ['mode', usual],
  ] as const;
  return all.flatMap(([kind, price]) =>
    price === null ? [] : [{ column: `${side}_${kind}`, price, isBest: kind === 'best' }],
  );
}

/** What keeps a row out of a market with prices of this many decimals. */
function rowFlaw(row: ReadRow, scale: number): Flaw | null {
  for (const { column, price, isBest } of pricesOf(row)) {
    const what = priceFlaw(price, isBest, scale);
    if (what !== null) return { row: row.row, column, what };
  }
  return null;
}

function priceFlaw(price: string, isBest: boolean, scale: number): string | null {
  if (isBest && exactDecimals(price) > scale) return `${price} has more decimals than ${scale}: see --scale`;
  const ticks = ticksOf(priceAt(price, scale), scale);
  if (ticks === null) return `${quoted(price)} is too long for a price`;
  return ticks === 0 ? `${price} is less than a tick at ${scale} decimals` : null;
}

function quoteAt({ best, median, usual, offers }: Quote, scale: number): Quote {
  const at = (price: string | null): string | null => (price === null ? null : priceAt(price, scale));
  return { best: at(best), median: at(median), usual: at(usual), offers };
}

/** Most prices fit, and are left as they are. */
function priceAt(price: string, scale: number): string {
  const point = price.indexOf('.');
  return point < 0 || price.length - point - 1 <= scale ? price : atScale(new Amount(price), scale, 'nearest');
}

/** Sorted; of rows with one timestamp the last one wins. */
function inOrderOfTime(rows: readonly RecordedRow[]): RecordedRow[] {
  const byMoment = new Map(rows.map((row) => [row.atMs, row]));
  return [...byMoment.values()].sort((a, b) => a.atMs - b.atMs);
}

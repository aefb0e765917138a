import { Amount, decimalsOf, readDecimal } from '../world/amounts.ts';
import type { Quote } from '../world/market-feed.ts';

/** One row of a recording that can be used. */
export interface RecordedRow {
  atMs: number;
  ask: Quote;
  bid: Quote;
}

interface ParsedRecording {
  rows: RecordedRow[];
  /** Unusable rows: malformed, without a price, or older than an earlier row. */
  skippedRows: number;
  priceScale: number;
}

/** A recording that cannot be replayed; its message is one line with a remedy. */
export class RecordingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordingError';
  }
}

const priceColumns = ['ask_best', 'ask_median', 'ask_mode', 'bid_best', 'bid_median', 'bid_mode'] as const;
const maxDecimals = 8;
const isoMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

type Cells = (column: string) => string | null;

/**
 * Parses a recorded market: CSV with `timestamp` and at least one price column, in any order of columns and rows.
 *
 * Tolerates a byte order mark, CRLF, blank lines, missing columns and empty fields; counts the rows it omits. Throws
 * `RecordingError` when the header is not one of a recording or no row is left.
 */
export function parseRecording(text: string, name: string): ParsedRecording {
  const [header, ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const columns = header === undefined ? [] : splitLine(header).map((column) => column.toLowerCase());
  if (!columns.includes('timestamp') || !priceColumns.some((column) => columns.includes(column))) {
    throw new RecordingError(
      `${name} is not a recorded market: its first line must name the columns timestamp and ${priceColumns.join(', ')} (at least one price).`,
    );
  }
  const read = lines.map((line) => readRow(columns, splitLine(line))).filter((row) => row !== null);
  const rows = inOrderOfTime(read);
  if (rows.length === 0) throw new RecordingError(`${name} holds no usable row: none has a timestamp and a price.`);
  return { rows, skippedRows: lines.length - rows.length, priceScale: scaleOf(rows) };
}

const splitLine = (line: string): string[] => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

function readRow(columns: readonly string[], cells: readonly string[]): RecordedRow | null {
  const cell: Cells = (column) => {
    const index = columns.indexOf(column);
    return index < 0 ? null : (cells[index] ?? null);
  };
  const atMs = readMoment(cell('timestamp'));
  const ask = readQuote(cell, 'ask');
  const bid = readQuote(cell, 'bid');
  if (atMs === null || ask === null || bid === null || !hasPrice(ask, bid)) return null;
  return { atMs, ask, bid };
}

function readMoment(text: string | null): number | null {
  if (text === null || !isoMoment.test(text)) return null;
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
  const atMs = Date.parse(zoned.replace(' ', 'T'));
  return Number.isFinite(atMs) ? atMs : null;
}

/** Null when a cell is neither empty nor a price: then the whole row cannot be trusted. */
function readQuote(cell: Cells, side: 'ask' | 'bid'): Quote | null {
  const prices = ['best', 'median', 'mode'].map((column) => readPrice(cell(`${side}_${column}`)));
  const [best, median, usual] = prices;
  if (best === undefined || median === undefined || usual === undefined) return null;
  const offers = Number.parseInt(cell(`${side}_offers`) ?? '', 10);
  return { best, median, usual, offers: Number.isNaN(offers) || offers < 0 ? null : offers };
}

function readPrice(text: string | null): string | null | undefined {
  if (text === null || text === '') return null;
  const price = readDecimal(text);
  return price === null || !new Amount(price).gt(0) ? undefined : price;
}

const pricesOf = ({ ask, bid }: { ask: Quote; bid: Quote }): string[] =>
  [ask.best, ask.median, ask.usual, bid.best, bid.median, bid.usual].filter((price) => price !== null);

const hasPrice = (ask: Quote, bid: Quote): boolean => pricesOf({ ask, bid }).length > 0;

/** Sorted; of rows with one timestamp the last one wins. */
function inOrderOfTime(rows: readonly RecordedRow[]): RecordedRow[] {
  const byMoment = new Map(rows.map((row) => [row.atMs, row]));
  return [...byMoment.values()].sort((a, b) => a.atMs - b.atMs);
}

function scaleOf(rows: readonly RecordedRow[]): number {
  const scales = rows.flatMap((row) => pricesOf(row).map(decimalsOf));
  return Math.min(
    maxDecimals,
    scales.reduce((most, scale) => Math.max(most, scale), 0),
  );
}

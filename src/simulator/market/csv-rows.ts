import { CsvError, parse } from 'csv-parse/sync';
import { flawText, RecordingError, type Flaw } from './recording-error.ts';

interface CsvReader<Row> {
  /** Called with the cells of the first row. Throws `RecordingError` when they are no head of such a file. */
  head: (cells: readonly string[], row: number) => void;
  /** Called for each other row with as many cells as the head: a value, or why there is none. */
  row: (cells: readonly string[], row: number) => Row | Flaw;
}

interface CsvRows<Row> {
  rows: Row[];
  /** Rows that could not be used. */
  unusable: number;
  /** The first of them. */
  flaw: Flaw | null;
}

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

const common = {
  bom: true,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** Returns the separator that makes most cells of the first row; a comma where none makes two. */
function separatorOf(text: string): Separator {
  const [best] = separators
    .map((separator) => ({ separator, cells: headLength(text, separator) }))
    .toSorted((left, right) => right.cells - left.cells);
  return best?.separator ?? ',';
}

/** A quoted line end may stand in the head as well, so it is parsed, not cut off. */
function headLength(text: string, delimiter: Separator): number {
  try {
    return parse(text, { ...common, delimiter, to: 1 })[0]?.length ?? 0;
  } catch (error) {
    if (error instanceof CsvError) return 0;
    throw error;
  }
}

/**
 * Reads CSV (RFC 4180), separated by commas, semicolons or tabs, with any line ends. A row with another number of cells
 * than the head is counted as unusable: which cell belongs to which column is not known. Throws `RecordingError` where
 * the quotes leave open at which line a row ends.
 */
export function readCsvRows<Row extends object>(text: string, name: string, reader: CsvReader<Row>): CsvRows<Row> {
  const read: CsvRows<Row> = { rows: [], unusable: 0, flaw: null };
  let columns: readonly string[] | null = null;
  let lastLine = 0;
  const unusable = (flaw: Flaw): void => {
    read.unusable += 1;
    read.flaw ??= flaw;
  };
  const take = (cells: readonly string[], line: number): void => {
    const row = line - lineEndsIn(cells);
    lastLine = line;
    if (columns === null) {
      reader.head(cells, row);
      columns = cells;
    } else if (cells.length === columns.length) {
      const value = reader.row(cells, row);
      if ('what' in value) unusable(value);
      else read.rows.push(value);
    } else {
      const what = `${cells.length} cells, where the head has ${columns.length}`;
      unusable({ row, column: null, what });
    }
  };
  const skip = (error: CsvError): void => {
    const flaw = quoteFlaw(error, { lastLine, columns: columns ?? [] });
    if (columns === null || !isOneRow(error, flaw)) throw new RecordingError(`${name}, ${flawText(flaw)}`);
    lastLine = Number(error['lines']);
    unusable(flaw);
  };
  parse(text, {
    ...common,
    delimiter: separatorOf(text),
    skip_records_with_error: true,
    on_record: (cells: string[], { lines }) => {
      take(cells, lines);
      return null;
    },
    on_skip: (error) => {
      if (error !== undefined) skip(error);
      return undefined;
    },
  });
  return read;
}

/** The parser counts the line at which a row ends. */
function lineEndsIn(cells: readonly string[]): number {
  let ends = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) ends += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return ends;
}

const quoteFlaws: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote within a cell that is not quoted',
  CSV_INVALID_CLOSING_QUOTE: 'a quote within a quoted cell must be doubled',
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell that never ends',
};

function quoteFlaw(error: CsvError, { lastLine, columns }: { lastLine: number; columns: readonly string[] }): Flaw {
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const column = columns[Number(error['index'])]?.toLowerCase() ?? null;
  return {
    row: isOpen ? lastLine + 1 : Number(error['lines']),
    column,
    what: quoteFlaws[error.code] ?? error.message,
  };
}

/** A quote that hides no line end spoils its own row only, as in a last row that was cut off. */
function isOneRow(error: CsvError, { row }: Flaw): boolean {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return error['lines'] === row;
  return error.code === 'INVALID_OPENING_QUOTE';
}

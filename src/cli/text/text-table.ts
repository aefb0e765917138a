import { shortened, widthOf, wrapped } from './display-width.ts';
import { printableText } from '../kit/printable-text.ts';

export type Cell = string | number | null;

export interface Column<Row> {
  title: string;
  cell: (row: Row) => Cell;
  align?: 'right';
  /** Where the table is too wide, it is left out: the column with the lowest number first. Absent: it stays. */
  leaves?: number;
  /** Where the table is too wide, its text goes below the row. */
  below?: true;
}

const gap = 2;
const indent = '  ';
/** A column is not cut to less. */
const narrowest = 8;

interface Filled<Row> {
  column: Column<Row>;
  texts: string[];
  width: number;
}

/**
 * Formats rows under their titles, columns aligned, without trailing blanks; an empty cell shows as a dash. A table
 * wider than `columnsAvailable` is narrowed: texts go below their rows, columns leave, and at last the widest is cut.
 */
export function textTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  columnsAvailable = Number.POSITIVE_INFINITY,
): string {
  const filled = columns.map((column) => fill(column, rows));
  const isWide = totalWidth(filled) > columnsAvailable;
  const below = isWide ? filled.filter(({ column }) => column.below === true) : [];
  const beside = filled.filter((one) => !below.includes(one));
  const shown = isWide ? narrowed(beside, columnsAvailable) : beside;
  const titles = lineOf(shown, ({ column }) => column.title);
  const body = rows.flatMap((_, row) => [
    lineOf(shown, ({ texts }) => texts[row] ?? ''),
    ...below.flatMap(({ texts }) => belowLines(texts[row] ?? '', columnsAvailable)),
  ]);
  return [titles, ...body].join('\n');
}

function fill<Row>(column: Column<Row>, rows: readonly Row[]): Filled<Row> {
  const texts = rows.map((row) => cellText(column.cell(row)));
  return { column, texts, width: Math.max(widthOf(column.title), ...texts.map(widthOf)) };
}

function totalWidth<Row>(filled: readonly Filled<Row>[]): number {
  return filled.reduce((sum, { width }) => sum + width + gap, -gap);
}

function narrowed<Row>(filled: readonly Filled<Row>[], available: number): Filled<Row>[] {
  let shown = [...filled];
  while (totalWidth(shown) > available) {
    const [leaving] = shown.filter(({ column }) => column.leaves !== undefined).toSorted(byLeaving);
    if (leaving === undefined) break;
    shown = shown.filter((one) => one !== leaving);
  }
  return withoutExcess(shown, totalWidth(shown) - available);
}

function byLeaving<Row>(left: Filled<Row>, right: Filled<Row>): number {
  return (left.column.leaves ?? 0) - (right.column.leaves ?? 0);
}

/** The first column names the row and stays whole. */
function withoutExcess<Row>(shown: readonly Filled<Row>[], excess: number): Filled<Row>[] {
  const [widest] = shown.slice(1).toSorted((left, right) => right.width - left.width);
  if (excess <= 0 || widest === undefined) return [...shown];
  const width = Math.max(narrowest, widest.width - excess);
  const cut = { ...widest, width, texts: widest.texts.map((text) => shortened(text, width)) };
  return shown.map((one) => (one === widest ? cut : one));
}

function lineOf<Row>(shown: readonly Filled<Row>[], textOf: (one: Filled<Row>) => string): string {
  return shown
    .map((one) => padded(textOf(one), { width: one.width, align: one.column.align }))
    .join(' '.repeat(gap))
    .trimEnd();
}

function belowLines(text: string, columns: number): string[] {
  return text === none ? [] : wrapped(text, columns - indent.length).map((line) => indent + line);
}

/** Formats names and values below each other, values aligned. */
export function fieldList(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(0, ...fields.map(([name]) => widthOf(name)));
  return fields.map(([name, value]) => `${padded(name, { width, align: undefined })}  ${cellText(value)}`).join('\n');
}

const none = '-';

function cellText(cell: Cell): string {
  const text = cell === null ? '' : printableText(String(cell)).replaceAll('\n', ' ');
  return text === '' ? none : text;
}

function padded(text: string, { width, align }: { width: number; align: 'right' | undefined }): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? blanks + text : text + blanks;
}

import { styleText } from 'node:util';
import { printableText } from './printable-text.ts';

export type Cell = string | number | null;

export interface Column<Row> {
  title: string;
  cell: (row: Row) => Cell;
  align?: 'right';
}

/** Formats rows under their titles, columns aligned, without trailing blanks; an empty cell shows as a dash. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const body = rows.map((row) => columns.map((column) => cellText(column.cell(row))));
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...body.map((row) => widthOf(row[index]))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => padded(cell, { width: widths[index] ?? 0, align: columns[index]?.align }))
      .join('  ')
      .trimEnd();
  const titles = line(columns.map((column) => column.title));
  return [styleText('bold', titles, { stream: process.stdout }), ...body.map(line)].join('\n');
}

/** Formats names and values below each other, values aligned. */
export function fieldList(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`).join('\n');
}

function cellText(cell: Cell): string {
  const text = cell === null ? '' : printableText(String(cell)).replaceAll('\n', ' ');
  return text === '' ? '-' : text;
}

const widthOf = (text: string | undefined): number => Array.from(text ?? '').length;

function padded(text: string, { width, align }: { width: number; align: 'right' | undefined }): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? blanks + text : text + blanks;
}

export type CsvCell = string | number | null;

/**
 * Formats rows as CSV (RFC 4180): commas, CRLF, quotes where needed. A text that a spreadsheet would take for a formula
 * is led by an apostrophe: a nickname could be one. A number that it would change is written as ="…": the one formula
 * here, of digits alone.
 */
export function csvText(titles: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return linesOf([titles, ...rows], (text) => (isChanged(text) ? `="${text}"` : withoutFormula(text)));
}

/** The same for a program that imports it: a number stands as it is, however long. */
export function importText(titles: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return linesOf([titles, ...rows], withoutFormula);
}

function linesOf(rows: readonly (readonly CsvCell[])[], shown: (text: string) => string): string {
  return rows.map((row) => `${row.map((cell) => cellText(cell, shown)).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell, shown: (text: string) => string): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : shown(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Digits that a spreadsheet keeps of a number. */
const keptDigits = 15;
const plainNumber = /^ *(\d+)(?:\.(\d+))? *$/;
/** In the exponential form a spreadsheet reads a number, too, be it an alias or an id. */
const exponential = /^ *\d+(?:\.\d+)?e[+-]?\d+ *$/i;

/** Whether a spreadsheet would make another text of a number: cut its digits, or the zeros that lead it. */
function isChanged(text: string): boolean {
  const [, whole, places = ''] = plainNumber.exec(text) ?? [];
  if (whole === undefined) return exponential.test(text);
  const digits = `${whole}${places.replace(/0+$/, '')}`.replace(/^0+/, '');
  return digits.length > keptDigits || /^0\d/.test(whole);
}

/** A sign that begins a formula, behind whatever no one sees: a spreadsheet may trim that away. */
const formula = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[\p{Pd}\p{Sm}@]/u;

/** Such as a tab or a line break: a spreadsheet may begin a cell of its own behind it. */
const control = /^[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Behind what ends a cell where the comma is a decimal point, or where a text is pasted: quotes may not count there. */
const cellEnd = /(?<=[;\t\r\n])(?=[^;\t\r\n])/u;

/** Any dash and any mathematical sign counts, of any width or height: a spreadsheet may take it for the plain one. */
function withoutFormula(text: string): string {
  const [first = '', ...others] = text.split(cellEnd);
  const guarded = control.test(first) || isFormula(first) ? `'${first}` : first;
  return [guarded, ...others.map((part) => (isFormula(part) ? `'${part}` : part))].join('');
}

/** Returns what a cell of `csvText` said, also after a spreadsheet has written it. */
export function cellValue(cell: string): string {
  const [, number] = /^="(.*)"$/s.exec(cell) ?? [];
  if (number !== undefined) return number;
  const isGuarded = (part: string): boolean => isFormula(part.slice(1)) || control.test(part.slice(1));
  const parts = cell.split(cellEnd);
  return parts.map((part) => (part.startsWith("'") && isGuarded(part) ? part.slice(1) : part)).join('');
}

const isFormula = (text: string): boolean => formula.test(text.normalize('NFKD'));

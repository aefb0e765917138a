export type CsvCell = string | number | null;

/**
 * Formats rows as CSV (RFC 4180): commas, CRLF, quotes where needed. A text that a spreadsheet would take for a formula
 * is led by an apostrophe: a nickname could be one. A long number is written as ="…", because as a number a spreadsheet
 * would cut it: the one formula here, of digits alone.
 */
export function csvText(titles: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [titles, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : longNumber.test(cell) ? `="${cell}"` : withoutFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet keeps fifteen digits of a number, and no zeros before it. */
const longNumber = /^ *\d{16,} *$/;

/** A sign that begins a formula, behind whatever no one sees: a spreadsheet may trim that away. */
const formula = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[\p{Pd}\p{Sm}@]/u;

/** Such as a tab or a line break: a spreadsheet may begin a cell of its own behind it. */
const control = /^[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Any dash and any mathematical sign counts, of any width or height: a spreadsheet may take it for the plain one. */
function withoutFormula(text: string): string {
  return control.test(text) || formula.test(text.normalize('NFKD')) ? `'${text}` : text;
}

export type CsvCell = string | number | null;

/**
 * Formats rows as CSV (RFC 4180): commas, CRLF, quotes where needed. A text that a spreadsheet would take for a formula
 * is led by an apostrophe: a nickname could be one.
 */
export function csvText(titles: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [titles, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'number' ? String(cell) : withoutFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A sign that begins a formula, behind whatever no one sees: a spreadsheet may trim that away. */
const formula = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-\u2212@]/u;

/** Such as a tab or a line break: a spreadsheet may begin a cell of its own behind it. */
const control = /^[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Signs of another width or height count, too: a spreadsheet may take them for the plain ones. */
function withoutFormula(text: string): string {
  return control.test(text) || formula.test(text.normalize('NFKD')) ? `'${text}` : text;
}

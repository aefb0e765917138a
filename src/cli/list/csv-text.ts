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

function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

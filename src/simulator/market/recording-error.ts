/** A recording that cannot be replayed; its message is one line with a remedy. */
export class RecordingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordingError';
  }
}

/** Where a recording is wrong, and how. */
export interface Flaw {
  /** The line at which the row begins, the head's included. */
  row: number;
  column: string | null;
  what: string;
}

/** Such as `row 3, column ask_best: "abc" is no price`. */
export function flawText({ row, column, what }: Flaw): string {
  return `row ${row}${column === null ? '' : `, column ${column}`}: ${what}`;
}

const shownLength = 40;

/** Quotes a cell for a message, at a bounded length. */
export function quoted(cell: string): string {
  return JSON.stringify(cell.length > shownLength ? `${cell.slice(0, shownLength)}…` : cell);
}

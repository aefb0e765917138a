import type { DecimalMark } from '../../../domain/payments/written-amount.ts';

export const statementFormats = ['csv', 'camt', 'mt940', 'ofx'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** A column by the name in its head, or by its place from 1 on. */
export type ColumnName = string | number;

/** Where a CSV file of a bank has what. */
export interface CsvColumns {
  readonly date: ColumnName;
  /** What came in, or with a sign. */
  readonly amount: ColumnName;
  /** Where money that goes out has a column of its own. */
  readonly out?: ColumnName | undefined;
  /** What says whether it came in, by `incoming`. */
  readonly direction?: ColumnName | undefined;
  readonly payer?: ColumnName | undefined;
  readonly reference?: ColumnName | undefined;
  readonly memo?: ColumnName | undefined;
  readonly currency?: ColumnName | undefined;
}

/** How the statements of a source are written. */
export interface StatementForm {
  /** Null: its CSV files cannot be read. */
  readonly columns: CsvColumns | null;
  readonly delimiter: string;
  /** What the column `direction` says of money that came in. */
  readonly incoming: string | null;
  readonly decimal: DecimalMark;
  readonly dateFormat: string | null;
  readonly encoding: string;
}

import type { ListFilter } from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { ListOptions } from './listing.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import type { Column } from '../text/text-table.ts';

/** A list at one moment. */
export interface Look<Row> {
  rows: Row[];
  notes: string[];
}

/** A list as a command shows it. */
export interface ListKind<Row> {
  /** Whose workflows it shows, for the link to the Web UI. */
  type: ListFilter['type'];
  look: (session: TemporalSession, options: ListOptions, context: CommandContext) => Promise<Look<Row>>;
  columns: (nowMs: number, options: ListOptions, rows: readonly Row[]) => Column<Row>[];
  /** What to say when there is none. */
  empty: (session: TemporalSession, options: ListOptions) => string;
  idOf: (row: Row) => string;
  /** A row in one line without its age: when it differs, the row has changed. */
  lineOf: (row: Row) => string;
}

/** A list in words, as wide as the terminal. */
export interface ListPicture<Row> extends Look<Row> {
  text: (columns: number) => string;
}

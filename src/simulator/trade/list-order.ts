import { Amount, readDecimal } from '../world/amounts.ts';
import { textParameter, type SimCall } from '../world/sim-call.ts';
import { missingParameters } from '../world/sim-refusal.ts';

type Direction = 'asc' | 'desc';

/** The sort columns of a list. */
export interface ListOrder<Row> {
  /** The columns that `order` may name, each with its value. */
  columns: Readonly<Record<string, (row: Row) => string | number>>;
  /** The column where `order` is absent. */
  usual: string;
  /** Which end of a column comes first where `sort` is absent. */
  directionOf: (column: string) => Direction;
  /** Breaks ties; without it, equal rows keep their order. */
  tie?: (row: Row) => string | number;
}

/**
 * Sorts a list as requested: `order` names the column, `sort` the direction (wire-facts EP-4, EP-6, EP-15, EP-34).
 *
 * The columns are fields of the answer; an unknown name or direction is refused with -1102.
 */
export function sortRows<Row>(call: SimCall, rows: readonly Row[], order: ListOrder<Row>): Row[] {
  const column = textParameter(call, 'order') ?? order.usual;
  const valueOf = Object.hasOwn(order.columns, column) ? order.columns[column] : undefined;
  if (valueOf === undefined) throw missingParameters(['order']);
  const sign = (directionParameter(call) ?? order.directionOf(column)) === 'asc' ? 1 : -1;
  const tie = order.tie ?? (() => 0);
  return rows.toSorted((a, b) => sign * (compare(valueOf(a), valueOf(b)) || compare(tie(a), tie(b))));
}

function directionParameter(call: SimCall): Direction | null {
  const text = textParameter(call, 'sort')?.toLowerCase() ?? null;
  if (text !== null && text !== 'asc' && text !== 'desc') throw missingParameters(['sort']);
  return text;
}

/** Compares numbers and decimal texts by value, other texts alphabetically. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (readDecimal(a) !== null && readDecimal(b) !== null) return new Amount(a).cmp(b);
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

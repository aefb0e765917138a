import type { z } from 'zod';

/** What a statement takes for a `?`. Booleans are 0 and 1. */
export type SqlValue = string | number | null;

/** Returns a text as both databases keep it: PostgreSQL refuses a NUL, and neither keeps half a surrogate pair. */
export function keptText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Returns a value as both databases keep it: numbers are whole. Throws RangeError for one that is beyond them. */
export function keptValue(value: SqlValue): SqlValue {
  if (typeof value === 'string') return keptText(value);
  if (value === null) return null;
  const whole = Math.round(value);
  if (!Number.isSafeInteger(whole)) throw new RangeError(`the register cannot keep the number ${value}`);
  return whole;
}

/** One transaction on a database, in the SQL that SQLite and PostgreSQL share; `?` stands for a value. */
export interface Sql {
  /** Returns the rows of a query, each as the schema reads it. */
  rows<Row>(schema: z.ZodType<Row>, text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs a statement; returns how many rows it has changed. */
  run(text: string, values?: readonly SqlValue[]): Promise<number>;
}

/** Returns the only row of a query, or null where there is none. */
export async function oneRow<Row>(
  sql: Sql,
  schema: z.ZodType<Row>,
  query: { readonly text: string; readonly values: readonly SqlValue[] },
): Promise<Row | null> {
  const [row = null] = await sql.rows(schema, query.text, query.values);
  return row;
}

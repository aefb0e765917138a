import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { keptValue, type Sql, type SqlValue } from '../sql.ts';

/** Statements differ by their text alone, and a few dozen texts are all there are, but for lists of payments. */
const maxStatements = 200;

/** The statements of one open database, each prepared once. */
export class SqliteSql implements Sql {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async rows<Row>(schema: z.ZodType<Row>, text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#prepared(text)
      .all(...values.map(keptValue))
      .map((row) => schema.parse(row));
  }

  async run(text: string, values: readonly SqlValue[] = []): Promise<number> {
    return Number(this.#prepared(text).run(...values.map(keptValue)).changes);
  }

  #prepared(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

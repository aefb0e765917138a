import { statSync, type Stats } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { readsAside, runOperation, type OperationCall } from '../operation-call.ts';
import { RegisterSilent } from '../register.ts';
import { checkSchema, inspectFile, openRegisterFile } from './register-file.ts';
import { asSilent } from './silent-errors.ts';
import { SqliteSql } from './sqlite-sql.ts';
import type { ThreadOptions } from './thread-messages.ts';

interface OpenFile {
  readonly database: DatabaseSync;
  readonly sql: SqliteSql;
  readonly stats: Stats;
}

/** A register in a file. Whatever fails closes the file, and the next operation opens it again. */
export class SqliteStore {
  readonly #options: ThreadOptions;
  #open: OpenFile | null = null;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Throws RegisterSilent where the file cannot be used. */
  open(): void {
    this.#opened();
  }

  /** Runs one operation in a transaction of its own; it is durable when the promise resolves. */
  async run(call: OperationCall, deadline: bigint): Promise<unknown> {
    try {
      const { database, sql } = this.#opened();
      database.exec(readsAside.has(call.name) ? 'BEGIN' : 'BEGIN IMMEDIATE');
      checkSchema(database, this.#options.file);
      const result = await runOperation(sql, call);
      // Its caller has been answered that the register is silent: what comes later must not have happened.
      if (process.hrtime.bigint() > deadline) throw new RegisterSilent({ code: 'too-slow' });
      database.exec('COMMIT');
      return result;
    } catch (error) {
      const reason = asSilent(error, this.#options.file);
      if (reason instanceof RegisterSilent) this.close();
      else this.#rollBack();
      throw reason;
    }
  }

  close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    this.#undo(open.database);
    open.database.close();
  }

  #opened(): OpenFile {
    const { file } = this.#options;
    try {
      if (this.#open !== null && isSameFile(this.#open.stats, file)) return this.#open;
      this.close();
      const stats = inspectFile(file);
      const database = openRegisterFile(this.#options);
      this.#open = { database, sql: new SqliteSql(database), stats };
      return this.#open;
    } catch (error) {
      const reason = asSilent(error, file);
      if (reason instanceof RegisterSilent) throw reason;
      throw new RegisterSilent({ code: 'unusable', kind: 'sqlite', at: file, reason: String(error) });
    }
  }

  #rollBack(): void {
    if (this.#open !== null && !this.#undo(this.#open.database)) this.close();
  }

  /** Reports whether nothing is left of a transaction. */
  #undo(database: DatabaseSync): boolean {
    try {
      if (database.isTransaction) database.exec('ROLLBACK');
      return true;
    } catch {
      // Closing it does the same.
      return false;
    }
  }
}

/** A file that was moved away can still be written: what goes into it would be lost with it. */
function isSameFile(stats: Stats, file: string): boolean {
  const now = statSync(file, { throwIfNoEntry: false });
  return now !== undefined && now.ino === stats.ino && now.dev === stats.dev;
}

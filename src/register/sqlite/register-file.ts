/** The file of a register: what it must be before anything is read from it or written into it. */
import { statSync, type Stats } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { RegisterSilent } from '../register.ts';
import { migrations } from '../schema.ts';
import type { ThreadOptions } from './thread-messages.ts';

/** "PDrg": no other program's database is taken for a register. */
export const applicationId = 0x50_44_72_67;

/** Returns what the file is. Throws RegisterSilent where it is missing, or others may read it. */
export function inspectFile(file: string): Stats {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new RegisterSilent({ code: 'no-register', kind: 'sqlite', at: file });
  if (!stats.isFile()) throw new RegisterSilent({ code: 'not-a-file', file });
  if ((stats.mode & 0o077) !== 0) throw new RegisterSilent({ code: 'open-to-others', file });
  return stats;
}

/** Opens the database of a file that is there already. Throws where it is no register. */
export function openDatabase(file: string, busyMs: number): DatabaseSync {
  const address = pathToFileURL(file);
  // Without this SQLite makes an empty database where a register was moved away.
  address.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(address);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL`);
    if (pragma(database, 'application_id') !== applicationId)
      throw new RegisterSilent({ code: 'not-a-register', file });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a register: a file that is whole, private and of this version's schema. */
export function openRegisterFile({ file, migrate, busyMs }: ThreadOptions): DatabaseSync {
  const database = openDatabase(file, busyMs);
  try {
    writeAhead(database, file);
    if (migrate && pragma(database, 'user_version') < migrations.length) bringUpToDate(database);
    checkSchema(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws RegisterSilent where the schema is not this version's. */
export function checkSchema(database: DatabaseSync, file: string): void {
  const version = pragma(database, 'user_version');
  const known = migrations.length;
  if (version > known) throw new RegisterSilent({ code: 'newer-schema', kind: 'sqlite', at: file, version, known });
  if (version < known) throw new RegisterSilent({ code: 'older-schema', kind: 'sqlite', at: file, version, known });
}

/** Applies what is missing of the schema, all of it or nothing. */
export function bringUpToDate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited.
    for (const statement of migrations.slice(pragma(database, 'user_version')).flat()) database.exec(statement);
    const version = Math.max(pragma(database, 'user_version'), migrations.length);
    database.exec(`PRAGMA user_version = ${version}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Readers and a writer at once, and a commit that one sync makes durable. */
export function writeAhead(database: DatabaseSync, file: string): void {
  const row = database.prepare('PRAGMA journal_mode = WAL').get();
  if (row?.['journal_mode'] === 'wal') return;
  throw new RegisterSilent({ code: 'no-write-ahead', file });
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return z.number().parse(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

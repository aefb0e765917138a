/** Files of a register that are made new: a whole one appears at its place, or none. */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { RegisterFailure } from '../register.ts';
import { found, type Founding } from '../operations/founding.ts';
import { applicationId, bringUpToDate, inspectFile, openDatabase, writeAhead } from './register-file.ts';
import { SqliteSql } from './sqlite-sql.ts';
import type { ThreadOptions } from './thread-messages.ts';

/** What SQLite keeps beside a database: of one that is gone, it may hold what the new one would then read. */
export const companions = ['', '-wal', '-shm', '-journal'];

/** Makes a register. Throws where there is one already, or what is left of one. */
export async function createFile(file: string, founding: Founding): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await placeNew(file, async (scratch) => {
    const database = new DatabaseSync(scratch);
    try {
      database.exec(`PRAGMA synchronous = FULL; PRAGMA application_id = ${applicationId}`);
      bringUpToDate(database);
      await found(new SqliteSql(database), founding);
      writeAhead(database, file);
    } finally {
      database.close();
    }
  });
}

/** Writes a whole copy, as of one moment, while others go on writing. Throws where there is a file already. */
export async function backUpFile({ file, busyMs }: ThreadOptions, to: string): Promise<void> {
  inspectFile(file);
  await placeNew(to, async (scratch) => {
    const database = openDatabase(file, busyMs);
    try {
      // Statements of a copied file miss what is in the write-ahead log, so SQLite itself copies.
      database.prepare('VACUUM INTO ?').run(scratch);
    } finally {
      database.close();
    }
  });
}

async function placeNew(file: string, write: (scratch: string) => Promise<void>): Promise<void> {
  const present = companions.map((end) => `${file}${end}`).find((path) => existsSync(path));
  if (present !== undefined) throw new RegisterFailure({ code: 'file-present', file: present });
  const scratch = `${file}.${randomUUID()}`;
  try {
    // Empty, so that it is private before anything is in it.
    closeSync(openSync(scratch, 'wx', 0o600));
    await write(scratch);
    sync(scratch);
    // Unlike a rename this replaces nothing that has come meanwhile.
    linkSync(scratch, file);
  } finally {
    for (const end of companions) rmSync(`${scratch}${end}`, { force: true });
  }
  sync(dirname(file));
}

/** Makes what was written to a file, or into a folder, durable. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Another register takes the place of one that no one uses: a backup that is put back, one that was recovered. */
import { chmodSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { RegisterFailure } from '../register.ts';
import { companions, sync } from './new-files.ts';
import type { Replacement } from './thread-messages.ts';

/**
 * Puts a file in the place of a register; what was there stays aside, with all that belongs to it. Throws while a process
 * has the register open: it would go on writing into what is aside.
 */
export function replaceFile(file: string, { by, aside }: Replacement): void {
  if (existsSync(file)) refuseOpen(file);
  chmodSync(by, 0o600);
  sync(by);
  for (const end of companions) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
  // Unlike a rename this replaces nothing that has come meanwhile.
  linkSync(by, file);
  rmSync(by);
  sync(dirname(file));
}

/** Who has a database open holds a lock in it, also between two transactions. A broken one is no one's any more. */
function refuseOpen(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy;
    if (isBusy) throw new RegisterFailure({ code: 'in-use', file });
  } finally {
    database.close();
  }
}

/** SQLITE_BUSY */
const busy = 5;

import { RegisterSilent } from '../register.ts';
import { z } from 'zod';

/** SQLite's primary result codes that mean a fault of this program; every other one is a fault of file or disk. */
const ownFaults: readonly number[] = [
  1, // a statement that it does not understand
  18, // a text that is too long
  19, // a constraint
  20, // a value of another type
  21, // a call out of its order
  25, // more values than places
];

const sqliteErrorSchema = z.object({ code: z.literal('ERR_SQLITE_ERROR'), errcode: z.number(), message: z.string() });
const systemErrorSchema = z.object({ syscall: z.string(), message: z.string() });

/** Returns an error of the file, the disk or its locks as RegisterSilent; any other one as it is. */
export function asSilent(error: unknown, file: string): unknown {
  if (error instanceof RegisterSilent) return error;
  const ofSqlite = sqliteErrorSchema.safeParse(error);
  const isOwn = ofSqlite.success && ownFaults.includes(ofSqlite.data.errcode & 0xff);
  const ofDatabase = ofSqlite.success ? ofSqlite : systemErrorSchema.safeParse(error);
  if (isOwn || !ofDatabase.success) return error;
  return new RegisterSilent({ code: 'unusable', kind: 'sqlite', at: file, reason: ofDatabase.data.message });
}

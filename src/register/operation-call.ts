import { registerOperations, type RegisterOperation } from './register.ts';
import type { Sql } from './sql.ts';

/** One call of an operation, as it goes to what keeps the register. */
export interface OperationCall {
  readonly name: RegisterOperation;
  readonly arg: unknown;
}

/** These only read, and read everything: they see one moment, and keep no claim waiting. */
export const readsAside: ReadonlySet<RegisterOperation> = new Set([
  'summary',
  'journal',
  'acts',
  'orderEntries',
  'trades',
  'brokenJournalEntry',
  'paymentsSeen',
  'assignedTo',
  'dealings',
  'dealingOf',
  'isOwnNumber',
  'remarks',
]);

/** Runs an operation within a transaction. */
export function runOperation(sql: Sql, { name, arg }: OperationCall): Promise<unknown> {
  const operation: (sql: Sql, arg: never) => Promise<unknown> = registerOperations[name];
  // The port's own type binds the argument to the name; it is lost on the way through a thread.
  return operation(sql, arg as never);
}

/** The product's own register in the memory of the test's process: its operations and its SQL, without a file and a thread. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { AccountRegister } from '../../src/register/account-register.ts';
import { defaultAnswerLimitMs } from '../../src/register/answer-limit.ts';
import { registerOver } from '../../src/register/call-queue.ts';
import { runOperation, type OperationCall } from '../../src/register/operation-call.ts';
import { RegisterSilent, type Register } from '../../src/register/register.ts';
import { migrations } from '../../src/register/schema.ts';
import { SqliteSql } from '../../src/register/sqlite/sqlite-sql.ts';

/** The mint of every register of a test. */
export const generation = 'generation-of-tests';

/** A register that a test can silence. */
export interface MemoryRegister {
  readonly register: Register;
  /** True: it does not answer. */
  silent: boolean;
  /** A second register with everything that this one has now. */
  copy(): MemoryRegister;
}

/** Makes an empty register. */
export function memoryRegister(): MemoryRegister {
  return registerIn(emptyDatabase());
}

function emptyDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const statement of migrations.flat()) database.exec(statement);
  return database;
}

function copied(from: DatabaseSync): DatabaseSync {
  const to = emptyDatabase();
  for (const { name } of from.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    to.exec(`DELETE FROM ${String(name)}`);
    for (const row of from.prepare(`SELECT * FROM ${String(name)}`).all()) {
      const marks = Object.keys(row).map(() => '?');
      to.prepare(`INSERT INTO ${String(name)} VALUES (${marks.join(', ')})`).run(...Object.values(row));
    }
  }
  return to;
}

function registerIn(database: DatabaseSync): MemoryRegister {
  const sql = new SqliteSql(database);
  const run = async (call: OperationCall): Promise<unknown> => {
    if (memory.silent) throw new RegisterSilent({ code: 'closed' });
    database.exec('BEGIN');
    try {
      const result = await runOperation(sql, call);
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  const engine = { run, abandon: () => undefined, close: async () => database.close() };
  const memory: MemoryRegister = {
    register: registerOver({ engine, answerLimitMs: defaultAnswerLimitMs }),
    silent: false,
    copy: () => registerIn(copied(database)),
  };
  return memory;
}

/** Returns the register of one account, in one term that began now. */
export async function accountRegister(
  { register }: Pick<MemoryRegister, 'register'>,
  { account, clock }: { account: string; clock: { now(): number } },
): Promise<AccountRegister> {
  const nowMs = clock.now();
  if ((await register.identity()) === null) await register.mint({ generation, how: 'created', nowMs });
  const begun = register.beginTerm({ account, leader: 'test', signers: null, nowMs });
  const opened = new AccountRegister({
    register,
    account,
    term: () => begun,
    uncompared: async () => null,
    clock,
    nextCallId: randomUUID,
  });
  await opened.begin();
  return opened;
}

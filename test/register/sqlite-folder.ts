import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteRegister, openSqliteRegister } from '../../src/register/sqlite/sqlite-register.ts';
import type { Register } from '../../src/register/register.ts';
import { startMs, type RegisterWorld } from './contract/test-desk.ts';

/** A folder with registers of a test. */
export class SqliteFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), 'peerdesk-register-'));
  readonly #opened: Register[] = [];

  /** Returns the path of a new register. */
  async create(): Promise<string> {
    const file = join(this.#folder, randomUUID(), 'register.db');
    await createSqliteRegister({ file, generation: randomUUID(), how: 'created', nowMs: startMs });
    return file;
  }

  async open(file: string, options: { answerLimitMs?: number; migrate?: boolean } = {}): Promise<Register> {
    // A busy machine answers late, and these tests measure no speed.
    const register = await openSqliteRegister({ file, migrate: false, answerLimitMs: 60_000, ...options });
    this.#opened.push(register);
    return register;
  }

  async openNew(): Promise<RegisterWorld> {
    const file = await this.create();
    return { register: await this.open(file), change: async (sql) => changeFile(file, sql) };
  }

  async end(): Promise<void> {
    for (const register of this.#opened) await register.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Changes a register by hand. */
export function changeFile(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

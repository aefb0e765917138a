/** What the register keeps of a whole account: its term of the lead, its numbers, its code step. */
import { z } from 'zod';
import { oneRow, type Sql } from '../sql.ts';
import { note } from './journal.ts';

const accountSchema = z.object({
  account: z.string(),
  term: z.number(),
  leader: z.string().nullable(),
  last_number: z.number(),
  unknown_number: z.number().nullable(),
  code_step: z.number().nullable(),
  revision: z.number(),
  temporal: z.string().nullable(),
  other_temporal: z.string().nullable(),
});
export type AccountRow = z.infer<typeof accountSchema>;

/** Returns the row of an account; makes it where there is none. */
export async function accountOf(sql: Sql, account: string): Promise<AccountRow> {
  const query = { text: 'SELECT * FROM accounts WHERE account = ?', values: [account] };
  const known = await oneRow(sql, accountSchema, query);
  if (known !== null) return known;
  await sql.run(
    'INSERT INTO accounts (account, term, leader, last_number, unknown_number, code_step, revision) VALUES (?, 0, NULL, 0, NULL, NULL, 0)',
    [account],
  );
  return {
    account,
    term: 0,
    leader: null,
    last_number: 0,
    unknown_number: null,
    code_step: null,
    revision: 0,
    temporal: null,
    other_temporal: null,
  };
}

const identitySchema = z.object({ generation: z.string(), how: z.string(), created_at_ms: z.number() });

/**
 * How a register came to be: made new by a person, put back from a copy, rebuilt from what service and workflows know, or
 * made by the worker of a simulator by itself: that one is never taken for the memory of real money.
 */
export type RegisterOrigin = 'created' | 'restored' | 'recovered' | 'simulator';

/** What a new identity is made of. */
export interface Minting {
  readonly generation: string;
  readonly how: RegisterOrigin;
  /** Who has said so; absent: a program. */
  readonly by?: string | undefined;
  readonly nowMs: number;
}

/** Which register this is. */
export interface RegisterIdentity {
  /** Minted with each creation, restore and recovery. */
  readonly generation: string;
  readonly how: string;
  readonly createdAtMs: number;
}

/** Returns which register this is; null: it has not been created yet. */
export async function readIdentity(sql: Sql): Promise<RegisterIdentity | null> {
  const row = await oneRow(sql, identitySchema, { text: 'SELECT * FROM identity', values: [] });
  return row === null ? null : { generation: row.generation, how: row.how, createdAtMs: row.created_at_ms };
}

/** Writes a new identity of the register: every guard is behind it from now on, whatever it has permitted. */
export async function mint(sql: Sql, { generation, how, by, nowMs }: Minting): Promise<RegisterIdentity> {
  await sql.run('DELETE FROM identity');
  await sql.run('UPDATE accounts SET unknown_number = NULL');
  await sql.run('INSERT INTO identity (one, generation, how, created_at_ms) VALUES (1, ?, ?, ?)', [
    generation,
    how,
    nowMs,
  ]);
  const body = { ...(by === undefined ? {} : { by }), generation };
  await note(sql, { atMs: nowMs, account: '', kind: how, subject: '', body });
  return { generation, how, createdAtMs: nowMs };
}

/** Returns the generation. Throws where the register was never created. */
export async function generationOf(sql: Sql): Promise<string> {
  const identity = await readIdentity(sql);
  if (identity === null) throw new Error('the register was never created');
  return identity.generation;
}

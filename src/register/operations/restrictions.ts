/** Switches, rules and blocks of an account: what stops money, outside Temporal. */
import { z } from 'zod';
import { switchNames, thrownSchema, type SwitchName, type ThrownSwitch } from '../../domain/guard/guard-memory.ts';
import { restrictionKinds, type Restriction, type Restrictions } from '../../domain/guard/restriction.ts';
import type { Sql } from '../sql.ts';
import { accountOf } from './accounts.ts';
import { note } from './journal.ts';

const entrySchema = z.object({ kind: z.enum(restrictionKinds), key: z.string(), value: z.string() });

/** Returns what restricts an account now. */
export async function restrictionsOf(sql: Sql, { account }: { readonly account: string }): Promise<Restrictions> {
  const { revision } = await accountOf(sql, account);
  return { revision, entries: await restrictionsIn(sql, account) };
}

/** Returns the entries alone. */
export function restrictionsIn(sql: Sql, account: string): Promise<Restriction[]> {
  const text = 'SELECT kind, key, value FROM restrictions WHERE account = ? ORDER BY kind, key';
  return sql.rows(entrySchema, text, [account]);
}

/** Returns the engaged switches of an account. */
export async function switchesOf(sql: Sql, account: string): Promise<Partial<Record<SwitchName, ThrownSwitch>>> {
  const text = `SELECT kind, key, value FROM restrictions WHERE account = ? AND kind = 'switch'`;
  const entries = await sql.rows(entrySchema, text, [account]);
  const known = entries.flatMap(({ key, value }) => {
    const name = switchNames.find((one) => one === key);
    return name === undefined ? [] : [[name, thrownSchema.parse(JSON.parse(value))] as const];
  });
  return Object.fromEntries(known);
}

/** What is added to the restrictions of an account. */
export interface Restricting {
  readonly account: string;
  readonly entries: readonly Restriction[];
  readonly by: string;
  readonly nowMs: number;
}

/** Adds restrictions; those that are there already stay as they are. Returns all of them. */
export async function restrict(sql: Sql, { account, entries, by, nowMs }: Restricting): Promise<Restrictions> {
  const { revision } = await accountOf(sql, account);
  let changed = 0;
  for (const { kind, key, value } of entries) {
    changed += await sql.run(
      'INSERT INTO restrictions (account, kind, key, value, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      [account, kind, key, value, revision + 1],
    );
  }
  if (changed > 0) await newRevision(sql, { account, by, nowMs, kind: 'restricted', entries });
  return restrictionsOf(sql, { account });
}

async function newRevision(sql: Sql, change: Restricting & { readonly kind: string }): Promise<void> {
  const { account, by, nowMs, kind, entries } = change;
  await sql.run('UPDATE accounts SET revision = revision + 1 WHERE account = ?', [account]);
  const body = { by, entries: entries.map((entry) => ({ kind: entry.kind, key: entry.key })) };
  await note(sql, { atMs: nowMs, account, kind, subject: '', body });
}

/** What is taken off the restrictions of an account, and put in its place. */
interface Loosening {
  readonly account: string;
  /** What goes. */
  readonly gone: readonly Pick<Restriction, 'kind' | 'key'>[];
  /** What stands in its place: rules that are looser. */
  readonly added: readonly Restriction[];
  /** The revision that its giver saw. */
  readonly revision: number;
  readonly by: string;
  readonly nowMs: number;
}

/** Takes restrictions away; returns why not, or null. Who has seen another revision has not seen what he lifts. */
export async function loosen(sql: Sql, wish: Loosening): Promise<string | null> {
  const { account, gone, added, by, nowMs } = wish;
  const { revision } = await accountOf(sql, account);
  if (revision !== wish.revision)
    return `the restrictions have changed since they were shown (${wish.revision}, now ${revision}): look again`;
  for (const { kind, key } of gone) {
    await sql.run('DELETE FROM restrictions WHERE account = ? AND kind = ? AND key = ?', [account, kind, key]);
  }
  for (const { kind, key, value } of added) {
    await sql.run(
      'INSERT INTO restrictions (account, kind, key, value, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      [account, kind, key, value, revision + 1],
    );
  }
  const entries = gone.map((one) => ({ ...one, value: '' }));
  await newRevision(sql, { account, by, nowMs, kind: 'loosened', entries });
  return null;
}

/**
 * Which Temporal an account was served on last. One that is another one, or has begun empty because its database was lost,
 * has forgotten orders, approvals and what was on its way: no money moves until a person has said that it is meant.
 */
import type { Sql } from '../sql.ts';
import { accountOf, type AccountRow } from './accounts.ts';
import { note } from './journal.ts';

/** What a process that begins a term has connected to. */
interface MetTemporal {
  /** The id of its namespace, which is new with each namespace. */
  readonly temporal: string;
  readonly nowMs: number;
}

/** Compares it with the one before; returns whether it is another one. The first one is taken as it is. */
export async function meetTemporal(
  sql: Sql,
  { account, temporal: known, other_temporal: other }: AccountRow,
  { temporal, nowMs }: MetTemporal,
): Promise<boolean> {
  const isOther = known !== null && known !== temporal;
  const seen = isOther ? temporal : null;
  if (known === null) await sql.run('UPDATE accounts SET temporal = ? WHERE account = ?', [temporal, account]);
  if (other === seen) return isOther;
  await sql.run('UPDATE accounts SET other_temporal = ? WHERE account = ?', [seen, account]);
  const body = { known, seen: temporal };
  await note(sql, { atMs: nowMs, account, kind: isOther ? 'other-temporal' : 'former-temporal', subject: '', body });
  return isOther;
}

/** What a person says of another Temporal: the desk goes on with it. */
interface AcceptedTemporal {
  readonly account: string;
  /** The id of the namespace that the person has looked at. */
  readonly temporal: string;
  readonly by: string;
  readonly nowMs: number;
}

/** Returns whether it was the one to be accepted: another one that is met meanwhile is not. */
export async function acceptTemporal(
  sql: Sql,
  { account, temporal: meant, by, nowMs }: AcceptedTemporal,
): Promise<boolean> {
  const { temporal, other_temporal: other } = await accountOf(sql, account);
  if (other === null || other !== meant) return false;
  await sql.run('UPDATE accounts SET temporal = other_temporal, other_temporal = NULL WHERE account = ?', [account]);
  await note(sql, {
    atMs: nowMs,
    account,
    kind: 'new-temporal',
    subject: '',
    body: { by, known: temporal, seen: other },
  });
  return true;
}

/** Returns whether the account has met another Temporal that no person has accepted. */
export async function hasOtherTemporal(sql: Sql, { account }: { readonly account: string }): Promise<boolean> {
  return (await accountOf(sql, account)).other_temporal !== null;
}

/** What the register keeps of people: their orders with an account, and what was remarked of them (ADR 0059). */
import { z } from 'zod';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { Dealing } from '../../domain/people/dealing.ts';
import type { Remark } from '../../domain/people/remark.ts';
import { oneRow, type Sql } from '../sql.ts';
import { note } from './journal.ts';

/** What a read shows of an order with a person. */
interface SeenDealing {
  readonly account: string;
  readonly orderNumber: string;
  readonly counterparty: string | null;
  /** The number on the desk's own side. Absent: a read without it. */
  readonly own?: string | null | undefined;
  readonly side: 'BUY' | 'SELL';
  readonly status: OrderStatus;
  readonly total: string;
  readonly fiat: string;
  readonly nowMs: number;
}

/** Notes an order of a person; one that has ended stays as it ended. An order without a person's number is none's. */
export async function noteDealing(sql: Sql, seen: SeenDealing): Promise<void> {
  const { account, orderNumber, side, status, total, fiat, nowMs } = seen;
  const [person, own] = await sidesOf(sql, seen);
  if (person === null) return;
  const appealed = status === OrderStatus.IN_APPEAL ? 1 : 0;
  await sql.run(
    `INSERT INTO dealings (account, order_number, person, own, side, total, fiat, status, was_appealed, seen_at_ms,
      changed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, order_number) DO UPDATE SET status = excluded.status, changed_at_ms = excluded.changed_at_ms,
      was_appealed = CASE WHEN excluded.was_appealed = 1 THEN 1 ELSE dealings.was_appealed END
      WHERE dealings.status <> excluded.status AND dealings.status NOT IN ('COMPLETED', 'CANCELLED', 'CANCELLED_BY_SYSTEM')`,
    [account, orderNumber, person, own, side, total, fiat, status, appealed, nowMs, nowMs],
  );
}

/** Returns the person of an order and the desk's own number: where a person took an ad in the app, a read has them the other way round. */
async function sidesOf(sql: Sql, { account, counterparty, own = null }: SeenDealing) {
  const [person, ours] = [counterparty?.toLowerCase() ?? null, own?.toLowerCase() ?? null];
  const isTurned = person !== null && ours !== null && (await isOwnNumber(sql, { account, person }));
  return isTurned ? ([ours, person] as const) : ([person, ours] as const);
}

const dealingSchema = z
  .object({
    order_number: z.string(),
    person: z.string(),
    side: z.enum(['BUY', 'SELL']),
    total: z.string(),
    fiat: z.string(),
    status: z.enum(Object.values(OrderStatus)),
    was_appealed: z.number(),
    changed_at_ms: z.number(),
  })
  .transform(({ order_number, was_appealed, changed_at_ms, ...rest }): Dealing => ({
    ...rest,
    orderNumber: order_number,
    wasAppealed: was_appealed === 1,
    changedAtMs: changed_at_ms,
  }));

/** A person as an account knows him: the user number, or `nickname:` and what nicknames are compared by (`blockKey`). */
interface PersonName {
  readonly account: string;
  readonly person: string;
}

const dealingColumns = 'order_number, person, side, total, fiat, status, was_appealed, changed_at_ms';

/** Returns the orders with a person, the oldest first; only a user number has any. */
export function dealingsOf(sql: Sql, { account, person }: PersonName): Promise<Dealing[]> {
  const text = `SELECT ${dealingColumns} FROM dealings WHERE account = ? AND person = ? ORDER BY seen_at_ms, order_number`;
  return sql.rows(dealingSchema, text, [account, person]);
}

/** Returns an order with its person; null: no read of it has named one. */
export function dealingOf(
  sql: Sql,
  { account, orderNumber }: { readonly account: string; readonly orderNumber: string },
): Promise<Dealing | null> {
  const text = `SELECT ${dealingColumns} FROM dealings WHERE account = ? AND order_number = ?`;
  return oneRow(sql, dealingSchema, { text, values: [account, orderNumber] });
}

const countSchema = z.object({ people: z.number() });

/**
 * Reports whether a number is the account's own: it stands on the desk's side of orders with two people. Of one alone it may
 * be the other one's, whose ad a person has taken in the app.
 */
export async function isOwnNumber(sql: Sql, { account, person }: PersonName): Promise<boolean> {
  const text = 'SELECT COUNT(DISTINCT person) AS people FROM dealings WHERE account = ? AND own = ?';
  return ((await oneRow(sql, countSchema, { text, values: [account, person] }))?.people ?? 0) > 1;
}

/** What is remarked of a person; an empty text takes the remark away. */
interface Remarking extends PersonName {
  readonly text: string;
  readonly by: string;
  readonly nowMs: number;
}

/** Remarks something of a person, in place of what was remarked before, which the journal keeps. */
export async function remark(sql: Sql, { account, person, text, by, nowMs }: Remarking): Promise<void> {
  await sql.run('DELETE FROM remarks WHERE account = ? AND person = ?', [account, person]);
  if (text !== '')
    await sql.run('INSERT INTO remarks (account, person, text, said_by, at_ms) VALUES (?, ?, ?, ?, ?)', [
      account,
      person,
      text,
      by,
      nowMs,
    ]);
  await note(sql, { atMs: nowMs, account, kind: 'remark', subject: person, body: { by, text } });
}

const remarkSchema = z
  .object({ person: z.string(), text: z.string(), said_by: z.string(), at_ms: z.number() })
  .transform(({ person, text, said_by: by, at_ms: atMs }): Remark => ({ person, text, by, atMs }));

/** Returns what an account has remarked of people. */
export function remarks(sql: Sql, { account }: { readonly account: string }): Promise<Remark[]> {
  const text = 'SELECT person, text, said_by, at_ms FROM remarks WHERE account = ? ORDER BY at_ms, person';
  return sql.rows(remarkSchema, text, [account]);
}

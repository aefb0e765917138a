/** Reads and writes rows of money steps. */
import { z } from 'zod';
import { stepStates, type StepKey, type StepRow } from '../../domain/register/step-row.ts';
import { onceStepNames } from '../../domain/once-steps.ts';
import type { PaymentOwner } from '../../domain/payment-owner.ts';
import type { Sql } from '../sql.ts';

const rowSchema = z
  .object({
    account: z.string(),
    number: z.number(),
    step: z.enum(onceStepNames),
    subject: z.string(),
    state: z.enum(stepStates),
    term: z.number(),
    total: z.string().nullable(),
    fiat: z.string().nullable(),
    asked_at_ms: z.number(),
    armed_at_ms: z.number().nullable(),
    until_ms: z.number().nullable(),
    unseen_reads: z.number(),
    unseen_at_ms: z.number().nullable(),
    order_number: z.string().nullable(),
  })
  .transform((row): StepRow => ({
    account: row.account,
    number: row.number,
    step: row.step,
    subject: row.subject,
    state: row.state,
    term: row.term,
    total: row.total,
    fiat: row.fiat,
    askedAtMs: row.asked_at_ms,
    armedAtMs: row.armed_at_ms,
    untilMs: row.until_ms,
    unseenReads: row.unseen_reads,
    unseenAtMs: row.unseen_at_ms,
    orderNumber: row.order_number,
  }));

const columns =
  'account, number, step, subject, state, term, total, fiat, asked_at_ms, armed_at_ms, until_ms, unseen_reads, unseen_at_ms, order_number';

/** Returns the attempts of a step, the oldest first. */
export async function rowsOf(sql: Sql, { account, step, subject }: StepKey): Promise<StepRow[]> {
  const text = `SELECT ${columns} FROM steps WHERE account = ? AND step = ? AND subject = ? ORDER BY number`;
  return sql.rows(rowSchema, text, [account, step, subject]);
}

/** Returns one attempt, or null. */
export async function rowOf(sql: Sql, account: string, number: number): Promise<StepRow | null> {
  const text = `SELECT ${columns} FROM steps WHERE account = ? AND number = ?`;
  const [row = null] = await sql.rows(rowSchema, text, [account, number]);
  return row;
}

/** Returns the attempts of an account that may have left and have no end, the oldest first. */
export async function leavingRows(sql: Sql, account: string): Promise<StepRow[]> {
  const text = `SELECT ${columns} FROM steps WHERE account = ? AND state = 'leaving' ORDER BY number`;
  return sql.rows(rowSchema, text, [account]);
}

/** Returns the attempts of an account that were claimed and never armed. */
export async function askedRows(sql: Sql, account: string): Promise<StepRow[]> {
  const text = `SELECT ${columns} FROM steps WHERE account = ? AND state = 'asked' ORDER BY number`;
  return sql.rows(rowSchema, text, [account]);
}

const ownerSchema = z
  .object({ key: z.string(), account: z.string(), order_number: z.string() })
  .transform((row): PaymentOwner => ({ key: row.key, account: row.account, orderNumber: row.order_number }));

/** Returns who holds these payments now. */
export async function ownersOf(sql: Sql, keys: readonly string[]): Promise<PaymentOwner[]> {
  if (keys.length === 0) return [];
  const marks = keys.map(() => '?').join(', ');
  const text = `SELECT key, account, order_number FROM payments WHERE freed_at_ms IS NULL AND key IN (${marks})`;
  return sql.rows(ownerSchema, text, keys);
}

/** Returns the payments that an order holds now. */
export async function paymentsOf(sql: Sql, account: string, orderNumber: string): Promise<PaymentOwner[]> {
  const text =
    'SELECT key, account, order_number FROM payments WHERE freed_at_ms IS NULL AND account = ? AND order_number = ?';
  return sql.rows(ownerSchema, text, [account, orderNumber]);
}

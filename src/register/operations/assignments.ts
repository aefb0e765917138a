/** Who of the desk works at an order, for how long, and which transfer pays which purchase (ADR 0059). */
import { z } from 'zod';
import { assignmentMs, type Assigned, type TransferRefusal } from '../../domain/people/assignment.ts';
import { oneRow, type Sql } from '../sql.ts';
import { holdPayments, type ClaimedPayment } from './claim.ts';
import { note } from './journal.ts';
import { ownersOf } from './step-table.ts';

interface OrderName {
  readonly account: string;
  readonly orderNumber: string;
}

/** A word of one who works at an order. */
interface Working extends OrderName {
  readonly by: string;
  readonly nowMs: number;
}

const assignedSchema = z
  .object({ assignee: z.string(), until_ms: z.number() })
  .transform(({ assignee, until_ms: untilMs }): Assigned => ({ assignee, untilMs }));

/** Returns who has an order; null: no one. */
export function assignedTo(
  sql: Sql,
  { account, orderNumber, nowMs }: OrderName & { readonly nowMs: number },
): Promise<Assigned | null> {
  const text = 'SELECT assignee, until_ms FROM assignments WHERE account = ? AND order_number = ? AND until_ms > ?';
  return oneRow(sql, assignedSchema, { text, values: [account, orderNumber, nowMs] });
}

/** Assigns an order to the one who takes it, unless another has it. Returns who has it. */
export async function takeOrder(sql: Sql, { account, orderNumber, by, nowMs }: Working): Promise<Assigned> {
  const before = await assignedTo(sql, { account, orderNumber, nowMs });
  if (before !== null && before.assignee !== by) return before;
  const untilMs = nowMs + assignmentMs;
  await sql.run(
    `INSERT INTO assignments (account, order_number, assignee, until_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT (account, order_number) DO UPDATE SET assignee = excluded.assignee, until_ms = excluded.until_ms`,
    [account, orderNumber, by, untilMs],
  );
  await note(sql, { atMs: nowMs, account, kind: 'assigned', subject: orderNumber, body: { by, untilMs } });
  return { assignee: by, untilMs };
}

/** Ends the assignment of an order by the one who has it. Returns who has it afterwards. */
export async function dropOrder(sql: Sql, { account, orderNumber, by, nowMs }: Working): Promise<Assigned | null> {
  const before = await assignedTo(sql, { account, orderNumber, nowMs });
  if (before?.assignee !== by) return before;
  await sql.run('DELETE FROM assignments WHERE account = ? AND order_number = ?', [account, orderNumber]);
  await note(sql, { atMs: nowMs, account, kind: 'assigned', subject: orderNumber, body: { by, untilMs: null } });
  return null;
}

/** A transfer of the desk for a purchase. */
interface Transfer extends Working {
  readonly payment: ClaimedPayment;
}

/**
 * Keeps that a transfer pays a purchase; returns why it does not count, or null. It is a payment like one that came in: it is
 * one order's of all accounts, forever.
 */
export async function keepTransfer(sql: Sql, transfer: Transfer): Promise<TransferRefusal | null> {
  const { account, orderNumber, by, payment, nowMs } = transfer;
  const taken = await assignedTo(sql, { account, orderNumber, nowMs });
  if (taken !== null && taken.assignee !== by) return { code: 'order-taken', ...taken };
  const [owner] = await ownersOf(sql, [payment.key]);
  if (owner !== undefined && (owner.account !== account || owner.orderNumber !== orderNumber))
    return { code: 'transfer-used', account: owner.account, orderNumber: owner.orderNumber };
  await holdPayments(sql, { account, subject: orderNumber, payments: [payment], nowMs }, null);
  return null;
}

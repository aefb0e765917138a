/** Who of the desk works at an order, for how long, and which transfer pays which purchase (ADR 0059). */
import { z } from 'zod';
import {
  assignmentMs,
  transferMark,
  transfersIn,
  type Assigned,
  type KeptTransfer,
  type TransferDoubt,
} from '../../domain/people/assignment.ts';
import { oneRow, type Sql } from '../sql.ts';
import { holdPayments, type ClaimedPayment } from './claim.ts';
import { heldPayments } from './freed-payments.ts';
import { note } from './journal.ts';
import { endUnsent } from './step-ends.ts';
import { ownersOf, rowsOf } from './step-table.ts';

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

/** Assigns an order to the one who takes it, or ends that, unless another one has it. Returns who has it then; null: no one. */
export async function takeOrder(
  sql: Sql,
  { account, orderNumber, by, drops, nowMs }: Working & { readonly drops: boolean },
): Promise<Assigned | null> {
  const before = await assignedTo(sql, { account, orderNumber, nowMs });
  if (before !== null && before.assignee !== by) return before;
  const untilMs = drops ? null : nowMs + assignmentMs;
  await sql.run('DELETE FROM assignments WHERE account = ? AND order_number = ?', [account, orderNumber]);
  if (untilMs !== null)
    await sql.run('INSERT INTO assignments (account, order_number, assignee, until_ms) VALUES (?, ?, ?, ?)', [
      account,
      orderNumber,
      by,
      untilMs,
    ]);
  await note(sql, { atMs: nowMs, account, kind: 'assigned', subject: orderNumber, body: { by, untilMs } });
  return untilMs === null ? null : { assignee: by, untilMs };
}

/** A transfer of the desk for a purchase. */
interface Transfer extends Working {
  readonly payment: ClaimedPayment;
  readonly despite: readonly TransferDoubt[];
}

/**
 * Keeps that a transfer pays a purchase, or returns why it does not count. It is a payment like one that came in: one order's of
 * all accounts, until that ends cancelled. A reference of two purchases that a person means stays with the first.
 */
export async function keepTransfer(sql: Sql, transfer: Transfer): Promise<KeptTransfer> {
  const { account, orderNumber, by, payment, despite, nowMs } = transfer;
  const taken = await assignedTo(sql, { account, orderNumber, nowMs });
  if (taken !== null && taken.assignee !== by && !despite.includes('holder'))
    return { refusal: { code: 'order-taken', ...taken } };
  const [owner] = await ownersOf(sql, [payment.key]);
  const isElsewhere = owner !== undefined && (owner.account !== account || owner.orderNumber !== orderNumber);
  if (isElsewhere && !despite.includes('reference'))
    return { refusal: { code: 'transfer-used', account: owner.account, orderNumber: owner.orderNumber } };
  const former = (await unsentTransfers(sql, transfer)).filter((key) => key !== payment.key);
  await holdPayments(sql, { account, subject: orderNumber, payments: [payment], nowMs }, null);
  const mayBeCancelled = await stopCancelling(sql, transfer);
  return { refusal: null, added: owner === undefined ? [payment.key] : [], former, mayBeCancelled };
}

/** What was paid must not be cancelled: one that was claimed and not armed leaves no more. Returns whether one may have left. */
async function stopCancelling(sql: Sql, { account, orderNumber, nowMs }: Transfer): Promise<boolean> {
  const rows = await rowsOf(sql, { account, step: 'cancel', subject: orderNumber });
  for (const row of rows) if (row.state === 'asked') await endUnsent(sql, row, { nowMs, why: 'it was paid' });
  return rows.some(({ state }) => state === 'leaving' || state === 'done');
}

/** Returns the transfers of an order with which no call has left. */
async function unsentTransfers(sql: Sql, { account, orderNumber }: OrderName): Promise<string[]> {
  const rows = await rowsOf(sql, { account, step: 'mark-paid', subject: orderNumber });
  const leftAtMs = Math.max(...rows.map(({ state, armedAtMs }) => (state === 'not-left' ? -1 : (armedAtMs ?? -1))));
  const sent = transfersIn(await heldPayments(sql, { account, orderNumber }));
  return sent.flatMap(({ key, sinceMs }) => (sinceMs > leftAtMs ? [key] : []));
}

/** Frees transfers that an order refused, or that a person has corrected. */
export async function freeTransfers(
  sql: Sql,
  { account, orderNumber, keys, nowMs }: OrderName & { readonly keys: readonly string[]; readonly nowMs: number },
): Promise<void> {
  for (const key of keys)
    await sql.run(
      `UPDATE payments SET freed_at_ms = ?, freed_how = 'not reported'
        WHERE key = ? AND key LIKE '${transferMark}%' AND account = ? AND order_number = ? AND freed_at_ms IS NULL`,
      [nowMs, key, account, orderNumber],
    );
}

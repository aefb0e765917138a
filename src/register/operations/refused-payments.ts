/** Payments that a person has refused: their claim is held by no order, so that no release rests on them. */
import { refusedOrder } from '../../domain/payment-owner.ts';
import type { Sql } from '../sql.ts';
import { holdPayments } from './claim.ts';
import { note } from './journal.ts';
import { paymentsSeen } from './sightings.ts';

interface RefusedPayment {
  /** Its number. */
  readonly payment: number;
  /** True: it is refused no more. */
  readonly undo: boolean;
  readonly by: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** Why a payment is not refused, or is refused still. */
export type UnrefusedPayment =
  | { readonly code: 'no-payment' }
  | { readonly code: 'not-refused' }
  | { readonly code: 'payment-held'; readonly orderNumber: string };

/** Refuses a payment, or takes that back; returns why not, or null. A payment that backs an order stays with it. */
export async function refusePayment(sql: Sql, wish: RefusedPayment): Promise<UnrefusedPayment | null> {
  const { payment, undo, by, reason, nowMs } = wish;
  const [seen] = await paymentsSeen(sql, { payment });
  if (seen === undefined) return { code: 'no-payment' };
  const { account, key, proof, owner } = seen;
  if (undo && owner?.orderNumber !== refusedOrder) return { code: 'not-refused' };
  if (!undo && owner !== null) return { code: 'payment-held', orderNumber: owner.orderNumber };
  if (undo) await free(sql, key, nowMs);
  else await holdPayments(sql, { account, subject: refusedOrder, payments: [{ key, proof }], nowMs }, null);
  const body = { by, reason, proof };
  const kind = undo ? 'payment-unrefused' : 'payment-refused';
  await note(sql, { atMs: nowMs, account, kind, subject: String(payment), body });
  return null;
}

async function free(sql: Sql, key: string, nowMs: number): Promise<void> {
  const where = 'key = ? AND order_number = ? AND freed_at_ms IS NULL';
  const values = [nowMs, 'refused no more', key, refusedOrder];
  await sql.run(`UPDATE payments SET freed_at_ms = ?, freed_how = ? WHERE ${where}`, values);
}

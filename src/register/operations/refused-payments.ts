/** Payments that a person has refused: their claim is held by no order, so that no release rests on them until one is freed. */
import { refusedOrder } from '../../domain/payment-owner.ts';
import type { Sql } from '../sql.ts';
import { holdPayments } from './claim.ts';
import { note } from './journal.ts';
import { paymentsSeen } from './sightings.ts';

interface RefusedPayment {
  /** Its number. */
  readonly payment: number;
  readonly by: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** Why a payment is not refused. */
export type UnrefusedPayment =
  | { readonly code: 'no-payment' }
  | { readonly code: 'payment-held'; readonly orderNumber: string };

/** Refuses a payment; returns why not, or null. One that backs an order stays with it. */
export async function refusePayment(sql: Sql, wish: RefusedPayment): Promise<UnrefusedPayment | null> {
  const { payment, by, reason, nowMs } = wish;
  const [seen] = await paymentsSeen(sql, { payment });
  if (seen === undefined) return { code: 'no-payment' };
  const { account, key, proof, owner } = seen;
  if (owner !== null) return { code: 'payment-held', orderNumber: owner.orderNumber };
  await holdPayments(sql, { account, subject: refusedOrder, payments: [{ key, proof }], nowMs }, null);
  const body = { by, reason, proof };
  await note(sql, { atMs: nowMs, account, kind: 'payment-refused', subject: String(payment), body });
  return null;
}

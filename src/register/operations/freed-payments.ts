/** A payment that a person frees: reads have shown that the release of its order was not done, and it is another order's. */
import { z } from 'zod';
import { refusedOrder } from '../../domain/payment-owner.ts';
import { freedByPerson, freeingRefusal } from '../../domain/register/freed-payment.ts';
import { freeingWord } from '../../domain/signing/signed-freeing.ts';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';
import type { Signed } from '../../domain/signing/signed-word.ts';
import type { Sql } from '../sql.ts';
import { generationOf } from './accounts.ts';
import { note } from './journal.ts';
import { markOf, takeBack } from './order-marks.ts';
import { wordRefusal } from './signers.ts';
import { rowsOf } from './step-table.ts';

/** A payment that an order holds. */
export interface HeldPayment {
  readonly key: string;
  /** As it was reported. */
  readonly proof: string;
  readonly sinceMs: number;
}

const heldSchema = z
  .object({ key: z.string(), proof: z.string(), since_ms: z.number() })
  .transform(({ key, proof, since_ms: sinceMs }): HeldPayment => ({ key, proof, sinceMs }));

interface OrderName {
  readonly account: string;
  readonly orderNumber: string;
}

/** Returns the payments that an order holds now. */
export function heldPayments(sql: Sql, { account, orderNumber }: OrderName): Promise<HeldPayment[]> {
  const text = `SELECT key, proof, since_ms FROM payments
    WHERE freed_at_ms IS NULL AND account = ? AND order_number = ? ORDER BY since_ms, key`;
  return sql.rows(heldSchema, text, [account, orderNumber]);
}

const keySchema = z.object({ key: z.string() });

/** Returns which of these payments a person has freed of the order: it never rests on them again. */
export async function takenFrom(sql: Sql, order: OrderName, keys: readonly string[]): Promise<string[]> {
  const taken = await freedOf(sql, order);
  return keys.filter((one) => taken.includes(one));
}

/** Reports whether a person has freed a payment of the order. */
export async function wasFreed(sql: Sql, order: OrderName): Promise<boolean> {
  return (await freedOf(sql, order)).length > 0;
}

async function freedOf(sql: Sql, { account, orderNumber }: OrderName): Promise<string[]> {
  const text = 'SELECT key FROM payments WHERE account = ? AND order_number = ? AND freed_how = ?';
  const rows = await sql.rows(keySchema, text, [account, orderNumber, freedByPerson]);
  return rows.map(({ key }) => key);
}

/** A payment that is freed, with what its giver saw. */
interface Freeing extends OrderName {
  readonly generation: string;
  readonly epoch: number;
  /** The number of the newest release of the order. */
  readonly attempt: number;
  /** What the payment is compared by. */
  readonly payment: string;
  readonly by: string;
  readonly note: string;
  /** Over all of it, where the account needs one. */
  readonly signed: Signed | null;
  readonly nowMs: number;
}

/**
 * Frees a payment of an order, which never rests on it again, or one that a person has refused; returns why not, or null.
 * What was approved or attached there before counts no more.
 */
export async function freePayment(sql: Sql, word: Freeing): Promise<WordRefusal | null> {
  const { account, orderNumber, generation, epoch, attempt, payment, by, signed, nowMs } = word;
  const isRefused = orderNumber === refusedOrder;
  const mark = await markOf(sql, account, orderNumber);
  if (mark.epoch !== epoch || (await generationOf(sql)) !== generation)
    return { code: 'changed-since-shown', what: isRefused ? 'payment' : 'order' };
  const rows = await rowsOf(sql, { account, step: 'release', subject: orderNumber });
  // Nothing was released for no order.
  const why = isRefused ? null : freeingRefusal(rows, attempt);
  if (why !== null) return why;
  const held = (await heldPayments(sql, word)).find(({ key }) => key === payment);
  if (held === undefined) return { code: 'payment-not-held' };
  const staying = { account, stays: isRefused ? 'refused-payment' : 'payment', orderNumber } as const;
  const refusal = await wordRefusal(sql, { word: freeingWord(word), signed, nowMs }, staying);
  if (refusal !== null) return refusal;
  const values = [nowMs, freedByPerson, payment, account, orderNumber];
  const where = 'key = ? AND account = ? AND order_number = ? AND freed_at_ms IS NULL';
  await sql.run(`UPDATE payments SET freed_at_ms = ?, freed_how = ? WHERE ${where}`, values);
  const body = { by, note: word.note, generation, epoch, attempt, payment, proof: held.proof, signed };
  await note(sql, { atMs: nowMs, account, kind: 'freed', subject: orderNumber, body });
  await takeBack(sql, { account, orderNumber, what: 'unmatch', by, note: 'its payment was freed', nowMs });
  return null;
}

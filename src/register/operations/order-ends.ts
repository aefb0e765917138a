/** Ends of orders: what the workflow of an order knows of it when it is over, as entries of the journal (ADR 0054). */
import { z } from 'zod';
import type { KeptEnd } from '../../domain/orders/ended-order.ts';
import { oneRow, type Sql } from '../sql.ts';
import { accountOf } from './accounts.ts';
import { note } from './journal.ts';

/** An order that is over. */
export interface OrderEnding {
  readonly account: string;
  readonly orderNumber: string;
  readonly ended: KeptEnd;
  readonly nowMs: number;
}

const bodySchema = z.object({ body: z.string() });
const sameEndSchema = z.object({
  mode: z.string(),
  end: z.string(),
  stoppedBy: z.string().nullable(),
  trade: z.object({ status: z.string() }).nullable(),
});

/** What makes an end another one: a run that was reset after its end has forgotten approvals and payments. */
const endKey = (ended: unknown): string => JSON.stringify(sameEndSchema.parse(ended));

/** Writes down how an order has ended, unless the newest entry of the order has the same end; returns whether it was written. */
export async function keepOrderEnd(sql: Sql, { account, orderNumber, ended, nowMs }: OrderEnding): Promise<boolean> {
  await accountOf(sql, account);
  const text = `SELECT body FROM journal WHERE kind = 'order-end' AND account = ? AND subject = ? ORDER BY seq DESC LIMIT 1`;
  const last = await oneRow(sql, bodySchema, { text, values: [account, orderNumber] });
  if (last !== null && endKey(JSON.parse(last.body)) === endKey(ended)) return false;
  await note(sql, { atMs: nowMs, account, kind: 'order-end', subject: orderNumber, body: { ...ended } });
  return true;
}

/** Which calls of a register its guard has permitted, as far as the rows say. */
import { z } from 'zod';
import type { PermittedCall } from '../../domain/guard/permitted-call.ts';
import { oneRow, type Sql } from '../sql.ts';

const callSchema = z
  .object({ number: z.number(), call_id: z.string() })
  .transform(({ number, call_id: callId }): PermittedCall => ({ number, callId }));

/**
 * Returns the highest call below a number that was permitted: it was armed, or is on its way there. Calls are permitted
 * one after the other, and one that is refused ends. One that was permitted and ended before it was armed is not among
 * them: the guard names that one itself. What was released elsewhere has a number, and is no call.
 */
export async function knownCall(sql: Sql, account: string, below: number): Promise<PermittedCall | null> {
  const text = `SELECT number, call_id FROM steps WHERE account = ? AND number < ? AND call_id IS NOT NULL
    AND (state = 'asked' OR armed_at_ms IS NOT NULL) ORDER BY number DESC LIMIT 1`;
  return oneRow(sql, callSchema, { text, values: [account, below] });
}

/** Whether this register has claimed a call: with its number alone, a copy of it may have. */
export async function hasCall(sql: Sql, account: string, { number, callId }: PermittedCall): Promise<boolean> {
  const text = 'SELECT number, call_id FROM steps WHERE account = ? AND number = ? AND call_id = ?';
  return (await oneRow(sql, callSchema, { text, values: [account, number, callId] })) !== null;
}

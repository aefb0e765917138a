/** What people say who cancel a purchase; the journal keeps it. */
import { z } from 'zod';
import { cancelReasonSchema, type CancelReason } from '../../domain/cancel-reason.ts';
import { peopleWhoCancel } from '../../domain/register/cancel-word.ts';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';
import { cancellingWord } from '../../domain/signing/signed-cancelling.ts';
import { signedSchema, type Signed } from '../../domain/signing/signed-word.ts';
import type { Sql } from '../sql.ts';
import { generationOf } from './accounts.ts';
import { note } from './journal.ts';
import { markOf } from './order-marks.ts';
import { signersOf, spokenRefusal, wordRefusal } from './signers.ts';

interface OrderName {
  readonly account: string;
  readonly orderNumber: string;
}

/** One person's word, with the marks that its giver saw. */
interface Cancelling extends OrderName {
  readonly reason: CancelReason;
  readonly despitePayment: boolean;
  readonly generation: string;
  readonly epoch: number;
  readonly by: string;
  readonly note: string;
  /** Over all of it, where the account needs one. */
  readonly signed: Signed | null;
  readonly nowMs: number;
}

const kind = 'cancel-word';

/** Keeps a person's word that a purchase is cancelled; returns why it does not count, or null. */
export async function sayCancel(sql: Sql, word: Cancelling): Promise<WordRefusal | null> {
  const { account, orderNumber, reason, despitePayment, generation, epoch, by, signed, nowMs } = word;
  const mark = await markOf(sql, account, orderNumber);
  if (mark.epoch !== epoch || (await generationOf(sql)) !== generation)
    return { code: 'changed-since-shown', what: 'order' };
  const staying = { account, stays: 'purchase', orderNumber } as const;
  const refusal = await wordRefusal(sql, { word: cancellingWord(word), signed, nowMs }, staying);
  if (refusal !== null) return refusal;
  const body = { by, note: word.note, reason, despitePayment, generation, epoch, signed };
  await note(sql, { atMs: nowMs, account, kind, subject: orderNumber, body });
  return null;
}

const entrySchema = z.object({ at_ms: z.number(), body: z.string() });
const bodySchema = z.object({
  by: z.string(),
  reason: cancelReasonSchema,
  despitePayment: z.boolean(),
  generation: z.string(),
  epoch: z.number(),
  signed: signedSchema.nullable(),
});

interface CancelNow extends OrderName {
  readonly reason: CancelReason;
  readonly mayBePaid: boolean;
  readonly paidAtMs: number | null;
  readonly nowMs: number;
}

/** Returns the different people whose words to cancel an order count now, by the approvers of now. */
export async function whoCancels(sql: Sql, now: CancelNow): Promise<string[]> {
  const { account, orderNumber, nowMs } = now;
  const text = `SELECT at_ms, body FROM journal WHERE kind = '${kind}' AND account = ? AND subject = ? ORDER BY seq`;
  const rows = await sql.rows(entrySchema, text, [account, orderNumber]);
  const signers = await signersOf(sql, { account });
  const words = rows.map(({ at_ms: atMs, body }) => ({ ...bodySchema.parse(JSON.parse(body)), atMs }));
  const counting = words.filter(
    ({ signed, ...word }) =>
      spokenRefusal({ word: cancellingWord({ account, orderNumber, ...word }), signed, nowMs }, signers) === null,
  );
  const { epoch } = await markOf(sql, account, orderNumber);
  return peopleWhoCancel(counting, { ...now, epoch, generation: await generationOf(sql) });
}

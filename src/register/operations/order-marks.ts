/** Epochs and holds: what a person takes back of an order raises its epoch, and nothing lowers it. */
import type { KeptHold, OrderMark } from '../../domain/register/order-stand.ts';
import { z } from 'zod';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';
import type { Signed } from '../../domain/signing/signed-word.ts';
import { unholdWord } from '../../domain/signing/signed-unhold.ts';
import type { TakenBack } from '../../domain/register/taken-back.ts';
import { oneRow, type Sql } from '../sql.ts';
import { accountOf, generationOf } from './accounts.ts';
import { note } from './journal.ts';
import { wordRefusal } from './signers.ts';

const markSchema = z.object({
  epoch: z.number(),
  held_by: z.string().nullable(),
  held_note: z.string().nullable(),
  was_held: z.number(),
});

interface OrderName {
  readonly account: string;
  readonly orderNumber: string;
}

/** Returns the mark of an order; one that was never written has epoch 0 and no hold. */
export async function markOf(sql: Sql, account: string, orderNumber: string): Promise<OrderMark> {
  const query = { text: 'SELECT * FROM orders WHERE account = ? AND order_number = ?', values: [account, orderNumber] };
  const row = await oneRow(sql, markSchema, query);
  if (row === null) return { epoch: 0, held: null };
  return { epoch: row.epoch, held: row.held_by === null ? null : { by: row.held_by, note: row.held_note ?? '' } };
}

/** A word that takes something back. */
export interface TakeBack extends OrderName {
  readonly what: TakenBack;
  readonly by: string;
  readonly note: string;
  readonly nowMs: number;
}

/**
 * Raises the epoch of an order; returns its mark. A hold holds it, and so does a stop: no policy and no later workflow goes
 * on without a person. After a change of mode a reset would bring the former mode back: it holds the order then.
 */
export async function takeBack(sql: Sql, word: TakeBack): Promise<OrderMark> {
  const { account, orderNumber, what, by, nowMs } = word;
  const before = await markOf(sql, account, orderNumber);
  const held = holdBy(word) ?? before.held;
  await writeMark(sql, word, { epoch: before.epoch + 1, held, holdsAfterReset: held !== null || what === 'mode' });
  const body = { what, by, note: word.note, epoch: before.epoch + 1 };
  await note(sql, { atMs: nowMs, account, kind: 'taken-back', subject: orderNumber, body });
  return { epoch: before.epoch + 1, held };
}

function holdBy({ what, by, note: why }: TakeBack): KeptHold | null {
  if (what === 'hold') return { by, note: why };
  return what === 'stop' ? { by, note: why === '' ? 'stopped' : `stopped: ${why}` } : null;
}

interface NewMark extends OrderMark {
  /** A reset holds it, although it is not held now; absent: only one that was ever held. */
  readonly holdsAfterReset?: boolean;
}

async function writeMark(
  sql: Sql,
  { account, orderNumber }: OrderName,
  { epoch, held, holdsAfterReset = held !== null }: NewMark,
): Promise<void> {
  await sql.run(
    `INSERT INTO orders (account, order_number, epoch, held_by, held_note, was_held) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, order_number) DO UPDATE SET epoch = excluded.epoch, held_by = excluded.held_by,
      held_note = excluded.held_note, was_held = CASE WHEN excluded.was_held = 1 THEN 1 ELSE orders.was_held END`,
    [account, orderNumber, epoch, held?.by ?? null, held?.note ?? null, holdsAfterReset ? 1 : 0],
  );
}

/** Lifts a hold, with the marks that its giver saw. */
export interface Unhold extends OrderName {
  readonly generation: string;
  readonly epoch: number;
  readonly by: string;
  /** Over all of it, where the account needs one. */
  readonly signed: Signed | null;
  readonly nowMs: number;
}

/** Lifts the hold of an order; returns why not, or null. What was approved before the hold stays void. */
export async function unhold(sql: Sql, word: Unhold): Promise<WordRefusal | null> {
  const { account, orderNumber, generation, by, signed, nowMs } = word;
  const mark = await markOf(sql, account, orderNumber);
  if (mark.held === null) return { code: 'order-not-held' };
  if (mark.epoch !== word.epoch || (await generationOf(sql)) !== generation)
    return { code: 'changed-since-shown', what: 'order' };
  const staying = { account, stays: 'held-order', orderNumber } as const;
  const refusal = await wordRefusal(sql, { word: unholdWord(word), signed, nowMs }, staying);
  if (refusal !== null) return refusal;
  await writeMark(sql, word, { epoch: mark.epoch, held: null });
  const body = { by, generation, epoch: mark.epoch, signed };
  await note(sql, { atMs: nowMs, account, kind: 'unheld', subject: orderNumber, body });
  return null;
}

/** The workflow run that asks for an order. */
export interface RunSeen extends OrderName {
  /** Of its last reset, which it carries through new runs; null: it was never reset. */
  readonly resetId: string | null;
  readonly nowMs: number;
}

/** Returns the mark of an order; the first sight of a reset raises its epoch, and holds what was ever held. */
export async function seeRun(sql: Sql, { account, orderNumber, resetId, nowMs }: RunSeen): Promise<OrderMark> {
  const mark = await markOf(sql, account, orderNumber);
  if (resetId === null) return mark;
  const isNew = await sql.run(
    'INSERT INTO resets (account, order_number, reset_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    [account, orderNumber, resetId],
  );
  if (isNew === 0) return mark;
  const raised = { epoch: mark.epoch + 1, held: mark.held ?? (await holdAfterReset(sql, account, orderNumber)) };
  await writeMark(sql, { account, orderNumber }, raised);
  const body = { what: 'reset', resetId, epoch: raised.epoch };
  await note(sql, { atMs: nowMs, account, kind: 'taken-back', subject: orderNumber, body });
  return raised;
}

async function holdAfterReset(sql: Sql, account: string, orderNumber: string): Promise<KeptHold | null> {
  const query = { text: 'SELECT * FROM orders WHERE account = ? AND order_number = ?', values: [account, orderNumber] };
  const row = await oneRow(sql, markSchema, query);
  return row?.was_held === 1
    ? { by: 'Peerdesk', note: 'it was held, or its mode was changed, before its workflow was reset' }
    : null;
}

/** What a step of a subject rests on, as it stands now. */
export interface MarksNow extends OrderMark {
  readonly generation: string;
  readonly revision: number;
}

/** Returns the marks that a step without an order rests on. */
export async function marksOf(
  sql: Sql,
  { account, subject }: { readonly account: string; readonly subject: string },
): Promise<MarksNow> {
  const { revision } = await accountOf(sql, account);
  return { ...(await markOf(sql, account, subject)), generation: await generationOf(sql), revision };
}

/** How an attempt of a money step ends: it never left, reads have shown it, or reads have shown that it is not there. */
import type { StepRow } from '../../domain/register/step-row.ts';
import { rulingWord } from '../../domain/signing/signed-ruling.ts';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';
import type { Signed } from '../../domain/signing/signed-word.ts';
import type { Sql } from '../sql.ts';
import { generationOf } from './accounts.ts';
import { note } from './journal.ts';
import { wordRefusal } from './signers.ts';
import { rowOf, rowsOf } from './step-table.ts';

interface End {
  readonly nowMs: number;
  readonly why: string;
}

/**
 * Ends an attempt of which nothing has left: payments that were claimed with it are free again, unless an earlier
 * attempt of the order may have left. Does nothing to a row that is past `leaving`.
 */
export async function endUnsent(sql: Sql, row: StepRow, { nowMs, why }: End): Promise<void> {
  const { account, number, subject } = row;
  await setState(sql, row, { state: 'not-left', nowMs, how: why });
  await sql.run(
    `UPDATE payments SET freed_at_ms = ?, freed_how = 'never left' WHERE account = ? AND number = ? AND freed_at_ms IS NULL`,
    [nowMs, account, number],
  );
  await note(sql, { atMs: nowMs, account, kind: 'not-left', subject, body: { number, step: row.step, why } });
}

/** Writes the state of an attempt. */
export async function setState(
  sql: Sql,
  { account, number }: Pick<StepRow, 'account' | 'number'>,
  { state, nowMs, how }: { readonly state: StepRow['state']; readonly nowMs: number; readonly how: string },
): Promise<void> {
  await sql.run('UPDATE steps SET state = ?, ended_at_ms = ?, ended_how = ? WHERE account = ? AND number = ?', [
    state,
    nowMs,
    how,
    account,
    number,
  ]);
}

/** What the sender itself knows of its attempt. */
interface Withdrawal extends End {
  readonly account: string;
  readonly number: number;
}

/**
 * The sender proves that nothing has left: it refused before the socket. An attempt that left is never taken back by a
 * word, so one that is not the sender's own to end stays as it is.
 */
export async function withdraw(sql: Sql, { account, number, nowMs, why }: Withdrawal): Promise<void> {
  const row = await rowOf(sql, account, number);
  if (row === null || (row.state !== 'asked' && row.state !== 'leaving')) return;
  await endUnsent(sql, row, { nowMs, why });
}

/** What the service answered to an attempt: kept for the journal, and changes no state. */
interface Answered {
  readonly account: string;
  readonly number: number;
  readonly answer: string;
  /** Of a placement that was answered: which order it made; absent: the answer names none. */
  readonly orderNumber?: string | null;
  readonly nowMs: number;
}

/** Writes down an answer. Only reads change the state of an attempt that has left. */
export async function noteAnswer(sql: Sql, answered: Answered): Promise<void> {
  const { account, number, answer, orderNumber = null, nowMs } = answered;
  const row = await rowOf(sql, account, number);
  if (row === null) return;
  await sql.run('UPDATE steps SET answer = ?, answered_at_ms = ? WHERE account = ? AND number = ?', [
    answer,
    nowMs,
    account,
    number,
  ]);
  if (orderNumber !== null) await nameOrder(sql, row, orderNumber);
  const body = { number, step: row.step, answer, ...(orderNumber === null ? {} : { orderNumber }) };
  await note(sql, { atMs: nowMs, account, kind: 'answered', subject: row.subject, body });
}

/** Writes down which order a placement has made. */
export async function nameOrder(
  sql: Sql,
  { account, number }: Pick<StepRow, 'account' | 'number'>,
  orderNumber: string,
): Promise<void> {
  await sql.run('UPDATE steps SET order_number = ? WHERE account = ? AND number = ?', [orderNumber, account, number]);
}

/** A person says that a placement or a publication that may have left has not happened: its name is free again. */
interface Ruling {
  readonly account: string;
  readonly step: 'place' | 'publish';
  readonly subject: string;
  readonly generation: string;
  /** The number of the call, as it was shown. */
  readonly attempt: number;
  readonly by: string;
  readonly note: string;
  /** Over all of it, where the account needs one. */
  readonly signed: Signed | null;
  readonly nowMs: number;
}

/**
 * Ends a call of a placement or a publication, which have no number to be read by; returns why not, or null. Steps of an
 * order are ended by reads alone.
 */
export async function ruleNotDone(sql: Sql, ruling: Ruling): Promise<WordRefusal | null> {
  const { account, step, subject, generation, attempt, by, signed, nowMs } = ruling;
  const row = (await rowsOf(sql, ruling)).findLast(({ state }) => state === 'leaving');
  if (row?.number !== attempt || (await generationOf(sql)) !== generation)
    return { code: 'changed-since-shown', what: 'call' };
  if (row.untilMs !== null && nowMs < row.untilMs) return { code: 'may-still-act', untilMs: row.untilMs };
  const staying = { account, stays: 'call', step } as const;
  const refusal = await wordRefusal(sql, { word: rulingWord(ruling), signed, nowMs }, staying);
  if (refusal !== null) return refusal;
  await setState(sql, row, { state: 'not-done', nowMs, how: `ruled by ${by}` });
  const body = { by, note: ruling.note, step, generation, attempt, signed };
  await note(sql, { atMs: nowMs, account, kind: 'ruled', subject, body });
  return null;
}

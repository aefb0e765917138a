/** The first step of a money call: it writes down what it is about to do, with every payment that it rests on. */
import { z } from 'zod';
import {
  claimRefusal,
  putBackRefusal,
  termRefusal,
  type CancelFacts,
  type CountedSum,
} from '../../domain/register/claim-rules.ts';
import type { BarredStep } from '../../domain/step-bar.ts';
import type { PermittedCall } from '../../domain/guard/permitted-call.ts';
import { transfersIn } from '../../domain/people/assignment.ts';
import type { CancelReason } from '../../domain/cancel-reason.ts';
import type { OnceStepName } from '../../domain/once-steps.ts';
import type { StepKey, StepRow } from '../../domain/register/step-row.ts';
import type { Sql } from '../sql.ts';
import { accountOf, generationOf } from './accounts.ts';
import { whoCancels } from './cancel-words.ts';
import { heldPayments, takenFrom } from './freed-payments.ts';
import { note } from './journal.ts';
import { endUnsent } from './step-ends.ts';
import { knownCall } from './permitted-calls.ts';
import { ownersOf, rowsOf } from './step-table.ts';
import { forgottenBeside, stoppingReleases } from './unknown-releases.ts';

/** A payment that a release rests on. */
export interface ClaimedPayment {
  /** What payments are compared by (`proofKey`). */
  readonly key: string;
  /** As it was reported. */
  readonly proof: string;
}

/** What a money call is about to do. */
export interface Claim extends StepKey {
  /** Random, so that no other copy of this register claims the same call. */
  readonly callId: string;
  readonly term: number;
  /** The generation of the register in which the term has begun. */
  readonly begunIn: string;
  readonly epoch: number;
  readonly asset: string | null;
  readonly amount: string | null;
  readonly price: string | null;
  readonly total: string | null;
  readonly fiat: string | null;
  readonly counterparty: string | null;
  readonly payments: readonly ClaimedPayment[];
  /** The largest sum of releases in 24 hours, in the fiat; null: no cap. */
  readonly perDay: string | null;
  /** Of a cancellation: why, and whether the workflow or a fresh read says that it may be paid. Absent: another step. */
  readonly cancelling?: { readonly reason: CancelReason; readonly mayBePaid: boolean };
  readonly nowMs: number;
}

export type ClaimReply =
  | {
      readonly claimed: true;
      readonly generation: string;
      readonly number: number;
      readonly callId: string;
      /** The highest call of which it knows that it was permitted: a guard that has permitted less is behind. */
      readonly known: PermittedCall | null;
    }
  | ({ readonly claimed: false } & BarredStep);

/**
 * Claims a step: one row, its payments, its sum and its number. An earlier claim of the same step that was never armed
 * gives way, and can be armed no more.
 */
export async function claim(sql: Sql, wish: Claim): Promise<ClaimReply> {
  const { account, payments, nowMs } = wish;
  const known = await accountOf(sql, account);
  const generation = await generationOf(sql);
  const late =
    putBackRefusal({ generation, begunIn: wish.begunIn }) ?? termRefusal({ term: wish.term, newestTerm: known.term });
  if (late !== null) return { claimed: false, ...late };
  const rows = await rowsOf(sql, wish);
  const keys = [...new Set(payments.map(({ key }) => key))];
  const rivals = await rivalsOf(sql, wish);
  await endAsked(sql, rows, nowMs);
  const owners = await ownersOf(sql, keys);
  const refusal = claimRefusal({
    ...wish,
    unknownNumber: known.unknown_number,
    isOtherTemporal: known.other_temporal !== null,
    rows,
    rivals,
    cancelling: await cancelFacts(sql, wish, rivals),
    owners,
    taken: await takenFrom(sql, { account, orderNumber: wish.subject }, keys),
    releases: await countedReleases(sql, wish),
    unknownReleases: await stoppingReleases(sql, account),
    forgottenBeside: owners.length === keys.length ? null : await forgottenBeside(sql, account),
  });
  if (refusal !== null) return { claimed: false, ...refusal };
  // Not before: a cancellation that is refused delays no payment notice.
  await endAsked(sql, rivals, nowMs);
  const number = known.last_number + 1;
  await sql.run('UPDATE accounts SET last_number = ? WHERE account = ?', [number, account]);
  await writeRow(sql, wish, number);
  await holdPayments(sql, wish, number);
  await note(sql, { atMs: nowMs, account, kind: 'asked', subject: wish.subject, body: { number, ...told(wish) } });
  const before = await knownCall(sql, account, number);
  return { claimed: true, generation, number, callId: wish.callId, known: before };
}

/** A payment notice and a cancellation exclude each other. One that was claimed and never armed gives way, and is armed no more. */
const rivals: Partial<Record<OnceStepName, OnceStepName>> = { 'mark-paid': 'cancel', cancel: 'mark-paid' };

async function rivalsOf(sql: Sql, { account, step, subject }: StepKey): Promise<StepRow[]> {
  const rival = rivals[step];
  return rival === undefined ? [] : rowsOf(sql, { account, step: rival, subject });
}

async function endAsked(sql: Sql, rows: readonly StepRow[], nowMs: number): Promise<void> {
  for (const row of rows) if (row.state === 'asked') await endUnsent(sql, row, { nowMs, why: 'another attempt' });
}

/** A payment notice that was ever claimed, however it has ended, and a transfer that a person reports: each may be a payment. */
async function cancelFacts(
  sql: Sql,
  { account, subject: orderNumber, cancelling, nowMs }: Claim,
  notices: readonly StepRow[],
): Promise<CancelFacts | null> {
  if (cancelling === undefined) return null;
  const transfers = transfersIn(await heldPayments(sql, { account, orderNumber }));
  const moments = [...notices.map(({ askedAtMs }) => askedAtMs), ...transfers.map(({ sinceMs }) => sinceMs)];
  const mayBePaid = cancelling.mayBePaid || moments.length > 0;
  const paidAtMs = moments.length > 0 ? Math.max(...moments) : null;
  const { reason } = cancelling;
  return { mayBePaid, people: await whoCancels(sql, { account, orderNumber, reason, mayBePaid, paidAtMs, nowMs }) };
}

const told = ({ step, asset, amount, price, total, fiat, counterparty, payments, cancelling }: Claim) => ({
  step,
  ...(cancelling === undefined ? {} : { reason: cancelling.reason }),
  asset,
  amount,
  price,
  total,
  fiat,
  counterparty,
  payments: payments.map(({ proof }) => proof),
});

async function writeRow(sql: Sql, wish: Claim, number: number): Promise<void> {
  const { account, callId, step, subject, term, epoch, asset, amount, price, total, fiat, counterparty, nowMs } = wish;
  await sql.run(
    `INSERT INTO steps (account, number, call_id, step, subject, state, term, epoch, asset, amount, price, total, fiat,
      counterparty, asked_at_ms, unseen_reads) VALUES (?, ?, ?, ?, ?, 'asked', ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    [account, number, callId, step, subject, term, epoch, asset, amount, price, total, fiat, counterparty, nowMs],
  );
}

/** One that the order holds already stays with the attempt that was first: it may have left. */
export async function holdPayments(
  sql: Sql,
  { account, subject, payments, nowMs }: Pick<Claim, 'account' | 'subject' | 'payments' | 'nowMs'>,
  number: number | null,
): Promise<void> {
  for (const { key, proof } of payments) {
    const [owner] = await ownersOf(sql, [key]);
    if (owner !== undefined) continue;
    await sql.run(
      'INSERT INTO payments (key, account, order_number, number, proof, since_ms) VALUES (?, ?, ?, ?, ?, ?)',
      [key, account, subject, number, proof, nowMs],
    );
  }
}

const sumSchema = z
  .object({ subject: z.string(), total: z.string(), fiat: z.string(), at_ms: z.number() })
  .transform(({ subject, total, fiat, at_ms }): CountedSum => ({ orderNumber: subject, total, fiat, atMs: at_ms }));

const dayMs = 24 * 3_600_000;

/** Returns the releases of other orders that are done or may be, of the last day. */
export async function countedReleases(
  sql: Sql,
  { account, subject, nowMs }: Pick<StepKey, 'account' | 'subject'> & { readonly nowMs: number },
): Promise<CountedSum[]> {
  const text = `SELECT subject, total, fiat, COALESCE(armed_at_ms, asked_at_ms) AS at_ms
    FROM steps WHERE account = ? AND step = 'release' AND subject <> ? AND state IN ('asked', 'leaving', 'done')
    AND total IS NOT NULL AND fiat IS NOT NULL AND COALESCE(armed_at_ms, asked_at_ms) > ?`;
  return sql.rows(sumSchema, text, [account, subject, nowMs - dayMs]);
}

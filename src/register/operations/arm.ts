/** The last step before a money call leaves: everything is compared once more, and the row says that it leaves. */
import { armRefusal, type SeenMarks } from '../../domain/register/arm-rules.ts';
import type { BarredStep } from '../../domain/step-bar.ts';
import { codeStepRefusal, lastCodeStep } from '../../domain/orders/code-step.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import type { Sql } from '../sql.ts';
import { accountOf, generationOf, type AccountRow } from './accounts.ts';
import { note } from './journal.ts';
import { markOf } from './order-marks.ts';
import { switchesOf } from './restrictions.ts';
import { paymentsOf, rowOf } from './step-table.ts';

/** What the sender asks with its turn and a connection taken. */
export interface Arming {
  readonly account: string;
  readonly number: number;
  readonly term: number;
  /** What the look saw that this step rests on. */
  readonly seen: SeenMarks;
  /** The keys of the payments that it was claimed with. */
  readonly payments: readonly string[];
  /** The 30 s step of its one-time code; null: none. */
  readonly codeStep: number | null;
  /** The guard's time, to which the code is compared. */
  readonly guardAtMs: number;
  /** From here on the call shows in reads, or never will. */
  readonly untilMs: number;
  readonly nowMs: number;
}

export type ArmReply = { readonly armed: true } | ({ readonly armed: false } & BarredStep);

/** Arms an attempt: from here on it may have left. A refusal changes nothing. */
export async function arm(sql: Sql, wish: Arming): Promise<ArmReply> {
  const { account, number, codeStep, nowMs, untilMs } = wish;
  const known = await accountOf(sql, account);
  const row = await rowOf(sql, account, number);
  const refusal = await refusalOf(sql, wish, { known, row });
  if (refusal !== null) return { armed: false, ...refusal };
  await sql.run(
    `UPDATE steps SET state = 'leaving', armed_at_ms = ?, until_ms = ?, code_step = ? WHERE account = ? AND number = ?`,
    [nowMs, untilMs, codeStep, account, number],
  );
  await sql.run('UPDATE accounts SET code_step = ? WHERE account = ?', [
    lastCodeStep(codeStep, wish.guardAtMs, known.code_step),
    account,
  ]);
  await note(sql, {
    atMs: nowMs,
    account,
    kind: 'leaving',
    subject: row?.subject ?? '',
    body: { number, step: row?.step },
  });
  return { armed: true };
}

async function refusalOf(
  sql: Sql,
  { account, term, seen, payments, codeStep, guardAtMs }: Arming,
  { known, row }: { readonly known: AccountRow; readonly row: StepRow | null },
): Promise<BarredStep | null> {
  const mark = row === null ? { epoch: 0, held: null } : await markOf(sql, account, row.subject);
  const held = await paymentsOf(sql, account, row?.subject ?? '');
  return armRefusal({
    row,
    term,
    newestTerm: known.term,
    seen,
    now: {
      generation: await generationOf(sql),
      epoch: mark.epoch,
      revision: known.revision,
      isHeld: mark.held !== null,
    },
    switches: await switchesOf(sql, account),
    owners: held.filter(({ key }) => payments.includes(key)),
    claimedPayments: new Set(payments).size,
    codeRefusal: codeStep === null ? null : codeStepRefusal(codeStep, guardAtMs, known.code_step),
  });
}

/** What a register has, in numbers and names: what a person is shown of it. */
import { z } from 'zod';
import { sumsOf } from '../../domain/register/claim-rules.ts';
import type { Restrictions } from '../../domain/guard/restriction.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import { oneRow, type Sql } from '../sql.ts';
import { generationOf } from './accounts.ts';
import { countedReleases } from './claim.ts';
import { restrictionsIn } from './restrictions.ts';
import { leavingRows } from './step-table.ts';
import { unexplainedReleases, type UnknownRelease } from './unknown-releases.ts';

/** An account in a register. */
export interface AccountSummary extends Restrictions {
  readonly account: string;
  /** The term of the lead; 0: none has begun. */
  readonly term: number;
  /** The process that led last, as pid@host; null: none has led yet. */
  readonly leader: string | null;
  /** Steps that may have left and that no read has ended. */
  readonly open: readonly StepRow[];
  /** Releases of the last 24 hours that are done or may be, by currency. */
  readonly released: Readonly<Record<string, string>>;
  /** How many payments are used. */
  readonly payments: number;
  readonly holds: readonly HeldOrder[];
  /** The number of a call that its guard has permitted and that is not here, as in an older copy; null: none. */
  readonly unknownNumber: number | null;
  /** Whether Temporal is another one than before, or has begun empty, and no person has accepted that. */
  readonly isOtherTemporal: boolean;
  /** The id of the namespace that the newest term has begun on; null: none has, or its server does not say. */
  readonly temporal: string | null;
  /** Whether its releases were compared with the former generation alone: the register was put back since. */
  readonly isUncompared: boolean;
  /** Releases that were not this register's, and that no one has explained. */
  readonly unexplained: readonly UnknownRelease[];
}

/** An order that is held. */
interface HeldOrder {
  readonly orderNumber: string;
  readonly by: string;
  readonly note: string;
}

/** A whole register. */
export interface RegisterSummary {
  readonly accounts: readonly AccountSummary[];
  readonly journalEntries: number;
}

const nameSchema = z.object({ account: z.string() });
const countSchema = z.object({ count: z.number() });
const leadSchema = z
  .object({
    term: z.number(),
    leader: z.string().nullable(),
    revision: z.number(),
    unknown_number: z.number().nullable(),
    temporal: z.string().nullable(),
    other_temporal: z.string().nullable(),
    compared_in: z.string().nullable(),
  })
  .transform(
    ({ unknown_number: unknownNumber, other_temporal: other, temporal, compared_in: comparedIn, ...lead }) => ({
      ...lead,
      unknownNumber,
      isOtherTemporal: other !== null,
      temporal: other ?? temporal,
      comparedIn,
    }),
  );
const unled = {
  term: 0,
  leader: null,
  revision: 0,
  unknownNumber: null,
  isOtherTemporal: false,
  temporal: null,
  comparedIn: null,
};
const heldSchema = z
  .object({ order_number: z.string(), held_by: z.string(), held_note: z.string().nullable() })
  .transform((row): HeldOrder => ({ orderNumber: row.order_number, by: row.held_by, note: row.held_note ?? '' }));

/** Returns what the register has, as of one moment. */
export async function summarise(sql: Sql, { nowMs }: { readonly nowMs: number }): Promise<RegisterSummary> {
  const text = 'SELECT account FROM accounts UNION SELECT account FROM orders ORDER BY account';
  const accounts: AccountSummary[] = [];
  for (const { account } of await sql.rows(nameSchema, text)) accounts.push(await summaryOf(sql, account, nowMs));
  return { accounts, journalEntries: await countOf(sql, 'SELECT COUNT(*) AS count FROM journal', []) };
}

async function summaryOf(sql: Sql, account: string, nowMs: number): Promise<AccountSummary> {
  const query = {
    text: 'SELECT term, leader, revision, unknown_number, temporal, other_temporal, compared_in FROM accounts WHERE account = ?',
    values: [account],
  };
  const { comparedIn, ...lead } = (await oneRow(sql, leadSchema, query)) ?? unled;
  const used = 'SELECT COUNT(*) AS count FROM payments WHERE account = ? AND freed_at_ms IS NULL';
  const held =
    'SELECT order_number, held_by, held_note FROM orders WHERE account = ? AND held_by IS NOT NULL ORDER BY order_number';
  return {
    account,
    ...lead,
    isUncompared: comparedIn !== null && comparedIn !== (await generationOf(sql)),
    entries: await restrictionsIn(sql, account),
    open: await leavingRows(sql, account),
    released: sumsOf(await countedReleases(sql, { account, subject: '', nowMs })),
    payments: await countOf(sql, used, [account]),
    holds: await sql.rows(heldSchema, held, [account]),
    unexplained: await unexplainedReleases(sql, account),
  };
}

async function countOf(sql: Sql, text: string, values: readonly string[]): Promise<number> {
  return (await oneRow(sql, countSchema, { text, values }))?.count ?? 0;
}

/** Terms of the lead: what an older one has claimed and not armed never left; what the guard has permitted is known. */
import type { Sql } from '../sql.ts';
import { accountOf, generationOf } from './accounts.ts';
import { note } from './journal.ts';
import { endUnsent } from './step-ends.ts';
import { askedRows } from './step-table.ts';

/** A process that begins to call for an account. */
interface TermBegun {
  readonly account: string;
  /** As pid@host. */
  readonly leader: string;
  readonly nowMs: number;
}

/** What a term is known by. */
export interface LeadTerm {
  readonly term: number;
  readonly generation: string;
  /** The highest number that was armed. */
  readonly armedNumber: number;
}

/** Begins a new term for an account: nothing that an older one has claimed can be armed from now on. */
export async function beginTerm(sql: Sql, { account, leader, nowMs }: TermBegun): Promise<LeadTerm> {
  const known = await accountOf(sql, account);
  const term = known.term + 1;
  await sql.run('UPDATE accounts SET term = ?, leader = ? WHERE account = ?', [term, leader, account]);
  for (const row of await askedRows(sql, account)) {
    await endUnsent(sql, row, { nowMs, why: 'claimed in an older term, and never armed' });
  }
  await note(sql, { atMs: nowMs, account, kind: 'term', subject: '', body: { term, leader } });
  return { term, generation: await generationOf(sql), armedNumber: known.armed_number };
}

/** What the guard of an account says of itself. */
interface GuardSeen {
  readonly account: string;
  /** Of the register that it permits; null: of none yet. */
  readonly generation: string | null;
  /** The highest number that it has permitted. */
  readonly permitted: number;
  readonly nowMs: number;
}

/**
 * Compares the numbers of the register with what its guard has permitted. It permits none that was not claimed, so one that
 * has permitted more knows of calls that this register has forgotten: it is an older copy, and claims nothing from then
 * on. Returns whether it is. Without this each refused claim would bring its number nearer to one that is permitted.
 */
export async function compareGuard(sql: Sql, { account, generation, permitted, nowMs }: GuardSeen): Promise<boolean> {
  const known = await accountOf(sql, account);
  if (generation === (await generationOf(sql)) && permitted > Math.max(known.last_number, known.guard_number)) {
    await sql.run('UPDATE accounts SET guard_number = ? WHERE account = ?', [permitted, account]);
    const body = { permitted, last: known.last_number };
    await note(sql, { atMs: nowMs, account, kind: 'behind-guard', subject: '', body });
    return true;
  }
  return known.guard_number > known.last_number;
}

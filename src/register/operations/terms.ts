/** Terms of the lead: what an older one has claimed and not armed never left; what the guard has permitted is known. */
import type { PermittedCall } from '../../domain/guard/permitted-call.ts';
import type { Sql } from '../sql.ts';
import { switchEntry } from '../../domain/guard/restriction.ts';
import { accountOf, generationOf, readIdentity } from './accounts.ts';
import { note } from './journal.ts';
import { hasCall, knownCall } from './permitted-calls.ts';
import { restrict } from './restrictions.ts';
import { nameSigners, type Signers } from './signers.ts';
import { endUnsent } from './step-ends.ts';
import { askedRows } from './step-table.ts';
import { meetTemporal } from './temporal-memory.ts';

/** A process that begins to call for an account. */
interface TermBegun {
  readonly account: string;
  /** As pid@host. */
  readonly leader: string;
  /** Whose signatures this process counts; null: words count without. */
  readonly signers: Signers | null;
  /** The id of the namespace that the process serves; absent: the server does not say. */
  readonly temporal?: string;
  readonly nowMs: number;
}

/** What a term is known by. */
export interface LeadTerm {
  readonly term: number;
  readonly generation: string;
  /** The highest call of which it knows that it was permitted; null: none. */
  readonly known: PermittedCall | null;
  /** Whether the account was served on another Temporal before, and no person has accepted this one. */
  readonly isOtherTemporal: boolean;
}

/** Begins a new term for an account: nothing that an older one has claimed can be armed from now on. */
export async function beginTerm(sql: Sql, { account, leader, signers, temporal, nowMs }: TermBegun): Promise<LeadTerm> {
  const known = await accountOf(sql, account);
  const term = known.term + 1;
  await sql.run('UPDATE accounts SET term = ?, leader = ? WHERE account = ?', [term, leader, account]);
  for (const row of await askedRows(sql, account)) {
    await endUnsent(sql, row, { nowMs, why: 'claimed in an older term, and never armed' });
  }
  await note(sql, { atMs: nowMs, account, kind: 'term', subject: '', body: { term, leader } });
  await nameSigners(sql, { account, signers, nowMs });
  if (known.term === 0) await restrictForgotten(sql, account, nowMs);
  const before = await knownCall(sql, account, known.last_number + 1);
  const isOtherTemporal =
    temporal === undefined ? known.other_temporal !== null : await meetTemporal(sql, known, { temporal, nowMs });
  return { term, generation: await generationOf(sql), known: before, isOtherTemporal };
}

/**
 * Switches the releases of an account off that is new in a register which was rebuilt: who rebuilt it may not have named the
 * account, such as one of another machine, and its payments are forgotten. Where they are off already they stay as they are.
 */
async function restrictForgotten(sql: Sql, account: string, nowMs: number): Promise<void> {
  if ((await readIdentity(sql))?.how !== 'recovered') return;
  const entry = switchEntry('releases', { by: 'Peerdesk', reason: 'the register was rebuilt', atMs: nowMs });
  await restrict(sql, { account, entries: [entry], by: 'Peerdesk', nowMs });
}

/** What the guard of an account says of itself. */
export interface GuardSeen {
  readonly account: string;
  /** Of the register that it permits; null: of none yet. */
  readonly generation: string | null;
  /** The call with the highest number that it has permitted; null: none yet. */
  readonly permitted: PermittedCall | null;
  readonly nowMs: number;
}

/**
 * Compares the register with what its guard has permitted. It permits none that was not claimed, so one that has permitted
 * a call which is not here knows of calls that this register has forgotten: it is an older copy, whatever it has claimed or
 * booked with the same numbers since, and claims nothing until another generation begins. Without this each refused claim
 * would bring its number nearer to one that is permitted. Returns whether it is one.
 */
export async function compareGuard(sql: Sql, { account, generation, permitted, nowMs }: GuardSeen): Promise<boolean> {
  const known = await accountOf(sql, account);
  if (known.unknown_number !== null) return true;
  if (permitted === null || generation !== (await generationOf(sql))) return false;
  if (await hasCall(sql, account, permitted)) return false;
  await sql.run('UPDATE accounts SET unknown_number = ? WHERE account = ?', [permitted.number, account]);
  const body = { permitted: permitted.number, callId: permitted.callId, last: known.last_number };
  await note(sql, { atMs: nowMs, account, kind: 'older-copy', subject: '', body });
  return true;
}

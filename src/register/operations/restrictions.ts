/** Switches, rules and blocks of an account: what stops money, outside Temporal. */
import { z } from 'zod';
import { switchNames, thrownSchema, type SwitchName, type ThrownSwitch } from '../../domain/guard/guard-memory.ts';
import { restrictionKinds, type Restriction, type Restrictions } from '../../domain/guard/restriction.ts';
import { looserRules, releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { looseningWord } from '../../domain/signing/signed-loosening.ts';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';
import type { Signed } from '../../domain/signing/signed-word.ts';
import type { Sql } from '../sql.ts';
import { accountOf, generationOf } from './accounts.ts';
import { note } from './journal.ts';
import { wordRefusal } from './signers.ts';

const entrySchema = z.object({ kind: z.enum(restrictionKinds), key: z.string(), value: z.string() });

/** Returns what restricts an account now. */
export async function restrictionsOf(sql: Sql, { account }: { readonly account: string }): Promise<Restrictions> {
  const { revision } = await accountOf(sql, account);
  return { revision, entries: await restrictionsIn(sql, account) };
}

/** Returns the entries alone. */
export function restrictionsIn(sql: Sql, account: string): Promise<Restriction[]> {
  const text = 'SELECT kind, key, value FROM restrictions WHERE account = ? ORDER BY kind, key';
  return sql.rows(entrySchema, text, [account]);
}

/** Returns the engaged switches of an account. */
export async function switchesOf(sql: Sql, account: string): Promise<Partial<Record<SwitchName, ThrownSwitch>>> {
  const text = `SELECT kind, key, value FROM restrictions WHERE account = ? AND kind = 'switch'`;
  const entries = await sql.rows(entrySchema, text, [account]);
  const known = entries.flatMap(({ key, value }) => {
    const name = switchNames.find((one) => one === key);
    return name === undefined ? [] : [[name, thrownSchema.parse(JSON.parse(value))] as const];
  });
  return Object.fromEntries(known);
}

/** What is added to the restrictions of an account. */
export interface Restricting {
  readonly account: string;
  readonly entries: readonly Restriction[];
  readonly by: string;
  /** True: a person says them now. Absent: they are copies of what was said. */
  readonly isSaid?: boolean;
  readonly nowMs: number;
}

/**
 * Adds restrictions; those that are there already stay as they are. A switch or a block that a person says again takes the
 * place of the word before, as a change: who was shown that one lifts no later one. Returns all of them.
 */
export async function restrict(sql: Sql, wish: Restricting): Promise<Restrictions> {
  const { account, entries, by, isSaid = false, nowMs } = wish;
  const { revision } = await accountOf(sql, account);
  const adding = { account, entries, revision: revision + 1 };
  const changed = (await add(sql, adding)) + (isSaid ? await sayAgain(sql, adding) : 0);
  if (changed > 0)
    await newRevision(sql, { account, nowMs, kind: 'restricted', body: { by, entries: namesOf(entries) } });
  return restrictionsOf(sql, { account });
}

interface Adding {
  readonly account: string;
  readonly entries: readonly Restriction[];
  readonly revision: number;
}

async function add(sql: Sql, { account, entries, revision }: Adding): Promise<number> {
  let changed = 0;
  for (const { kind, key, value } of entries) {
    changed += await sql.run(
      'INSERT INTO restrictions (account, kind, key, value, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      [account, kind, key, value, revision],
    );
  }
  return changed;
}

async function sayAgain(sql: Sql, { account, entries, revision }: Adding): Promise<number> {
  let changed = 0;
  for (const { kind, key, value } of entries.filter((entry) => entry.kind !== 'rules')) {
    changed += await sql.run(
      'UPDATE restrictions SET value = ?, revision = ? WHERE account = ? AND kind = ? AND key = ? AND value <> ?',
      [value, revision, account, kind, key, value],
    );
  }
  return changed;
}

async function takeAway(sql: Sql, account: string, gone: readonly RestrictionName[]): Promise<void> {
  for (const { kind, key } of gone) {
    await sql.run('DELETE FROM restrictions WHERE account = ? AND kind = ? AND key = ?', [account, kind, key]);
  }
}

type RestrictionName = Pick<Restriction, 'kind' | 'key'>;

const namesOf = (entries: readonly RestrictionName[]): RestrictionName[] =>
  entries.map(({ kind, key }) => ({ kind, key }));

interface Revising {
  readonly account: string;
  readonly nowMs: number;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function newRevision(sql: Sql, { account, nowMs, kind, body }: Revising): Promise<void> {
  await sql.run('UPDATE accounts SET revision = revision + 1 WHERE account = ?', [account]);
  await note(sql, { atMs: nowMs, account, kind, subject: '', body });
}

/** What is taken off the restrictions of an account, and put in its place. */
interface Loosening {
  readonly account: string;
  /** What goes. */
  readonly gone: readonly RestrictionName[];
  /** What stands in its place: rules that are looser. */
  readonly added: readonly Restriction[];
  /** The revision that its giver saw. */
  readonly revision: number;
  readonly by: string;
  /** Over all of it, where the account needs one. */
  readonly signed: Signed | null;
  readonly nowMs: number;
}

/** Takes restrictions away; returns why not, or null. Who has seen another revision has not seen what he lifts. */
export async function loosen(sql: Sql, wish: Loosening): Promise<WordRefusal | null> {
  const { account, added, by, signed, nowMs } = wish;
  const { revision } = await accountOf(sql, account);
  if (revision !== wish.revision) return { code: 'restrictions-changed', shown: wish.revision, now: revision };
  const generation = await generationOf(sql);
  const word = looseningWord({ ...wish, generation });
  const refusal = await wordRefusal(sql, { word, signed, nowMs }, { account, stays: 'restrictions' });
  if (refusal !== null) return refusal;
  const gone = namesOf(wish.gone);
  await takeAway(sql, account, gone);
  await add(sql, { account, entries: added, revision: revision + 1 });
  const body = { by, generation, revision, entries: gone, added, signed };
  await newRevision(sql, { account, nowMs, kind: 'loosened', body });
  return null;
}

/** Rules that make others superfluous. */
interface Tidying {
  readonly account: string;
  /** The key of the rules that stay. */
  readonly key: string;
  readonly by: string;
  readonly nowMs: number;
}

/** Takes rules away that one set contains: it loosens nothing, so it needs neither a revision nor a signature. */
export async function tidyRules(sql: Sql, { account, key, by, nowMs }: Tidying): Promise<void> {
  await accountOf(sql, account);
  const all = (await restrictionsIn(sql, account)).filter(({ kind }) => kind === 'rules');
  const staying = all.find((entry) => entry.key === key);
  if (staying === undefined) return;
  const rulesOf = ({ value }: Restriction) => releaseRulesSchema.parse(JSON.parse(value));
  const contained = all.filter(
    (entry) => entry !== staying && looserRules(rulesOf(entry), rulesOf(staying)).length === 0,
  );
  if (contained.length === 0) return;
  await takeAway(sql, account, contained);
  await newRevision(sql, { account, nowMs, kind: 'tidied', body: { by, entries: namesOf(contained), within: key } });
}

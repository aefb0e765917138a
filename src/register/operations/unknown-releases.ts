/**
 * Releases that the service shows and this register has not let out: the sign of one that is an older copy, of a release in
 * the app, or of another program with the same key.
 */
import { z } from 'zod';
import { oneRow, type Sql } from '../sql.ts';
import { accountOf, generationOf } from './accounts.ts';
import { note } from './journal.ts';

const numberSchema = z.object({ order_number: z.string() });

/** A release that was not this register's. */
export interface UnknownRelease {
  readonly orderNumber: string;
  /** True: no row knew it before all were compared, so no money moves. False: its order was carried here, and only a person asks. */
  readonly stops: boolean;
}

const unknownSchema = z
  .object({ order_number: z.string(), stops: z.number() })
  .transform((row): UnknownRelease => ({ orderNumber: row.order_number, stops: row.stops === 1 }));

/** Returns the unknown releases of an account that no person has explained. */
export async function unexplainedReleases(sql: Sql, account: string): Promise<UnknownRelease[]> {
  const text =
    'SELECT order_number, stops FROM unknown_releases WHERE account = ? AND explained IS NULL ORDER BY order_number';
  return sql.rows(unknownSchema, text, [account]);
}

/** Returns those for which no money moves. */
export async function stoppingReleases(sql: Sql, account: string): Promise<string[]> {
  const unknown = await unexplainedReleases(sql, account);
  return unknown.filter(({ stops }) => stops).map(({ orderNumber }) => orderNumber);
}

const accountSchema = z.object({ account: z.string() });

/**
 * Returns another account of which this register does not know every release, or every call, or whose releases were compared
 * with the former generation alone; null: there is none.
 */
export async function forgottenBeside(sql: Sql, account: string): Promise<string | null> {
  const text = `SELECT account FROM accounts WHERE account <> ? AND (unknown_number IS NOT NULL OR compared_in <> ?)
    UNION SELECT account FROM unknown_releases WHERE account <> ? AND explained IS NULL AND stops = 1
    ORDER BY account LIMIT 1`;
  return (
    (await oneRow(sql, accountSchema, { text, values: [account, await generationOf(sql), account] }))?.account ?? null
  );
}

/** Writes down that a release is unknown, once. */
export async function noteUnknown(
  sql: Sql,
  { account, orderNumber, stops, nowMs }: UnknownRelease & { readonly account: string; readonly nowMs: number },
): Promise<void> {
  const added = await sql.run(
    'INSERT INTO unknown_releases (account, order_number, seen_at_ms, stops) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    [account, orderNumber, nowMs, stops ? 1 : 0],
  );
  if (added > 0)
    await note(sql, { atMs: nowMs, account, kind: 'unknown-release', subject: orderNumber, body: { stops } });
}

const momentSchema = z.object({ at_ms: z.number().nullable() });

/** How far before what is known an account looks back. */
interface ComparedSince {
  readonly account: string;
  readonly beforeMs: number;
  readonly nowMs: number;
}

/**
 * Returns since when the service's releases are compared with the rows of an account: a time before its newest call, or
 * before the last comparison that was complete, and not before the register was first made, since it cannot know what was
 * released before. What was booked proves nothing: a copy books, too, before it is compared. Nor does what is later than
 * now: a clock was wrong.
 */
export async function comparedSinceMs(sql: Sql, { account, beforeMs, nowMs }: ComparedSince): Promise<number> {
  const moment = async (text: string, values: readonly string[]): Promise<number> =>
    (await oneRow(sql, momentSchema, { text, values }))?.at_ms ?? 0;
  const calls = 'SELECT MAX(asked_at_ms) AS at_ms FROM steps WHERE account = ? AND call_id IS NOT NULL';
  const newestMs = await moment(calls, [account]);
  const comparedMs = await moment('SELECT compared_at_ms AS at_ms FROM accounts WHERE account = ?', [account]);
  const firstMs = await moment('SELECT at_ms FROM journal ORDER BY seq LIMIT 1', []);
  return Math.max(firstMs, Math.min(nowMs, Math.max(newestMs, comparedMs)) - beforeMs);
}

/** What the service shows as released. */
interface ShownReleases {
  readonly account: string;
  readonly orderNumbers: readonly string[];
  readonly nowMs: number;
}

/** Writes down which of these releases no row knows; returns all for which no money moves. */
export async function compareReleases(sql: Sql, { account, orderNumbers, nowMs }: ShownReleases): Promise<string[]> {
  const known = await knownReleases(sql, account, orderNumbers);
  for (const orderNumber of orderNumbers)
    if (!known.has(orderNumber)) await noteUnknown(sql, { account, orderNumber, stops: true, nowMs });
  return stoppingReleases(sql, account);
}

async function knownReleases(sql: Sql, account: string, orderNumbers: readonly string[]): Promise<Set<string>> {
  if (orderNumbers.length === 0) return new Set();
  const marks = orderNumbers.map(() => '?').join(', ');
  const text = `SELECT DISTINCT subject AS order_number FROM steps WHERE account = ? AND step = 'release'
    AND state IN ('leaving', 'done') AND subject IN (${marks})`;
  const rows = await sql.rows(numberSchema, text, [account, ...orderNumbers]);
  return new Set(rows.map(({ order_number: orderNumber }) => orderNumber));
}

/** Which releases may be without a row. */
interface Unbooked extends Pick<ShownReleases, 'account' | 'orderNumbers'> {
  /** Those that the comparison has found since then are meant as well, explained or not. */
  readonly sinceMs: number;
}

/** Returns which releases no row knows: they are booked in a moment, or the desk never carried them. */
export async function unbookedReleases(sql: Sql, { account, orderNumbers, sinceMs }: Unbooked): Promise<string[]> {
  const text = 'SELECT order_number FROM unknown_releases WHERE account = ? AND seen_at_ms >= ? ORDER BY order_number';
  const found = await sql.rows(numberSchema, text, [account, sinceMs]);
  const all = [...new Set([...orderNumbers, ...found.map(({ order_number: orderNumber }) => orderNumber)])];
  const known = await knownReleases(sql, account, all);
  return all.filter((orderNumber) => !known.has(orderNumber));
}

/** All that the service showed at a moment was compared. */
interface Compared {
  readonly account: string;
  /** When its reading began. */
  readonly atMs: number;
}

/** Writes down that a comparison is complete: the next one looks for what was released since. */
export async function noteCompared(sql: Sql, { account, atMs }: Compared): Promise<void> {
  await accountOf(sql, account);
  const values = [atMs, await generationOf(sql), account];
  await sql.run('UPDATE accounts SET compared_at_ms = ?, compared_in = ? WHERE account = ?', values);
}

/** What a person says of unknown releases: they were released in the app. */
interface Explanation {
  readonly account: string;
  /** Those that were shown: one that came since is not among them. */
  readonly orderNumbers: readonly string[];
  readonly by: string;
  readonly nowMs: number;
}

/**
 * Writes down what a person says of unknown releases; returns how many of them waited for that. The account counts as
 * compared: where no worker serves it any more, no one else says it.
 */
export async function explainReleases(sql: Sql, word: Explanation): Promise<number> {
  const { account, orderNumbers, by, nowMs } = word;
  let changed = 0;
  for (const orderNumber of orderNumbers) {
    changed += await sql.run(
      `UPDATE unknown_releases SET explained = 'released-in-app', explained_by = ?
        WHERE account = ? AND order_number = ? AND explained IS NULL`,
      [by, account, orderNumber],
    );
  }
  const compared = 'UPDATE accounts SET compared_in = ? WHERE account = ? AND compared_in IS NOT NULL';
  await sql.run(compared, [await generationOf(sql), account]);
  await note(sql, { atMs: nowMs, account, kind: 'explained', subject: '', body: { by, orderNumbers } });
  return changed;
}

/**
 * Releases that the service shows and this register has not let out: the sign of one that is an older copy, of a release in
 * the app, or of another program with the same key.
 */
import { z } from 'zod';
import type { Sql } from '../sql.ts';
import { note } from './journal.ts';

const numberSchema = z.object({ order_number: z.string() });

/** A release that was not this register's. */
export interface UnknownRelease {
  readonly orderNumber: string;
  /** True: no row knew it, so no money moves. False: its order was being carried here, and it is booked: only a person asks. */
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

/**
 * Returns since when the service's releases are compared with the rows of an account: a time before its newest row, and
 * not before the register was first made, since it cannot know what was released before.
 */
export async function comparedSinceMs(
  sql: Sql,
  { account, beforeMs }: { readonly account: string; readonly beforeMs: number },
): Promise<number> {
  const [newest] = await sql.rows(momentSchema, 'SELECT MAX(asked_at_ms) AS at_ms FROM steps WHERE account = ?', [
    account,
  ]);
  const [first] = await sql.rows(momentSchema, 'SELECT at_ms FROM journal ORDER BY seq LIMIT 1', []);
  const firstMs = first?.at_ms ?? 0;
  return Math.max(firstMs, (newest?.at_ms ?? firstMs) - beforeMs);
}

/** What the service shows as released. */
interface ShownReleases {
  readonly account: string;
  readonly orderNumbers: readonly string[];
  readonly nowMs: number;
}

/** Writes down which of these releases no row knows; returns all for which no money moves. */
export async function compareReleases(sql: Sql, { account, orderNumbers, nowMs }: ShownReleases): Promise<string[]> {
  for (const orderNumber of orderNumbers) {
    const text = `SELECT subject AS order_number FROM steps WHERE account = ? AND step = 'release' AND subject = ? AND state IN ('leaving', 'done')`;
    const known = await sql.rows(numberSchema, text, [account, orderNumber]);
    if (known.length > 0) continue;
    await noteUnknown(sql, { account, orderNumber, stops: true, nowMs });
  }
  return stoppingReleases(sql, account);
}

/** What a person says of unknown releases: they were released in the app. */
interface Explanation {
  readonly account: string;
  /** Those that were shown: one that came since is not among them. */
  readonly orderNumbers: readonly string[];
  readonly by: string;
  readonly nowMs: number;
}

/** Writes down what a person says of unknown releases; returns how many of them waited for that. */
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
  await note(sql, { atMs: nowMs, account, kind: 'explained', subject: '', body: { by, orderNumbers } });
  return changed;
}

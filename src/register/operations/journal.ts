/** The journal: what happened, in order, each entry chained to the one before by its hash. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { keptText, oneRow, type Sql } from '../sql.ts';

/** One entry, without its place in the chain. */
interface JournalEntry {
  readonly atMs: number;
  readonly account: string;
  readonly kind: string;
  /** An order, a request, a name; empty: the account itself. */
  readonly subject: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const endSchema = z.object({ seq: z.number(), hash: z.string() });
const entrySchema = z.object({
  seq: z.number(),
  at_ms: z.number(),
  account: z.string(),
  kind: z.string(),
  subject: z.string(),
  body: z.string(),
  hash: z.string(),
});

/** Appends an entry. */
export async function note(sql: Sql, entry: JournalEntry): Promise<void> {
  // The hash is of what a reader finds there.
  const atMs = Math.round(entry.atMs);
  const [account, kind, subject] = [keptText(entry.account), entry.kind, keptText(entry.subject)];
  const end = await journalEnd(sql);
  const seq = end.seq + 1;
  const body = JSON.stringify(entry.body);
  const hash = chained(end.hash, [seq, atMs, account, kind, subject, body]);
  const values = [seq, atMs, account, kind, subject, body, hash];
  await sql.run('UPDATE journal_end SET seq = ?, hash = ?', [seq, hash]);
  await sql.run(
    'INSERT INTO journal (seq, at_ms, account, kind, subject, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    values,
  );
}

/** Kept beside the entries: without it no one sees that the last ones are gone. */
async function journalEnd(sql: Sql): Promise<z.infer<typeof endSchema>> {
  const end = await oneRow(sql, endSchema, { text: 'SELECT seq, hash FROM journal_end', values: [] });
  if (end === null) throw new Error('the journal of the register has no end: it was changed by hand');
  return end;
}

function chained(before: string, parts: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([before, ...parts]))
    .digest('hex');
}

/** Reads the entries after `afterSeq`, the oldest first, at most `limit`. */
export async function readJournal(
  sql: Sql,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): Promise<KeptEntry[]> {
  return sql.rows(entrySchema, 'SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?', [afterSeq, limit]);
}

/** An entry of the journal as a reader has it. */
export type KeptEntry = z.infer<typeof entrySchema>;

/** Its key in a body: within a text of a person the quotes have a backslash before them. */
const namesPerson = '%"by":%';

/** Returns what people did since a moment, as far as an entry names one, and which register it is from when on; the oldest first. */
export async function readActs(sql: Sql, { sinceMs }: { readonly sinceMs: number }): Promise<KeptEntry[]> {
  const text = "SELECT * FROM journal WHERE at_ms >= ? AND (account = '' OR body LIKE ?) ORDER BY seq";
  return sql.rows(entrySchema, text, [sinceMs, namesPerson]);
}

/** Returns what the journal has of an order of an account, the oldest first. */
export async function readOrderEntries(
  sql: Sql,
  { account, orderNumber }: { readonly account: string; readonly orderNumber: string },
): Promise<KeptEntry[]> {
  const text = 'SELECT * FROM journal WHERE account = ? AND subject = ? ORDER BY seq';
  return sql.rows(entrySchema, text, [account, orderNumber]);
}

const pageRows = 1_000;

/** Returns the number of the first entry that was changed, is missing or was added; null: the chain is whole. */
export async function brokenJournalEntry(sql: Sql): Promise<number | null> {
  let before = '';
  for (let seq = 1; ;) {
    const page = await readJournal(sql, { afterSeq: seq - 1, limit: pageRows });
    for (const row of page) {
      const { at_ms, account, kind, subject, body } = row;
      if (row.seq !== seq || row.hash !== chained(before, [seq, at_ms, account, kind, subject, body])) return seq;
      before = row.hash;
      seq += 1;
    }
    if (page.length < pageRows) return (await journalEnd(sql)).seq === seq - 1 ? null : seq;
  }
}

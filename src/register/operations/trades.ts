/** Trades: entries of the journal that the service's history is read into, and how far it was read (ADR 0054). */
import { z } from 'zod';
import { historyMarkSchema, type HistoryMark } from '../../domain/books/history-mark.ts';
import { tradeSchema, type EndedHistoryOrder, type Trade } from '../../domain/books/trade.ts';
import { oneRow, type Sql } from '../sql.ts';
import { accountOf } from './accounts.ts';
import { note } from './journal.ts';

/** What a read of the history has shown. */
export interface HistoryRead {
  readonly account: string;
  /** A few: other operations wait for them. */
  readonly orders: readonly EndedHistoryOrder[];
  /** How far the history is read with them, if its mark is still what the reader knew; null: it stays. */
  readonly mark: { readonly known: HistoryMark | null; readonly next: HistoryMark } | null;
  readonly nowMs: number;
}

/**
 * Writes down orders that have ended, each once for each end, and how far the history is read. Returns how many were new; null:
 * another process has read on, and nothing was written.
 */
export async function keepTrades(sql: Sql, { account, orders, mark, nowMs }: HistoryRead): Promise<number | null> {
  await accountOf(sql, account);
  const stood = JSON.stringify(await historyMark(sql, { account }));
  if (mark !== null && stood !== JSON.stringify(mark.known)) return null;
  const ends = await knownEnds(sql, account, orders);
  const fresh = orders.filter(({ orderNumber, end }) => ends.get(orderNumber) !== end);
  for (const { orderNumber: subject, ...order } of fresh) {
    const body = { ...order, ...(await knownOfSteps(sql, account, subject)) };
    await note(sql, { atMs: nowMs, account, kind: 'trade', subject, body });
  }
  if (mark !== null)
    await sql.run('UPDATE accounts SET history_mark = ? WHERE account = ?', [JSON.stringify(mark.next), account]);
  return fresh.length;
}

const markSchema = z.object({ history_mark: z.string().nullable() });

/** Returns how far the history was read; null: not at all. */
export async function historyMark(sql: Sql, { account }: { readonly account: string }): Promise<HistoryMark | null> {
  const query = { text: 'SELECT history_mark FROM accounts WHERE account = ?', values: [account] };
  const text = (await oneRow(sql, markSchema, query))?.history_mark ?? null;
  return text === null ? null : historyMarkSchema.parse(JSON.parse(text));
}

const entrySchema = z.object({ seq: z.number(), subject: z.string(), body: z.string() });

/** The end that the newest entry of each order has. */
async function knownEnds(
  sql: Sql,
  account: string,
  orders: readonly EndedHistoryOrder[],
): Promise<ReadonlyMap<string, Trade['end']>> {
  if (orders.length === 0) return new Map();
  const places = orders.map(() => '?').join(', ');
  const text = `SELECT seq, subject, body FROM journal WHERE kind = 'trade' AND account = ? AND subject IN (${places}) ORDER BY seq`;
  const rows = await sql.rows(entrySchema, text, [account, ...orders.map(({ orderNumber }) => orderNumber)]);
  return new Map(rows.map((row) => [row.subject, tradeOf(row).end]));
}

const stepSchema = z.object({
  state: z.string(),
  counterparty: z.string().nullable(),
  ended_at_ms: z.number().nullable(),
});

/** The history shows neither who the other party was nor when the order ended. */
async function knownOfSteps(
  sql: Sql,
  account: string,
  orderNumber: string,
): Promise<Pick<Trade, 'counterparty' | 'endedAtMs'>> {
  const text = `SELECT state, counterparty, ended_at_ms FROM steps
    WHERE account = ? AND step IN ('release', 'mark-paid', 'cancel') AND subject = ? ORDER BY number`;
  const steps = await sql.rows(stepSchema, text, [account, orderNumber]);
  return {
    counterparty: steps.findLast(({ counterparty }) => counterparty !== null)?.counterparty ?? null,
    endedAtMs: steps.findLast(({ state }) => state === 'done')?.ended_at_ms ?? null,
  };
}

function tradeOf({ subject, body }: z.infer<typeof entrySchema>): Trade {
  const read: unknown = JSON.parse(body);
  return tradeSchema.parse({ ...z.record(z.string(), z.unknown()).parse(read), orderNumber: subject });
}

/** An entry of the journal that is a trade. */
interface KeptTrade {
  readonly seq: number;
  readonly trade: Trade;
}

/** Returns the trades of an account after an entry, in the order of the journal; the newest of an order counts. */
export async function readTrades(
  sql: Sql,
  { account, afterSeq, limit }: { readonly account: string; readonly afterSeq: number; readonly limit: number },
): Promise<KeptTrade[]> {
  const text = `SELECT seq, subject, body FROM journal WHERE kind = 'trade' AND account = ? AND seq > ? ORDER BY seq LIMIT ?`;
  const rows = await sql.rows(entrySchema, text, [account, afterSeq, limit]);
  return rows.map((row) => ({ seq: row.seq, trade: tradeOf(row) }));
}

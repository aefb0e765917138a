import { oddName, type OddRow } from '../../exchange/index.ts';
import type { Operation } from '../../exchange/table/operation.ts';

/** What `peerdesk call` prints of an answer, and what was odd about it. */
interface Answered {
  readonly data: unknown;
  readonly notes: readonly string[];
}

interface ReadRows {
  readonly items: readonly unknown[];
  readonly odd: readonly OddRow[];
  readonly total?: number | null;
}

/** Puts what could not be read back into the answer, as the service sent it. `sent` is its data before it was read. */
export function answered({ envelope }: Pick<Operation, 'envelope'>, read: unknown, sent: unknown): Answered {
  const notes: string[] = [];
  // A success without data is read as nothing, whatever stands there.
  if (read === null) return { data: null, notes };
  if (envelope !== 'page' && envelope !== 'list') return { data: putBack(read, sent, { at: 'data', notes }), notes };
  const { odd, total, ...rows } = read as ReadRows;
  for (const row of odd) notes.push(`${oddName(row)} cannot be read, and is printed as it was sent: ${row.why}`);
  const items = withOdd(rows.items, odd, { sent: rowsOf(sent), notes });
  if (envelope === 'list') return { data: items, notes };
  return { data: { items, ...(odd.length === 0 ? {} : { odd }), total: total ?? null }, notes };
}

/** An older form has the rows inside `content`. */
function rowsOf(sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent;
  const content = isObject(sent) ? sent['content'] : null;
  return Array.isArray(content) ? content : [];
}

function withOdd(
  items: readonly unknown[],
  odd: readonly OddRow[],
  { sent, notes }: { sent: readonly unknown[]; notes: string[] },
): unknown[] {
  const isOdd = new Set(odd.map(({ index }) => index));
  // Rows about something else are dropped: the place of what is left is not known.
  if (items.length + odd.length !== sent.length) return [...items, ...odd.map(({ index }) => sent[index])];
  const left = [...items];
  return sent.map((row, index) =>
    isOdd.has(index) ? row : putBack(left.shift(), row, { at: `row ${index + 1}`, notes }),
  );
}

interface Place {
  readonly at: string;
  readonly notes: string[];
}

/** A field that nothing depends on is read as null where it is odd. */
function putBack(read: unknown, sent: unknown, { at, notes }: Place): unknown {
  if (isLost(read, sent)) {
    notes.push(`${at} is not what it should be, and is printed as it was sent`);
    return sent;
  }
  if (Array.isArray(read) && Array.isArray(sent)) {
    return read.map((one, index): unknown => putBack(one, sent[index], { at: `${at}[${index}]`, notes }));
  }
  if (!isObject(read) || !isObject(sent)) return read;
  const entries = Object.entries(read).map(([name, value]): [string, unknown] => {
    return [name, Object.hasOwn(sent, name) ? putBack(value, sent[name], { at: `${at}.${name}`, notes }) : value];
  });
  return Object.fromEntries(entries);
}

function isLost(read: unknown, sent: unknown): boolean {
  if (sent === null || sent === undefined || sent === '') return false;
  return read === null || (typeof sent === 'object' && typeof read !== 'object');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

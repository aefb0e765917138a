import { ExchangeError } from './exchange-error.ts';
import type { Page } from './table/method.ts';
import type { OddRow } from './table/odd-row.ts';

/** The page size that the service suggests: a shorter page may be its limit, one shorter than this is the end. */
const suggestedRows = 20;
/** What services limit a page to is a round number. */
const roundRows = 5;
/** Refusals of a parameter (interface 7.3): never those of a key, which say nothing of the list. */
const parameterCodes: ReadonlySet<string> = new Set(['-1100', '-1101', '-1102', '-1130', '000002']);

interface ListWish<T> {
  /** Asks for a page, counted from 1. */
  readonly ask: (page: number, rows: number) => Promise<Page<T>>;
  /** How many rows a page is asked for. */
  readonly rows: number;
  /** A longer list is cut: a broken count must not cause an endless loop. */
  readonly maxPages: number;
  readonly numberOf: (row: T) => string;
  /** Called after each page. */
  readonly onPage?: (page: Page<T>) => Promise<void> | void;
}

/** A list that was read page by page. */
export interface WholeList<T> {
  /** Each row once, as the last page shows it that has it. */
  readonly items: readonly T[];
  readonly odd: readonly OddRow[];
  /** Rows, readable or not. */
  readonly seen: number;
  /** Pages with a row that none before had. */
  readonly pages: number;
  /** How many rows a page of this service has. */
  readonly rows: number;
  /** It goes on after these rows. */
  readonly isCut: boolean;
  /** Its last page had rows, and all of them again, although the service counts others: it may turn no pages. */
  readonly isShort: boolean;
}

/**
 * Reads a list to its end. The service's count is only a hint: it may be absent, zero, or the length of the page. A full
 * page is followed by a question for the next; a page without a new row is the end, and so is the refusal of a page
 * that nothing says there is. Rejects with the failure of reading a page.
 *
 * @example
 * const { items, isCut } = await readList({
 *   ask: (page, rows) => client.ads.listWithPagination({ page, rows }),
 *   rows: 20,
 *   maxPages: 50,
 *   numberOf: adNumberOf,
 * });
 * console.log(`${items.length} own ads${isCut ? ', and there are more' : ''}`);
 */
export async function readList<T>(wish: ListWish<T>): Promise<WholeList<T>> {
  const rows = new SeenRows<T>(wish);
  for (let page = 1; page <= wish.maxPages; page += 1) {
    const answer = await asked(wish, { page, rows: rows.aPage, isExpected: rows.isPromised });
    if (answer === null) return rows.list(page - 1);
    if (rows.hasShown(answer)) return rows.list(page - 1, { isShort: rows.isWithheld(answer) });
    const hasNew = rows.take(answer, page);
    await wish.onPage?.(answer);
    if (!hasNew) return rows.list(page - 1, { isShort: rows.isWithheld(answer) });
    if (!rows.mayGoOn(answer)) return rows.list(page);
  }
  return rows.list(wish.maxPages, { isCut: true });
}

/** The rows of the pages so far. */
class SeenRows<T> {
  readonly #items = new Map<string, T>();
  readonly #odd = new Map<string, OddRow>();
  readonly #numberOf: (row: T) => string;
  #told: number | null = null;
  #shown = '';
  /** How many rows a page is asked for. */
  aPage: number;

  constructor({ numberOf, rows }: ListWish<T>) {
    this.#numberOf = numberOf;
    this.aPage = rows;
  }

  get #count(): number {
    return this.#items.size + this.#odd.size;
  }

  /** By the service's count there are more rows. */
  get isPromised(): boolean {
    return this.#told !== null && this.#told > this.#count;
  }

  /** Whether the page is the one before it once more. */
  hasShown({ items, odd }: Page<T>): boolean {
    const before = this.#shown;
    this.#shown = JSON.stringify([items.map(this.#numberOf), odd]);
    return this.#shown === before;
  }

  /** Returns whether a row is new. */
  take({ items, odd, total }: Page<T>, page: number): boolean {
    const known = this.#count;
    for (const row of items) this.#items.set(this.#numberOf(row), row);
    for (const row of odd) this.#odd.set(row.subject ?? `${page} ${row.index}`, { ...row, index: known + row.index });
    const length = items.length + odd.length;
    this.#told = total !== null && total >= length ? total : null;
    return this.#count > known;
  }

  mayGoOn({ items, odd }: Page<T>): boolean {
    const length = items.length + odd.length;
    const facts = { length, rows: this.aPage, seen: this.#count, told: this.#told };
    // The same size from now on: to a service that cuts pages, a larger one would start the next page further on.
    if (this.#count === length && length >= suggestedRows) this.aPage = Math.min(this.aPage, length);
    return mayGoOn(facts);
  }

  /** By the service's count there are more rows, and this page has none of them but others. */
  isWithheld({ items, odd }: Page<T>): boolean {
    return this.isPromised && items.length + odd.length > 0;
  }

  list(pages: number, { isCut = false, isShort = false }: Partial<WholeList<T>> = {}): WholeList<T> {
    // A row that one page shows oddly and another one readably is read.
    const odd = [...this.#odd].filter(([key]) => !this.#items.has(key)).map(([, row]) => row);
    const seen = this.#items.size + odd.length;
    return { items: [...this.#items.values()], odd, seen, pages, rows: this.aPage, isCut, isShort };
  }
}

interface PageFacts {
  readonly length: number;
  readonly rows: number;
  readonly seen: number;
  readonly told: number | null;
}

/** Whether a page may be full although it is shorter than asked for: a count that agrees with it proves nothing. */
export function mayBeLimit(length: number): boolean {
  return length >= suggestedRows && length % roundRows === 0;
}

function mayGoOn({ length, rows, seen, told }: PageFacts): boolean {
  if (length >= rows) return true;
  if (told !== null && seen < told) return true;
  return told === null ? length >= suggestedRows : mayBeLimit(length);
}

/** Null: the list ended with the page before. */
async function asked<T>(
  { ask }: ListWish<T>,
  { page, rows, isExpected }: { readonly page: number; readonly rows: number; readonly isExpected: boolean },
): Promise<Page<T> | null> {
  try {
    return await ask(page, rows);
  } catch (error) {
    if (page === 1 || isExpected || !refusesPage(error)) throw error;
    return null;
  }
}

function refusesPage(error: unknown): boolean {
  if (!(error instanceof ExchangeError) || error.code === null || error.sent !== 'yes') return false;
  return parameterCodes.has(error.code);
}

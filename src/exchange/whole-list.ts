import { ExchangeError } from './exchange-error.ts';
import type { Page } from './table/method.ts';
import type { OddRow } from '../domain/odd-row.ts';

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
  /** The first pages are all that is wanted. */
  readonly isPart?: boolean;
  readonly numberOf: (row: T) => string;
  /** Called after each page. */
  readonly onPage?: (page: Page<T>) => Promise<void> | void;
}

/** A list that was read page by page. */
export interface WholeList<T> {
  /** Each row once, as the last page shows it that has it. */
  readonly items: readonly T[];
  /** Rows that cannot be read, and last `rest`. */
  readonly odd: readonly OddRow[];
  /** Stands for rows that were not shown, of a list that is cut or short: any row may be among them. Null: there are none. */
  readonly rest: OddRow | null;
  /** Rows that were shown, readable or not. */
  readonly seen: number;
  /** The service's count, as the last page has it on which it is above zero. */
  readonly told: number | null;
  /** Pages with a row that none before had. */
  readonly pages: number;
  /** How many rows a page of this service has. */
  readonly rows: number;
  /** It goes on after these rows. */
  readonly isCut: boolean;
  /**
   * It shows less than it has: no row although the service counts some, or the same rows again although it counts others,
   * or no count and the first page, full, as the second one: it may turn no pages.
   */
  readonly isShort: boolean;
  /** It is neither cut nor short, and has as many rows as the service counts: what it does not show is not there. */
  readonly isWhole: boolean;
}

/**
 * Reads a list to its end, by one rule for all lists. The service's count is only a hint: it may be absent, zero, or the
 * length of the page. A full page is followed by a question for the next; a page without a new row is the end, and so is
 * the refusal of a page that nothing says there is. Rejects with the failure of reading a page.
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
    if (rows.hasShown(answer)) return rows.list(page - 1, { isShort: rows.isWithheld(answer, page) });
    const hasNew = rows.take(answer, page);
    await wish.onPage?.(answer);
    if (!hasNew) return rows.list(page - 1, { isShort: rows.isWithheld(answer, page) });
    if (!rows.mayGoOn(answer)) return rows.list(page);
  }
  return rows.list(wish.maxPages, { isCut: wish.isPart !== true && (await goesOn(wish, rows)) });
}

/** A list of just as many rows as are read ends here: the page that follows shows it, and is not read. */
async function goesOn<T>(wish: ListWish<T>, rows: SeenRows<T>): Promise<boolean> {
  if (rows.isPromised) return true;
  const next = await asked(wish, { page: wish.maxPages + 1, rows: rows.aPage, isExpected: false });
  return next !== null && rows.isNew(next);
}

/** The rows of the pages so far. */
class SeenRows<T> {
  readonly #items = new Map<string, T>();
  readonly #odd = new Map<string, OddRow>();
  readonly #numberOf: (row: T) => string;
  #told: number | null = null;
  /** The last count above zero, however small. */
  #counted: number | null = null;
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

  /** Whether the page has a row that none before had. */
  isNew({ items, odd }: Page<T>): boolean {
    return odd.length > 0 || items.some((row) => !this.#items.has(this.#numberOf(row)));
  }

  /** Returns whether a row is new. */
  take({ items, odd, total }: Page<T>, page: number): boolean {
    const known = this.#count;
    for (const row of items) this.#items.set(this.#numberOf(row), row);
    for (const row of odd) this.#odd.set(row.subject ?? `${page} ${row.index}`, { ...row, index: known + row.index });
    const length = items.length + odd.length;
    this.#told = total !== null && total >= length ? total : null;
    if (total !== null && total > 0) this.#counted = total;
    return this.#count > known;
  }

  mayGoOn({ items, odd }: Page<T>): boolean {
    const length = items.length + odd.length;
    const facts = { length, rows: this.aPage, seen: this.#count, told: this.#told };
    // The same size from now on: to a service that cuts pages, a larger one would start the next page further on.
    if (this.#count === length && length >= suggestedRows) this.aPage = Math.min(this.aPage, length);
    return mayGoOn(facts);
  }

  /** This page has no new row, although there may be some: by the service's count, or because no page was turned yet. */
  isWithheld({ items, odd }: Page<T>, page: number): boolean {
    const length = items.length + odd.length;
    if (length === 0) return this.#count === 0 && this.isPromised;
    return this.isPromised || (this.#counted === null && page === 2 && length >= this.aPage);
  }

  list(pages: number, { isCut = false, isShort = false }: Partial<WholeList<T>> = {}): WholeList<T> {
    // A row that one page shows oddly and another one readably is read.
    const odd = [...this.#odd].filter(([key]) => !this.#items.has(key)).map(([, row]) => row);
    const seen = this.#items.size + odd.length;
    const told = this.#counted;
    const rest = isCut || isShort ? restOf({ seen, told, isCut }) : null;
    if (rest !== null) odd.push(rest);
    const isWhole = rest === null && (told ?? 0) <= seen;
    const items = [...this.#items.values()];
    return { items, odd, rest, seen, told, pages, rows: this.aPage, isCut, isShort, isWhole };
  }
}

/** It has no number: a row that is looked for, and not listed, must not be taken for missing. */
function restOf({ seen, told, isCut }: Pick<WholeList<unknown>, 'seen' | 'told' | 'isCut'>): OddRow {
  const counted = told === null ? '' : `, of ${told} that it counts`;
  const why = isCut ? `the list goes on after ${seen} rows` : `the service shows ${seen} rows${counted}, and no others`;
  return { index: seen, subject: null, why };
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

import type { Page } from '../client.ts';
import type { WireOrderRow } from '../table/schemas/order-schema.ts';
import { readList } from '../whole-list.ts';

/** Reads a page of listOrders (EP-15), counted from 1. */
export type ReadListPage = (page: number) => Promise<Page<WireOrderRow>>;

/** States of a running order, appeals included (wire-facts 3 and 16 row 16). */
export const runningStatuses = [1, 2, 3, 5, 8] as const;
/** Rows of one page of EP-15. */
export const rowsAPage = 20;
const maxPages = 50;
const maxPasses = 3;

/**
 * Reads all pages of a list of orders (EP-15), at most a thousand orders, and returns their numbers. An order that ends
 * meanwhile moves the rest past the page that is read next: when the count changes the list is read again. Rejects with
 * the failure of reading a page.
 */
export async function listOrderNumbers(readPage: ReadListPage): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    if (await readPages(readPage, found)) break;
  }
  return found;
}

/** Reports whether the list stayed unchanged, as far as the service's count shows it. Of an odd row the number is enough. */
async function readPages(readPage: ReadListPage, found: Set<string>): Promise<boolean> {
  const totals = new Set<number | null>();
  const { items, odd } = await readList({
    ask: readPage,
    rows: rowsAPage,
    maxPages,
    numberOf: ({ orderNumber }) => orderNumber,
    // An implausibly small count is ignored.
    onPage: ({ items: rows, total }) => void totals.add(total !== null && total < rows.length ? null : total),
  });
  for (const { orderNumber } of items) found.add(orderNumber);
  for (const { subject } of odd) if (subject !== null) found.add(subject);
  return totals.size === 1;
}

import { describe, expect, it } from 'vitest';
import { listOrderNumbers, type ReadListPage } from '../../../src/exchange/chat/chat-order-list.ts';
import type { WireOrderRow } from '../../../src/exchange/index.ts';
import { wireOrderRow } from '../fixtures.ts';

/** A list with this many orders, in pages of this length whatever was requested. */
function listOf(count: number, rows: number, isCounted = true) {
  const asked: number[] = [];
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
  const read: ReadListPage = (page) => {
    asked.push(page);
    const items = numbers.slice((page - 1) * rows, page * rows).map((orderNumber): WireOrderRow => {
      return { ...wireOrderRow, orderNumber } as unknown as WireOrderRow;
    });
    return Promise.resolve({ items, odd: [], total: isCounted ? count : null });
  };
  return { read, asked, numbers };
}

describe('EP-15: the list of orders whose chats are read', () => {
  it.each([
    ['one page', 7, 20, 1],
    ['a last page that is full: one more is asked for', 40, 20, 3],
    ['pages that are shorter than asked for', 45, 10, 5],
    ['more than two hundred', 260, 20, 14],
    ['none', 0, 20, 1],
  ])('%s', async (...row) => {
    const [, count, rows, reads] = row;
    const { read, asked, numbers } = listOf(count, rows);
    expect([...(await listOrderNumbers(read))]).toEqual(numbers);
    expect(asked).toHaveLength(reads);
  });

  it('without a count a short page is the last', async () => {
    const { read, asked, numbers } = listOf(25, 20, false);
    expect([...(await listOrderNumbers(read))]).toEqual(numbers);
    expect(asked).toEqual([1, 2]);
  });

  it('a total that is too small to be true is ignored', async () => {
    const { read, numbers } = listOf(45, 20);
    const lying: ReadListPage = async (page) => ({ ...(await read(page)), total: 0 });
    expect([...(await listOrderNumbers(lying))]).toEqual(numbers);
  });

  it('ends after a thousand orders, also when the list never does', async () => {
    const { read } = listOf(5_000, 20);
    expect((await listOrderNumbers(read)).size).toBe(1_000);
  });
});

import { ExchangeError } from '../exchange-error.ts';
import type { OddRow } from '../../domain/odd-row.ts';

/**
 * Converts rows one by one: those with a side, status or price that is not known are odd, too.
 *
 * @example
 * const listed = await client.ads.listWithPagination({ page: 1, rows: 20 });
 * const { items, odd } = readEach(listed.items, toAdFacts, adNumberOf);
 * console.log(items.length, [...listed.odd, ...odd].map((row) => `left out ${oddName(row)}: ${row.why}`));
 */
export function readEach<Row, Fact>(
  rows: readonly Row[],
  convert: (row: Row) => Fact,
  numberOf: (row: Row) => string,
): { readonly items: readonly Fact[]; readonly odd: readonly OddRow[] } {
  const items: Fact[] = [];
  const odd: OddRow[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      items.push(convert(row));
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      odd.push({ index, subject: numberOf(row), why: error.message });
    }
  }
  return { items, odd };
}

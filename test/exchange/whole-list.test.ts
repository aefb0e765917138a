import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExchangeError, readList, type OddRow, type Page } from '../../src/exchange/index.ts';
import { seed } from '../domain/seeded.ts';

interface Service {
  count: number;
  /** What it cuts pages to. */
  limit: number;
  total: 'right' | 'absent' | 'zero' | 'page';
  /** What comes after the last page. */
  past: 'empty' | 'repeated' | 'refused';
}

const refusal = (code: string): ExchangeError =>
  new ExchangeError({ message: 'no', endpoint: 'list', sent: 'yes', httpStatus: 400, code });

/** A list of numbers behind a service with such habits. */
function serve({ count, limit, total, past }: Service) {
  const asked: number[] = [];
  const numbers = Array.from({ length: count }, (_, index) => `${index + 1}`);
  const ask = (page: number, rows: number): Promise<Page<string>> => {
    asked.push(page);
    const size = Math.min(rows, limit);
    const lastPage = Math.max(1, Math.ceil(count / size));
    if (page > lastPage && past === 'refused') return Promise.reject(refusal('-1102'));
    const shown = page > lastPage && past === 'repeated' ? lastPage : page;
    const items = numbers.slice((shown - 1) * size, shown * size);
    const totals = { right: count, absent: null, zero: 0, page: items.length };
    return Promise.resolve({ items, odd: [], total: totals[total] });
  };
  return { ask, asked, numbers };
}

const common = { rows: 100, maxPages: 50, numberOf: String };

describe('a list is read to its end, whatever the service counts', () => {
  const service = fc.record({
    count: fc.nat(130),
    limit: fc.constantFrom(20, 30, 50, 100),
    total: fc.constantFrom('right' as const, 'absent' as const, 'zero' as const, 'page' as const),
    past: fc.constantFrom('empty' as const, 'repeated' as const, 'refused' as const),
  });

  it('totals that are absent, zero or of the page, and pages past the end that repeat or are refused', async () => {
    const property = fc.asyncProperty(service, fc.constantFrom(20, 100), async (facts, rows) => {
      const { ask, asked, numbers } = serve(facts);
      const { items, odd, rest, seen, isCut, isShort, isWhole } = await readList({ ...common, rows, ask });
      expect([items, seen, isCut]).toEqual([numbers, numbers.length, false]);
      // Without a count nothing shows whether pages are turned, where the second is the first, which may be full.
      const isFull = facts.count >= 20 && facts.count <= Math.min(rows, facts.limit);
      const isDoubtful = isFull && facts.past === 'repeated' && (facts.total === 'absent' || facts.total === 'zero');
      expect([isShort, isWhole, odd]).toEqual([isDoubtful, !isDoubtful, rest === null ? [] : [rest]]);
      // One more than there are pages is asked for at most.
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(facts.count / Math.min(rows, facts.limit)) + 1);
    });
    await fc.assert(property, { numRuns: 300, seed });
  });

  it.each([
    [19, 20, 1],
    [20, 20, 2],
    [57, 100, 1],
  ])('%i rows, %i a page: %i calls', async (count, rows, calls) => {
    const { ask, asked } = serve({ count, limit: 100, total: 'right', past: 'empty' });
    await readList({ ...common, rows, ask });
    expect(asked).toHaveLength(calls);
  });

  it('a list that never ends is cut, and says so', async () => {
    const ask = (page: number) => Promise.resolve({ items: [`${page}`, `${page}b`], odd: [], total: null });
    const list = await readList({ ...common, rows: 2, maxPages: 3, ask });
    const rest = { index: 6, subject: null, why: 'the list goes on after 6 rows' };
    expect(list).toMatchObject({ seen: 6, isCut: true, isWhole: false, rest, odd: [rest] });
    const part = await readList({ ...common, rows: 2, maxPages: 3, isPart: true, ask });
    expect(part).toMatchObject({ seen: 6, isCut: false, rest: null, odd: [] });
  });

  const refused = (): string[] => {
    throw refusal('-1102');
  };
  it.each([
    { after: 'an empty page', total: null, next: () => [], isCut: false, calls: 4 },
    { after: 'the last one again', total: 6, next: () => ['3', '3b'], isCut: false, calls: 4 },
    { after: 'a refusal', total: null, next: refused, isCut: false, calls: 4 },
    { after: 'one row more', total: 6, next: () => ['4'], isCut: true, calls: 4 },
    { after: 'a higher count', total: 7, next: refused, isCut: true, calls: 3 },
  ])('a list of just as many rows as are read, and $after: cut is $isCut', async ({ total, next, isCut, calls }) => {
    const asked: number[] = [];
    const ask = async (page: number) => {
      asked.push(page);
      return { items: page > 3 ? next() : [`${page}`, `${page}b`], odd: [], total };
    };
    const list = await readList({ ...common, rows: 2, maxPages: 3, ask });
    expect(list).toMatchObject({ seen: 6, isCut, isWhole: !isCut });
    expect(asked).toHaveLength(calls);
  });

  it('a list whose next page has a row that cannot be read goes on', async () => {
    const odd = [{ index: 0, subject: null, why: 'no number' }];
    const ask = async (page: number) => ({ items: page > 3 ? [] : [`${page}`], odd: page > 3 ? odd : [], total: null });
    expect(await readList({ ...common, rows: 1, maxPages: 3, ask })).toMatchObject({ seen: 3, isCut: true });
  });

  it('a service that counts rows and shows none makes it short; one that counts none has none', async () => {
    const none = (total: number | null) => () => Promise.resolve({ items: [], odd: [], total });
    const why = 'the service shows 0 rows, of 3 that it counts, and no others';
    expect(await readList({ ...common, ask: none(3) })).toMatchObject({ isShort: true, rest: { index: 0, why } });
    for (const total of [0, null])
      expect(await readList({ ...common, ask: none(total) })).toMatchObject({ isShort: false, isWhole: true });
  });

  it('a service that shows the same rows on each page, and counts more, makes it short', async () => {
    const items = Array.from({ length: 20 }, (_, index) => `${index}`);
    const same = { items, odd: [], total: 60 };
    const why = 'the service shows 20 rows, of 60 that it counts, and no others';
    const rest = { index: 20, subject: null, why };
    const short = { seen: 20, isCut: false, isShort: true, isWhole: false, rest, odd: [rest] };
    expect(await readList({ ...common, rows: 20, ask: () => Promise.resolve(same) })).toMatchObject(short);
    const other = { ...same, items: items.toReversed() };
    const turned = (page: number) => Promise.resolve(page % 2 === 0 ? other : same);
    expect(await readList({ ...common, rows: 20, ask: turned })).toMatchObject(short);
  });

  it.each([
    { what: 'an empty page ends it, and below its count it is not whole', total: 60, second: [], isWhole: false },
    { what: 'a repeated one does where no more are counted', total: 20, second: ['0', '1'], isWhole: true },
    { what: 'or nothing is', total: null, second: ['0', '1'], isWhole: true },
  ])('$what', async ({ total, second, isWhole }) => {
    const items = Array.from({ length: 20 }, (_, index) => `${index}`);
    const ask = (page: number) => Promise.resolve({ items: page === 1 ? items : second, odd: [], total });
    expect(await readList({ ...common, rows: 20, ask })).toMatchObject({
      seen: 20,
      isCut: false,
      isShort: false,
      rest: null,
      isWhole,
    });
  });

  it.each(['-2015', '-1000', '83229'])('a refusal with %s is no end', async (code) => {
    const full = Array.from({ length: 20 }, (_, index) => `${index}`);
    const ask = (page: number) =>
      page === 1 ? Promise.resolve({ items: full, odd: [], total: null }) : Promise.reject(refusal(code));
    await expect(readList({ ...common, rows: 20, ask })).rejects.toMatchObject({ code });
  });

  it('nor is the refusal of a page that the count promises, or of the first', async () => {
    const full = Array.from({ length: 20 }, (_, index) => `${index}`);
    const ask = (page: number) =>
      page === 1 ? Promise.resolve({ items: full, odd: [], total: 21 }) : Promise.reject(refusal('-1102'));
    await expect(readList({ ...common, rows: 20, ask })).rejects.toMatchObject({ code: '-1102' });
    await expect(readList({ ...common, ask: () => Promise.reject(refusal('-1102')) })).rejects.toThrow(ExchangeError);
  });

  it('odd rows count for the length of a page, are each named once, and keep their place in the list', async () => {
    const row = (number: number, subject: string | null = `${number}`): OddRow => ({
      index: number % 20,
      subject,
      why: 'price: missing',
    });
    const items = Array.from({ length: 18 }, (_, index) => `${index}`);
    const pages = [
      { items, odd: [row(18), row(19, null)], total: null },
      { items: ['20'], odd: [{ ...row(18), index: 1 }, row(22, null)], total: null },
    ];
    const ask = (page: number) => Promise.resolve(pages[page - 1] ?? { items: [], odd: [], total: null });
    const list = await readList({ ...common, rows: 20, ask });
    expect(list.items).toHaveLength(19);
    expect(list.odd.map(({ subject, index }) => [subject, index])).toEqual([
      ['18', 21],
      [null, 19],
      [null, 22],
    ]);
    expect(list.seen).toBe(22);
  });

  it('a row that is odd on one page and readable on the next is read', () => {
    const odd = [{ index: 0, subject: '5', why: 'price: missing' }];
    const full = Array.from({ length: 19 }, (_, index) => `x${index}`);
    const ask = (page: number) =>
      Promise.resolve(page === 1 ? { items: full, odd, total: null } : { items: ['5'], odd: [], total: null });
    return expect(readList({ ...common, rows: 20, ask })).resolves.toMatchObject({ odd: [], seen: 20 });
  });
});

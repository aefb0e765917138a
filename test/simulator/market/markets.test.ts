import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGeneratedMarket } from '../../../src/simulator/market/generated-market.ts';
import type { MarketBook } from '../../../src/simulator/world/market-feed.ts';
import { readRecordedMarket } from '../../../src/simulator/market/recorded-market.ts';
import { seed } from '../sim-fixture.ts';

const header =
  'timestamp,ask_best,ask_median,ask_mode,bid_best,bid_median,bid_mode,ask_offers,ask_tradable_usdt,bid_offers,bid_tradable_usdt';

function recording(text: string, name = 'usdt-bob-2026.csv', pair?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'market-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return readRecordedMarket({ seed, file, ...(pair === undefined ? {} : { pair }) });
}

const minute = (n: number): number => Date.UTC(2026, 1, 1, 0, n);
const bookOf = (books: MarketBook[]): MarketBook => {
  const [book] = books;
  if (book === undefined) throw new Error('The market has no book.');
  return book;
};

function expectSaneBook({ asks, bids, pair }: MarketBook): void {
  for (const [side, direction] of [
    [asks, 1],
    [bids, -1],
  ] as const) {
    expect(side.length).toBeGreaterThanOrEqual(10);
    expect(side.length).toBeLessThanOrEqual(21);
    const prices = side.map((offer) => Number(offer.price));
    expect(prices).toEqual(prices.toSorted((a, b) => direction * (a - b)));
    expect(side.every((offer) => (offer.price.split('.')[1]?.length ?? 0) === pair.priceScale)).toBe(true);
    expect(side.every((offer) => Number(offer.minFiat) <= Number(offer.maxFiat))).toBe(true);
    expect(new Set(side.map((offer) => offer.advNo)).size).toBe(side.length);
  }
}

describe('a generated market', () => {
  it('is the same for the same seed and moment, another for another seed, and moves', () => {
    const market = createGeneratedMarket({ seed });
    const atMs = market.startMs + 3_600_000;
    expect(market.at(atMs)).toEqual(createGeneratedMarket({ seed }).at(atMs));
    expect(market.at(atMs)).not.toEqual(createGeneratedMarket({ seed: seed + 1 }).at(atMs));
    const references = Array.from(
      { length: 48 },
      (_, hour) => market.at(market.startMs + hour * 3_600_000)[0]?.reference,
    );
    expect(new Set(references).size, `seed ${seed}`).toBeGreaterThan(10);
  });

  it('has prices of two, three, no and eight decimals, sane books, references within their range', () => {
    const market = createGeneratedMarket({ seed });
    expect(market.pairs.map((pair) => pair.priceScale)).toEqual([2, 3, 0, 8]);
    for (let step = 0; step < 200; step += 1) {
      for (const book of market.at(market.startMs + step * 97_000)) {
        expectSaneBook(book);
        const { low, high } = market.referenceRange(book.pair);
        expect(Number(book.reference)).toBeGreaterThanOrEqual(Number(low));
        expect(Number(book.reference)).toBeLessThanOrEqual(Number(high));
      }
    }
  });

  it('shows a bait now and then: far off, tiny, with a poor record', () => {
    const market = createGeneratedMarket({ seed });
    const books = Array.from({ length: 300 }, (_, step) => bookOf(market.at(market.startMs + step * 15_000)));
    const baits = books.flatMap((book) => book.asks.filter((offer) => offer.bait));
    expect(baits.length, `seed ${seed}`).toBeGreaterThan(0);
    expect(baits.every((offer) => offer.monthFinishRate < 0.5 && Number(offer.surplusAmount) < 20)).toBe(true);
  });
});

describe('a recorded market', () => {
  it('replays rows in their time, the recorded best on top, and starts again at the end', () => {
    const market = recording(
      [
        header,
        '2026-02-01T00:00Z,9.14,9.24,9.15,9.10,8.85,9.08,12,1,13,1',
        '2026-02-01T00:10Z,9.40,9.50,9.42,9.30,9.10,9.28,12,1,13,1',
        '',
      ].join('\n'),
    );
    const [pair] = market.pairs;
    expect(pair).toMatchObject({ asset: 'USDT', fiat: 'BOB', priceScale: 2 });
    expect(market.startMs).toBe(minute(0));
    const first = bookOf(market.at(minute(0)));
    expectSaneBook(first);
    expect([first.reference, first.asks[0]?.price, first.bids[0]?.price]).toEqual(['9.05', '9.14', '9.10']);
    expect(bookOf(market.at(minute(9))).reference).toBe('9.05');
    expect(bookOf(market.at(minute(10))).reference).toBe('9.30');
    expect(bookOf(market.at(minute(11))).reference).toBe('9.05');
    expect(market.referenceRange(pair ?? first.pair)).toEqual({ low: '9.05', high: '9.30' });
  });

  it('puts a bait on top of an honest book, and its reference does not follow it', () => {
    const market = recording([header, '2026-02-01T00:00Z,6.93,9.24,9.15,13.9,8.85,9.11,,,,'].join('\n'));
    const book = bookOf(market.at(minute(0)));
    expect(book.reference).toBe('9.05');
    expect(book.asks[0]).toMatchObject({ price: '6.93', bait: true });
    expect(book.bids[0]).toMatchObject({ price: '13.90', bait: true });
    expect(book.asks.slice(1).every((offer) => !offer.bait && Number(offer.price) > 9)).toBe(true);
  });

  it('takes the reference from medians, else the usual prices, else a smoothed middle of the bests', () => {
    const only = recording('timestamp,ask_mode,bid_mode\n2026-02-01T00:00Z,9.20,9.10\n');
    expect(bookOf(only.at(minute(0))).reference).toBe('9.15');
    const rows = Array.from(
      { length: 12 },
      (_, n) => `2026-02-01T00:${String(n).padStart(2, '0')}Z,${n === 11 ? '6.00' : '9.20'},9.10`,
    );
    const bests = recording(`timestamp,ask_best,bid_best\n${rows.join('\n')}\n`);
    expect(bookOf(bests.at(minute(11))).reference).toBe('9.15');
    const crossed = recording('timestamp,ask_best,bid_best\n2026-02-01T00:00Z,9.14,9.75\n');
    const book = bookOf(crossed.at(minute(0)));
    expect(Number(book.reference)).toBeCloseTo(9.45, 2);
    expectSaneBook(book);
  });

  it.each([
    [
      'a byte order mark, CRLF and blank lines',
      `\uFEFF${header}\r\n\r\n2026-02-01T00:00Z,9.14,9.24,9.15,9.1,8.85,9.11,1,1,1,1\r\n\r\n`,
      1,
      0,
    ],
    [
      'columns in another order, and strange ones',
      'colour,bid_best,ask_best,timestamp\nred,9.1,9.2,2026-02-01T00:00Z\n',
      1,
      0,
    ],
    ['a row with only one side', 'timestamp,ask_best,bid_best\n2026-02-01T00:00Z,9.2,\n2026-02-01T00:01Z,,9.1\n', 2, 0],
    [
      'malformed rows',
      'timestamp,ask_best\nyesterday,9\n2026-02-01T00:00Z,abc\n2026-02-01T00:00Z,\n2026-13-01T00:00Z,9\n2026-02-01T00:00Z,-1\n2026-02-01T00:00Z,0\nx\n2026-02-01T00:00Z,9.2\n',
      1,
      7,
    ],
    ['repeated timestamps', 'timestamp,ask_best\n2026-02-01T00:00Z,9.2\n2026-02-01T00:00Z,9.3\n', 1, 1],
    [
      'seconds, offsets and a blank instead of T',
      'timestamp,ask_best\n2026-02-01 00:00:30,9.2\n2026-02-01T03:00:00+02:00,9.3\n',
      2,
      0,
    ],
  ])('tolerates %s', (...[, text, rows, skippedRows]) => {
    expect(recording(text)).toMatchObject({ rows, skippedRows });
  });

  it('a day that no calendar has is none of another month: its row is left out, and named', () => {
    const { rows, description } = recording(
      'timestamp,ask_best\n2026-02-28T00:00Z,9.2\n2026-02-31T00:00Z,9.3\n2026-02-29 10:00,9.3\n',
    );
    expect(rows).toBe(1);
    expect(description).toMatch(/, 2 left out \(.*\.csv, row 3, column timestamp: "2026-02-31T00:00Z" is no moment/);
  });

  it('sorts rows and keeps the last of equal timestamps', () => {
    const market = recording(
      'timestamp,ask_mode,bid_mode\n2026-02-01T00:05Z,9.5,9.5\n2026-02-01T00:00Z,9.2,9.2\n2026-02-01T00:05Z,9.6,9.6\n',
    );
    expect(bookOf(market.at(minute(0))).reference).toBe('9.2');
    expect(bookOf(market.at(minute(5))).reference).toBe('9.6');
  });

  it.each([
    [0, '412000000'],
    [2, '11.60'],
    [3, '920.199'],
    [8, '0.86250001'],
  ])('infers %i decimals', (priceScale, price) => {
    const market = recording(`timestamp,ask_best,bid_best\n2026-02-01T00:00Z,${price},${price}\n`);
    expect(market.pairs[0]).toMatchObject({ priceScale });
    expect(bookOf(market.at(minute(0))).reference).toBe(price);
  });

  it('takes the pair from the file’s name or from the caller', () => {
    const text = 'timestamp,ask_best\n2026-02-01T00:00Z,9.2\n';
    expect(recording(text, 'btc_eur.csv').pairs[0]).toMatchObject({ asset: 'BTC', fiat: 'EUR', assetScale: 8 });
    expect(recording(text, 'market.csv', 'usdc/ars').pairs[0]).toMatchObject({ asset: 'USDC', fiat: 'ARS' });
    const unnamed = recording(text, 'market.csv');
    expect(unnamed.pairs[0]).toMatchObject({ asset: 'USDT', fiat: 'BOB' });
    expect(unnamed.description).toContain('pair taken as USDT/BOB');
    expect(() => recording(text, 'usdt-bob.csv', 'USDT')).toThrow('Cannot read the pair from USDT');
  });

  it('says in one line what is wrong with a file', () => {
    const oneLine = /^[^\n]+$/;
    expect(() => readRecordedMarket({ seed, file: '/nowhere/usdt-bob.csv' })).toThrow(
      'Cannot read the recorded market /nowhere/usdt-bob.csv (ENOENT)',
    );
    for (const text of [
      '',
      'a,b\n1,2\n',
      'timestamp\n2026-02-01T00:00Z\n',
      `${header}\n`,
      'timestamp,ask_best\nx,y\n',
    ]) {
      expect(() => recording(text)).toThrow(oneLine);
    }
    expect(() => recording('a,b\n')).toThrow('its first line must name the columns');
    expect(() => recording(`${header}\n`)).toThrow('holds no usable row');
  });
});

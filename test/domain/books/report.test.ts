import { describe, expect, it } from 'vitest';
import { reportOf, type Report, type ReportGroup } from '../../../src/domain/books/report.ts';
import type { Transfer } from '../../../src/domain/books/books.ts';
import { costMethods, type CostMethod } from '../../../src/domain/books/inventory.ts';
import type { Trade } from '../../../src/domain/books/trade.ts';
import { someTrade, someTransfer, startMs } from './some-trade.ts';

const hourMs = 3_600_000;

interface Wish {
  trades: readonly Trade[];
  transfers?: readonly Transfer[];
  method?: CostMethod;
  by?: ReportGroup;
  fromMs?: number;
}

const report = ({ trades, transfers = [], method = 'average', by = 'pair', fromMs = 0 }: Wish): Report =>
  reportOf({ trades, transfers, method, by, fromMs, untilMs: startMs + 100 * hourMs });

const bought = (number: string, change: Partial<Trade>): Trade => someTrade({ orderNumber: number, ...change });
const sold = (number: string, change: Partial<Trade>): Trade => bought(number, { side: 'SELL', ...change });

/** Two purchases at 10 and 12, and the sale of what one of them has brought, at 13. */
const twoLots = [
  bought('1', {}),
  bought('2', { total: '1200', price: '12', createdAtMs: startMs + hourMs }),
  sold('3', { total: '1300', price: '13', createdAtMs: startMs + 2 * hourMs }),
];

describe('ADR 0054: the cost of what was sold', () => {
  it('is the weighted average of what was there', () => {
    const { rows, stock } = report({ trades: twoLots });
    expect(rows).toEqual([
      {
        key: 'USDT/BOB',
        asset: 'USDT',
        fiat: 'BOB',
        trades: 3,
        cancelled: 0,
        bought: '200',
        paid: '2200',
        sold: '100',
        received: '1300',
        fees: '0',
        cost: '1100',
        earned: '200',
        uncovered: '0',
      },
    ]);
    expect(stock).toEqual([{ asset: 'USDT', fiat: 'BOB', amount: '100', cost: '1100' }]);
  });

  it('is that of the oldest, first in and first out', () => {
    const { method, rows, stock } = report({ trades: twoLots, method: 'fifo' });
    expect(method).toBe('fifo');
    expect(rows[0]).toMatchObject({ cost: '1000', earned: '300' });
    expect(stock).toEqual([{ asset: 'USDT', fiat: 'BOB', amount: '100', cost: '1200' }]);
  });

  it.each(costMethods)('by %s: a fee leaves with the sale, and a purchase brings less by it', (method) => {
    const trades = [
      bought('1', { amount: '100', fee: '1', total: '990' }),
      sold('2', { amount: '49', fee: '0.5', total: '539', createdAtMs: startMs + 1 }),
    ];
    const { rows, stock } = report({ trades, method });
    expect(rows[0]).toMatchObject({ fees: '1.5', cost: '495', earned: '44' });
    expect(stock[0]).toMatchObject({ amount: '49.5', cost: '495' });
  });

  it.each(costMethods)('by %s: what is sold without a known purchase is neither cost nor earned', (method) => {
    const { rows, stock } = report({
      trades: [bought('1', {}), sold('2', { amount: '400', total: '4400', createdAtMs: startMs + 1 })],
      method,
    });
    expect(rows[0]).toMatchObject({ sold: '400', received: '4400', cost: '1000', earned: '100', uncovered: '300' });
    expect(stock[0]).toMatchObject({ amount: '0', cost: '0' });
  });

  it.each(costMethods)('by %s: nothing at all was bought before', (method) => {
    const { rows } = report({ trades: [sold('1', {})], method });
    expect(rows[0]).toMatchObject({ cost: '0', earned: '0', uncovered: '100' });
  });

  it.each(costMethods)('by %s: an opening balance and typed transfers are in it', (method) => {
    const transfers = [
      someTransfer({ kind: 'out', amount: '30', atMs: startMs + 2 }),
      someTransfer({ kind: 'in', amount: '10', cost: '90', atMs: startMs + 1 }),
      someTransfer({ atMs: startMs }),
      someTransfer({ kind: 'in', amount: '1', atMs: startMs + 1_000 * hourMs }),
    ];
    const { rows, stock } = report({
      trades: [sold('1', { amount: '20', total: '200', createdAtMs: startMs + 1 })],
      transfers,
      method,
    });
    expect(rows[0]).toMatchObject({ cost: '180', earned: '20', uncovered: '0' });
    expect(stock).toEqual([{ asset: 'USDT', fiat: 'BOB', amount: '10', cost: '90' }]);
  });

  it('keeps every lot, over more of them than are forgotten together', () => {
    const trades = Array.from({ length: 2_500 }, (_, index) => [
      bought(`a${index}`, { amount: '1', total: String(index), createdAtMs: startMs + 2 * index }),
      sold(`b${index}`, { amount: '1', total: String(index + 1), createdAtMs: startMs + 2 * index + 1 }),
    ]).flat();
    expect(report({ trades, method: 'fifo' }).rows[0]).toMatchObject({ earned: '2500', uncovered: '0' });
  });
});

describe('ADR 0054: a report', () => {
  it('has what was created in its period, at the cost of what was bought before', () => {
    const { rows } = report({ trades: twoLots, fromMs: startMs + 2 * hourMs });
    expect(rows).toEqual([expect.objectContaining({ trades: 1, bought: '0', sold: '100', cost: '1100' })]);
  });

  it('counts what was cancelled, which moves nothing', () => {
    const trades = [bought('1', {}), bought('2', { end: 'cancelled' }), sold('3', { end: 'cancelled-by-system' })];
    const { rows } = report({ trades });
    expect(rows).toEqual([
      expect.objectContaining({ trades: 1, cancelled: 2, bought: '100', sold: '0', uncovered: '0' }),
    ]);
  });

  it.each([
    ['pair', ['USDT/BOB', 'USDT/PEN']],
    ['side', ['BUY', 'SELL', 'BUY']],
    ['ad', ['11', '12', '11']],
    ['method', ['BANK', null, 'BANK']],
    ['counterparty', ['u1', null, null]],
  ] as const)('by %s has its own sums in each pair, and what is not known last', (by, keys) => {
    const trades = [
      bought('3', { fiat: 'PEN', adNumber: '11' }),
      bought('1', { adNumber: '11', counterparty: 'u1' }),
      sold('2', { adNumber: '12', method: null }),
    ];
    expect(report({ trades, by }).rows.map(({ key }) => key)).toEqual(keys);
    expect(report({ trades, by }).stock.map(({ fiat }) => fiat)).toEqual(['BOB', 'PEN']);
  });

  it('has pairs in the order of their names, whichever was traded first', () => {
    const trades = ['PEN', 'ARS', 'BOB', 'USD'].map((fiat, index) => bought(String(index), { fiat }));
    const fiats = ['ARS', 'BOB', 'PEN', 'USD'];
    for (const some of [trades, trades.toReversed()]) {
      const { rows, stock } = report({ trades: some.map((trade, index) => ({ ...trade, orderNumber: `${index}` })) });
      expect([rows.map(({ fiat }) => fiat), stock.map(({ fiat }) => fiat)]).toEqual([fiats, fiats]);
    }
  });

  it('books two trades of one moment in the order of their numbers', () => {
    const trades = [sold('2', {}), bought('1', {})];
    expect(report({ trades }).rows[0]).toMatchObject({ uncovered: '0' });
    expect(report({ trades: trades.toReversed() }).rows[0]).toMatchObject({ uncovered: '0' });
  });
});

/** Identities of the books, over random histories. The seed is printed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportOf, type Report } from '../../../src/domain/books/report.ts';
import { Decimal } from '../../../src/domain/decimal.ts';
import { costMethods, type CostMethod } from '../../../src/domain/books/inventory.ts';
import type { Transfer } from '../../../src/domain/books/books.ts';
import type { Trade } from '../../../src/domain/books/trade.ts';
import { check } from '../seeded.ts';
import { someTrade, someTransfer, startMs } from './some-trade.ts';

/** Cents of a wire amount, as text. */
const decimalOf = (places: number) => (units: number) =>
  new Decimal(units).times(new Decimal(10).pow(-places)).toFixed();
const amountArbitrary = fc.integer({ min: 1, max: 10 ** 12 }).map(decimalOf(8));
const totalArbitrary = fc.integer({ min: 1, max: 10 ** 9 }).map(decimalOf(2));

const tradeArbitrary = fc
  .record({
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    fiat: fc.constantFrom('BOB', 'PEN'),
    amount: amountArbitrary,
    total: totalArbitrary,
    feeShare: fc.constantFrom('0', '0.001', '0.0035'),
    end: fc.constantFrom('completed' as const, 'completed' as const, 'completed' as const, 'cancelled' as const),
    adNumber: fc.constantFrom('1', '2', '3'),
    atMs: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ feeShare, atMs, ...trade }) => {
    const fee = new Decimal(trade.amount).times(feeShare).toDecimalPlaces(8).toFixed();
    return { ...trade, fee, createdAtMs: startMs + atMs };
  });

const historyArbitrary = fc.record({
  trades: fc
    .array(tradeArbitrary, { maxLength: 60 })
    .map((trades) => trades.map((trade, index) => someTrade({ ...trade, orderNumber: String(index) }))),
  transfers: fc.array(
    fc
      .record({
        kind: fc.constantFrom('opening' as const, 'in' as const, 'out' as const),
        amount: amountArbitrary,
        cost: totalArbitrary,
        atMs: fc.integer({ min: 0, max: 1_000 }),
      })
      .map(({ atMs, ...transfer }) => someTransfer({ ...transfer, atMs: startMs + atMs })),
    { maxLength: 5 },
  ),
});
interface History {
  readonly trades: readonly Trade[];
  readonly transfers: readonly Transfer[];
}

const all = { by: 'pair', fromMs: 0, untilMs: startMs + 10_000 } as const;
const summed = (values: readonly string[]): Decimal => values.reduce((sum, value) => sum.plus(value), new Decimal(0));
const column = ({ rows }: Report, name: 'paid' | 'received' | 'fees' | 'cost' | 'earned' | 'uncovered') =>
  summed(rows.map((row) => row[name]));
const completed = ({ trades }: History) => trades.filter(({ end }) => end === 'completed');
const both = (history: History) => costMethods.map((method: CostMethod) => reportOf({ ...history, ...all, method }));

describe('ADR 0054: identities of the books hold to the last unit', () => {
  it('cash: what was paid and received is the sum of the totals', () => {
    const property = fc.property(historyArbitrary, (history) => {
      for (const report of both(history))
        for (const [name, side] of [
          ['paid', 'BUY'],
          ['received', 'SELL'],
        ] as const) {
          const totals = completed(history).filter((trade) => trade.side === side);
          expect(column(report, name).eq(summed(totals.map(({ total }) => total)))).toBe(true);
        }
    });
    check(property, 300);
  });

  it('fees: they are the sum of the fees', () => {
    const property = fc.property(historyArbitrary, (history) => {
      for (const report of both(history))
        expect(column(report, 'fees').eq(summed(completed(history).map(({ fee }) => fee)))).toBe(true);
    });
    check(property, 300);
  });

  it('inventory: what came in is what was sold with a cost, and what is left', () => {
    const property = fc.property(historyArbitrary, ({ trades }) => {
      const history = { trades, transfers: [] };
      for (const report of both(history)) {
        const signed = completed(history).map(({ side, amount, fee }) =>
          side === 'BUY' ? new Decimal(amount).minus(fee) : new Decimal(amount).plus(fee).negated(),
        );
        const left = summed(report.stock.map(({ amount }) => amount));
        expect(left.minus(column(report, 'uncovered')).eq(summed(signed.map((one) => one.toFixed())))).toBe(true);
        expect(
          column(report, 'cost')
            .plus(summed(report.stock.map(({ cost }) => cost)))
            .eq(column(report, 'paid')),
        ).toBe(true);
      }
    });
    check(property, 300);
  });

  it('FIFO and average have the same total once nothing is left, and the same amounts always', () => {
    const property = fc.property(historyArbitrary, (history) => {
      const [average, fifo] = both(history);
      if (average === undefined || fifo === undefined) throw new Error('no two methods');
      expect(fifo.stock.map(({ amount }) => amount)).toEqual(average.stock.map(({ amount }) => amount));
      expect(fifo.rows.map(({ uncovered }) => uncovered)).toEqual(average.rows.map(({ uncovered }) => uncovered));
      const whole = both({ ...history, transfers: [], trades: [...history.trades, ...restOf(history)] });
      for (const report of whole)
        expect(report.stock.every(({ amount, cost }) => amount === '0' && cost === '0')).toBe(true);
      const [byAverage, byFifo] = whole.map((report) => [
        column(report, 'cost').toFixed(),
        report.rows.map(({ received }) => received),
      ]);
      expect(byFifo).toEqual(byAverage);
    });
    check(property, 300);
  });

  it('every group adds up to the same sums', () => {
    const property = fc.property(historyArbitrary, (history) => {
      const byPair = reportOf({ ...history, ...all, method: 'average' });
      for (const by of ['side', 'ad', 'method', 'counterparty'] as const) {
        const other = reportOf({ ...history, ...all, by, method: 'average' });
        for (const name of ['paid', 'received', 'fees', 'cost', 'earned', 'uncovered'] as const)
          expect(column(other, name).eq(column(byPair, name))).toBe(true);
      }
    });
    check(property, 100);
  });
});

/** Sells all that a history without transfers leaves. */
function restOf({ trades }: History): Trade[] {
  return reportOf({ trades, transfers: [], ...all, method: 'average' })
    .stock.filter(({ amount }) => amount !== '0')
    .map(({ asset, fiat, amount }, index) =>
      someTrade({ orderNumber: `rest-${index}`, side: 'SELL', asset, fiat, amount, createdAtMs: startMs + 5_000 }),
    );
}

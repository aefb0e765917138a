import { expect, it } from 'vitest';
import { unpaidSales } from '../../../src/domain/books/unpaid-sales.ts';
import type { Trade } from '../../../src/domain/books/trade.ts';
import { paymentOf } from '../payments/payment-fixture.ts';
import { someTrade, startMs } from './some-trade.ts';

const sale = (orderNumber: string, change: Partial<Trade> = {}): Trade =>
  someTrade({ orderNumber, side: 'SELL', ...change });

it('payments: a released sale that no reported payment backs is named, where and since sources report', () => {
  const payments = [
    paymentOf([{ seenAtMs: startMs }], { owner: { key: 'k', account: 'main', orderNumber: 'backed' } }),
    paymentOf([{ seenAtMs: startMs + 5 }]),
  ];
  const trades = [
    sale('backed'),
    sale('unpaid'),
    sale('before', { createdAtMs: startMs - 1 }),
    sale('elsewhere', { fiat: 'PEN' }),
    sale('cancelled', { end: 'cancelled' }),
    someTrade({ orderNumber: 'bought' }),
  ];
  expect(unpaidSales(trades, payments).map(({ orderNumber }) => orderNumber)).toEqual(['unpaid']);
  expect(unpaidSales(trades, [])).toEqual([]);
});

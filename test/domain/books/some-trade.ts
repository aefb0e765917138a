import type { Transfer } from '../../../src/domain/books/books.ts';
import type { HistoryOrder, Trade } from '../../../src/domain/books/trade.ts';

export const startMs = Date.UTC(2026, 10, 2, 12);

/** A completed purchase of 100 USDT for 1000 BOB, unless the test says otherwise. */
export function someTrade(change: Partial<Trade> = {}): Trade {
  return {
    orderNumber: '22000000000000000001',
    side: 'BUY',
    asset: 'USDT',
    fiat: 'BOB',
    amount: '100',
    total: '1000',
    price: '10',
    fee: '0',
    adNumber: '11000000000000000001',
    method: 'BANK',
    createdAtMs: startMs,
    end: 'completed',
    counterparty: null,
    endedAtMs: null,
    ...change,
  };
}

/** The same order as the service shows it. */
export function shownAs(trade: Trade, change: Partial<HistoryOrder> = {}): HistoryOrder {
  const { counterparty: _party, endedAtMs: _at, ...order } = trade;
  return { ...order, ...change };
}

export function someTransfer(change: Partial<Transfer> = {}): Transfer {
  return { kind: 'opening', atMs: startMs, asset: 'USDT', fiat: 'BOB', amount: '50', cost: '450', ...change };
}

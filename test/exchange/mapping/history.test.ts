import { describe, expect, it } from 'vitest';
import { toHistoryPage, toHistoryQuery } from '../../../src/exchange/index.ts';
import { orderHistoryRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';

const row = {
  orderNumber: '22000000000000000001',
  advNo: '11000000000000000001',
  tradeType: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  amount: '34.72000000',
  totalPrice: '400.00',
  unitPrice: '11.52',
  orderStatus: 'COMPLETED',
  createTime: 1_800_000_000_000,
  commission: '0.03',
  takerCommission: '0.07',
  payMethodName: 'BANK',
  advertisementRole: 'MAKER',
};
const odd = [{ index: 7, subject: null, why: 'no row' }];
const pageWith = (change: object) =>
  toHistoryPage({ items: [orderHistoryRowSchema.parse({ ...row, ...change })], odd, total: 9 });
const order = (change: object = {}) => pageWith(change).items[0];

describe('wire-facts 12.3: a row of the history', () => {
  it('is an order with what the books need', () => {
    expect(order()).toEqual({
      orderNumber: row.orderNumber,
      side: 'SELL',
      asset: 'USDT',
      fiat: 'BOB',
      amount: '34.72000000',
      total: '400.00',
      price: '11.52',
      fee: '0.03',
      adNumber: row.advNo,
      method: 'BANK',
      createdAtMs: row.createTime,
      end: 'completed',
    });
  });

  it.each([
    ['COMPLETED', 'completed'],
    ['CANCELLED', 'cancelled'],
    ['CANCELLED_BY_SYSTEM', 'cancelled-by-system'],
    ['IN_APPEAL', null],
    ['TRADING', null],
    ['A_NEW_STATUS', null],
  ])('with the status %s ends as %s', (orderStatus, end) => {
    expect(order({ orderStatus })?.end).toBe(end);
  });

  it('has the fee of its own role, and none where the service names none', () => {
    expect(order({ advertisementRole: 'TAKER' })?.fee).toBe('0.07');
    expect(order({ commission: null })?.fee).toBe('0');
  });

  it('needs neither ad nor method, and its price follows from the amounts', () => {
    const bare = { advNo: null, payMethodName: undefined, unitPrice: null };
    expect(order(bare)).toMatchObject({ adNumber: null, method: null, price: '11.52' });
  });

  it('of an unknown side is odd, as those are that the answer has left out', () => {
    const why = expect.stringContaining('SWAP');
    const unreadable = { index: 0, subject: row.orderNumber, why };
    expect(pageWith({ tradeType: 'SWAP' })).toEqual({ items: [], odd: [...odd, unreadable], total: 9 });
  });
});

it('interface 4.1: a window is asked for in pages of a hundred', () => {
  const window = { startTimestamp: 1, endTimestamp: 2, page: 3, rows: 100 };
  expect(toHistoryQuery({ fromMs: 1, toMs: 2, page: 3 })).toEqual(window);
});

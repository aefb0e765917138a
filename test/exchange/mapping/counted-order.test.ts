import { describe, expect, it } from 'vitest';
import { toCountedOrder, toPayment } from '../../../src/exchange/index.ts';
import { orderDetailSchema } from '../../../src/exchange/table/schemas/order-detail-schema.ts';
import { orderRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';

const atMs = 1_790_000_000_000;
const row = {
  orderNumber: '2',
  advNo: '1',
  tradeType: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  amount: '10',
  totalPrice: '100.50',
  orderStatus: 2,
  createTime: atMs,
};
const { advNo: advOrderNumber, fiat: fiatUnit, ...shared } = row;
const methods = [
  { id: 41, identifier: 'BANK', tradeMethodName: 'Bank Transfer' },
  { id: 42, identifier: 'Wise', tradeMethodName: 'Wise' },
];
const detail = (part: object) => toPayment(orderDetailSchema.parse({ ...shared, advOrderNumber, fiatUnit, ...part }));
const counted = (part: object, payment = null) => toCountedOrder(orderRowSchema.parse({ ...row, ...part }), payment);

describe('wire-facts 12.4: how an order is paid', () => {
  it('by the chosen method, and since when', () => {
    expect(detail({ payMethods: methods, selectedPayId: 42, notifyPayTime: atMs + 7 })).toEqual({
      methods: [{ payId: '42', identifier: 'Wise', name: 'Wise' }],
      paidAtMs: atMs + 7,
    });
  });

  it.each([0, null, undefined])('before it is paid (%s) by any of its methods', (selectedPayId) => {
    const { methods: any, paidAtMs } = detail({ payMethods: methods, selectedPayId });
    expect([any.map(({ payId }) => payId), paidAtMs]).toEqual([['41', '42'], null]);
  });

  it('a zero is no moment of its payment: it would count on no day', () => {
    expect([0, '0', -1].map((notifyPayTime) => detail({ payMethods: methods, notifyPayTime }).paidAtMs)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('an order that names no methods, or chose one that it does not name, counts for none', () => {
    expect(detail({ payMethods: null, selectedPayId: 41 }).methods).toEqual([]);
    expect(detail({ payMethods: [{}], selectedPayId: 0 }).methods).toEqual([]);
    expect(detail({ payMethods: methods, selectedPayId: 43 }).methods).toEqual([]);
  });
});

describe('ads#payment-caps: an order of the list as caps count it', () => {
  it('has its side, its total and its status', () => {
    expect(counted({})).toEqual({
      side: 'SELL',
      fiat: 'BOB',
      totalPrice: '100.50',
      status: 'PAID',
      createdAtMs: atMs,
      methods: [],
      paidAtMs: null,
    });
  });

  it('a status that no one knows counts as paid, and an unknown side is refused', () => {
    expect(counted({ orderStatus: 77 }).status).toBe('PAID');
    expect(() => counted({ tradeType: 'SWAP' })).toThrow('not known');
  });
});

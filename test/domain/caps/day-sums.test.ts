import { describe, expect, it } from 'vitest';
import { capSums, type CountedOrder } from '../../../src/domain/caps/day-sums.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';

const day = { fromMs: 1_000, until: '' };
const bankA = { payId: '41', identifier: 'BANK', name: 'Bank Transfer' };
const bankB = { payId: '42', identifier: 'BANK', name: 'Bank Transfer' };
const rule = {
  timezone: 'UTC',
  caps: [
    { method: '41', daily: '100', fiat: 'BOB' },
    { method: 'bank', daily: '900', fiat: 'BOB' },
    { method: 'Zelle', daily: '70', fiat: 'USD' },
  ],
};

const order = (part: Partial<CountedOrder> = {}): CountedOrder => ({
  side: 'SELL',
  fiat: 'BOB',
  totalPrice: '10.10',
  status: OrderStatus.COMPLETED,
  createdAtMs: 2_000,
  paidAtMs: 2_500,
  methods: [bankA],
  ...part,
});

const sums = (...orders: CountedOrder[]): string[] =>
  capSums(rule, { side: 'SELL', fiat: 'BOB', day, orders }).map(({ method, sum }) => `${method} ${sum}`);

describe('ads#payment-caps: what the orders of a day add up to for a cap', () => {
  it('adds exactly, by account and by method, in the currency of the ad alone', () => {
    expect(sums(order(), order({ totalPrice: '0.20', methods: [bankB] }))).toEqual(['41 10.1', 'bank 10.3']);
    expect(sums()).toEqual(['41 0', 'bank 0']);
  });

  it('a total below zero makes no room for others', () => {
    expect(sums(order(), order({ totalPrice: '-10.10' }))).toEqual(['41 10.1', 'bank 10.1']);
  });

  it.each([
    ['what is paid', { status: OrderStatus.PAID }, '10.1'],
    ['what is being released', { status: OrderStatus.RELEASING }, '10.1'],
    ['what is in appeal: the money may have arrived', { status: OrderStatus.IN_APPEAL }, '10.1'],
    ['what may still be paid', { status: OrderStatus.AWAITING_PAYMENT, paidAtMs: null }, '10.1'],
    [
      'what waits for payment since yesterday',
      { status: OrderStatus.AWAITING_PAYMENT, paidAtMs: null, createdAtMs: 900 },
      '10.1',
    ],
    ['what was placed yesterday and paid today', { createdAtMs: 900, paidAtMs: 1_000 }, '10.1'],
    ['not what was paid yesterday and released today', { createdAtMs: 800, paidAtMs: 999 }, '0'],
    ['what does not tell when it was paid, by its first day', { paidAtMs: null }, '10.1'],
    ['not what was placed yesterday and does not tell when it was paid', { paidAtMs: null, createdAtMs: 999 }, '0'],
    ['not what was cancelled', { status: OrderStatus.CANCELLED }, '0'],
    ['not what ran out of time', { status: OrderStatus.CANCELLED_BY_SYSTEM }, '0'],
    ['not what is bought: that is money paid out', { side: 'BUY' }, '0'],
    ['not what is paid in another currency', { fiat: 'USD' }, '0'],
    ['what may be paid by any of several accounts, for each of them', { methods: [bankB, bankA] }, '10.1'],
    ['what does not tell its method, for each cap', { methods: [] }, '10.1'],
    ['not what another account carries', { methods: [bankB] }, '0'],
  ] as const)('counts %s', (...row) => {
    const [, part, sum] = row;
    expect(sums(order(part))[0]).toBe(`41 ${sum}`);
  });

  it('goes by the orders that buy for an ad that buys', () => {
    const bought = order({ side: 'BUY', fiat: 'USD', methods: [{ payId: '7', identifier: 'zelle', name: '' }] });
    expect(capSums(rule, { side: 'BUY', fiat: 'USD', day, orders: [bought, order({ fiat: 'USD' })] })).toEqual([
      { method: 'Zelle', daily: '70', fiat: 'USD', sum: '10.1' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { isSameSight, seenOf, seenSchema, type Seen } from '../../../src/domain/orders/seen.ts';
import { orderMoment } from './order-fixture.ts';

const payments = [
  { reference: 'trf 00123-٤', amount: '700.50' },
  { reference: 'REF-9', amount: '449.5' },
];
const seen = seenOf(orderMoment({ payments }));

describe('design 6: what an approval has seen', () => {
  it('names the payments by the form in which references are compared, whatever their writing and order', () => {
    expect(seen.payments).toEqual([
      { reference: 'REF9', amount: '449.5' },
      { reference: 'TRF001234', amount: '700.50' },
    ]);
    const written = [
      { reference: 'ref 9', amount: '449.50' },
      { reference: 'TRF001234', amount: '700.5' },
    ];
    expect(isSameSight(seenOf(orderMoment({ payments: written })), seen)).toBe(true);
  });

  it('names a payment as one of a third party where it was attached as that', () => {
    const strange = payments.map((one) =>
      one.reference === 'REF-9' ? { ...one, despite: 'third-party' as const } : one,
    );
    expect(seenOf(orderMoment({ payments: strange })).payments).toEqual([
      { reference: 'REF9', amount: '449.5', despite: 'third-party' },
      { reference: 'TRF001234', amount: '700.50' },
    ]);
  });

  it('two of one reference stay two', () => {
    const twice = [...payments, { reference: 'REF 9', amount: '1' }];
    expect(seenOf(orderMoment({ payments: twice })).payments.map(({ reference }) => reference)).toEqual([
      'REF9',
      'REF9',
      'TRF001234',
    ]);
  });

  it('decimals are compared by their value, and what is no decimal is like nothing', () => {
    const { amount, price, totalPrice } = seen;
    expect(
      isSameSight(seen, { ...seen, amount: `${amount}.0`, price: `${price}0`, totalPrice: `${totalPrice}0` }),
    ).toBe(true);
    for (const field of ['amount', 'price', 'totalPrice']) {
      expect(isSameSight({ ...seen, [field]: 'NaN' }, { ...seen, [field]: 'NaN' })).toBe(false);
    }
  });

  it.each<[keyof Seen, Partial<Seen>]>([
    ['asset', { asset: 'BTC' }],
    ['amount', { amount: '100.00000001' }],
    ['price', { price: '11.51' }],
    ['totalPrice', { totalPrice: '1150.01' }],
    ['fiat', { fiat: 'USD' }],
    ['payId', { payId: '7' }],
    ['paidSinceMs', { paidSinceMs: 5_001 }],
    ['payments', { payments: seen.payments.slice(1) }],
    ['payments', { payments: [...seen.payments, { reference: 'Z', amount: '1' }] }],
    ['payments', { payments: seen.payments.map((one) => ({ ...one, amount: '1' })) }],
    ['payments', { payments: seen.payments.map((one) => ({ ...one, despite: 'third-party' as const })) }],
    ['payments', { payments: seen.payments.map((one) => ({ ...one, reference: 'Z' })) }],
    ['counterpartyNumber', { counterpartyNumber: null }],
    ['generation', { generation: 'another' }],
    ['epoch', { epoch: 1 }],
  ])('another %s is another sight: %o', (_field, change) => {
    expect(isSameSight(seen, { ...seen, ...change })).toBe(false);
    expect(isSameSight({ ...seen, ...change }, seen)).toBe(false);
  });

  it('S6: a whole one parses; one with a field too few, too many, or of another form does not', () => {
    expect(seenSchema.parse(seen)).toEqual(seen);
    for (const field of Object.keys(seen)) {
      expect(seenSchema.safeParse({ ...seen, [field]: undefined }).success, field).toBe(false);
      expect(seenSchema.safeParse({ ...seen, [field]: true }).success, field).toBe(false);
    }
    expect(seenSchema.safeParse({ ...seen, status: 'PAID' }).success).toBe(false);
    const many = Array.from({ length: 22 }, () => ({ reference: 'R', amount: '1' }));
    expect(seenSchema.safeParse({ ...seen, payments: many }).success).toBe(false);
    expect(seenSchema.safeParse({ ...seen, payments: many.slice(1) }).success).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { expectedFor, sheetPayments } from '../../../src/domain/sheet/judged-payments.ts';
import { sheetPaymentsSchema } from '../../../src/domain/sheet/sheet-payments.ts';
import { judged, nowMs, order, paymentOf } from '../payments/payment-fixture.ts';
import { atMs, fullOrder } from './sheet-fixture.ts';

const shown = (...parts: Parameters<typeof judged>) => sheetPayments(judged(...parts));
const verdicts = (...parts: Parameters<typeof judged>): string[] => shown(...parts).seen.map(({ verdict }) => verdict);

describe('the payments of a sheet', () => {
  it('payments: are those with the amount, the payer or the number of the order, the likeliest first', () => {
    const far = paymentOf([{ amount: '7', payer: 'Bruno Diaz' }]);
    const unnamed = paymentOf([{ amount: '7', payer: null }]);
    const named = paymentOf([{ amount: '7', payer: null, memo: order.orderNumber }]);
    const third = paymentOf([{ payer: 'Bruno Diaz' }]);
    const under = paymentOf([{ amount: '399' }]);
    const matched = paymentOf();
    expect(verdicts([far, unnamed, named, third, under, matched])).toEqual([
      'matched',
      'third-party',
      'under',
      'under',
    ]);
    expect(verdicts([paymentOf([{ amount: '401' }])])).toEqual(['over']);
  });

  it('payments: the newest of equal ones first, and how many more there are', () => {
    const many = Array.from({ length: 12 }, () => paymentOf());
    const { seen, more } = shown(many);
    expect([seen.length, more, seen[0]?.id]).toEqual([10, 2, many.at(-1)?.id]);
    expect(sheetPaymentsSchema.parse(shown(many))).toEqual(shown(many));
  });

  it('payments: every finding travels', () => {
    const payments = [
      paymentOf([{ reference: 'A', payer: 'A***', isReversible: true, state: 'pending', method: 'PAYPAL' }]),
      paymentOf([{ reference: 'A', class: 'hint', bookedAtMs: nowMs + 900_000_000 }]),
      paymentOf([{ bookedAtMs: 0 }], { owner: { key: 'k', account: 'main', orderNumber: '7' } }),
    ];
    expect(sheetPaymentsSchema.parse(shown(payments))).toEqual(shown(payments));
  });

  it('payments: what is expected is the whole total of the sale, from its buyer', () => {
    const expected = {
      account: 'main',
      orderNumber: '88',
      amount: '400.00000000',
      currency: 'BOB',
      method: 'BANK',
      payer: 'ANA MARIA PEREZ ROJAS',
      createdAtMs: fullOrder.createdAtMs,
      paidAtMs: null,
    };
    expect(expectedFor('main', fullOrder, 'BANK')).toEqual(expected);
    expect(expectedFor('main', { ...fullOrder, paidAtMs: atMs }, 'BANK')).toEqual({ ...expected, paidAtMs: atMs });
  });
});

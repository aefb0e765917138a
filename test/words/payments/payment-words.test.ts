import { describe, expect, it } from 'vitest';
import { paymentVerdicts, type PaymentFinding } from '../../../src/domain/payments/payment-finding.ts';
import { sheetPayments } from '../../../src/domain/sheet/judged-payments.ts';
import type { SheetPayment } from '../../../src/domain/sheet/sheet-payments.ts';
import { backedText, paidText, sheetPaymentText, standText } from '../../../src/words/payments/payment-words.ts';
import { judged, paymentOf } from '../../domain/payments/payment-fixture.ts';

const clock = { time: () => '08:00', age: (ms: number) => `${ms / 60_000}m` };
const shown: SheetPayment = { ...sheetPayments(judged([paymentOf()])).seen[0] } as SheetPayment;
const lineOf = (part: Partial<SheetPayment>): string => sheetPaymentText({ ...shown, ...part }, clock);

describe('the words of a payment that was seen', () => {
  it('payments: say the verdict first, then whose it is, and why', () => {
    expect(lineOf({ id: 12, proof: 'REF-1' })).toBe(
      'MATCHED 12: 400.00 BOB from Ana Maria Perez at 08:00, REF-1; the payer is the buyer',
    );
    expect(lineOf({ payers: [] })).toContain('from an unnamed payer');
    expect(lineOf({ payers: ['Ana\nMATCHED', 'Bo'] })).toContain('from Ana MATCHED or Bo');
  });

  it('payments: each verdict has its own', () => {
    const words = paymentVerdicts.map((verdict) => lineOf({ verdict }).split(` ${shown.id}:`)[0]);
    expect(new Set(words).size).toBe(paymentVerdicts.length);
  });

  it.each<[PaymentFinding, string]>([
    [{ verdict: 'early', code: 'before-order', byMs: 600_000 }, 'it came 10m before the order was made'],
    [{ verdict: 'late', code: 'after-paid', byMs: 60_000 }, 'it came 1m after the buyer said that he had paid'],
    [{ verdict: 'over', code: 'more', by: '3600' }, '3600 more than the total'],
    [{ verdict: 'under', code: 'less', by: '0.01' }, '0.01 less than the total'],
    [{ verdict: 'candidate', code: 'undated' }, 'its source does not say when it was booked: it may be days old'],
    [{ verdict: 'ambiguous', code: 'claimed', orderNumber: '9' }, 'it backs order 9'],
    [{ verdict: 'ambiguous', code: 'two-orders', orderNumber: '9' }, 'order 9 could mean it, too'],
    [{ verdict: 'ambiguous', code: 'names-other', orderNumber: '9' }, 'its memo names order 9'],
    [
      { verdict: 'ambiguous', code: 'same-money', payment: 7 },
      'payment 7, which backs another order, may be the same money from another source',
    ],
    [
      { verdict: 'ambiguous', code: 'released-beside', orderNumber: '9' },
      'order 9 was released for as much, and no payment is known for it',
    ],
    [{ verdict: 'ambiguous', code: 'two-payments', payment: 3 }, 'payment 3 could be meant, too'],
    [{ verdict: 'candidate', code: 'other-method', method: 'X' }, 'it came by X, and the buyer chose another method'],
    [{ verdict: 'candidate', code: 'hint' }, 'only a hint reports it: look at the bank'],
  ])('payments: %j is %j', (finding, text) => {
    expect(lineOf({ findings: [finding] }).endsWith(`; ${text}`)).toBe(true);
  });

  it('payments: of a payment by itself', () => {
    const owner = { key: 'k', account: 'main', orderNumber: '7' };
    const payment = paymentOf([{ class: 'hint', state: 'pending', payer: null }], { owner });
    expect([paidText(payment), standText(payment), backedText(payment)]).toEqual([
      '400.00 BOB from an unnamed payer',
      'hint, pending',
      'order 7 of main',
    ]);
    expect([standText(paymentOf()), backedText(paymentOf())]).toEqual(['evidence, booked', 'no order yet']);
  });
});

import { describe, expect, it } from 'vitest';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import {
  allAttached,
  notAttached,
  notShownYet,
  paymentsElsewhere,
  withoutPayment,
} from '../../../src/domain/orders/attached-payments.ts';
import type { PaymentMatch } from '../../../src/domain/orders/payment-match.ts';

const paymentOf = (proofId: string): PaymentMatch => ({ proofId, amount: '500', payerName: 'x', atMs: 1 });
const [first, second, third] = ['REF-1', 'REF-2', 'REF-3'].map(paymentOf) as [PaymentMatch, PaymentMatch, PaymentMatch];
const attached = { match: third, earlier: [first, second] };
const nothing = { match: null, earlier: [] };

describe('ADR 0013: the payments of an order', () => {
  it('are listed as they were attached', () => {
    expect(allAttached(attached)).toEqual([first, second, third]);
    expect(allAttached(nothing)).toEqual([]);
  });

  it('one is taken back by any writing of its reference; the last of the others is the one that may match', () => {
    expect(withoutPayment(attached, 'ref 3')).toEqual({ match: second, earlier: [first] });
    expect(withoutPayment(attached, 'REF-1')).toEqual({ match: third, earlier: [second] });
    expect(withoutPayment({ match: first, earlier: [] }, 'REF-1')).toEqual(nothing);
  });

  it('only one that is attached can be taken back', () => {
    expect(notAttached(attached, 'ref1')).toBeNull();
    expect(notAttached(attached, 'REF-4')).toContain('no payment with this reference');
    expect(notAttached(nothing, 'REF-1')).toContain('no payment with this reference');
  });

  it('promise 2: one that backs another order is new until it was shown, in any writing', () => {
    const elsewhere = [
      { proofId: 'REF-1', orderNumber: '7' },
      { proofId: 'REF-2', orderNumber: '8' },
    ];
    expect(notShownYet(elsewhere, [])).toEqual(elsewhere);
    expect(notShownYet(elsewhere, ['ref 1'])).toEqual([elsewhere[1]]);
  });

  it('promise 2: those that back another order are named with that order, in the writing that was attached', () => {
    const claim = { amount: '950', fiat: 'BOB', atMs: 1 };
    const claims = [
      { ...claim, proof: 'REF 2', orderNumber: '7' },
      { ...claim, proof: 'REF-3', orderNumber: '8' },
    ];
    const guard = { ...emptyGuardMemory, claims };
    expect(paymentsElsewhere(attached, guard, '8')).toEqual([{ proofId: 'REF-2', orderNumber: '7' }]);
    expect(paymentsElsewhere(attached, guard, '9').map(({ orderNumber }) => orderNumber)).toEqual(['7', '8']);
    expect(paymentsElsewhere(nothing, guard, '9')).toEqual([]);
  });
});

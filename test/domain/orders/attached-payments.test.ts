import { describe, expect, it } from 'vitest';
import {
  allAttached,
  asShown,
  hasStranger,
  notAttached,
  notShownYet,
  paymentsElsewhere,
  withoutPayment,
} from '../../../src/domain/orders/attached-payments.ts';
import type { PaymentMatch } from '../../../src/domain/orders/payment-match.ts';
import { keptProof, proofKey } from '../../../src/domain/orders/payment-proof.ts';
import { orderMark } from './order-fixture.ts';

const paymentOf = (proofId: string): PaymentMatch => ({
  proofId,
  amount: '500',
  payerName: 'x',
  atMs: 1,
  ...orderMark,
});
const [first, second, third] = ['REF-1', 'REF-2', 'REF-3'].map(paymentOf) as [PaymentMatch, PaymentMatch, PaymentMatch];
const attached = { match: third, earlier: [first, second] };
const nothing = { match: null, earlier: [] };

describe('money-steps#payments-and-approvals: the payments of an order', () => {
  it('are listed as they were attached', () => {
    expect(allAttached(attached)).toEqual([first, second, third]);
    expect(allAttached(nothing)).toEqual([]);
  });

  it('S1: are shown by reference and amount, without who paid', () => {
    expect(asShown({ match: second, earlier: [first] })).toEqual([
      { reference: 'REF-1', amount: '500' },
      { reference: 'REF-2', amount: '500' },
    ]);
  });

  it('one of another person is a stranger’s, unless it was attached as one of a third party', () => {
    const named = { match: { ...second, payerName: 'Ana Pérez' }, earlier: [{ ...first, payerName: 'PEREZ ANA' }] };
    expect(hasStranger(named, 'ANA PEREZ')).toBe(false);
    expect(hasStranger(named, 'ROSA PEREZ')).toBe(true);
    expect(hasStranger(named, null)).toBe(true);
    expect(hasStranger(named, 'A*** P***')).toBe(true);
    expect(hasStranger({ match: null, earlier: [] }, null)).toBe(false);
    const said = { ...named.match, despite: 'third-party' } as const;
    expect(hasStranger({ match: said, earlier: [] }, 'ROSA PEREZ')).toBe(false);
    expect(hasStranger({ match: said, earlier: named.earlier }, 'ROSA PEREZ')).toBe(true);
    expect(asShown({ match: said, earlier: [] })).toEqual([
      { reference: 'REF-2', amount: '500', despite: 'third-party' },
    ]);
  });

  it('one is taken back by any writing of its reference; the last of the others is the one that may match', () => {
    expect(withoutPayment(attached, 'ref 3')).toEqual({ match: second, earlier: [first] });
    expect(withoutPayment(attached, 'REF-1')).toEqual({ match: third, earlier: [second] });
    expect(withoutPayment({ match: first, earlier: [] }, 'REF-1')).toEqual(nothing);
  });

  it('only one that is attached can be taken back', () => {
    expect(notAttached(attached, 'ref1')).toBeNull();
    expect(notAttached(attached, 'REF-4')).toEqual({ code: 'not-attached' });
    expect(notAttached(nothing, 'REF-1')).toEqual({ code: 'not-attached' });
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
    const owner = (proof: string, orderNumber: string) => ({
      key: proofKey(keptProof(proof)),
      account: 'main',
      orderNumber,
    });
    const others = [owner('REF 2', '7'), owner('ref-3', '8'), owner('REF-4', '9')];
    expect(paymentsElsewhere(attached, others)).toEqual([
      { proofId: 'REF-2', orderNumber: '7' },
      { proofId: 'REF-3', orderNumber: '8' },
    ]);
    expect(paymentsElsewhere(attached, [])).toEqual([]);
    expect(paymentsElsewhere(nothing, others)).toEqual([]);
  });

  it('promise 2: one whose reference is too long to be kept as it stands is recognised as well', () => {
    const long = paymentOf('x'.repeat(80));
    const others = [{ key: proofKey(keptProof('X'.repeat(80))), account: 'main', orderNumber: '7' }];
    expect(paymentsElsewhere({ match: long, earlier: [] }, others)).toMatchObject([{ orderNumber: '7' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../src/domain/payments/payment-finding.ts';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import { judged, minuteMs, nowMs, order, otherOrder, paymentOf, verdict } from './payment-fixture.ts';

const owned = (orderNumber: string) => ({ owner: { key: 'k', account: 'main', orderNumber } });

describe('the payment that matches', () => {
  it('payments: is booked evidence of the whole amount, by the buyer, in time', () => {
    expect(verdict([paymentOf()])).toBe('matched: payer-equal');
    expect(verdict([paymentOf([{ amount: '400' }])])).toBe('matched: payer-equal');
    expect(verdict([paymentOf([{ payer: 'Pérez, Ana María' }])])).toBe('matched: payer-equal');
  });

  it('payments: stays matched when its own order has claimed it, whatever else is open', () => {
    const world = { others: [otherOrder] };
    expect(verdict([paymentOf([{}], owned(order.orderNumber)), paymentOf()], world)).toBe('matched: payer-equal');
  });

  it('payments: is matched by what is said for it, and by nothing alone', () => {
    expect(verdictOf([])).toBe('candidate');
  });

  it('payments: is of the account and the currency of the order: others are not judged', () => {
    expect(judged([paymentOf([{ account: 'second' }]), paymentOf([{ currency: 'USD' }])])).toEqual([]);
  });
});

describe('the thirteen mistakes that cost money', () => {
  it('payments, mistake 1: a forged notice is a hint, and a hint never matches, also beside nothing else', () => {
    expect(verdict([paymentOf([{ class: 'hint' }])])).toBe('candidate: hint payer-equal');
    expect(verdict([paymentOf([{ class: 'hint', memo: order.orderNumber }])])).toBe(
      'candidate: hint payer-equal names-order',
    );
  });

  it('payments, mistake 1: a hint beside evidence changes nothing of what the evidence says', () => {
    const hint = { class: 'hint', source: 'sms' } as const;
    expect(verdict([paymentOf([{ payer: 'Bruno Diaz' }, { ...hint, payer: 'Ana Maria Perez' }])])).toBe(
      'third-party: payer-other',
    );
    expect(verdict([paymentOf([{}, { ...hint, payer: 'Bruno Diaz', state: 'pending', isReversible: true }])])).toBe(
      'matched: payer-equal',
    );
    expect(verdict([paymentOf([{ state: 'pending' }, hint])])).toBe('pending: not-booked payer-equal');
  });

  it('payments, mistake 2: another payer is a third party, and the number of the order in the memo proves nothing', () => {
    const memo = `pago orden ${order.orderNumber}`;
    expect(verdict([paymentOf([{ payer: 'Bruno Diaz', memo }])])).toBe('third-party: payer-other names-order');
    expect(verdict([paymentOf([{ payer: null, memo: `${memo} ANA MARIA PEREZ` }])])).toBe(
      'candidate: payer-unnamed names-order',
    );
  });

  it('payments, mistake 3: what is paid too much or too little is a person’s to decide, to the last digit', () => {
    const findings = (amount: string) => judged([paymentOf([{ amount }])])[0]?.findings[0];
    expect(findings('4000.00')).toEqual({ verdict: 'over', code: 'more', by: '3600' });
    expect(findings('400.01')).toEqual({ verdict: 'over', code: 'more', by: '0.01' });
    expect(findings('399.9999999999999999999999')).toEqual({
      verdict: 'under',
      code: 'less',
      by: '0.0000000000000000000001',
    });
  });

  it('payments, mistake 4: two orders of one buyer with one amount: a person chooses, or the memo of the payment', () => {
    const world = { others: [otherOrder] };
    expect(verdict([paymentOf()], world)).toBe('ambiguous: two-orders payer-equal');
    expect(verdict([paymentOf([{ memo: `no ${order.orderNumber}.` }])], world)).toBe(
      'matched: payer-equal names-order',
    );
    expect(verdict([paymentOf([{ memo: `MB${otherOrder.orderNumber}CK` }])], world)).toBe(
      'ambiguous: names-other payer-equal',
    );
    expect(verdict([paymentOf([{ memo: `${order.orderNumber} ${otherOrder.orderNumber}` }])], world)).toContain(
      'ambiguous',
    );
    // A longer number is another one.
    expect(verdict([paymentOf([{ memo: `${order.orderNumber}1` }])], world)).toContain('two-orders');
    expect(verdict([paymentOf([{ amount: '800.00' }])], world)).toContain('over');
  });

  it('payments, mistake 4: an order that could not mean it is no rival, and orders that are not known are', () => {
    for (const part of [
      { amount: '401' },
      { payer: 'Bruno Diaz' },
      { createdAtMs: nowMs + minuteMs },
      { account: 'second' },
    ])
      expect(verdict([paymentOf()], { others: [{ ...otherOrder, ...part }] })).toContain('matched');
    expect(verdict([paymentOf()], { others: [{ ...otherOrder, currency: 'USD' }] })).toContain('matched');
    expect(verdict([paymentOf()], { others: [order] })).toContain('matched');
    expect(verdict([paymentOf()], { others: null })).toBe('candidate: orders-unread payer-equal');
  });

  it('ADR 0057: a sale of as much that a person released since may have been paid by it, whatever its memo names', () => {
    const dayMs = 86_400_000;
    const seen = paymentOf([{ memo: order.orderNumber, bookedAtMs: nowMs }]);
    const released = { orderNumber: '9', total: '400.00', fiat: 'BOB', counterparty: 'u2', atMs: nowMs - 5 * dayMs };
    expect(verdict([seen], { released: [released] })).toBe('ambiguous: released-beside payer-equal names-order');
    for (const part of [
      { atMs: nowMs - 5 * dayMs - 1 },
      { total: '400.01' },
      { fiat: 'USD' },
      { orderNumber: order.orderNumber },
    ])
      expect(verdict([seen], { released: [{ ...released, ...part }] })).toBe('matched: payer-equal names-order');
    // Of the buyer himself any total: he may have paid that one in parts, this being one of them.
    const parts = { ...released, total: '900.00', counterparty: 'u1' };
    expect(verdict([seen], { released: [parts] })).toContain('released-beside');
    expect(verdict([seen], { released: [parts], counterparty: null })).toContain('matched');
    const own = { ...seen, ...owned(order.orderNumber) };
    expect(verdict([own], { released: [released] })).toBe('matched: payer-equal names-order');
  });

  it('payments, mistake 6: what another source has reported by another reference, and backs another order, is not used again', () => {
    const used = paymentOf([{ source: 'sms', class: 'hint', bookedAtMs: nowMs - 2 * 86_400_000 }], owned('9'));
    expect(verdict([paymentOf(), used])).toBe('ambiguous: same-money payer-equal');
    expect(verdict([paymentOf([{ memo: order.orderNumber }]), used])).toContain('same-money');
    expect(verdict([paymentOf(), paymentOf([{ source: 'sms', payer: null }], owned('9'))])).toContain('same-money');
    for (const part of [
      { source: 'bank' },
      { amount: '401' },
      { payer: 'Bruno Diaz' },
      { bookedAtMs: nowMs - 5 * 86_400_000 - 10 * minuteMs },
    ])
      expect(verdict([paymentOf(), paymentOf([{ source: 'sms', ...part }], owned('9'))])).toContain('matched');
  });

  it('payments, mistake 6: one source may report one payment twice where it has no reference, or only announced it', () => {
    const used = (part: Partial<Sighting>) => paymentOf([{ ...part }], owned('9'));
    expect(verdict([paymentOf(), used({ reference: null })])).toContain('same-money');
    expect(verdict([paymentOf([{ reference: null }]), used({})])).toContain('same-money');
    expect(verdict([paymentOf(), used({ state: 'pending' })])).toContain('same-money');
    expect(verdict([paymentOf(), used({})])).toContain('matched');
  });

  it('payments: evidence that is not dated may be days old, and a person looks', () => {
    expect(verdict([paymentOf([{ bookedAtMs: null }])])).toBe('candidate: undated payer-equal');
    expect(verdict([paymentOf([{ bookedAtMs: null }, {}])])).toBe('matched: payer-equal');
  });

  it('payments, mistake 5: two equal payments are two, and neither is matched by itself', () => {
    const twins = [paymentOf([{ reference: null }]), paymentOf([{ reference: null }])];
    expect(judged(twins).map((one) => one.verdict)).toEqual(['ambiguous', 'ambiguous']);
    const named = paymentOf([{ memo: order.orderNumber }]);
    expect(judged([named, paymentOf()]).map((one) => one.verdict)).toEqual(['matched', 'ambiguous']);
    expect(judged([named, paymentOf([{ memo: order.orderNumber }])]).map((one) => one.verdict)).toEqual([
      'ambiguous',
      'ambiguous',
    ]);
    const held = paymentOf([{}], owned(order.orderNumber));
    expect(judged([named, held]).map((one) => one.verdict)).toEqual(['ambiguous', 'matched']);
  });

  it('payments, mistake 6: one payment by three routes is one; two under one reference are a person’s', () => {
    const routes = [{ source: 'sms', class: 'hint' }, { source: 'bank' }, { source: 'statement' }] as const;
    expect(verdict([paymentOf(routes)])).toBe('matched: payer-equal');
    const [one, other] = [paymentOf([{ reference: 'E2E-1' }]), paymentOf([{ reference: 'E2E-1', amount: '7' }])];
    expect(verdict([one, other])).toBe('candidate: reference-twice payer-equal');
    const hint = paymentOf([{ reference: 'E2E-1', amount: '7', class: 'hint' }]);
    expect(verdict([one, hint])).toBe('matched: payer-equal');
  });

  it('payments, mistake 6: its sources that name two payers prove neither', () => {
    expect(verdict([paymentOf([{}, { source: 'other', payer: 'Bruno Diaz' }])])).toBe('candidate: payer-differ');
    expect(verdict([paymentOf([{}, { source: 'other', payer: null }])])).toBe('matched: payer-equal');
  });

  it('payments, mistake 7: what is pending waits, and what was pending is booked by another sighting', () => {
    expect(verdict([paymentOf([{ state: 'pending' }])])).toBe('pending: not-booked payer-equal');
    expect(verdict([paymentOf([{ state: 'pending', payer: null }, {}])])).toBe('matched: payer-equal');
  });

  it('payments, mistake 9: a time ahead of this clock is a wrong zone', () => {
    expect(verdict([paymentOf([{ bookedAtMs: nowMs + 7 * 60 * minuteMs }])])).toBe('candidate: in-future payer-equal');
  });

  it('payments, mistake 11: last week’s identical payment is too old, by any sighting that says so', () => {
    const weekAgo = nowMs - 7 * 24 * 60 * minuteMs;
    expect(judged([paymentOf([{ bookedAtMs: weekAgo }])])[0]).toMatchObject({
      verdict: 'early',
      findings: [{ code: 'before-order', byMs: order.createdAtMs - weekAgo }, { code: 'payer-equal' }],
    });
    expect(verdict([paymentOf([{}, { bookedAtMs: weekAgo, state: 'pending' }])])).toContain('early');
    expect(verdict([paymentOf([{ bookedAtMs: null, seenAtMs: weekAgo }])])).toContain('early');
    // Clocks differ by minutes.
    expect(verdict([paymentOf([{ bookedAtMs: order.createdAtMs - 5 * minuteMs }])])).toContain('matched');
  });

  it('payments, mistake 11: and what comes days after the buyer has said that he paid is late', () => {
    const paidAtMs = nowMs - 25 * 60 * minuteMs;
    const old = { ...order, createdAtMs: paidAtMs - minuteMs, paidAtMs };
    expect(verdict([paymentOf()], { order: old })).toBe('late: after-paid payer-equal');
    expect(verdict([paymentOf()], { order: { ...old, paidAtMs: null } })).toContain('matched');
  });

  it('payments, mistake 12: what its payer can take back is a person’s to decide', () => {
    expect(verdict([paymentOf([{ isReversible: true }])])).toBe('reversible: reversible payer-equal');
    expect(verdict([paymentOf([{ method: 'PAYPAL' }])])).toBe('candidate: other-method payer-equal');
    expect(verdict([paymentOf([{ method: 'BANK' }])])).toContain('matched');
    expect(verdict([paymentOf([{ method: 'PAYPAL' }])], { order: { ...order, method: null } })).toContain('matched');
  });

  it.each([
    ['Ana Perez', 'payer-part'],
    ['Ana Maria Perez Rojas', 'payer-part'],
    ['A. M. Perez', 'payer-part'],
    ['ANA MARIA PER', 'payer-part'],
    ['Ana Ana Ana', 'payer-other'],
    ['A*** M*** P***', 'payer-masked'],
    ['Anna Maria Perez', 'payer-other'],
  ])('payments, mistake 13: the payer %j is not the buyer by itself: %s', (payer, code) => {
    const expected = code === 'payer-other' ? 'third-party' : 'candidate';
    expect(verdict([paymentOf([{ payer }])])).toBe(`${expected}: ${code}`);
  });

  it('payments, mistake 13: an order without a name, or with a masked one, has no match', () => {
    expect(verdict([paymentOf()], { order: { ...order, payer: null } })).toBe('candidate: payer-unexpected');
    expect(verdict([paymentOf()], { order: { ...order, payer: 'A***' } })).toBe('candidate: payer-masked');
  });

  it('S23: what backs another order is no one else’s', () => {
    const used = paymentOf([{}], owned(otherOrder.orderNumber));
    expect(verdict([used])).toBe('ambiguous: claimed payer-equal');
    expect(verdict([paymentOf([{}], { owner: { key: 'k', account: 'second', orderNumber: order.orderNumber } })])).toBe(
      'ambiguous: claimed payer-equal',
    );
    expect(judged([paymentOf(), used]).map((one) => one.verdict)).toEqual(['matched', 'ambiguous']);
    expect(verdict([paymentOf([{}], owned('1'))], { order: { ...order, orderNumber: '2' } })).toContain('claimed');
  });
});

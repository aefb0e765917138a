import { describe, expect, it } from 'vitest';
import { isSamePerson, nameWords } from '../../src/domain/orders/person-name.ts';
import { evaluateRelease, releasePolicies } from '../../src/domain/orders/release-policy.ts';
import type { PaymentMatch, ReleaseInput, ReleasePolicyName } from '../../src/domain/orders/release-policy.ts';
import { paidOrder } from './order-fixture.ts';

const noRules = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
const payment: PaymentMatch = { amount: '1150', payerName: 'PEREZ NUÑEZ, jose', proofId: 'bank-1', atMs: 2_000 };

function release(changes: Partial<ReleaseInput> = {}): ReturnType<typeof evaluateRelease> {
  return evaluateRelease({
    order: paidOrder(),
    serviceAllows: true,
    policy: 'paid',
    approvals: [],
    match: null,
    usedProofIds: [],
    amountCap: null,
    counterparty: null,
    counterpartyRules: noRules,
    held: false,
    killSwitch: 'open',
    ...changes,
  });
}

describe('I6: the checks of every release', () => {
  it('I6: a paid order passes them all', () => {
    const verdict = release();
    expect(verdict).toMatchObject({ ready: true, missing: [] });
    expect(verdict.checks.map((check) => check.name)).toEqual([
      'seller',
      'status',
      'service',
      'not-held',
      'kill-switch',
      'additional-kyc',
      'no-complaint',
      'amount-cap',
      'counterparty',
    ]);
  });

  it.each<[string, Partial<ReleaseInput>, string]>([
    ['seller', { order: paidOrder({ side: 'BUY' }) }, 'the desk buys'],
    ['status', { order: paidOrder({ status: 'IN_APPEAL' }) }, 'IN_APPEAL, not PAID'],
    ['status', { order: paidOrder({ status: 'COMPLETED' }) }, 'COMPLETED, not PAID'],
    ['service', { serviceAllows: false }, 'does not allow'],
    ['not-held', { held: true }, 'on hold'],
    ['kill-switch', { killSwitch: 'closed' }, 'switched off'],
    ['kill-switch', { killSwitch: 'unknown' }, 'unknown'],
    ['additional-kyc', { order: paidOrder({ additionalKyc: 1 }) }, 'not verified'],
    ['no-complaint', { order: paidOrder({ complaint: true }) }, 'a complaint'],
    ['amount-cap', { amountCap: '1149.99' }, '1150.00 BOB is not within the cap of 1149.99'],
    ['amount-cap', { amountCap: 'lots' }, 'not within the cap of lots'],
    ['amount-cap', { amountCap: '9', order: paidOrder({ totalPrice: 'NaN' }) }, 'NaN BOB is not within'],
  ])('I6: %s stops %j', (name, changes, text) => {
    const verdict = release(changes);
    expect(verdict.ready).toBe(false);
    expect(verdict.missing).toEqual([name]);
    expect(verdict.checks.find((check) => !check.ok)?.text).toContain(text);
  });

  it('I6: verified KYC and an amount at the cap pass', () => {
    expect(release({ order: paidOrder({ additionalKyc: 2 }), amountCap: '1150' }).ready).toBe(true);
  });

  it('I6: every counterparty rule counts, and the unknown fails', () => {
    const counterpartyRules = { minCompletedOrders: 10, minFinishRate: 0.9, minRegisterDays: 30 };
    const good = { completedOrders: 10, finishRate: 0.9, registerDays: 30 };
    expect(release({ counterpartyRules, counterparty: good }).ready).toBe(true);
    for (const change of [{ completedOrders: 9 }, { finishRate: 0.89 }, { registerDays: null }]) {
      expect(release({ counterpartyRules, counterparty: { ...good, ...change } }).missing).toEqual(['counterparty']);
    }
    const unknown = release({ counterpartyRules }).checks.find((check) => check.name === 'counterparty');
    expect(unknown?.text).toBe(
      'the counterparty does not meet the rules: completed orders unknown, at least 10 wanted; ' +
        'finish rate unknown, at least 0.9 wanted; days since registration unknown, at least 30 wanted',
    );
  });
});

describe('I6: what each policy asks for besides', () => {
  it('I6: approve wants a human with a name', () => {
    expect(release({ policy: 'approve' }).missing).toEqual(['approval']);
    expect(release({ policy: 'approve', approvals: [{ by: ' ', atMs: 1, note: null }] }).missing).toEqual(['approval']);
    const approved = release({ policy: 'approve', approvals: [{ by: 'ana', atMs: 1, note: 'seen' }] });
    expect(approved.ready).toBe(true);
    expect(approved.checks.at(-1)?.text).toBe('approved by ana');
  });

  it('I6: match wants a payment', () => {
    expect(release({ policy: 'match' }).missing).toEqual(['payment-match']);
    expect(release({ policy: 'match', match: payment }).ready).toBe(true);
  });

  it.each([{ amount: '1149.99' }, { amount: '1150.01' }, { amount: '1,150' }])(
    'I6: match wants the equal amount, not %j',
    (change) => {
      expect(release({ policy: 'match', match: { ...payment, ...change } }).missing).toEqual(['payment-amount']);
    },
  );

  it('I6: match refuses an order without a readable total', () => {
    const order = paidOrder({ totalPrice: '' });
    expect(release({ policy: 'match', match: payment, order }).missing).toEqual(['payment-amount']);
  });

  it('I6: match wants the payer to be the buyer, not the seller', () => {
    expect(release({ policy: 'match', match: { ...payment, payerName: 'Ana Rojas' } }).missing).toEqual(['payer-name']);
    const nameless = release({ policy: 'match', match: payment, order: paidOrder({ buyerName: null }) });
    expect(nameless.missing).toEqual(['payer-name']);
    expect(nameless.checks.find((check) => !check.ok)?.text).toContain('not known');
  });

  it('I6: a proof is good once', () => {
    const used = release({ policy: 'match', match: payment, usedProofIds: ['bank-1'] });
    expect(used.missing).toEqual(['proof-unused']);
    expect(used.checks.at(-1)?.text).toBe('the payment was used for another release');
    const nameless = release({ policy: 'match', match: { ...payment, proofId: '' } });
    expect(nameless.checks.at(-1)?.text).toBe('the payment has no id');
  });

  it('I6: no text names a person', () => {
    const { checks } = release({ policy: 'match', match: { ...payment, payerName: 'Maria Quispe' } });
    expect(JSON.stringify(checks)).not.toMatch(/Quispe|Pérez/);
  });

  it.each(['', 'always', 'constructor', '__proto__'])('I6: an unknown policy "%s" releases nothing', (policy) => {
    const verdict = release({ policy: policy as ReleasePolicyName });
    expect(verdict).toMatchObject({ ready: false, missing: ['policy'] });
  });

  it('I6: the registry names every policy', () => {
    expect(Object.keys(releasePolicies)).toEqual(['approve', 'paid', 'match']);
  });
});

describe('I6: names', () => {
  it.each([
    ['José Pérez', 'JOSE PEREZ'],
    ['  José   Pérez ', 'perez jose'],
    ['PÉREZ, JOSÉ', 'José Pérez'],
    ["O'Brien-Díaz Ana", 'ana obrien diaz'],
    ['Straße Jörg', 'JORG STRASSE'],
    ['Ｊｏｓｅ Pérez', 'jose perez'],
  ])('I6: "%s" is "%s"', (left, right) => {
    expect(isSamePerson(left, right)).toBe(true);
  });

  it.each([
    ['José Pérez', 'José Péres'],
    ['José Pérez', 'José'],
    ['José José', 'José'],
    ['J***z', 'J***z'],
    ['', ''],
    ['...', '---'],
  ])('I6: "%s" is not "%s"', (left, right) => {
    expect(isSamePerson(left, right)).toBe(false);
  });

  it('I6: words are compared in one order', () => {
    expect(nameWords('zoe Ana')).toEqual(['ANA', 'ZOE']);
  });
});

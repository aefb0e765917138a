import { describe, expect, it } from 'vitest';
import { needsPolling, type Bringer } from '../../../src/domain/orders/release-check.ts';
import { evaluateRelease, type ReleaseInput } from '../../../src/domain/orders/release-policy.ts';
import type { PaymentMatch } from '../../../src/domain/orders/payment-match.ts';
import type { ReleasePolicyName } from '../../../src/domain/orders/release-permission.ts';
import type { ReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { approvalBy, orderMark, orderMoment, paidOrder } from './order-fixture.ts';

const noRules = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
const payment: PaymentMatch = {
  amount: '1150',
  payerName: 'PEREZ NUÑEZ, jose',
  proofId: 'bank-1',
  atMs: 2_000,
  ...orderMark,
};

/** A release by the policy "paid"; `rules` changes its rules. */
function release(changes: Partial<ReleaseInput> = {}, rules: Partial<ReleaseRules> = {}) {
  return evaluateRelease({
    ...orderMoment(),
    rules: { policy: 'paid', amountCap: null, counterparty: noRules, ...rules },
    serviceAllows: true,
    approvals: [],
    match: null,
    payerIsBuyer: true,
    hasStranger: false,
    fiatScale: null,
    usedProofs: [],
    counterparty: null,
    killSwitch: 'open',
    ...changes,
  });
}

/** The same by another policy. */
function releaseBy(policy: ReleasePolicyName, changes: Partial<ReleaseInput> = {}) {
  return release(changes, { policy });
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
      'amounts',
      'amount-cap',
      'counterparty',
    ]);
  });

  it.each<[string, Partial<ReleaseInput>, string, Bringer]>([
    ['seller', { order: paidOrder({ side: 'BUY' }) }, 'the desk buys', 'service'],
    ['status', { order: paidOrder({ status: 'IN_APPEAL' }) }, 'IN_APPEAL, not PAID', 'service'],
    ['status', { order: paidOrder({ status: 'COMPLETED' }) }, 'COMPLETED, not PAID', 'service'],
    ['service', { serviceAllows: false }, 'does not allow', 'service'],
    ['not-held', { held: true }, 'on hold', 'human'],
    ['kill-switch', { killSwitch: 'closed' }, 'switched off', 'switch'],
    ['kill-switch', { killSwitch: 'unknown' }, 'unknown', 'time'],
    ['additional-kyc', { order: paidOrder({ additionalKyc: 1 }) }, 'not verified', 'human'],
    ['no-complaint', { order: paidOrder({ complaint: true }) }, 'a complaint', 'service'],
  ])('I6: %s stops %j', (name, changes, ...[text, bringer]) => {
    const verdict = release(changes);
    expect(verdict.ready).toBe(false);
    expect(verdict.missing).toEqual([name]);
    const missing = verdict.checks.find((check) => !check.ok);
    expect(missing?.text).toContain(text);
    expect(missing?.bringer).toBe(bringer);
    expect(needsPolling(verdict.checks)).toBe(bringer === 'service' || bringer === 'time');
  });

  it.each<[Record<string, string>, string, string]>([
    [{ BOB: '1149.99' }, '1150.00', '1150.00 BOB is not within the cap of 1149.99 BOB'],
    [{ BOB: 'lots' }, '1150.00', 'not within the cap of lots'],
    [{ USD: '5000', PEN: '9' }, '1150.00', 'there is no cap for BOB, only for 5000 USD, 9 PEN'],
  ])('S8: caps %j and a total of %s stop', (amountCap, totalPrice, text) => {
    const verdict = release({ order: paidOrder({ totalPrice }) }, { amountCap });
    expect(verdict.missing).toEqual(['amount-cap']);
    const missing = verdict.checks.find((check) => !check.ok);
    expect(missing).toMatchObject({ bringer: 'human' });
    expect(missing?.text).toContain(text);
    expect(needsPolling(verdict.checks)).toBe(false);
  });

  it('I6: verified KYC and an amount at the cap pass', () => {
    const verdict = release({ order: paidOrder({ additionalKyc: 2 }) }, { amountCap: { BOB: '1150' } });
    expect(verdict.ready).toBe(true);
    expect(needsPolling(verdict.checks)).toBe(false);
  });

  it.each([
    [{ totalPrice: '0' }, ['amounts', 'amount-cap'], 'the total is not above zero: 0 BOB'],
    [{ totalPrice: '-1150' }, ['amounts', 'amount-cap'], 'the total is not above zero: -1150 BOB'],
    [{ totalPrice: 'NaN' }, ['amounts', 'amount-cap'], 'the total is not above zero: NaN BOB'],
    [{ amount: '0' }, ['amounts'], 'the amount is not above zero: 0 USDT'],
    [{ price: '-1' }, ['amounts'], 'the price is not above zero: -1 BOB'],
  ])('S8: %j stops, with a cap and without', (numbers, missing, text) => {
    const order = paidOrder(numbers);
    const capped = release({ order }, { amountCap: { BOB: '9000' } });
    expect(capped.missing).toEqual(missing);
    for (const verdict of [capped, release({ order })]) {
      expect(verdict.checks.find(({ name }) => name === 'amounts')).toMatchObject({
        ok: false,
        text,
        bringer: 'human',
      });
      expect(verdict.ready).toBe(false);
    }
  });

  it.each([
    { finishRate: 45 },
    { finishRate: 98 },
    { finishRate: 1.5 },
    { finishRate: Number.POSITIVE_INFINITY },
    { completedOrders: 1_795_000_000_000 },
    { registerDays: 1_795_000_000 },
    { registerDays: Number.POSITIVE_INFINITY },
  ])('S8: %j is no such number: it is unknown, and satisfies no least', (odd) => {
    const rules = { counterparty: { minCompletedOrders: 10, minFinishRate: 0.9, minRegisterDays: 30 } };
    const facts = { completedOrders: 10, finishRate: 0.9, registerDays: 30, ...odd };
    const verdict = release({ counterparty: facts }, rules);
    expect(verdict.missing).toEqual(['counterparty']);
    expect(verdict.checks.find(({ ok }) => !ok)?.text).toMatch(/unknown, at least/);
  });

  it('I6: every counterparty rule counts, and the unknown fails', () => {
    const rules = { counterparty: { minCompletedOrders: 10, minFinishRate: 0.9, minRegisterDays: 30 } };
    const good = { completedOrders: 10, finishRate: 0.9, registerDays: 30 };
    expect(release({ counterparty: good }, rules).ready).toBe(true);
    for (const change of [{ completedOrders: 9 }, { finishRate: 0.89 }, { registerDays: null }]) {
      expect(release({ counterparty: { ...good, ...change } }, rules).missing).toEqual(['counterparty']);
    }
    const unknown = release({}, rules).checks.find((check) => check.name === 'counterparty');
    expect(unknown?.text).toBe(
      'the counterparty does not meet the rules: completed orders unknown, at least 10 wanted; ' +
        'finish rate unknown, at least 0.9 wanted; days since registration unknown, at least 30 wanted',
    );
    expect(unknown?.bringer).toBe('human');
  });
});

describe('I6: the additional proof that each policy asks for', () => {
  it('I6: approve wants a human with a name', () => {
    expect(releaseBy('approve').missing).toEqual(['approval']);
    expect(releaseBy('approve', { approvals: [approvalBy(' ')] }).missing).toEqual(['approval']);
    const approved = releaseBy('approve', { approvals: [approvalBy('ana')] });
    expect(approved.ready).toBe(true);
    expect(approved.checks.at(-1)?.text).toBe('approved by ana');
  });

  it('7: an approval that lapsed counts for nothing', () => {
    const late = releaseBy('approve', { approvals: [approvalBy('ana')], nowMs: 909_000 });
    expect(late.missing).toEqual(['approval']);
    expect(late.checks.at(-1)).toMatchObject({ text: 'no human has approved the release', bringer: 'human' });
  });

  it('S8: above a limit two different people are wanted, and the texts say who is there', () => {
    const rules = {
      policy: 'approve',
      approvers: { count: 1, countAbove: { amounts: { BOB: '1000' }, count: 2 } },
    } as const;
    const texts = [[], ['ana'], ['ana', ' ANA'], ['ana', 'ben']].map((names) => {
      const verdict = release({ approvals: names.map((by) => approvalBy(by)) }, rules);
      return [verdict.ready, verdict.checks.at(-1)?.text];
    });
    expect(texts).toEqual([
      [false, 'no human has approved, 2 are wanted'],
      [false, 'approved by ana only: 2 different people are wanted'],
      [false, 'approved by ana only: 2 different people are wanted'],
      [true, 'approved by ana, ben'],
    ]);
  });

  it('I6: match wants a payment', () => {
    const missing = releaseBy('match');
    expect(missing.missing).toEqual(['payment-match']);
    expect(missing.proof).toBeNull();
    expect(releaseBy('match', { match: payment })).toMatchObject({ ready: true, proof: 'BANK-1' });
  });

  it('design 6: a human approves what a match cannot, and the payment is claimed all the same', () => {
    const approvals = [approvalBy('ana')];
    const odd = { match: { ...payment, amount: '1100' }, payerIsBuyer: false };
    expect(releaseBy('match', odd).missing).toEqual(['payment-amount', 'payer-name']);
    expect(releaseBy('match', { ...odd, approvals })).toMatchObject({ ready: true, proof: 'BANK-1' });
    expect(releaseBy('match', { approvals })).toMatchObject({ ready: true, proof: null });
    const used = { match: payment, usedProofs: ['bank-1'], approvals };
    expect(releaseBy('match', used)).toMatchObject({ ready: true, proof: null });
  });

  it('promise 2: a release that people approved claims each part of the payment, one that a match carries its own', () => {
    const approvals = [approvalBy('ana')];
    const part = { ...payment, amount: '400', proofId: 'bank-0' };
    const parts = { match: { ...payment, amount: '750' }, earlierMatches: [part], approvals };
    expect(releaseBy('approve', parts)).toMatchObject({ ready: true, proof: 'BANK-1', otherProofs: ['BANK-0'] });
    expect(releaseBy('match', parts)).toMatchObject({ ready: true, proof: 'BANK-1', otherProofs: ['BANK-0'] });
    expect(releaseBy('paid', parts)).toMatchObject({ ready: true, proof: 'BANK-1', otherProofs: ['BANK-0'] });
    const used = releaseBy('approve', { ...parts, usedProofs: ['bank-0'] });
    expect(used).toMatchObject({ ready: true, proof: 'BANK-1', otherProofs: [] });
    // A payment that was attached by mistake stays free for its own order.
    const alone = releaseBy('match', { match: payment, earlierMatches: [part] });
    expect(alone).toMatchObject({ ready: true, proof: 'BANK-1', otherProofs: [] });
    expect(releaseBy('match', { ...parts, approvals: [] }).missing).toEqual(['payment-amount']);
  });

  it('S8: no approval carries the payment of another person unseen, under any policy', () => {
    const approvals = [approvalBy('ana')];
    const odd = { match: payment, payerIsBuyer: false, hasStranger: true };
    for (const policy of ['approve', 'match', 'paid'] as const)
      expect(releaseBy(policy, { ...odd, approvals })).toMatchObject({ ready: false, missing: ['payer-name'] });
    // Attached as one of a third party it takes an approval, and never matches by itself.
    const said = { ...odd, hasStranger: false };
    expect(releaseBy('approve', said).missing).toEqual(['approval']);
    expect(releaseBy('match', said).missing).toEqual(['payer-name']);
    expect(releaseBy('match', { ...said, approvals }).ready).toBe(true);
  });

  it('I6: no text names a person', () => {
    const { checks } = releaseBy('match', { match: { ...payment, payerName: 'Maria Quispe' }, payerIsBuyer: false });
    expect(JSON.stringify(checks)).not.toMatch(/Quispe|Pérez/);
  });

  it.each<unknown>(['', 'always', 'Paid', 'constructor', '__proto__', ['paid'], null, undefined])(
    'S6: an unknown policy %j releases nothing',
    (policy) => {
      const verdict = release({}, { policy: policy as ReleasePolicyName });
      expect(verdict).toMatchObject({ ready: false, missing: ['policy'] });
    },
  );
});

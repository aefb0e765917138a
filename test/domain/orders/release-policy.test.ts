import { describe, expect, it } from 'vitest';
import { needsPolling, type Check } from '../../../src/domain/orders/release-check.ts';
import type { EngagedSwitch } from '../../../src/domain/switch-state.ts';
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
  const { missing: checks, ...claims } = evaluateRelease({
    ...orderMoment(),
    rules: { policy: 'paid', amountCap: null, counterparty: noRules, ...rules },
    serviceAllows: true,
    approvals: [],
    match: null,
    countsTyped: true,
    wasTakenBack: false,
    evidence: { kind: 'none' },
    payerIsBuyer: true,
    hasStranger: false,
    fiatScale: null,
    usedProofs: [],
    counterparty: null,
    killSwitch: 'open',
    ...changes,
  });
  return { ...claims, ready: checks.length === 0, checks, missing: checks.map(({ name }) => name) };
}

/** The same by another policy. */
function releaseBy(policy: ReleasePolicyName, changes: Partial<ReleaseInput> = {}) {
  return release(changes, { policy });
}

describe('I6: the checks of every release', () => {
  it('I6: a paid order passes them all', () => {
    expect(release()).toMatchObject({ ready: true, missing: [] });
  });

  const engaged: EngagedSwitch = { name: 'releases', by: 'ana', reason: 'bank is down', atMs: 1 };

  it.each<[Check, Partial<ReleaseInput>]>([
    [{ name: 'seller', bringer: 'service' }, { order: paidOrder({ side: 'BUY' }) }],
    [{ name: 'status', status: 'IN_APPEAL', bringer: 'service' }, { order: paidOrder({ status: 'IN_APPEAL' }) }],
    [{ name: 'status', status: 'COMPLETED', bringer: 'service' }, { order: paidOrder({ status: 'COMPLETED' }) }],
    [{ name: 'service', bringer: 'service' }, { serviceAllows: false }],
    [{ name: 'not-held', bringer: 'human' }, { held: true }],
    [{ name: 'kill-switch', engaged, bringer: 'switch' }, { killSwitch: engaged }],
    [{ name: 'kill-switch', engaged: null, bringer: 'time' }, { killSwitch: 'unknown' }],
    [{ name: 'additional-kyc', bringer: 'human' }, { order: paidOrder({ additionalKyc: 1 }) }],
    [{ name: 'no-complaint', bringer: 'service' }, { order: paidOrder({ complaint: true }) }],
  ])('I6: %j stops %j', (lacking, changes) => {
    const verdict = release(changes);
    expect(verdict.checks).toEqual([lacking]);
    const { bringer } = lacking;
    expect(needsPolling(verdict.checks)).toBe(bringer === 'service' || bringer === 'time');
  });

  it.each<[Record<string, string>, string, string | null]>([
    [{ BOB: '1149.99' }, '1150.00', '1149.99'],
    [{ BOB: 'lots' }, '1150.00', 'lots'],
    [{ USD: '5000', PEN: '9' }, '1150.00', null],
  ])('S8: caps %j and a total of %s stop', (amountCap, total, cap) => {
    const totalPrice = total;
    const verdict = release({ order: paidOrder({ totalPrice }) }, { amountCap });
    expect(verdict.checks).toEqual([
      { name: 'amount-cap', total, fiat: 'BOB', cap, caps: amountCap, bringer: 'human' },
    ]);
    expect(needsPolling(verdict.checks)).toBe(false);
  });

  it('I6: verified KYC and an amount at the cap pass', () => {
    const verdict = release({ order: paidOrder({ additionalKyc: 2 }) }, { amountCap: { BOB: '1150' } });
    expect(verdict.ready).toBe(true);
    expect(needsPolling(verdict.checks)).toBe(false);
  });

  it.each([
    [{ totalPrice: '0' }, ['amounts', 'amount-cap'], { what: 'total', number: '0', unit: 'BOB' }],
    [{ totalPrice: '-1150' }, ['amounts', 'amount-cap'], { what: 'total', number: '-1150', unit: 'BOB' }],
    [{ totalPrice: 'NaN' }, ['amounts', 'amount-cap'], { what: 'total', number: 'NaN', unit: 'BOB' }],
    [{ amount: '0' }, ['amounts'], { what: 'amount', number: '0', unit: 'USDT' }],
    [{ price: '-1' }, ['amounts'], { what: 'price', number: '-1', unit: 'BOB' }],
  ])('S8: %j stops, with a cap and without', (numbers, missing, odd) => {
    const order = paidOrder(numbers);
    const capped = release({ order }, { amountCap: { BOB: '9000' } });
    expect(capped.missing).toEqual(missing);
    for (const verdict of [capped, release({ order })]) {
      expect(verdict.checks.find(({ name }) => name === 'amounts')).toEqual({
        name: 'amounts',
        odd,
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
    expect(verdict.checks).toMatchObject([{ shortfalls: [{ value: null }] }]);
  });

  it('I6: every counterparty rule counts, and the unknown fails', () => {
    const rules = { counterparty: { minCompletedOrders: 10, minFinishRate: 0.9, minRegisterDays: 30 } };
    const good = { completedOrders: 10, finishRate: 0.9, registerDays: 30 };
    expect(release({ counterparty: good }, rules).ready).toBe(true);
    for (const change of [{ completedOrders: 9 }, { finishRate: 0.89 }, { registerDays: null }]) {
      expect(release({ counterparty: { ...good, ...change } }, rules).missing).toEqual(['counterparty']);
    }
    const unknown = release({}, rules).checks.find((check) => check.name === 'counterparty');
    const shortfalls = [
      { what: 'completed-orders', value: null, least: 10 },
      { what: 'finish-rate', value: null, least: 0.9 },
      { what: 'days-registered', value: null, least: 30 },
    ];
    expect(unknown).toEqual({ name: 'counterparty', shortfalls, bringer: 'human' });
  });
});

describe('I6: the additional proof that each policy asks for', () => {
  it('I6: approve wants a human with a name', () => {
    expect(releaseBy('approve').missing).toEqual(['approval']);
    expect(releaseBy('approve', { approvals: [approvalBy(' ')] }).missing).toEqual(['approval']);
    const approved = releaseBy('approve', { approvals: [approvalBy('ana')] });
    expect(approved.ready).toBe(true);
  });

  it('7: an approval that lapsed counts for nothing', () => {
    const late = releaseBy('approve', { approvals: [approvalBy('ana')], nowMs: 909_000 });
    expect(late.checks).toEqual([{ name: 'approval', by: [], wanted: 1, bringer: 'human' }]);
  });

  it('outlook 2.2: an approval that is asked for and does not come is none, however long it is waited for', () => {
    const days = [0, 1, 3, 365];
    expect(days.map((day) => releaseBy('approve', { nowMs: 10_000 + day * 86_400_000 }).missing)).toEqual(
      days.map(() => ['approval']),
    );
  });

  it('S8: above a limit two different people are wanted, and it says who is there', () => {
    const rules = {
      policy: 'approve',
      approvers: { count: 1, countAbove: { amounts: { BOB: '1000' }, count: 2 } },
    } as const;
    const lacking = [[], ['ana'], ['ana', ' ANA'], ['ana', 'ben']].map((names) => {
      const verdict = release({ approvals: names.map((by) => approvalBy(by)) }, rules);
      return verdict.checks;
    });
    const bringer = 'human';
    expect(lacking).toEqual([
      [{ name: 'approval', by: [], wanted: 2, bringer }],
      [{ name: 'approval', by: ['ana'], wanted: 2, bringer }],
      [{ name: 'approval', by: ['ana'], wanted: 2, bringer }],
      [],
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
    const unasked = releaseBy('paid', { ...parts, approvals: [] });
    expect(unasked).toMatchObject({ ready: true, proof: 'BANK-1', otherProofs: ['BANK-0'] });
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

describe('ADR 0057: policy match, and what the register’s payments say', () => {
  const matched = { kind: 'matched', payment: 7, proof: 'TRX 77' } as const;

  it('a payment that is matched carries the release, and is claimed under every policy', () => {
    expect(releaseBy('match', { evidence: matched })).toMatchObject({
      ready: true,
      proof: null,
      otherProofs: ['TRX 77'],
    });
    expect(releaseBy('approve', { evidence: matched })).toMatchObject({
      missing: ['approval'],
      otherProofs: ['TRX 77'],
    });
    const approved = { approvals: [approvalBy('ana')], evidence: matched };
    expect(releaseBy('match', approved)).toMatchObject({ ready: true, otherProofs: ['TRX 77'] });
  });

  it('not once something was taken back of the order; a payment that is attached after that does', () => {
    expect(releaseBy('match', { evidence: matched, wasTakenBack: true }).checks).toEqual([
      { name: 'taken-back', bringer: 'human' },
    ]);
    const typed = { match: payment, evidence: matched, wasTakenBack: true, nowMs: 3_000 };
    expect(releaseBy('match', typed).missing).not.toContain('taken-back');
  });

  it('a typed one counts only where approvals may be typed, too', () => {
    const typed = { match: payment, nowMs: 3_000 };
    expect(releaseBy('match', typed).missing).not.toContain('payment-match');
    expect(releaseBy('match', { ...typed, countsTyped: false }).missing).toEqual(['payment-match']);
  });

  it('the likeliest one is named, and orders that could not be read are read again', () => {
    const near = { kind: 'near', payment: 7, verdict: 'over' } as const;
    expect(releaseBy('match', { evidence: near }).checks).toEqual([
      { name: 'payment-match', near: { payment: 7, verdict: 'over' }, bringer: 'bank' },
    ]);
    const unread = releaseBy('match', { evidence: { kind: 'unread' } }).checks;
    expect(unread).toEqual([{ name: 'payment-match', near: null, bringer: 'time' }]);
    expect(needsPolling(unread)).toBe(true);
  });
});

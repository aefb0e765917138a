import { describe, expect, it } from 'vitest';
import {
  earlierThan,
  freeProof,
  matchChecks,
  matchRefusal,
  maxMatches,
  paymentMatchSchema,
  type MatchEvidence,
  type PaymentMatch,
} from '../../../src/domain/orders/payment-match.ts';
import type { Check } from '../../../src/domain/orders/release-check.ts';
import { orderMark, paidOrder } from './order-fixture.ts';

const createdAtMs = 1_000_000;
const payment: PaymentMatch = {
  amount: '1150',
  payerName: 'x',
  proofId: 'Bank 1',
  atMs: createdAtMs + 1,
  ...orderMark,
};

function evidence(changes: Partial<MatchEvidence> = {}, matchChanges: Partial<PaymentMatch> = {}): MatchEvidence {
  const order = paidOrder({ createdAtMs });
  const match = { ...payment, ...matchChanges };
  return { match, order, payerIsBuyer: true, fiatScale: null, usedProofs: [], nowMs: createdAtMs + 10, ...changes };
}

/** What the payment lacks. */
const failing = (changes: Partial<MatchEvidence> = {}, matchChanges: Partial<PaymentMatch> = {}): Check[] =>
  matchChecks(evidence(changes, matchChanges));

describe('S8: the amount of a payment', () => {
  it('S8: a payment that fits passes every check', () => {
    expect(failing()).toEqual([]);
  });

  it.each<[string, number | null, string, boolean]>([
    ['1223.3211', null, '1223.33', true],
    ['1223.3211', null, '1223.32', true],
    ['1223.3211', null, '1223.34', false],
    ['1223.3211', null, '1223.31', false],
    ['1150.00', null, '1149.99', false],
    ['1150.00', null, '1150.01', false],
    ['1223.3211', 0, '1224', true],
    ['1223.3211', 0, '1223', true],
    ['1223.3211', 0, '1222', false],
    ['1223.3211', 4, '1223.32', false],
    ['1150.00', null, '1,150', false],
    ['', null, '1150', false],
    ['NaN', null, 'NaN', false],
  ])('S8: %s at scale %s and a payment of %s: %s', (totalPrice, fiatScale, ...[amount, fits]) => {
    const order = paidOrder({ createdAtMs, totalPrice });
    const odd = { name: 'payment-amount', arrived: amount, wanted: totalPrice, fiat: 'BOB', bringer: 'bank' };
    expect(failing({ order, fiatScale }, { amount })).toEqual(fits ? [] : [odd]);
  });
});

describe('S8: payer, time and proof of a payment', () => {
  it('S8: the payer must be known to be the buyer', () => {
    expect(failing({ payerIsBuyer: false })).toMatchObject([{ name: 'payer-name', payer: 'other' }]);
    expect(failing({ payerIsBuyer: null })).toMatchObject([{ name: 'payer-name', payer: 'unknown' }]);
  });

  it.each([
    [createdAtMs - 300_001, true, 'bank'],
    [createdAtMs + 11, false, 'time'],
    [Number.NaN, false, 'time'],
  ])('S8: a payment of %i is refused', (atMs, isEarly, bringer) => {
    expect(failing({}, { atMs })).toEqual([{ name: 'payment-time', isEarly, bringer }]);
  });

  it.each([createdAtMs - 300_000, createdAtMs, createdAtMs + 10])('S8: one of %i is in time', (atMs) => {
    expect(failing({}, { atMs })).toEqual([]);
  });

  it('I12: a proof is good once, however it is written', () => {
    expect(failing({ usedProofs: ['BANK  1 '] })).toMatchObject([{ name: 'proof-unused', use: 'used' }]);
    expect(failing({ usedProofs: ['bank-1'] })).toMatchObject([{ name: 'proof-unused', use: 'used' }]);
    expect(failing({ usedProofs: ['bank 2'] })).toEqual([]);
    expect(failing({}, { proofId: ' ' })).toMatchObject([{ name: 'proof-unused', use: 'no-id' }]);
    expect(freeProof(evidence())).toBe('BANK 1');
    expect(freeProof(evidence({}, { proofId: '' }))).toBeNull();
  });
});

describe('promise 2: the payments of an order that arrive in parts', () => {
  const [first, second] = [payment, { ...payment, proofId: 'bank 2' }];

  it('promise 2: each part is kept; one that is told again replaces what was said of it', () => {
    expect(earlierThan(first, { match: null, earlier: [] })).toEqual([]);
    expect(earlierThan(second, { match: first, earlier: [] })).toEqual([first]);
    const again = { ...first, amount: '1100', proofId: ' BANK-1' };
    expect(earlierThan(again, { match: first, earlier: [] })).toEqual([]);
    expect(earlierThan(again, { match: second, earlier: [first] })).toEqual([second]);
  });

  it('promise 2: one too many is refused, because it could not be claimed', () => {
    const many = Array.from({ length: maxMatches }, (_, index) => ({ ...payment, proofId: `part ${index}` }));
    const [match = payment, ...earlier] = many;
    expect(matchRefusal(first, { match, earlier })).toEqual({ code: 'payments-full', max: maxMatches });
    expect(matchRefusal({ ...payment, proofId: 'PART 3' }, { match, earlier })).toBeNull();
    expect(matchRefusal(first, { match, earlier: earlier.slice(1) })).toBeNull();
  });
});

describe('S6: a payment at a border', () => {
  it('S6: a whole one parses', () => {
    expect(paymentMatchSchema.parse(payment)).toEqual(payment);
  });

  it.each<[string, unknown]>([
    ['amount: amount must be a decimal in a string', { ...payment, amount: 1150 }],
    ['amount: amount must be a decimal in a string', { ...payment, amount: '-1' }],
    ['payerName: payerName is missing', { ...payment, payerName: ' ' }],
    ['proofId: proofId is missing', { ...payment, proofId: undefined }],
    ['proofId: proofId must have 1 to 100 characters', { ...payment, proofId: 'x'.repeat(101) }],
    ['proofId: proofId must have a letter or a digit', { ...payment, proofId: '--' }],
    ['atMs: ', { ...payment, atMs: undefined }],
    ['generation: generation is missing', { ...payment, generation: undefined }],
    ['generation: ', { ...payment, generation: '' }],
    ['epoch: epoch is missing', { ...payment, epoch: undefined }],
    ['epoch: ', { ...payment, epoch: -1 }],
    [': ', { ...payment, force: true }],
    [': ', null],
  ])('S6: %s', (text, odd) => {
    const issue = paymentMatchSchema.safeParse(odd).error?.issues[0];
    expect(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`).toContain(text);
  });
});

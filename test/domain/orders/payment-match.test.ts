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

/** The checks that fail, as name and text. */
function failing(changes: Partial<MatchEvidence> = {}, matchChanges: Partial<PaymentMatch> = {}): string[] {
  return matchChecks(evidence(changes, matchChanges))
    .filter(({ ok }) => !ok)
    .map(({ name, text }) => `${name}: ${text}`);
}

describe('S8: the amount of a payment', () => {
  it('S8: a payment that fits passes every check', () => {
    expect(matchChecks(evidence()).map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'payment-amount: 1150 BOB arrived',
      'payer-name: the payer is the buyer',
      'payment-time: the payment arrived after the order',
      'proof-unused: the payment has not been used before',
    ]);
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
    const texts = failing({ order, fiatScale }, { amount });
    expect(texts).toEqual(fits ? [] : [`payment-amount: ${amount} arrived, ${totalPrice} BOB wanted`]);
  });
});

describe('S8: payer, time and proof of a payment', () => {
  it('S8: the payer must be known to be the buyer', () => {
    expect(failing({ payerIsBuyer: false })).toEqual(['payer-name: the payer’s name is not the buyer’s']);
    expect(failing({ payerIsBuyer: null })).toEqual(['payer-name: the buyer’s name is not known']);
  });

  it.each([
    [createdAtMs - 300_001, 'the payment is older than the order', 'bank'],
    [createdAtMs + 11, 'the payment is from the future', 'time'],
    [Number.NaN, 'the payment is from the future', 'time'],
  ])('S8: a payment of %i is refused', (atMs, text, bringer) => {
    const check = matchChecks(evidence({}, { atMs })).find(({ ok }) => !ok);
    expect(check).toEqual({ name: 'payment-time', ok: false, text, bringer });
  });

  it.each([createdAtMs - 300_000, createdAtMs, createdAtMs + 10])('S8: one of %i is in time', (atMs) => {
    expect(failing({}, { atMs })).toEqual([]);
  });

  it('I12: a proof is good once, however it is written', () => {
    expect(failing({ usedProofs: ['BANK  1 '] })).toEqual(['proof-unused: the payment was used for another release']);
    expect(failing({ usedProofs: ['bank-1'] })).toEqual(['proof-unused: the payment was used for another release']);
    expect(failing({ usedProofs: ['bank 2'] })).toEqual([]);
    expect(failing({}, { proofId: ' ' })).toEqual(['proof-unused: the payment has no id']);
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
    expect(matchRefusal(first, { match, earlier })).toBe('20 payments are attached to this order already');
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

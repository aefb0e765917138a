import { describe, expect, it } from 'vitest';
import {
  amountIn,
  approversWanted,
  fiatAmountsFromText,
  fiatAmountsText,
  releaseRulesSchema,
} from '../../../src/domain/orders/release-rules.ts';

const rules = {
  policy: 'approve',
  amountCap: { BOB: '5000' },
  counterparty: { minCompletedOrders: null, minFinishRate: 0.9, minRegisterDays: 30 },
  approvers: { count: 1, countAbove: { amounts: { BOB: '5000' }, count: 2 } },
} as const;

describe('design 6: release rules at a border', () => {
  it('design 6: full rules parse; without a word on approvers one is enough', () => {
    expect(releaseRulesSchema.parse(rules)).toEqual(rules);
    const { approvers, ...short } = rules;
    expect(approvers.count).toBe(1);
    expect(approversWanted(releaseRulesSchema.parse(short), { totalPrice: '9999', fiat: 'BOB' })).toBe(1);
  });

  it.each<[string, unknown]>([
    ['a policy in a list', { ...rules, policy: ['paid'] }],
    ['a policy in capitals', { ...rules, policy: 'Paid' }],
    ['an inherited name', { ...rules, policy: 'constructor' }],
    ['a cap without a currency', { ...rules, amountCap: '5000' }],
    ['a negative cap', { ...rules, amountCap: { BOB: '-5' } }],
    ['a cap of zero', { ...rules, amountCap: { BOB: '0' } }],
    ['caps of no currency', { ...rules, amountCap: {} }],
    ['a currency in small letters', { ...rules, amountCap: { bob: '5' } }],
    ['no counterparty rules', { ...rules, counterparty: undefined }],
    ['a negative minimum', { ...rules, counterparty: { ...rules.counterparty, minFinishRate: -1 } }],
    ['nobody who approves', { ...rules, approvers: { count: 0, countAbove: null } }],
    ['a field too many', { ...rules, force: true }],
    ['nothing', null],
  ])('S6: %s is refused', (_what, odd) => {
    expect(releaseRulesSchema.safeParse(odd).success).toBe(false);
  });
});

describe('design 6: caps name their currency', () => {
  it('design 6: amounts are read as people write them, and written so', () => {
    expect(fiatAmountsFromText('5000 BOB')).toEqual({ BOB: '5000' });
    const two = fiatAmountsFromText(' 5000.50 bob,300 USD ');
    expect(two).toEqual({ BOB: '5000.50', USD: '300' });
    expect(fiatAmountsText(two ?? {})).toBe('5000.50 BOB, 300 USD');
  });

  it.each(['', '5000', 'BOB', '-5 BOB', '0 BOB', '5 BOB, 6 bob', '5 BOB,', 'x'.repeat(1_001)])(
    'design 6: "%s" is no amount with a currency',
    (text) => {
      expect(fiatAmountsFromText(text)).toBeNull();
    },
  );

  it('design 6: a currency that is not named has no amount', () => {
    expect(amountIn({ BOB: '5' }, 'BOB')).toBe('5');
    expect(amountIn({ BOB: '5' }, 'constructor')).toBeNull();
  });
});

describe('S8: how many approve', () => {
  it.each([
    ['5000.00', 'BOB', 1],
    ['5000.01', 'BOB', 2],
    ['1', 'USD', 2],
    ['NaN', 'BOB', 2],
  ])('S8: %s %s wants %i', (totalPrice, fiat, wanted) => {
    expect(approversWanted(rules, { totalPrice, fiat })).toBe(wanted);
  });

  it('S8: without a limit always the same number, and a limit never asks for fewer', () => {
    expect(approversWanted({ approvers: { count: 1, countAbove: null } }, { totalPrice: '9', fiat: 'BOB' })).toBe(1);
    const fewer = { count: 3, countAbove: { amounts: { BOB: '1' }, count: 2 } };
    expect(approversWanted({ approvers: fewer }, { totalPrice: '9', fiat: 'BOB' })).toBe(3);
  });
});

import { describe, expect, it } from 'vitest';
import { approversWanted } from '../../../../src/domain/orders/rules/approvers.ts';

describe('S8: how many approve', () => {
  it.each([
    ['5000.00', 'BOB', 1],
    ['5000.01', 'BOB', 2],
    ['1', 'USD', 2],
    ['NaN', 'BOB', 2],
  ])('S8: %s %s wants %i', (totalPrice, fiat, wanted) => {
    expect(
      approversWanted({ count: 1, countAbove: { amounts: { BOB: '5000' }, count: 2 } }, { totalPrice, fiat }),
    ).toBe(wanted);
  });

  it('S8: without a word one is enough, without a limit always the same number, and a limit never asks for fewer', () => {
    expect(approversWanted(undefined, { totalPrice: '9999', fiat: 'BOB' })).toBe(1);
    expect(approversWanted({ count: 1, countAbove: null }, { totalPrice: '9', fiat: 'BOB' })).toBe(1);
    const fewer = { count: 3, countAbove: { amounts: { BOB: '1' }, count: 2 } };
    expect(approversWanted(fewer, { totalPrice: '9', fiat: 'BOB' })).toBe(3);
  });
});

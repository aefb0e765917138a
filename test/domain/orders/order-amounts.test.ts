import { describe, expect, it } from 'vitest';
import { amountsProblem } from '../../../src/domain/orders/order-amounts.ts';
import { paidOrder } from './order-fixture.ts';

describe('S8: the numbers of an order for which money moves', () => {
  it('S8: above zero, all three', () => {
    expect(amountsProblem(paidOrder())).toBeNull();
  });

  it.each(['0', '0.00', '-1150.00', '', 'NaN', '1e3', ' 5', '9'.repeat(81)])('S8: %j is refused in words', (odd) => {
    const shown = odd.slice(0, 40);
    expect(amountsProblem(paidOrder({ totalPrice: odd }))).toBe(`the total is not above zero: ${shown} BOB`);
    expect(amountsProblem(paidOrder({ amount: odd }))).toBe(`the amount is not above zero: ${shown} USDT`);
    expect(amountsProblem(paidOrder({ price: odd }))).toBe(`the price is not above zero: ${shown} BOB`);
  });
});

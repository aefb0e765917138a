import { describe, expect, it } from 'vitest';
import { oddAmount } from '../../../src/domain/orders/order-amounts.ts';
import { paidOrder } from './order-fixture.ts';

describe('S8: the numbers of an order for which money moves', () => {
  it('S8: above zero, all three', () => {
    expect(oddAmount(paidOrder())).toBeNull();
  });

  it.each(['0', '0.00', '-1150.00', '', 'NaN', '1e3', ' 5', '9'.repeat(81)])(
    'S8: %j is refused, with the number that is odd',
    (odd) => {
      const number = odd.slice(0, 40);
      expect(oddAmount(paidOrder({ totalPrice: odd }))).toEqual({ what: 'total', number, unit: 'BOB' });
      expect(oddAmount(paidOrder({ amount: odd }))).toEqual({ what: 'amount', number, unit: 'USDT' });
      expect(oddAmount(paidOrder({ price: odd }))).toEqual({ what: 'price', number, unit: 'BOB' });
    },
  );
});

import { describe, expect, it } from 'vitest';
import { amountIn, fiatAmountsFromText, fiatAmountsText } from '../../../src/domain/orders/fiat-amounts.ts';

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

import { describe, expect, it } from 'vitest';
import { floatingPrice, indexOf, ratiosFor } from '../../../../src/domain/pricing/floating/floating-ratio.ts';

describe('wire-facts 15: a floating price is a percentage of an index, cut to the price scale', () => {
  it.each([
    ['100.5', { index: '9.30', priceScale: 2 }, '9.34'],
    ['100.5', { index: '9.30', priceScale: 4 }, '9.3465'],
    ['99.70', { index: '4012', priceScale: 0 }, '3999'],
    ['100.00000000', { index: '9.30', priceScale: 2 }, '9.30'],
  ])('%s %% of %o is %s', (ratio, basis, price) => {
    expect(floatingPrice(ratio, basis)).toBe(price);
  });

  it.each([null, '0', 'none'])('an index of %s makes no price, and no ratio follows from it', (index) => {
    expect(floatingPrice('100', { index, priceScale: 2 })).toBeNull();
    expect(ratiosFor({ price: '9.00', wanted: '100', index, priceScale: 2 })).toEqual([]);
  });
});

describe('ads#a-floating-ad-by-its-ratio: the ratio that is written for a price', () => {
  it.each([
    ['the wanted one, where it is worth the price', { price: '9.34', wanted: '100.5', index: '9.30' }, ['100.5']],
    ['of two decimals, where they will do', { price: '9.30', wanted: '100.5', index: '9.00' }, ['103.34']],
    ['of more, where a tick is finer', { price: '9.3000', index: '9.0007', priceScale: 4 }, ['103.3253']],
    ['rounded up, because the service cuts', { price: '9.00', index: '9.31' }, ['96.68']],
    ['whole, without zeros at its end', { price: '9.30', index: '9.30' }, ['100']],
    ['of two decimals, where it is just below half a tick', { price: '99.98', index: '93.00' }, ['107.51']],
    ['of more, where it would be half a tick above', { price: '99.97', index: '93.00' }, ['107.495']],
    ['of eight, and no other', { price: '100.00000001', index: '100', priceScale: 8 }, ['100.00000001']],
    [
      'both beside the price, where a tick is finer than the finest ratio',
      { price: '123456.00000001', index: '123456', priceScale: 8 },
      ['100.00000001', '100'],
    ],
  ])('is %s', (_, wish, ratios) => {
    expect(ratiosFor({ wanted: null, priceScale: 2, ...wish }).map(({ ratio }) => ratio)).toEqual(ratios);
  });

  it('is less than half a tick above the price, so that rounding makes no other price of it than cutting', () => {
    // 103.33 % is 9.2997; 103.34 % is 9.3006. With a tick of 0.001 the latter would be rounded to 9.301.
    expect(ratiosFor({ price: '9.300', wanted: null, index: '9.00', priceScale: 3 })).toEqual([
      { ratio: '103.334', price: '9.300' },
    ]);
  });
});

describe('ads#a-floating-ad-by-its-ratio: the index that the service applies', () => {
  const reference = (referencePrice: string | null) => ({ referencePrice, priceScale: 2 });

  it('is the reference price where that explains the price at the service', () => {
    expect(indexOf({ ratio: '100.50000000', price: '9.34' }, reference('9.30'))).toBe('9.30');
  });

  it.each([
    ['100.5', '9.31', '9.30'],
    ['100.5', '9.35', '9.30'],
    ['33', '3.10', '9.30'],
    ['1.005', '9.34', '9.30'],
  ])(
    'is what a ratio of %s and a price of %s imply where the reference %s does not',
    (ratio, price, referencePrice) => {
      const index = indexOf({ ratio, price }, reference(referencePrice));
      expect(index).not.toBe(referencePrice);
      expect(floatingPrice(ratio, { index, priceScale: 2 })).toBe(price);
    },
  );

  it('has six decimals more than the price where it is implied', () => {
    expect(indexOf({ ratio: '100.5', price: '9.31' }, reference('9.30'))).toBe('9.26368160');
  });

  it('is not known without a reference price, or with a ratio that is none', () => {
    expect(indexOf({ ratio: '100.5', price: '9.31' }, reference(null))).toBeNull();
    expect(indexOf({ ratio: '0', price: '9.31' }, reference('9.30'))).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactTicks, isProductAtMost, priceOfTicks, ticksOf } from '../../../src/domain/backtest/ticks.ts';
import { compare, Decimal, tickOf } from '../../../src/domain/decimal.ts';
import { check } from '../seeded.ts';

const prices = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => new Decimal(units).times(tickOf(scale)).toFixed());

describe('a price in ticks', () => {
  it('is the whole number that the decimal is, or null between two ticks', () => {
    check(
      fc.property(prices, fc.integer({ min: 0, max: 8 }), (price, scale) => {
        const exact = new Decimal(price).dividedBy(tickOf(scale));
        const wanted = exact.isInteger() && exact.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER) ? exact.toNumber() : null;
        expect(ticksOf(price, scale)).toBe(wanted);
      }),
    );
  });

  it('becomes the same price again', () => {
    check(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), fc.integer({ min: 0, max: 8 }), (ticks, scale) => {
        expect(compare(priceOfTicks(ticks, scale), new Decimal(ticks).times(tickOf(scale)).toFixed())).toBe(0);
      }),
    );
  });

  it('is an error where a whole number of ticks is needed and it is not whole', () => {
    expect(exactTicks('9.15', 2)).toBe(915);
    expect(() => exactTicks('9.155', 2)).toThrow(RangeError);
  });

  it('has the decimals of its scale as text', () => {
    expect(priceOfTicks(5, 2)).toBe('0.05');
    expect(priceOfTicks(912, 2)).toBe('9.12');
    expect(priceOfTicks(912, 0)).toBe('912');
  });

  it('is null where a number cannot hold it exactly', () => {
    expect(ticksOf('90071992547409.93', 2)).toBeNull();
    expect(ticksOf('90071992547409.91', 2)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('comparing products', () => {
  it('is exact also beyond what a number holds', () => {
    const whole = fc.integer({ min: 0, max: 2 ** 52 });
    const factors = fc.tuple(whole, whole);
    check(
      fc.property(factors, factors, (left, right) => {
        const exact = ([one, other]: [number, number]): bigint => BigInt(one) * BigInt(other);
        expect(isProductAtMost(left, right)).toBe(exact(left) <= exact(right));
      }),
    );
    expect(isProductAtMost([2, 3], [3, 2])).toBe(true);
    expect(isProductAtMost([2 ** 52, 2 ** 40], [2 ** 40, 2 ** 52 - 1])).toBe(false);
  });
});

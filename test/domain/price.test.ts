import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, Decimal, largest, roundToScale, smallest, tickOf } from '../../src/domain/decimal.ts';
import { decimalPrice, highestOf, lowestOf, priceAt, priceOf, shareOf, ticksOf } from '../../src/domain/price.ts';
import { check } from './seeded.ts';

const scales = fc.integer({ min: 0, max: 8 });

/** From small ones, of which many are equal, to those that no number holds exactly. */
const texts = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 50 }), fc.constant(2 ** 53 - 1)),
    fc.constantFrom('', '7', '0', '01'),
    scales,
    fc.constantFrom('', '0', '5', '50', '49999999999999999999'),
  )
  .map(([units, more, decimals, tail]) => {
    const text = new Decimal(`${units}${more}`).times(tickOf(decimals)).toFixed(decimals);
    return tail === '' ? text : `${text}${decimals === 0 ? '.' : ''}${tail}`;
  });

describe('a price in ticks', () => {
  it('is the whole number that the decimal is, or null between two ticks', () => {
    check(
      fc.property(texts, scales, (text, scale) => {
        const exact = new Decimal(text).dividedBy(tickOf(scale));
        const isWhole = exact.isInteger() && exact.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER);
        expect(ticksOf(text, scale)).toBe(isWhole ? exact.toNumber() : null);
        expect(priceOf(text, scale).isOnTick).toBe(isWhole);
      }),
    );
  });

  it.each(['', 'NaN', '1e5', '9,1', '0x1', ' 1'])('%j is no price in ticks', (text) => {
    expect(ticksOf(text, 2)).toBeNull();
  });

  it('is null where a number cannot hold it exactly', () => {
    expect(ticksOf('90071992547409.93', 2)).toBeNull();
    expect(ticksOf('90071992547409.91', 2)).toBe(Number.MAX_SAFE_INTEGER);
    expect(ticksOf('-0', 2)).toBe(0);
  });

  it('is an error where a whole number of ticks is needed and it is not whole', () => {
    expect(priceOf('9.15', 2).wholeTicks).toBe(915);
    expect(() => priceOf('9.155', 2).wholeTicks).toThrow(RangeError);
    expect(() => priceOf('none', 2)).toThrow('none');
  });

  it('keeps the text that it was written with; computed, it has all decimals or as few as will do', () => {
    expect(priceOf('9.1', 2).text).toBe('9.1');
    expect([priceAt(5, 2).text, priceAt(912, 2).text, priceAt(912, 0).text]).toEqual(['0.05', '9.12', '912']);
    expect([priceAt(910, 2, 'fewest').text, priceAt(1_000, 2, 'fewest').text]).toEqual(['9.1', '10']);
    expect([priceAt(-5, 2).text, priceAt(-250, 2, 'fewest').text]).toEqual(['-0.05', '-2.5']);
    expect(priceOf('90071992547409.93', 2).plusTicks(7, 'all').text).toBe('90071992547410.00');
    expect(decimalPrice(new Decimal('9.155'), 2, 'all').text).toBe('9.155');
    expect(decimalPrice(new Decimal(2).pow(70), 30).ticks).toBe(2 ** 70 * 1e30);
  });
});

describe('prices in ticks count as decimals do', () => {
  const two = fc.record({ left: texts, right: texts, scale: scales });

  it('compared, and as the lowest and the highest of several', () => {
    check(
      fc.property(two, ({ left, right, scale }) => {
        const [one, other] = [priceOf(left, scale), priceOf(right, scale)];
        expect(one.compare(other)).toBe(compare(left, right));
        expect(one.equals(other)).toBe(compare(left, right) === 0);
        expect(lowestOf(one, other).text).toBe(smallest(left, right));
        expect(highestOf(one, other).text).toBe(largest(left, right));
        expect(one.compare(priceOf(`${left}${left.includes('.') ? '' : '.'}00`, scale))).toBe(0);
      }),
    );
  });

  it('added, subtracted and moved by ticks', () => {
    check(
      fc.property(two, fc.integer({ min: -500, max: 500 }), ({ left, right, scale }, count) => {
        const [one, other] = [priceOf(left, scale), priceOf(right, scale)];
        const [first, second] = [new Decimal(left), new Decimal(right)];
        expect(one.plus(other).text).toBe(first.plus(second).toFixed());
        expect(one.minus(other).text).toBe(first.minus(second).toFixed());
        expect(one.distanceTo(other).text).toBe(first.minus(second).abs().toFixed());
        expect(one.plusTicks(count).text).toBe(first.plus(new Decimal(tickOf(scale)).times(count)).toFixed());
        const apart = first.minus(second).abs().dividedBy(tickOf(scale));
        expect(one.isWithinTicks(other, Math.abs(count))).toBe(apart.lessThanOrEqualTo(Math.abs(count)));
      }),
    );
  });

  it('in percent, as a share, and rounded to a tick', () => {
    const shares = fc.constantFrom('0.003', '0.05', '0.5', '0.125', '1');
    const rounding = fc.constantFrom('up' as const, 'down' as const, 'nearest' as const);
    check(
      fc.property(two, shares, rounding, ({ left, right, scale }, share, way) => {
        const [one, other] = [priceOf(left, scale), priceOf(right, scale)];
        expect(one.percent(share).text).toBe(new Decimal(left).times(share).dividedBy(100).toFixed());
        expect(one.onTick(way).text).toBe(roundToScale(left, scale, way));
        // At the very end of the share, a trifle within it and a trifle beyond.
        const end = new Decimal(right).times(share).plus(right);
        for (const near of [left, end.toFixed(), end.plus('1e-30').toFixed(), end.minus('1e-30').toFixed()]) {
          const isWithin = new Decimal(near).minus(right).abs().lessThanOrEqualTo(new Decimal(right).times(share));
          expect(priceOf(near, scale).isWithinShare(other, shareOf(share))).toBe(isWithin);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  Decimal,
  isDecimalText,
  isPositiveDecimalText,
  largest,
  roundToScale,
  smallest,
  tickOf,
} from '../../src/domain/decimal.ts';
import { check } from './seeded.ts';

describe('I13: decimals are text', () => {
  it.each(['0', '1', '-1', '9.10', '0.00000001', '123456789012345678901234567890.12'])(
    'I13: "%s" is a decimal',
    (text) => {
      expect(isDecimalText(text)).toBe(true);
    },
  );

  it.each(['', ' ', '1e9', 'NaN', 'Infinity', '0x10', '1,5', '.5', '5.', '+1', '1 ', '--1', '1'.repeat(81)])(
    'I13: "%s" is not',
    (text) => {
      expect(isDecimalText(text)).toBe(false);
      expect(isPositiveDecimalText(text)).toBe(false);
    },
  );

  it('I13: positive means above zero', () => {
    expect(isPositiveDecimalText('0.00000001')).toBe(true);
    expect(isPositiveDecimalText('0.000')).toBe(false);
    expect(isPositiveDecimalText('-1')).toBe(false);
  });

  it('I13: no text ever carries an exponent', () => {
    expect(new Decimal('0.000000000001').times('0.000000000001').toString()).toBe('0.000000000000000000000001');
    expect(new Decimal('1000000000000').times('1000000000000').toString()).toBe('1000000000000000000000000');
  });

  it.each([
    [0, '1'],
    [2, '0.01'],
    [3, '0.001'],
    [8, '0.00000001'],
    [18, '0.000000000000000001'],
    [19, '0.0000000000000000001'],
  ])('8: the tick of scale %i is %s', (scale, tick) => {
    expect(tickOf(scale)).toBe(tick);
  });

  it.each([-1, 1.5, Number.NaN])('8: %d is no number of decimal places', (scale) => {
    expect(() => tickOf(scale)).toThrow('Invalid argument');
  });

  it('I15: rounding goes in the named direction', () => {
    expect(roundToScale('9.105', 2, 'down')).toBe('9.10');
    expect(roundToScale('9.101', 2, 'up')).toBe('9.11');
    expect(roundToScale('9.105', 2, 'nearest')).toBe('9.11');
    expect(roundToScale('-9.105', 2, 'down')).toBe('-9.11');
    expect(roundToScale('9', 8, 'nearest')).toBe('9.00000000');
    expect(roundToScale('9.5', 0, 'down')).toBe('9');
  });

  it('I13: comparison is exact for any text, also where doubles are equal', () => {
    const digits = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('0', '1', '2', '5', '9'), minLength: 1, maxLength: maxLength });
    const text = fc
      .tuple(fc.constantFrom('', '-'), digits(25), fc.option(digits(25)))
      .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);
    const near = text.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(`${one}1`, `${one}0`, one, `0${one}`)));
    check(
      fc.property(fc.oneof(fc.tuple(text, text), near), ([left, right]) => {
        if (!isDecimalText(left) || !isDecimalText(right)) return;
        expect(compare(left, right)).toBe(new Decimal(left).comparedTo(right));
        expect(isPositiveDecimalText(left)).toBe(new Decimal(left).greaterThan(0));
      }),
    );
    expect(compare('0.30000000000000000001', '0.30000000000000000002')).toBe(-1);
    expect(compare('123456789012345678901', '123456789012345678900')).toBe(1);
    expect(() => compare('', '1')).toThrow();
  });

  it('I13: comparison is by value', () => {
    expect(compare('1.10', '1.1')).toBe(0);
    expect(compare('2', '10')).toBe(-1);
    expect(compare('10', '9.99')).toBe(1);
    expect(smallest('3', '2.0', '2')).toBe('2.0');
    expect(largest('1', '3.0', '3')).toBe('3.0');
  });
});

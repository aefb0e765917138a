import { describe, expect, it } from 'vitest';
import { isDecimalText } from '../../src/domain/decimal.ts';
import { clearDecimal, unclearAmount, unclearAmountsIn, unclearSums } from '../../src/domain/typed-amount.ts';

describe('an amount that a person types', () => {
  it.each([
    ['1.250', '1.250 could be 1250 or 1.25: write one of these'],
    ['1,250', '1,250 could be 1250 or 1.25: write one of these'],
    ['5.000', '5.000 could be 5000 or 5: write one of these'],
    ['5.500', '5.500 could be 5500 or 5.5: write one of these'],
    [' 12.345 ', '12.345 could be 12345 or 12.3450: write one of these'],
  ])('with one separator before three digits could be two, and both are named: %s', (text, why) => {
    expect(unclearAmount(text)).toBe(why);
    const [, thousands = '', decimals = ''] = /could be (\S+) or (\S+):/.exec(why) ?? [];
    for (const reading of [thousands, decimals]) {
      expect(isDecimalText(reading)).toBe(true);
      expect(unclearAmount(reading)).toBeNull();
    }
  });

  it.each([
    '1250',
    '1250.00',
    '1250.000',
    '130250.125',
    '1.25',
    '1.2500',
    '1,250.00',
    '0.125',
    '0,125',
    '1.250.000',
    'x',
    '',
    '.250',
    '-1.250',
  ])('any other is one, or none: %j', (text) => {
    expect(unclearAmount(text)).toBeNull();
  });

  it.each([
    ['1.250', '1.2500'],
    ['9.505', '9.5050'],
    ['9.50', '9.50'],
    ['4120', '4120'],
  ])('a decimal of a program that is written for a person to keep is clear: %s', (text, clear) => {
    expect(clearDecimal(text)).toBe(clear);
    expect(unclearAmount(clear)).toBeNull();
  });

  it('sums with their currencies', () => {
    expect(unclearSums('300 USD, 5.000 COP')).toContain('5.000 could be 5000 or 5');
    expect(unclearSums('5,000 COP')).toContain('5,000 could be 5000 or 5');
    expect(unclearSums('5000 COP,300.50 USD')).toBeNull();
    expect(unclearSums('off')).toBeNull();
  });

  it('in rules and terms: by the key, wherever it stands', () => {
    const rules = {
      paymentCaps: { caps: [{ daily: '50.000', method: '1.250' }] },
      terms: { minOrder: '100' },
      hours: { restingPrice: '4.120' },
      strategy: { kind: 'fixed', price: '9.50', percent: '1.005' },
    };
    expect(unclearAmountsIn(rules)).toEqual([
      { path: ['paymentCaps', 'caps', 0, 'daily'], message: '50.000 could be 50000 or 50: write one of these' },
      { path: ['hours', 'restingPrice'], message: '4.120 could be 4120 or 4.12: write one of these' },
    ]);
    expect(unclearAmountsIn('1.250')).toEqual([]);
  });
});

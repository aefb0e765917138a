import { describe, expect, it } from 'vitest';
import { writtenAmount, type DecimalMark } from '../../../src/domain/payments/written-amount.ts';

const read = (text: string, decimal: DecimalMark = '.', currency = 'BOB') => writtenAmount(text, { decimal, currency });

describe('mistake 10: an amount is read by the declared mark, digit by digit, or refused', () => {
  it.each([
    ['400', '.', '400'],
    ['1,234.50', '.', '1234.50'],
    ['1.234,50', ',', '1234.50'],
    ['52.360.000', ',', '52360000'],
    ['1.234', ',', '1234'],
    ['12,34,567.80', '.', '1234567.80'],
    ["1'234.50", '.', '1234.50'],
    ['1\u2019234.50', '.', '1234.50'],
    ['1\u00A0234,50', ',', '1234.50'],
    ['BOB 400.00', '.', '400.00'],
    ['$ 400.00', '.', '400.00'],
    ['+400.00', '.', '400.00'],
    ['1234.500', '.', '1234.500'],
    ['90071992547409.93', '.', '90071992547409.93'],
  ] as const)('%s by "%s" is %s', (text, decimal, amount) => {
    expect(read(text, decimal)).toEqual({ amount, isOut: false });
  });

  it.each([
    ['-400.00', '400.00'],
    ['400.00-', '400.00'],
    ['\u2212 400.00', '400.00'],
    ['(400.00)', '400.00'],
  ])('%s has gone out', (text, amount) => {
    expect(read(text)).toEqual({ amount, isOut: true });
  });

  it.each([
    ['1.234', '.'],
    ['1,234', ','],
    ['52.360.000', '.'],
    ['1.234,50', '.'],
    ['1,234.50', ','],
    ['12.34', ','],
    ['1,23.50', '.'],
    ['1.234 567', ','],
    ['4e2', '.'],
    ['400.00 DR', '.'],
    ['--400', '.'],
    ['400.', '.'],
    ['', '.'],
  ] as const)('%s by "%s" is refused', (text, decimal) => {
    expect(read(text, decimal)).toBeNull();
  });

  it('three digits after the mark are the usual form of a currency in thousandths', () => {
    expect(read('12,500', ',', 'TND')).toEqual({ amount: '12.500', isOut: false });
  });
});

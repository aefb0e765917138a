import { describe, expect, it } from 'vitest';
import { estimateRange, parsePriceRange, rangeAround } from '../../../src/domain/pricing/price-range.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { intersect } from '../pricing-by-text.ts';

const nineToEleven = { low: '9.10', high: '11.20' };

describe('7.4: the range in a message', () => {
  it.each([
    'entre 9,10 y 11,20',
    'between 9.10 and 11.20',
    'BETWEEN 9.10 AND 11.20 BOB',
    '9.10 - 11.20',
    '9.10-11.20',
    '9.10 -11.20',
    '[9.10, 11.20]',
    '[9.10,11.20]',
    '[9,10,11,20]',
    '(9,10; 11,20)',
    '9.10~11.20',
    '9.10–11.20',
    '9.10..11.20',
    '9.10 → 11.20',
    'desde 9,10 hasta 11,20',
    'from 9.10 to 11.20.',
    'rango limitado 11.20-9.10',
    'limited range: 9.10 BOB - 11.20 BOB',
    'Bs 9.10 - Bs 11.20',
    '$9.10 to $11.20',
    'us$ 9,10 a us$ 11,20',
    '9.10 USDT/BOB - 11.20 USDT/BOB',
    'min 9.10, max 11.20',
    'mínimo: 9,10 máximo: 11,20',
    'low=9.10 high=11.20',
    '{"min":"9.10","max":"11.20"}',
    'price must be >= 9.10 and <= 11.20',
    '9.10 ≤ price ≤ 11.20',
    'price range 9.10, 11.20',
  ])('7.4: "%s" is 9.10 to 11.20', (message) => {
    expect(parsePriceRange(message)).toEqual(nineToEleven);
  });

  it.each([
    ['1.234,56 - 1.300,00', '1234.56', '1300.00'],
    ['1,234.56–1,300.00', '1234.56', '1300.00'],
    ['1 234,5 a 1 300', '1234.5', '1300'],
    ["1'234.50 - 1'300.00", '1234.50', '1300.00'],
    ['1\u00a0234,50 – 1\u202f300,00', '1234.50', '1300.00'],
    ['10,00,000 - 11,00,000', '1000000', '1100000'],
    ['range 1,234.56,1,300.00', '1234.56', '1300.00'],
    ['price range 920.199 - 950.250', '920.199', '950.250'],
    ['0.00001234~0.00001300', '0.00001234', '0.00001300'],
    ['from 9 to 11', '9', '11'],
    ['[9,11]', '9', '11'],
    ['187055 900 - 950', '900', '950'],
    ['limited range\n900 - 950\n187055', '900', '950'],
    ['8000-9000', '8000', '9000'],
    ['entre 9,105 y 11,200', '9.105', '11.200'],
    ['between 9,105 and 11,200', '9105', '11200'],
  ])('7.4: "%s" is %s to %s', (message, low, high) => {
    expect(parsePriceRange(message)).toEqual({ low, high });
  });

  it.each([
    'error -9000: price is out of the limited range 9.10 - 11.20',
    '-9000 limited range 9.10 - 11.20',
    'limited range (187055): 9.10-11.20',
    '187055 9.10 - 11.20',
    'HTTP 400 -9000: rango limitado entre 9,10 y 11,20 (código 187049)',
    'amount 100 - 5000, price limited range 9.10 - 11.20',
    'amount 100 - 900: price 9.10 - 11.20 wanted',
    'amount 9 - 10, price limited range 9.10 - 11.20',
    'at 10:00-12:00, limited range 9.10 - 11.20, retry in 5 - 6 minutes',
    'ad 12345678901234567890-12345678901234567891: 9.10 - 11.20',
    'range of 5% - 10% around: 9.10 - 11.20',
    'range #12 - #13: 9.10 - 11.20',
    'rule EP-13 to EP-14, range 9.10 - 11.20',
  ])('7.4: the other numbers of "%s" are not prices', (message) => {
    expect(parsePriceRange(message)).toEqual(nineToEleven);
  });

  it.each([
    '',
    'limited range',
    'the limited range is 9.10',
    '187055',
    '-9000',
    'error 187055 -9000',
    'error: 187055-187049',
    'HTTP 400 -9000 limited range',
    'HTTP 400 -3045 limited range',
    'limited range 400 -3045',
    'code 4001 - 4002',
    '2026-08-22 10:00 limited range',
    '127.0.0.1 - 127.0.0.2',
    '5% - 10%',
    '9.10 or 11.20',
    '9.10 11.20',
    '9.10, 11.20',
    '9.10 - 11,20',
    '0 - 11.20',
    'between 1 and 5000',
    '1.2.3,4,5',
    '1,1,1',
    `${' '.repeat(2_000)}9.10 - 11.20`,
  ])('7.4: "%s" holds no range to be sure of', (message) => {
    expect(parsePriceRange(message)).toBeNull();
  });

  it('7.4: a price that is known decides between 1.234 and 1234', () => {
    expect(parsePriceRange('3.900 a 4.300')).toEqual({ low: '3.900', high: '4.300' });
    expect(parsePriceRange('3.900 a 4.300', '4100')).toEqual({ low: '3900', high: '4300' });
    expect(parsePriceRange('entre 3,900 y 4,300', '4100')).toEqual({ low: '3900', high: '4300' });
    expect(parsePriceRange('between 3,900 and 4,300', '4.1')).toEqual({ low: '3.900', high: '4.300' });
  });

  it('7.4: a range nowhere near the price that is known is something else', () => {
    expect(parsePriceRange('9.10 - 11.20', '1000')).toBeNull();
    expect(parsePriceRange('9.10 - 11.20', '10')).toEqual(nineToEleven);
    expect(parsePriceRange('9.10 - 11.20', '0')).toEqual(nineToEleven);
  });
});

describe('7.4: how far apart the numbers of a range may be', () => {
  it.each([
    ['limited range 1 - 100', '1', '100'],
    ['limited range 1 - 100.1', null, null],
    ['1 - 10', '1', '10'],
    ['1 - 10.1', null, null],
    // A minus may be the sign of the second number.
    ['limited range 3 -9', '3', '9'],
    ['limited range 3 -9.1', null, null],
    ['limited range 9 −3', '3', '9'],
  ])('7.4: "%s" is %s to %s', (message, low, high) => {
    expect(parsePriceRange(message)).toEqual(low === null ? null : { low, high });
  });

  it.each([
    ['2', { low: '9', high: '11' }],
    ['50', { low: '9', high: '11' }],
    ['1.99', null],
    ['50.1', null],
  ])('7.4: its middle is at most five times as far as the known price %s, either way', (near, range) => {
    expect(parsePriceRange('9 - 11', near)).toEqual(range);
  });

  it.each([
    ['[9.10, 11.20', 'an open bracket alone'],
    ['9.10, 11.20]', 'a closed bracket alone'],
    ['[9.10 11.20]', 'nothing between them'],
    ['price range 9.10 11.20', 'nothing between them after a word'],
  ])('7.4: "%s" joins no numbers: %s', (message) => {
    expect(parsePriceRange(message)).toBeNull();
  });

  it('7.4: a word between the numbers joins them, without one before the lower one', () => {
    expect(parsePriceRange('9.10 max 11.20 -')).toEqual(nineToEleven);
  });

  it('7.4: of two ranges after a word the narrower is that of the price, wherever it stands', () => {
    expect(parsePriceRange('allowed 100 - 5000, allowed 9.10 - 11.20')).toEqual(nineToEleven);
    expect(parsePriceRange('allowed 9.10 - 11.20, allowed 100 - 5000')).toEqual(nineToEleven);
  });

  it('7.4: a message is read to its 2000th character', () => {
    const range = '9.10 - 11.20';
    expect(parsePriceRange(range.padStart(2_000))).toEqual(nineToEleven);
    for (let cut = 1; cut <= range.length; cut += 1) {
      expect(parsePriceRange(`limited${range.padStart(1_993 + cut)}`)).toBeNull();
    }
    expect(parsePriceRange(`${range} BOB${' '.repeat(1_984)}9.10 - 9.50`)).toEqual(nineToEleven);
  });
});

describe('7.4 and 8: ranges', () => {
  it('7.4: without a readable message the range is 0.905 to 1.095 of the USD rate', () => {
    expect(estimateRange('10', defaultSettings)).toEqual({ low: '9.05', high: '10.95' });
    expect(estimateRange('6.96', defaultSettings)).toEqual({ low: '6.2988', high: '7.6212' });
  });

  it('8: the margin is 10 percent of the reference price', () => {
    expect(rangeAround('10', defaultSettings.priceRangeMarginRatio)).toEqual({ low: '9', high: '11' });
  });

  it('7.4: the effective range is the intersection', () => {
    expect(intersect({ low: '9', high: '11' }, { low: '10', high: '12' })).toEqual({ low: '10', high: '11' });
    expect(intersect({ low: '9', high: '10' }, { low: '10.0', high: '12' })).toEqual({ low: '10.0', high: '10' });
    expect(intersect({ low: '9', high: '10' }, { low: '10.01', high: '12' })).toBeNull();
  });
});

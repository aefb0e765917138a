import { describe, expect, it } from 'vitest';
import { findRangeText } from '../../../src/domain/pricing/price-range-text.ts';

const range = ['9.10', '9.30'];
const words = (text: string) => text.split(' ');
const find = (message: string) => findRangeText(message, null);

describe('interface 7.4, PRICE_RANGE_LIMIT: the words of a message', () => {
  it.each(words('to and a y e al until hasta AND HASTA UNTIL -> .. ... - ‐ ‑ ‒ – — − ~ ～ ∼ / | → …').concat('up to'))(
    '"%s" separates the ends',
    (word) => {
      expect(find(`9.10 ${word} 9.30`)).toEqual(range);
    },
  );

  it.each(['or', 'than', '+', '%', '....', '=>', 'toto'])('"%s" separates nothing', (word) => {
    expect(find(`9.10 ${word} 9.30`)).toBeNull();
  });

  it.each([
    'at most',
    ...words(
      'bs bs. price precio max máx minimum maximum mínimo minimo máximo maximo lower upper low high limit límite',
    ),
    ...words(
      'limite US$ R$ $ € £ ¥ ₡ ₹ ₦ ₱ ₲ ₴ ₺ " \' ` “ ” < > = ≤ ≥ : * _ ( ) [ ] { } BOB USD USDT USDT/BOB FDUSD/USDT',
    ),
  ])('"%s" may stand beside the separator', (word) => {
    expect(find(`9.10 to ${word} 9.30`)).toEqual(range);
    expect(find(`9.10 ${word} to 9.30`)).toEqual(range);
  });

  // After a number "min" and "s" are minutes and seconds.
  it.each(['min', 'min.', 's/'])('"%s" may stand before a number', (word) => {
    expect(find(`9.10 to ${word} 9.30`)).toEqual(range);
    expect(find(`9.10 ${word} to 9.30`)).toBeNull();
  });

  it.each(['about', 'BO', 'TETHER', 'maxi', 'pricey', 'bob'])('"%s" may not', (word) => {
    expect(find(`9.10 to ${word} 9.30`)).toBeNull();
  });

  it.each(['max', 'máx', 'maximum', 'máximo', 'maximo', 'high', 'upper', 'at most', '<=', '≤'])(
    '"%s" makes the second number the upper end, without a separator',
    (word) => {
      expect(find(`min 9.10 ${word} 9.30`)).toEqual(range);
      expect(find(`min 9.10, ${word} 9.30`)).toEqual(range);
    },
  );

  it.each(['min', 'minimum', 'low', 'lower', 'limit', 'price', '>=', '≥', '', ','])('"%s" does not', (word) => {
    expect(find(`at 9.10 ${word} 9.30`)).toBeNull();
  });

  it.each([
    'range',
    'rango',
    'between',
    'entre',
    'allowed',
    'permitido',
    'permitida',
    'permitidos',
    'permitidas',
    'from',
    'desde',
  ])('after "%s" a comma or a semicolon separates, and 1 to 100 may be prices', (word) => {
    expect(find(`${word} 9.10, 9.30`)).toEqual(range);
    expect(find(`${word} 9.10; 9.30`)).toEqual(range);
    expect(find(`${word} 1 to 100`)).toEqual(['1', '100']);
  });

  it.each(['your ad', 'order', 'precio'])('after "%s" it does not', (word) => {
    expect(find(`${word} 9.10, 9.30`)).toBeNull();
    expect(find(`${word} 1 to 100`)).toBeNull();
  });

  it.each(['()', '[]', '{}'])('between brackets %s a comma separates', (brackets) => {
    expect(find(`at ${brackets.charAt(0)}9.10, 9.30${brackets.charAt(1)}`)).toEqual(range);
    expect(find(`at ${brackets.charAt(0)}9.10, 9.30`)).toBeNull();
  });

  it.each([
    'rango',
    'entre',
    'hasta',
    'precio',
    'desde',
    'permitido',
    'permitida',
    'permitidos',
    'permitidas',
    'el',
    'la',
    'los',
    'debe',
  ])('"%s" is Spanish: a comma is the decimal sign', (word) => {
    expect(find(`${word}: 9,105 - 9,315`)).toEqual(['9.105', '9.315']);
  });

  it.each(['range', 'price', 'elle', 'ad'])('"%s" is not: a comma groups thousands', (word) => {
    expect(find(`${word}: 9,105 - 9,315`)).toEqual(['9105', '9315']);
  });
});

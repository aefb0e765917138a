import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Money and prices: 40 significant digits and never an exponent in the text, because text is what crosses borders. It, and
 * all functions below that take decimals, throw on text that is no number: ask `isDecimalText` first of foreign text.
 */
export const Decimal = DecimalJs.clone({ precision: 40, toExpNeg: -9e15, toExpPos: 9e15 });
export type Decimal = DecimalJs;

type Rounding = 'down' | 'up' | 'nearest';

const roundingModes: Record<Rounding, DecimalJs.Rounding> = {
  down: DecimalJs.ROUND_FLOOR,
  up: DecimalJs.ROUND_CEIL,
  nearest: DecimalJs.ROUND_HALF_UP,
};

/** Longer texts are no amount anyone trades; the bound keeps hostile input cheap. */
const maxDecimalTextLength = 80;

/** Takes any text and tells whether it is a plain decimal: digits, at most one point, an optional minus, no exponent. */
export function isDecimalText(text: string): boolean {
  return text.length <= maxDecimalTextLength && /^-?\d+(\.\d+)?$/.test(text);
}

/** Takes any text and tells whether it is a plain decimal above zero. */
export function isPositiveDecimalText(text: string): boolean {
  return isDecimalText(text) && new Decimal(text).greaterThan(0);
}

/** Takes a price scale (decimal places, 0 or more) and gives the tick 10^-scale as text. */
export function tickOf(scale: number): string {
  return new Decimal(10).pow(-scale).toFixed(scale);
}

/** Takes a decimal and gives it rounded to `scale` places towards minus infinity, plus infinity or the nearest. */
export function roundToScale(value: string, scale: number, rounding: Rounding): string {
  return new Decimal(value).toFixed(scale, roundingModes[rounding]);
}

/** Takes two decimals and gives -1, 0 or 1, as a sort wants it; '1.10' equals '1.1'. */
export function compare(left: string, right: string): -1 | 0 | 1 {
  const order = new Decimal(left).comparedTo(right);
  if (order < 0) return -1;
  return order > 0 ? 1 : 0;
}

/** Takes decimals, at least one, and gives the smallest as it was written. */
export function smallest(first: string, ...rest: readonly string[]): string {
  return rest.reduce((best, value) => (compare(value, best) < 0 ? value : best), first);
}

/** Takes decimals, at least one, and gives the largest as it was written. */
export function largest(first: string, ...rest: readonly string[]): string {
  return rest.reduce((best, value) => (compare(value, best) > 0 ? value : best), first);
}

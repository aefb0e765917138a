import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Money and prices: 40 significant digits, and never an exponent, because decimals cross borders as text. Like every
 * function below, it throws on text that is not a number: check text from outside with `isDecimalText` first.
 */
export const Decimal = DecimalJs.clone({ precision: 40, toExpNeg: -9e15, toExpPos: 9e15 });
export type Decimal = DecimalJs;

export type Rounding = 'down' | 'up' | 'nearest';

const roundingModes: Record<Rounding, DecimalJs.Rounding> = {
  down: DecimalJs.ROUND_FLOOR,
  up: DecimalJs.ROUND_CEIL,
  nearest: DecimalJs.ROUND_HALF_UP,
};

/** No one trades longer amounts; the bound keeps hostile input cheap. */
export const maxDecimalTextLength = 80;

const plainDecimal = /^-?\d+(\.\d+)?$/;

/** Accepts plain decimals only: digits, at most one point, an optional minus, no exponent. */
export function isDecimalText(text: string): boolean {
  return text.length <= maxDecimalTextLength && plainDecimal.test(text);
}

/** Accepts plain decimals above zero only. */
export function isPositiveDecimalText(text: string): boolean {
  return isDecimalText(text) && !text.startsWith('-') && /[1-9]/.test(text);
}

/** Returns the tick 10^-scale. `scale` is the number of decimal places, 0 or more. */
export function tickOf(scale: number): string {
  return usualTicks[scale] ?? powerOfTen(scale);
}

const powerOfTen = (scale: number): string => new Decimal(10).pow(-scale).toFixed(scale);

/** Computed for each question, the ticks took an eighth of all pricing. */
const usualTicks: readonly string[] = Array.from({ length: 19 }, (_, scale) => powerOfTen(scale));

/** Rounds to `scale` decimal places. */
export function roundToScale(value: string, scale: number, rounding: Rounding): string {
  return new Decimal(value).toFixed(scale, roundingModes[rounding]);
}

/** Compares by value, for sorting: '1.10' equals '1.1'. */
export function compare(left: string, right: string): -1 | 0 | 1 {
  // Rounding to a double keeps the order: two that differ are in the order of their texts, and only the others need more.
  if (plainDecimal.test(left) && plainDecimal.test(right)) {
    const [first, second] = [Number(left), Number(right)];
    if (first !== second) return first < second ? -1 : 1;
    if (left === right) return 0;
  }
  const order = new Decimal(left).comparedTo(right);
  if (order < 0) return -1;
  return order > 0 ? 1 : 0;
}

/** Returns the smallest value as it was written. */
export function smallest(first: string, ...rest: readonly string[]): string {
  return rest.reduce((best, value) => (compare(value, best) < 0 ? value : best), first);
}

/** Returns the largest value as it was written. */
export function largest(first: string, ...rest: readonly string[]): string {
  return rest.reduce((best, value) => (compare(value, best) > 0 ? value : best), first);
}

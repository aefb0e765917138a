import { Decimal as DecimalBase } from 'decimal.js';

/** Decimals of the simulator: forty digits, never an exponent in the text. */
export const Amount = DecimalBase.clone({ precision: 40, toExpNeg: -60, toExpPos: 60 });
export type Amount = DecimalBase;

const roundings = { down: DecimalBase.ROUND_DOWN, up: DecimalBase.ROUND_UP, nearest: DecimalBase.ROUND_HALF_UP };

/** Writes a value with exactly `scale` decimals; cuts by default. */
export function atScale(
  value: Amount | string | number,
  scale: number,
  rounding: keyof typeof roundings = 'down',
): string {
  return new Amount(value).toFixed(scale, roundings[rounding]);
}

/** Writes a value with the eight decimals of order amounts on the wire. */
export const withEightDecimals = (value: Amount | string | number): string => atScale(value, 8);

/** One price step of a market with this many decimals. */
export const tickSize = (scale: number): Amount => new Amount(10).pow(-scale);

/** How many decimals a decimal text carries. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

const plainDecimal = /^-?\d{1,30}(\.\d{1,30})?$/;

/** Reads a plain decimal from a JSON string or number, or returns null. */
export function readDecimal(value: unknown): string | null {
  const text = typeof value === 'number' ? new Amount(value).toString() : value;
  return typeof text === 'string' && plainDecimal.test(text) ? text : null;
}

/** Returns the quantity of asset that a fiat sum buys at a price, cut to the asset's scale. */
export const quantityFor = (fiatSum: Amount | string, price: string, assetScale: number): string =>
  new Amount(fiatSum).div(price).toFixed(assetScale, roundings.down);

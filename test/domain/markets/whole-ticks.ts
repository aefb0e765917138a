/** Prices in ticks as the marketplace and the oracle count them: no code of the desk's own prices. */

/** Returns a price that is on a tick. Throws RangeError for any other. */
export function exactTicks(price: string, scale: number): number {
  const [whole = '', fraction = ''] = price.split('.');
  const ticks = Number(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  if (/[1-9]/.test(fraction.slice(scale)) || !Number.isSafeInteger(ticks)) {
    throw new RangeError(`${price} is no whole number of ticks at ${scale} decimals`);
  }
  return ticks;
}

/** Returns the price of a whole number of ticks, zero or more. */
export function priceOfTicks(ticks: number, scale: number): string {
  if (scale === 0) return String(ticks);
  const digits = String(ticks).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

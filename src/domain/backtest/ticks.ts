/** Prices as whole numbers of ticks: exact, and much cheaper than decimals where millions of rows are replayed. */

/** Returns a price in ticks, or null for one between two ticks or too long for an exact number. */
export function ticksOf(price: string, scale: number): number | null {
  const [whole = '', fraction = ''] = price.split('.');
  const digits = fraction.padEnd(scale, '0');
  if (/[1-9]/.test(digits.slice(scale))) return null;
  const ticks = Number(whole + digits.slice(0, scale));
  return Number.isSafeInteger(ticks) ? ticks : null;
}

/** Returns a price that is on a tick. Throws RangeError for any other. */
export function exactTicks(price: string, scale: number): number {
  const ticks = ticksOf(price, scale);
  if (ticks === null) throw new RangeError(`${price} is no whole number of ticks at ${scale} decimals`);
  return ticks;
}

/** Returns the price of a whole number of ticks. */
export function priceOfTicks(ticks: number, scale: number): string {
  if (scale === 0) return String(ticks);
  const digits = String(ticks).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Compares `left × leftFactor` with `right × rightFactor` exactly; all are whole and not negative. */
export function isProductAtMost(left: readonly [number, number], right: readonly [number, number]): boolean {
  const [leftProduct, rightProduct] = [left[0] * left[1], right[0] * right[1]];
  if (Number.isSafeInteger(leftProduct) && Number.isSafeInteger(rightProduct)) return leftProduct <= rightProduct;
  return BigInt(left[0]) * BigInt(left[1]) <= BigInt(right[0]) * BigInt(right[1]);
}

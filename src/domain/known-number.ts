/** Numbers of the service that a rule compares. What cannot be one is not known, and satisfies no least. */

/** No one has this many orders or days: it would be a time or an amount in the place of a count. */
const maxOrders = 10_000_000;
const maxDays = 36_600;

/** Returns a share of 1, or null for one outside 0 to 1: a service that writes 45 may mean percent, or something else. */
export function knownShare(value: number | null | undefined): number | null {
  return isWithin(value, 1) ? value : null;
}

/** Returns a number of orders, or null for one that no one has. */
export function knownOrders(value: number | null | undefined): number | null {
  return isWithin(value, maxOrders) ? value : null;
}

/** Returns a number of days, or null for more than a hundred years of them. */
export function knownDays(value: number | null | undefined): number | null {
  return isWithin(value, maxDays) ? value : null;
}

/** Written so that NaN is outside. */
function isWithin(value: number | null | undefined, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

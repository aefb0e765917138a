import { compare } from '../../decimal.ts';
import { fiatAmountsText, type FiatAmounts } from '../fiat-amounts.ts';

/**
 * Returns what an upper limit lets through that the present one holds, in words. Null: no limit; a currency that a limit
 * does not name is refused.
 */
export function looserAmounts(name: string, from: FiatAmounts | null, to: FiatAmounts | null): string[] {
  if (from === null) return [];
  if (to === null) return [`the ${name} ${fiatAmountsText(from)} ends`];
  const present = new Map(Object.entries(from));
  return Object.entries(to).flatMap(([fiat, amount]) => {
    const before = present.get(fiat);
    if (before === undefined) return [`the ${name} takes in ${amount} ${fiat}`];
    return compare(amount, before) > 0 ? [`the ${name} ${before} ${fiat} becomes ${amount} ${fiat}`] : [];
  });
}

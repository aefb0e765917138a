import type { InventoryRule } from '../ads/inventory.ts';
import type { TermDifference } from '../ads/listed-terms.ts';
import { compare, isDecimalText } from '../decimal.ts';
import type { Mode } from '../mode.ts';

/** From the strictest to the loosest. */
const modes: readonly Mode[] = ['shadow', 'sim', 'live'];

/** Returns what a change of an account's mode lets through that was held before, in words; null: nothing. */
export function looserMode(from: Mode, to: Mode): string | null {
  return modes.indexOf(to) > modes.indexOf(from) ? `mode ${from} becomes ${to}` : null;
}

/** Terms by which an ad offers more, and to more people, when they rise; and when they fall. */
const moreWhenHigher: ReadonlySet<string> = new Set(['quantity', 'maxOrder', 'payTimeMinutes']);
const moreWhenLower: ReadonlySet<string> = new Set(['minRegisterDays']);
const conditions: ReadonlySet<string> = new Set(['buyerKyc', 'extraKyc']);

/**
 * Returns by which of its terms an ad would offer more than it does now, be open to more people, or be paid to another
 * place, in words; empty: by none. What the service does not report in digits counts as more.
 */
export function looserTerms(differences: readonly TermDifference[]): string[] {
  return differences.filter(isLooserTerm).map(({ term, listed, wanted }) => {
    const words = term.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${words} ${listed} becomes ${wanted}`;
  });
}

/** Returns by what a new inventory rule lets an ad offer more than the present one, in words; empty: by nothing. */
export function looserInventory(from: InventoryRule | null, to: InventoryRule | null): string[] {
  if (to === null) return [];
  const { target, total } = to;
  if (from === null) return [`the ad may be refilled to ${target}, ${total} in all`];
  return [
    ...(compare(target, from.target) > 0 ? [`target ${from.target} becomes ${target}`] : []),
    ...(compare(total, from.total) > 0 ? [`total ${from.total} becomes ${total}`] : []),
  ];
}

function isLooserTerm({ term, listed, wanted }: TermDifference): boolean {
  if (term === 'payMethods') return true;
  if (conditions.has(term)) return wanted === 'false';
  if (!moreWhenHigher.has(term) && !moreWhenLower.has(term)) return false;
  if (!isDecimalText(listed) || !isDecimalText(wanted)) return true;
  return compare(wanted, listed) > 0 === moreWhenHigher.has(term);
}

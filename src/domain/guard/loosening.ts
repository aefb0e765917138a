import type { InventoryRule } from '../ads/inventory.ts';
import type { TermDifference } from '../ads/listed-terms.ts';
import { compare, isDecimalText } from '../decimal.ts';
import type { Mode } from '../mode.ts';
import {
  fiatAmountsText,
  noReleaseRules,
  type ApproverRules,
  type FiatAmounts,
  type ReleasePolicyName,
  type ReleaseRules,
} from '../orders/release-rules.ts';

/** From the strictest to the loosest. */
const policies: readonly ReleasePolicyName[] = ['approve', 'match', 'paid'];
const modes: readonly Mode[] = ['shadow', 'sim', 'live'];

/** Returns what a change of an account's mode lets through that was held before, in words; null: nothing. */
export function looserMode(from: Mode, to: Mode): string | null {
  return modes.indexOf(to) > modes.indexOf(from) ? `mode ${from} becomes ${to}` : null;
}

/**
 * Returns what new release rules let through that the present ones hold, in words; empty: they are as strict or
 * stricter. Without present rules a human approves each release.
 */
export function looserRules(present: ReleaseRules | null, wanted: ReleaseRules): string[] {
  const from = present ?? noReleaseRules;
  const { policy, amountCap, counterparty } = wanted;
  return [
    ...(policies.indexOf(policy) > policies.indexOf(from.policy) ? [`policy ${from.policy} becomes ${policy}`] : []),
    ...looserAmounts('cap', from.amountCap, amountCap),
    ...looserMinimum('completed orders', from.counterparty.minCompletedOrders, counterparty.minCompletedOrders),
    ...looserMinimum('finish rate', from.counterparty.minFinishRate, counterparty.minFinishRate),
    ...looserMinimum('days registered', from.counterparty.minRegisterDays, counterparty.minRegisterDays),
    ...looserApprovers(from.approvers ?? onePerson, wanted.approvers ?? onePerson),
  ];
}

const onePerson: ApproverRules = { count: 1, countAbove: null };

/** Null: no cap. A currency that a cap does not name is refused. */
function looserAmounts(name: string, from: FiatAmounts | null, to: FiatAmounts | null): string[] {
  if (from === null) return [];
  if (to === null) return [`the ${name} ${fiatAmountsText(from)} ends`];
  const present = new Map(Object.entries(from));
  return Object.entries(to).flatMap(([fiat, amount]) => {
    const before = present.get(fiat);
    if (before === undefined) return [`the ${name} takes in ${amount} ${fiat}`];
    return compare(amount, before) > 0 ? [`the ${name} ${before} ${fiat} becomes ${amount} ${fiat}`] : [];
  });
}

function looserMinimum(name: string, from: number | null, to: number | null): string[] {
  if (from === null || (to !== null && to >= from)) return [];
  return [to === null ? `the least ${name}, ${from}, ends` : `the least ${name}, ${from}, becomes ${to}`];
}

function looserApprovers(from: ApproverRules, to: ApproverRules): string[] {
  const fewer = to.count < from.count ? [`${from.count} approvers become ${to.count}`] : [];
  return [...fewer, ...looserAbove(from.countAbove, to)];
}

/** A higher number of people above a total is as good as that number of people always. */
function looserAbove(from: ApproverRules['countAbove'], to: ApproverRules): string[] {
  if (from === null || to.count >= from.count) return [];
  const text = `${from.count} approvers above ${fiatAmountsText(from.amounts)}`;
  if (to.countAbove === null) return [`${text} become ${to.count}`];
  const fewer = to.countAbove.count < from.count ? [`${text} become ${to.countAbove.count}`] : [];
  return [...fewer, ...looserAmounts('total of fewer approvers', from.amounts, to.countAbove.amounts)];
}

/** Terms by which an ad offers more, and to more people, when they rise; and when they fall. */
const moreWhenHigher: ReadonlySet<string> = new Set(['quantity', 'maxOrder', 'payTimeMinutes']);
const moreWhenLower: ReadonlySet<string> = new Set(['minRegisterDays']);
const conditions: ReadonlySet<string> = new Set(['buyerKyc', 'extraKyc']);

/**
 * Returns by which of its terms an ad would offer more than it does now, be open to more people, or be paid to another
 * place, in words; empty: by none. What the service does not tell in digits counts as more.
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

import { z } from 'zod';
import { compare, isPositiveDecimalText } from '../../decimal.ts';
import { amountIn, fiatAmountsSchema, fiatAmountsText } from '../fiat-amounts.ts';
import { looserAmounts } from './looser-amounts.ts';
import { orPresent, releaseRule } from './release-rule.ts';

const people = z.int().min(1).max(5);

/**
 * How many different people must approve: `count`, and `countAbove.count` above an amount (or in a currency not
 * listed).
 */
const approverRulesSchema = z
  .strictObject({
    count: people,
    countAbove: z.strictObject({ amounts: fiatAmountsSchema, count: people }).readonly().nullable(),
  })
  .readonly();
type ApproverRules = z.infer<typeof approverRulesSchema>;

const onePerson: ApproverRules = { count: 1, countAbove: null };

/** How many people approve a release. Absent: one person is enough. */
export const approversRule = releaseRule({
  schema: approverRulesSchema.optional(),
  keys: {
    approvers: {
      kind: 'people',
      table: 'release',
      option: 'approvers',
      text: 'how many different people approve a release',
      example: 1,
      without: '1',
    },
    approversAbove: {
      kind: 'amounts',
      table: 'release',
      option: 'approversAbove',
      text: 'above this total more people approve',
      example: '5000 BOB',
    },
    approversThen: {
      kind: 'people',
      table: 'release',
      option: 'approversThen',
      text: 'how many approve above that total',
      example: 2,
    },
  },
  written: (present, { approvers, approversAbove, approversThen }) => {
    if ([approvers, approversAbove, approversThen].every((value) => value === undefined)) return present;
    const { count: before, countAbove } = present ?? onePerson;
    const count = approvers ?? before;
    const amounts = orPresent(approversAbove, countAbove?.amounts ?? null);
    if (amounts === null) return { count, countAbove: null };
    return { count, countAbove: { amounts, count: approversThen ?? countAbove?.count ?? count } };
  },
  looser: (from = onePerson, to = onePerson) => [
    ...(to.count < from.count ? [`${from.count} approvers become ${to.count}`] : []),
    ...looserAbove(from.countAbove, to),
  ],
  words: (approvers) => (approvers === undefined ? null : approversText(approvers)),
});

function approversText({ count, countAbove }: ApproverRules): string {
  const named = (number: number): string => (number === 1 ? '1 approver' : `${number} approvers`);
  return countAbove === null
    ? named(count)
    : `${named(count)}, above ${fiatAmountsText(countAbove.amounts)} ${named(countAbove.count)}`;
}

/** A higher number of people above a total is as good as that number of people always. */
function looserAbove(from: ApproverRules['countAbove'], to: ApproverRules): string[] {
  if (from === null || to.count >= from.count) return [];
  const text = `${from.count} approvers above ${fiatAmountsText(from.amounts)}`;
  if (to.countAbove === null) return [`${text} become ${to.count}`];
  const fewer = to.countAbove.count < from.count ? [`${text} become ${to.countAbove.count}`] : [];
  return [...fewer, ...looserAmounts('total of fewer approvers', from.amounts, to.countAbove.amounts)];
}

/**
 * Returns how many different people must approve an order of that total; 1 without rules. A total that is unreadable or
 * a currency that the limit does not list requires the larger number.
 */
export function approversWanted(
  approvers: ApproverRules | undefined,
  { totalPrice, fiat }: { readonly totalPrice: string; readonly fiat: string },
): number {
  const { count, countAbove } = approvers ?? onePerson;
  if (countAbove === null) return count;
  const limit = amountIn(countAbove.amounts, fiat);
  const isSmall = limit !== null && isPositiveDecimalText(totalPrice) && compare(totalPrice, limit) <= 0;
  return isSmall ? count : Math.max(count, countAbove.count);
}

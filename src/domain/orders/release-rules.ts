import { z } from 'zod';
import { compare, isPositiveDecimalText } from '../decimal.ts';

export const releasePolicyNames = ['approve', 'paid', 'match'] as const;
/** 'approve': a human approved. 'paid': the order's status is enough. 'match': an incoming payment matches. */
export type ReleasePolicyName = (typeof releasePolicyNames)[number];

/** What a process may release, whatever the request (design 6). */
export interface ReleasePermission {
  policies: readonly ReleasePolicyName[];
  /** Largest single release by fiat, as decimal text; empty: no limit. */
  maxRelease: Readonly<Record<string, string>>;
  /** Largest sum of a day by fiat, as decimal text; empty: no limit. */
  maxReleasePerDay: Readonly<Record<string, string>>;
}

const fiatSchema = z.string().regex(/^[A-Z]{3,8}$/, 'must be a currency in capitals, such as BOB');
const positiveAmount = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as "5000"');

/** Amounts by currency: {"BOB": "5000"}. At least one entry, so that null is the only way to express "no cap". */
const fiatAmountsSchema = z
  .record(fiatSchema, positiveAmount)
  .refine((amounts) => Object.keys(amounts).length > 0, 'must name at least one currency, or be null')
  .readonly();
export type FiatAmounts = z.infer<typeof fiatAmountsSchema>;

const minimum = z.number().nonnegative().nullable();

/** null switches a rule off; minFinishRate 0 to 1. */
const counterpartyRulesSchema = z
  .strictObject({ minCompletedOrders: minimum, minFinishRate: minimum, minRegisterDays: minimum })
  .readonly();

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
export type ApproverRules = z.infer<typeof approverRulesSchema>;

/** How an order may be released. */
export const releaseRulesSchema = z
  .strictObject({
    policy: z.enum(releasePolicyNames, `must be one of ${releasePolicyNames.join(', ')}`),
    /** Largest total of an order by currency; orders in a currency without a cap are refused. null: no cap. */
    amountCap: fiatAmountsSchema.nullable(),
    counterparty: counterpartyRulesSchema,
    /** Absent: one person is enough. */
    approvers: approverRulesSchema.optional(),
  })
  .readonly();
export type ReleaseRules = z.infer<typeof releaseRulesSchema>;

/** Where nothing is set a human approves each release. */
export const noReleaseRules: ReleaseRules = {
  policy: 'approve',
  amountCap: null,
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
};

const maxTextLength = 1_000;

/** Parses "5000 BOB, 300 USD" into amounts by currency; null for anything else, including a repeated currency. */
export function fiatAmountsFromText(text: string): FiatAmounts | null {
  if (text.length > maxTextLength) return null;
  const pairs = text.split(',').map((part) => /^(\S+)\s+([A-Za-z]+)$/.exec(part.trim()));
  const entries = pairs.map((pair) => [(pair?.[2] ?? '').toUpperCase(), pair?.[1] ?? ''] as const);
  const amounts = Object.fromEntries(entries);
  if (Object.keys(amounts).length !== entries.length) return null;
  return fiatAmountsSchema.safeParse(amounts).data ?? null;
}

/** Amounts as people write them: "5000 BOB, 300 USD". */
export function fiatAmountsText(amounts: FiatAmounts): string {
  return Object.entries(amounts)
    .map(([fiat, amount]) => `${amount} ${fiat}`)
    .join(', ');
}

/** Returns the amount of a currency, or null. */
export function amountIn(amounts: FiatAmounts, fiat: string): string | null {
  return Object.entries(amounts).find(([name]) => name === fiat)?.[1] ?? null;
}

/**
 * Returns how many different people must approve an order of that total; 1 without rules. A total that is unreadable or
 * a currency that the limit does not list requires the larger number.
 */
export function approversWanted(
  { approvers }: Pick<ReleaseRules, 'approvers'>,
  { totalPrice, fiat }: { readonly totalPrice: string; readonly fiat: string },
): number {
  if (approvers === undefined) return 1;
  const { count, countAbove } = approvers;
  if (countAbove === null) return count;
  const limit = amountIn(countAbove.amounts, fiat);
  const isSmall = limit !== null && isPositiveDecimalText(totalPrice) && compare(totalPrice, limit) <= 0;
  return isSmall ? count : Math.max(count, countAbove.count);
}

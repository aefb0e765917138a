import { z } from 'zod';
import { compare, isPositiveDecimalText } from '../decimal.ts';
import { timezoneSchema } from '../hours/hours-rule.ts';

export const capSchema = z.strictObject({
  /** Names a method as the terms of an ad do: an own account by its id, any other by identifier or name. */
  method: z.string().trim().min(1, 'must name a payment method').max(80),
  /** What its orders may add up to in a day. */
  daily: z.string().refine(isPositiveDecimalText, 'must be an amount above zero, such as "50000"'),
  fiat: z.string().regex(/^[A-Z0-9]{2,12}$/, 'must be a currency in capitals, such as "BOB"'),
});

export type PaymentCap = z.infer<typeof capSchema>;

const keyOf = ({ method, fiat }: PaymentCap): string => `${method.trim().toLowerCase()} ${fiat}`;

const areDifferent = (caps: readonly PaymentCap[]): boolean => new Set(caps.map(keyOf)).size === caps.length;

/** What payment methods may carry in a day (ads#payment-caps). */
export const paymentCapsRuleSchema = z.strictObject({
  timezone: timezoneSchema.meta({ description: 'whose midnight begins a day', examples: ['America/La_Paz'] }),
  caps: z
    .array(capSchema)
    .min(1, 'must name a payment method with its daily sum')
    .max(50, 'must have at most 50 caps')
    .refine(areDifferent, 'must name each method once for a currency')
    .describe('payment methods, each with what its orders may add up to in a day'),
});

export type PaymentCapsRule = z.infer<typeof paymentCapsRuleSchema>;

/** Returns by what a new rule lets methods carry more than the present one, in words; empty: by nothing. */
export function looserCaps(from: PaymentCapsRule | null, to: PaymentCapsRule | null): string[] {
  const wanted = new Map((to?.caps ?? []).map((cap) => [keyOf(cap), cap.daily]));
  return (from?.caps ?? []).flatMap((cap) => {
    const { method, daily, fiat } = cap;
    const then = wanted.get(keyOf(cap));
    if (then === undefined) return [`the cap of ${method}, ${daily} ${fiat} a day, ends`];
    return compare(then, daily) > 0 ? [`the cap of ${method}, ${daily} ${fiat} a day, becomes ${then} ${fiat}`] : [];
  });
}

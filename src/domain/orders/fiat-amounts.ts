import { z } from 'zod';
import { isPositiveDecimalText, maxDecimalTextLength } from '../decimal.ts';
import { unclearSums } from '../typed-amount.ts';

const fiatSchema = z
  .string()
  .regex(/^[A-Z]{3,8}$/, 'must be a currency in capitals, such as BOB')
  .meta({ jsonBytes: 8 });
const positiveAmount = z
  .string()
  .refine(isPositiveDecimalText, 'must be a decimal above zero, such as "5000"')
  .meta({ jsonBytes: maxDecimalTextLength });
/** More than there are currencies: the rules are part of memories, which have a bound. */
const maxCurrencies = 200;

/** Amounts by currency: {"BOB": "5000"}. At least one entry, so that null is the only way to express "no cap". */
export const fiatAmountsSchema = z
  .record(fiatSchema, positiveAmount)
  .refine((amounts) => Object.keys(amounts).length > 0, 'must name at least one currency, or be null')
  .refine((amounts) => Object.keys(amounts).length <= maxCurrencies, `must name at most ${maxCurrencies} currencies`)
  .meta({ maxProperties: maxCurrencies })
  .readonly();
export type FiatAmounts = z.infer<typeof fiatAmountsSchema>;

const maxTextLength = 1_000;

/** Parses "5000 BOB, 300 USD" into amounts by currency; null for anything else, including a repeated currency and an amount that could be two. */
export function fiatAmountsFromText(text: string): FiatAmounts | null {
  if (text.length > maxTextLength || unclearSums(text) !== null) return null;
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

/** Readers of the option values that only pricing has. */
import { z } from 'zod';
import { inventoryRuleSchema } from '../../domain/ads/inventory.ts';
import { paymentCapsRuleSchema } from '../../domain/caps/caps-rule.ts';
import { unknownZone } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { isPositiveDecimalText } from '../../domain/decimal.ts';
import { marginTextSchema, percentOf } from '../../domain/pricing/price-text.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { parseDurationMs } from '../../domain/duration.ts';
import { unclearAmountsIn } from '../../domain/typed-amount.ts';
import { clear } from '../kit/option-values.ts';

/** Reads a text, or explains what is wanted. */
function readBy<T>(read: (text: string) => T | undefined, wanted: string) {
  return z.string().transform((text, context): T => {
    const value = read(text.trim());
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', input: text, message: `must be ${wanted}` });
    return z.NEVER;
  });
}

const answers = new Map([
  ['yes', true],
  ['no', false],
]);

export const yesValue = readBy((text) => answers.get(text), 'yes or no');

export const marginValue = readBy(
  (text) => (marginTextSchema.safeParse(text).success ? text : undefined),
  'percent with its sign, such as "0.6%"',
);

/** "any", "shared", or identifiers with commas between them. */
export const payMethodsValue = readBy((text): 'any' | 'shared' | string[] | undefined => {
  if (text === 'any' || text === 'shared') return text;
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => name !== '') ? names : undefined;
}, 'any, shared, or identifiers such as "BANK,Yape"');

const fallbackPrice = readBy(
  (text): PricingRules['fallback'] | undefined =>
    isPositiveDecimalText(text) ? { kind: 'price', price: text } : undefined,
  'hold, offline, or a price such as 9.60',
);
export const fallbackValue = z.union([
  z.enum(['hold', 'offline']).transform((kind): PricingRules['fallback'] => ({ kind })),
  clear(fallbackPrice),
]);

/** "5" is ticks, "0.5%" a share of the price. */
export const stepValue = readBy((text): NonNullable<PricingRules['maximumStep']> | undefined => {
  if (/^[1-9]\d{0,8}$/.test(text)) return { ticks: Number(text) };
  const percent = percentOf(text);
  return percent === null ? undefined : { percent };
}, 'a number of ticks such as 5, or percent such as "0.5%"');

/** A rule in JSON, by the names of the rule. */
function ruleValue<T>(schema: z.ZodType<T>) {
  return z.string().transform((text, context): T => {
    const json = jsonOf(text);
    const rule = schema.safeParse(json);
    const unclear = unclearAmountsIn(json);
    if (rule.success && unclear.length === 0) return rule.data;
    const [issue] = [...unclear, ...(rule.error?.issues ?? [])];
    const message = `must be a rule in JSON: ${[...(issue?.path ?? []), issue?.message].join(' ')}`;
    context.issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  });
}

/** `{"target":"500","refillBelow":"300","total":"5000"}`. */
export const inventoryValue = ruleValue(inventoryRuleSchema);

/** `{"timezone":"America/La_Paz","caps":[{"method":"BANK","daily":"50000","fiat":"BOB"}]}`. */
export const paymentCapsValue = ruleValue(paymentCapsRuleSchema).refine(
  ({ timezone }) => zoneClock(timezone) !== null,
  {
    error: ({ input }) => unknownZone(input as { timezone: string }),
  },
);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** "5/10m": five times within ten minutes. */
export const pauseValue = readBy((text): NonNullable<PricingRules['pauseAfterHits']> | undefined => {
  const [hits = '', within = '', ...more] = text.split('/');
  const withinMs = parseDurationMs(within);
  if (more.length > 0 || !/^[1-9]\d?$/.test(hits) || withinMs === null) return undefined;
  return { hits: Number(hits), withinMs };
}, 'how often within which time, such as 5/10m');

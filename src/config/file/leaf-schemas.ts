import { z } from 'zod';
import { isPositiveDecimalText } from '../../domain/decimal.ts';
import { blockEntryOf } from '../../domain/orders/counterparty.ts';
import { unclearAmount, unclearSums } from '../../domain/typed-amount.ts';
import { refusalText } from '../../words/refusal-words.ts';

/** Describes a key: what it does, what one writes, and what holds without it. All three reach docs and messages. */
export function key<S extends z.ZodType>(
  schema: S,
  description: string,
  how: { example: unknown; without?: string },
): S {
  const { example, without } = how;
  return schema.meta({ description, examples: [example], ...(without === undefined ? {} : { without }) }) as S;
}

export const alias = z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dot, dash and underscore, at most 40');

/** A file that is named: never the secret itself. */
export const fileName = z
  .string()
  .min(1, 'must name a file')
  .refine((text) => !looksSecret(text), 'looks like the secret itself, and must be the name of a file that holds it');

export const variableName = z
  .string()
  .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of a variable, in capitals: the secret itself never stands here');

/** Keys and secrets are long and have neither dots nor slashes. */
function looksSecret(text: string): boolean {
  return /^[A-Za-z0-9+=_-]{32,}$/.test(text);
}

export const price = z
  .string()
  .refine(isPositiveDecimalText, 'must be a decimal above zero')
  .superRefine(clearOnly(unclearAmount));

/** Whom the block list names, as one types it: what names no one is refused with what to write instead. */
export const blocked = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .superRefine((text, context) => {
    const read = blockEntryOf(text);
    if (text !== '' && read.target === null) context.addIssue({ code: 'custom', message: refusalText(read.refusal) });
  });

/** "5000 BOB, 700 USD" */
export const sums = z
  .string()
  .regex(/^\s*[\d.]+\s+[A-Z]{3,5}\s*(,\s*[\d.]+\s+[A-Z]{3,5}\s*)*$/, 'must be amounts with their currencies')
  .superRefine(clearOnly(unclearSums));

/** Refuses what could be two amounts, and says which. */
function clearOnly(judge: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx): void => {
    const why = judge(text);
    if (why !== null) context.addIssue({ code: 'custom', message: why });
  };
}

export const origin = z.string().refine(isOrigin, 'must be an origin: https, without user name and path');

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return `${url.username}${url.password}${url.pathname}${url.search}${url.hash}` === '/';
}

export const people = z.int().min(1, 'must be 1 to 5').max(5, 'must be 1 to 5');
export const count = z.int().min(0, 'must be a whole number, 0 or more');

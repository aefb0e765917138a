import { z } from 'zod';
import { compare, isDecimalText, isPositiveDecimalText } from '../decimal.ts';

/** A price as text: a plain decimal above zero. */
export const priceTextSchema = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as "9.15"');

/** A distance in percent: above 0, below 50. */
export const percentTextSchema = z
  .string()
  .refine(
    (text) => isPositiveDecimalText(text) && compare(text, '50') < 0,
    'must be percent above 0 and below 50, such as "0.2"',
  );

/** A level in percent of another price. Far from 100 it is a mistake: "1.5" for 101.5 would give the coin away. */
export const levelTextSchema = z
  .string()
  .refine(
    (text) => isPositiveDecimalText(text) && compare(text, '50') >= 0 && compare(text, '200') <= 0,
    'must be 50 to 200 percent of the other price; "101.5" is 1.5 % above it',
  );

const signedPercentForm = /^(-?\d+(?:\.\d+)?) ?%$/;

/** Returns the number of "0.6%" or "-0.2 %" as text, or null for anything else. */
export function percentOf(text: string): string | null {
  const number = signedPercentForm.exec(text)?.[1];
  return number !== undefined && isDecimalText(number) ? number : null;
}

/** A share with its sign, such as "0.6%"; a bare number could mean 60 %. */
export const marginTextSchema = z.string().refine((text) => {
  const percent = percentOf(text);
  return percent !== null && compare(percent, '-50') > 0 && compare(percent, '50') < 0;
}, 'must be percent with its sign, between "-50%" and "50%", such as "0.6%"');

/** A merchant's identity at the service (`userNo`); nicknames are masked and not unique. */
export const userNumberSchema = z.string().min(1).max(80);

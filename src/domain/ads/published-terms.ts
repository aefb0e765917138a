import { z } from 'zod';
import { compare, isPositiveDecimalText } from '../decimal.ts';

const amount = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero');
const currency = z.string().regex(/^[A-Z0-9]{2,12}$/, 'must be a currency in capitals');
const maxWords = 1_000;
const words = z.string().max(maxWords, `must have at most ${maxWords} characters`);
const payMethod = z.string().trim().min(1).max(80);

const neededFields = {
  asset: currency.describe('what is traded, such as USDT'),
  fiat: currency.describe('the currency that it is paid in'),
  side: z.enum(['BUY', 'SELL'], 'must be BUY or SELL').describe('your side: SELL sells the asset'),
  quantity: amount.describe('all that it offers from its first day on, in the asset: what was sold counts'),
  minOrder: amount.describe('smallest order, in the fiat'),
  maxOrder: amount.describe('largest order, in the fiat'),
  payMethods: z
    .array(payMethod)
    .min(1, 'must name a payment method')
    .max(20, 'must name at most 20 payment methods')
    .describe('by identifier or name; your own also by its id'),
};

const openFields = {
  category: z.enum(['mass', 'profession', 'block']).describe('class of the ad; without it mass').optional(),
  payTimeMinutes: z.int().min(1).max(1_440).describe('how long a buyer may take to pay').optional(),
  remarks: words.describe('what takers read before they order').optional(),
  autoReply: words.describe('the message that takers get when they have ordered').optional(),
  buyerKyc: z.boolean().describe('only takers whom the service has identified').optional(),
  extraKyc: z.boolean().describe('takers pass an identity check of yours').optional(),
  minRegisterDays: z.int().min(0).max(3_650).describe('days since the taker has registered').optional(),
};

interface OrderLimits {
  readonly minOrder?: string | undefined;
  readonly maxOrder?: string | undefined;
}

function isInOrder({ minOrder = '', maxOrder = '' }: OrderLimits): boolean {
  // Missing ends, and ends that are no decimals, have been reported on their own.
  if (!isPositiveDecimalText(minOrder) || !isPositiveDecimalText(maxOrder)) return true;
  return compare(minOrder, maxOrder) <= 0;
}

const limitsInOrder = { message: 'must not be above the largest order', path: ['minOrder'] };

/** What an ad is published with, besides its price (interface 4.2, EP-5). What is left open the service chooses. */
export const publishedTermsSchema = z.strictObject({ ...neededFields, ...openFields }).refine(isInOrder, limitsInOrder);

export type PublishedTerms = z.infer<typeof publishedTermsSchema>;

/** Terms of an ad that exists: those that are named, no others. */
export const termsPartSchema = z
  .strictObject({ ...z.strictObject(neededFields).partial().shape, ...openFields })
  .refine(isInOrder, limitsInOrder);

export type TermsPart = z.infer<typeof termsPartSchema>;

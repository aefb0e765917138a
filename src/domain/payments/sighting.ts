/** What a source reports of one payment that came in. A payment is made of the sightings that are the same money. */
import { z } from 'zod';
import { isPositiveDecimalText } from '../decimal.ts';
import { comparedProof, isReference, normaliseProof } from '../orders/payment-proof.ts';

/** `evidence` may carry a match; a `hint` is looked at, and never does. The configuration says which, and no message. */
export const sightingClasses = ['evidence', 'hint'] as const;
export type SightingClass = (typeof sightingClasses)[number];

/** Short enough that the name and the id of a delivery are a proof together. */
export const sourceNameSchema = z
  .string()
  .regex(/^[a-z\d-]{1,20}$/, 'small letters, digits and dashes, at most 20: it is part of an address');

/** More than a bank writes. */
const maxMemo = 500;
const maxPayer = 200;
const moment = z.int().nonnegative();

export const currencySchema = z.string().regex(/^[A-Z]{3,8}$/, 'must be a currency in capitals, such as BOB');

/** What a message says of a payment; the rest is the source's. */
export const reportedParts = {
  /** As the sender numbers what it sends: the same one is the same sighting. */
  delivery: z
    .string()
    .regex(/^[\w.:-]{1,78}$/, 'must have 1 to 78 letters, digits, dots, colons, dashes or underscores')
    .refine(isReference, 'must have a letter or a digit'),
  amount: z.string().refine(isPositiveDecimalText, 'must be a decimal above zero in a text, such as "400.00"'),
  payer: z.string().trim().min(1).max(maxPayer).nullable(),
  /** The bank's own; null: there is none. */
  reference: z.string().max(maxMemo).nullable().transform(bankReference),
  memo: z.string().max(maxMemo),
  bookedAtMs: moment.nullable(),
  state: z.enum(['pending', 'booked']),
};

export const sightingSchema = z.strictObject({
  ...reportedParts,
  source: sourceNameSchema,
  class: z.enum(sightingClasses),
  /** Of the merchant, by its alias. */
  account: z.string().min(1).max(40),
  currency: currencySchema,
  /** The payment method that the source is of, as the service names it; null: any. */
  method: z.string().min(1).max(80).nullable(),
  /** The payer can take such a payment back. */
  isReversible: z.boolean(),
  seenAtMs: moment,
});
export type Sighting = Readonly<z.output<typeof sightingSchema>>;

/** What standards have a bank write where there is no reference. */
const noReferences = ['NONREF', 'NOTPROVIDED', 'NOTAPPLICABLE', 'NOREF', 'NULL', 'NA'];

/** Returns a bank's reference in the form in which proofs are compared; null: it names no payment. */
export function bankReference(text: string | null): string | null {
  const reference = text === null ? null : normaliseProof(text);
  if (reference === null || !isReference(reference)) return null;
  return noReferences.includes(reference.replace(/[^A-Z]/g, '')) && !/\d/.test(reference) ? null : reference;
}

/** Returns what a person attaches the payment by: the bank's reference, else what its source calls it. */
export function sightingProof({ reference, source, delivery }: Pick<Sighting, 'reference' | 'source' | 'delivery'>) {
  return reference ?? `${source} ${delivery}`.toUpperCase();
}

/** Returns what a claim of the payment is compared by. */
export const sightingKey = (sighting: Parameters<typeof sightingProof>[0]): string =>
  comparedProof(sightingProof(sighting));

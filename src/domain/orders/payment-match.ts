import { z } from 'zod';
import { Decimal, isDecimalText, isPositiveDecimalText, tickOf } from '../decimal.ts';
import { isReference, isSameProof, normaliseProof } from './payment-proof.ts';
import type { OrderFacts } from './order-facts.ts';
import { unless, type Check } from './release-check.ts';

/** Names a payment; a proof is good for one order. */
export const proofIdSchema = z
  .string({ error: 'proofId is missing' })
  .refine((text) => normaliseProof(text) !== null, 'proofId must have 1 to 100 characters')
  .refine(isReference, 'proofId must have a letter or a digit');

/** What a person may attach a payment despite of; an approval then covers that, too. */
export const despiteSchema = z.literal('third-party', 'despite must be third-party');
export type Despite = z.infer<typeof despiteSchema>;

/** An incoming payment, reported by a person or a bank reader; `amount` in the order's fiat. */
export const paymentParts = {
  amount: z.string({ error: 'amount must be a decimal in a string' }).refine(isPositiveDecimalText, {
    error: 'amount must be a decimal in a string',
  }),
  payerName: z.string().trim().min(1, 'payerName is missing').max(200),
  proofId: proofIdSchema,
  /** When the payment arrived. */
  atMs: z.number().nonnegative(),
  /** A person has seen that another one than the buyer paid, and attaches it all the same. */
  despite: despiteSchema.optional(),
};

/** What the person who says something has seen of the order: the mint of the register, and the order's epoch. */
export const seenMarkParts = {
  generation: z.string('generation is missing: the page of the order shows it').min(1).max(60),
  epoch: z.int('epoch is missing: the page of the order shows it').nonnegative(),
};

export const paymentMatchSchema = z.strictObject({ ...paymentParts, ...seenMarkParts }).readonly();
export type PaymentMatch = z.infer<typeof paymentMatchSchema>;

/** A payment and the facts to judge it by. */
export interface MatchEvidence {
  readonly match: PaymentMatch;
  readonly order: OrderFacts;
  /** Whether the payer is the buyer (`isSamePerson`, compared where both names are known); null: not known. */
  readonly payerIsBuyer: boolean | null;
  /** Decimal places of the fiat's smallest unit; null: 2. */
  readonly fiatScale: number | null;
  /** Proofs that back another order, in any form. */
  readonly usedProofs: readonly string[];
  readonly nowMs: number;
}

/** Clocks differ, and a payment slightly older than the order may still be for it. */
const earliestBeforeOrderMs = 300_000;
const usualFiatScale = 2;

/** The service's total may have more decimals than a bank pays: a difference below one unit is ignored. */
function checkAmount({ match, order, fiatScale }: MatchEvidence): Check[] {
  const { amount: arrived } = match;
  const { totalPrice: wanted, fiat } = order;
  const isReadable = isDecimalText(arrived) && isDecimalText(wanted);
  const unit = tickOf(fiatScale ?? usualFiatScale);
  const isSame = isReadable && new Decimal(arrived).minus(wanted).abs().lessThan(unit);
  return unless(isSame, { name: 'payment-amount', arrived, wanted, fiat, bringer: 'bank' });
}

/** The desk sells, so the payer is the buyer. Both names are left out: they are personal data. */
function checkPayer({ payerIsBuyer }: MatchEvidence): Check[] {
  const payer = payerIsBuyer === null ? 'unknown' : 'other';
  return unless(payerIsBuyer === true, { name: 'payer-name', payer, bringer: 'bank' });
}

function checkTime({ match, order, nowMs }: MatchEvidence): Check[] {
  const isEarly = match.atMs < order.createdAtMs - earliestBeforeOrderMs;
  // Written so that an invalid time (NaN) fails.
  const isPast = match.atMs <= nowMs;
  return unless(!isEarly && isPast, { name: 'payment-time', isEarly, bringer: isEarly ? 'bank' : 'time' });
}

function checkProof(evidence: MatchEvidence): Check[] {
  const use = normaliseProof(evidence.match.proofId) === null ? 'no-id' : 'used';
  return unless(freeProof(evidence) !== null, { name: 'proof-unused', use, bringer: 'bank' });
}

/** Returns the normalised proof to claim for a release; null when it backs another order or is unreadable. */
export function freeProof({ match, usedProofs }: Pick<MatchEvidence, 'match' | 'usedProofs'>): string | null {
  const proof = normaliseProof(match.proofId);
  const isUsed = proof !== null && usedProofs.some((used) => isSameProof(used, proof));
  return isUsed ? null : proof;
}

/** Beyond this many the guard could not be asked about all of them. */
export const maxMatches = 20;

/** The payments that are attached to an order: the last one, and those before it. */
export interface AttachedMatches {
  readonly match: PaymentMatch | null;
  readonly earlier: readonly PaymentMatch[];
}

/** Returns the other payments of an order once this one is attached: attached again, it replaces what was said of it. */
export function earlierThan(match: PaymentMatch, attached: AttachedMatches): PaymentMatch[] {
  const known = attached.match === null ? attached.earlier : [...attached.earlier, attached.match];
  return known.filter(({ proofId }) => !isSameProof(proofId, match.proofId));
}

export interface PaymentsFull {
  readonly code: 'payments-full';
  readonly max: number;
}

/** Returns why no more payments can be attached, or null. */
export function matchRefusal(match: PaymentMatch, attached: AttachedMatches): PaymentsFull | null {
  return earlierThan(match, attached).length < maxMatches ? null : { code: 'payments-full', max: maxMatches };
}

/** Returns what a payment lacks to back the release of the order. Design 6, S8. */
export function matchChecks(evidence: MatchEvidence): Check[] {
  return [checkAmount, checkPayer, checkTime, checkProof].flatMap((judge) => judge(evidence));
}

import type { PaymentOwner } from '../payment-owner.ts';
import type { AttachedMatches, PaymentMatch } from './payment-match.ts';
import { comparedProof, isSameProof } from './payment-proof.ts';
import { isSamePerson } from './names/person-name.ts';
import type { ShownPayment } from './seen.ts';

/** A payment that is attached to an order and backs another one: it does not count for this order. */
export interface PaymentElsewhere {
  /** As it was attached. */
  readonly proofId: string;
  /** The order that it backs. */
  readonly orderNumber: string;
}

/** Returns the payments of an order, in the order in which they were attached. */
export function allAttached({ match, earlier }: AttachedMatches): PaymentMatch[] {
  return match === null ? [...earlier] : [...earlier, match];
}

/** Returns the payments of an order as a page shows them, and as an approval has seen them. */
export function asShown(attached: AttachedMatches): ShownPayment[] {
  return allAttached(attached).map(({ proofId: reference, amount, despite }) => ({ reference, amount, despite }));
}

/** Reports whether one of the payments is not known to be of the buyer, and was not attached as one of a third party. */
export function hasStranger(attached: AttachedMatches, buyerName: string | null): boolean {
  const isBuyers = ({ payerName }: PaymentMatch): boolean => buyerName !== null && isSamePerson(payerName, buyerName);
  return allAttached(attached).some((payment) => payment.despite === undefined && !isBuyers(payment));
}

/** Returns the attached payments that back another order: without a word a person would add them up. */
export function paymentsElsewhere(attached: AttachedMatches, others: readonly PaymentOwner[]): PaymentElsewhere[] {
  return allAttached(attached).flatMap(({ proofId }) => {
    const owner = others.find(({ key }) => key === comparedProof(proofId));
    return owner === undefined ? [] : [{ proofId, orderNumber: owner.orderNumber }];
  });
}

/** Returns those that no one has been shown yet: who approved before may have counted them for this order. */
export function notShownYet(elsewhere: readonly PaymentElsewhere[], shown: readonly string[]): PaymentElsewhere[] {
  return elsewhere.filter(({ proofId }) => !shown.some((known) => isSameProof(known, proofId)));
}

/** Returns what stays attached without this payment. */
export function withoutPayment(attached: AttachedMatches, proofId: string): AttachedMatches {
  const kept = allAttached(attached).filter((payment) => !isSameProof(payment.proofId, proofId));
  return { match: kept.at(-1) ?? null, earlier: kept.slice(0, -1) };
}

/** No payment with the reference is attached. */
export interface NotAttached {
  readonly code: 'not-attached';
}

/** Returns why there is nothing to take back, or null. */
export function notAttached(attached: AttachedMatches, proofId: string): NotAttached | null {
  const isAttached = allAttached(attached).some((payment) => isSameProof(payment.proofId, proofId));
  return isAttached ? null : { code: 'not-attached' };
}

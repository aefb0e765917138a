import type { GuardMemory } from '../guard/guard-memory.ts';
import { keptName } from '../kept-text.ts';
import type { AttachedMatches, PaymentMatch } from './payment-match.ts';
import { isSameProof, spentCode } from './payment-proof.ts';

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

/** What the guard knows of payments. */
type GuardPayments = Pick<GuardMemory, 'claims' | 'spent'>;

/** Returns the attached payments that back another order: without a word a person would add them up. */
export function paymentsElsewhere(
  attached: AttachedMatches,
  { claims, spent }: GuardPayments,
  orderNumber: string,
): PaymentElsewhere[] {
  const others = claims.filter((claim) => claim.orderNumber !== keptName(orderNumber));
  return allAttached(attached).flatMap(({ proofId }) => {
    const claim = others.find(({ proof }) => isSameProof(proof, proofId));
    if (claim !== undefined) return [{ proofId, orderNumber: claim.orderNumber }];
    return spent.includes(spentCode(proofId)) ? [{ proofId, orderNumber: longAgo }] : [];
  });
}

/** Instead of the order's number, which the guard has forgotten by then. */
const longAgo = '(one of long ago)';

/** Returns those that no one has been shown yet: who approved before may have counted them for this order. */
export function notShownYet(elsewhere: readonly PaymentElsewhere[], shown: readonly string[]): PaymentElsewhere[] {
  return elsewhere.filter(({ proofId }) => !shown.some((known) => isSameProof(known, proofId)));
}

/** Returns what stays attached without this payment. */
export function withoutPayment(attached: AttachedMatches, proofId: string): AttachedMatches {
  const kept = allAttached(attached).filter((payment) => !isSameProof(payment.proofId, proofId));
  return { match: kept.at(-1) ?? null, earlier: kept.slice(0, -1) };
}

/** Returns why there is nothing to take back, or null. */
export function notAttached(attached: AttachedMatches, proofId: string): string | null {
  const isAttached = allAttached(attached).some((payment) => isSameProof(payment.proofId, proofId));
  return isAttached ? null : 'no payment with this reference is attached to the order';
}

import { allAttached } from '../../domain/orders/attached-payments.ts';
import type { AttachedMatches } from '../../domain/orders/payment-match.ts';
import { isSameProof } from '../../domain/orders/payment-proof.ts';
import type { AttachedPayment, OrderMemory } from '../contract/order-contract.ts';

/** Returns the attached payments as they are shown. */
export function shownPayments(memory: OrderMemory): AttachedPayment[] {
  const { attachedBy = [], elsewhere = [] } = memory;
  return allAttached(attachedTo(memory)).map(({ proofId, amount, despite }) => {
    const origin = attachedBy.find((one) => isSameProof(one.proofId, proofId));
    const backs = elsewhere.find((one) => isSameProof(one.proofId, proofId))?.orderNumber ?? null;
    const shown = { reference: proofId, amount, by: origin?.by ?? null, atMs: origin?.atMs ?? null, backs };
    return despite === undefined ? shown : { ...shown, despite };
  });
}

/** The payments of an order as the rules take them. */
export function attachedTo({ match, earlierMatches = [] }: OrderMemory): AttachedMatches {
  return { match, earlier: earlierMatches };
}

import { proofKey } from '../orders/payment-proof.ts';
import type { GuardMemory } from './guard-memory.ts';
import { countAsLeft } from './permit.ts';

/** A release that was given back as not executed, and that a later read showed as done. */
interface LateRelease {
  readonly orderNumber: string;
  readonly amount: string;
  readonly fiat: string;
  /** The payments of the order. */
  readonly proofs: readonly string[];
}

/**
 * Counts the release and claims its payments once more; one that backs another order by now stays with that order. A
 * payment that looks free would back a second release.
 */
export function countLateRelease(memory: GuardMemory, late: LateRelease, nowMs: number): GuardMemory {
  const { orderNumber, amount, fiat, proofs } = late;
  const taken = new Set(memory.claims.map((claim) => proofKey(claim.proof)));
  const [proof = null, ...otherProofs] = proofs.filter((one) => !taken.has(proofKey(one)));
  const rest = { codeStep: null, counterparty: null, caps: { perDay: null } };
  return countAsLeft(memory, { step: 'release', orderNumber, amount, fiat, proof, otherProofs, ...rest }, nowMs);
}

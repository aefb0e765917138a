/** Payments of long ago: a used one stays used after its claim has made room for newer ones. */
import { spentCode } from '../orders/payment-proof.ts';
import { maxClaims, maxSpent, type GuardMemory, type ProofClaim } from './guard-memory.ts';

/** Returns the newest claims, and what the others are recognised by. */
export function withSpent(
  claims: readonly ProofClaim[],
  spent: readonly string[],
): Pick<GuardMemory, 'claims' | 'spent'> {
  const gone = claims.slice(0, -maxClaims).map(({ proof }) => spentCode(proof));
  if (gone.length === 0) return { claims, spent };
  return { claims: claims.slice(-maxClaims), spent: newestSpent([...spent, ...gone]) };
}

/** Returns each once, the newest that fit. */
export function newestSpent(spent: readonly string[]): string[] {
  return [...new Set(spent)].slice(-maxSpent);
}

/** Reports whether one of the payments was used, and its claim has made room for newer ones. */
export function isSpent({ spent }: Pick<GuardMemory, 'spent'>, proofs: readonly string[]): boolean {
  return spent.length > 0 && proofs.some((proof) => spent.includes(spentCode(proof)));
}

import { maxPublications, type GuardMemory } from './guard-memory.ts';

/** A published ad that a name wants to own. */
export interface PublicationClaim {
  readonly name: string;
  readonly adNumber: string;
}

interface ClaimDecision {
  readonly memory: GuardMemory;
  /** Who owns the ad, and which ad the asking name owns: the same claim when it was granted. Null: there is no room. */
  readonly owner: PublicationClaim | null;
}

/**
 * Assigns a published ad to a name: the first claim wins and is permanent, so that an ad has one name and a name one ad,
 * whatever is restarted, reset or asked twice. Design 6.
 */
export function claimPublication(memory: GuardMemory, claim: PublicationClaim, nowMs: number): ClaimDecision {
  const { publications } = memory;
  const taken = publications.find((one) => one.adNumber === claim.adNumber);
  if (taken !== undefined) return { memory, owner: { name: taken.name, adNumber: claim.adNumber } };
  const known = publications.find((one) => one.name === claim.name);
  if (known !== undefined) return { memory, owner: { name: claim.name, adNumber: known.adNumber } };
  if (publications.length >= maxPublications) return { memory, owner: null };
  return { memory: { ...memory, publications: [...publications, { ...claim, atMs: nowMs }] }, owner: claim };
}

import { OwnFailure } from '../failures/own-failures.ts';
import { maxPublications, type GuardMemory, type Publication } from './guard-memory.ts';

/** A published ad that a name wants to own. */
export interface PublicationClaim {
  readonly name: string;
  readonly adNumber: string;
}

interface ClaimDecision {
  readonly memory: GuardMemory;
  /** Who owns the ad, and which ad the asking name owns: the same claim when it was granted. */
  readonly owner: PublicationClaim;
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
  if (known !== undefined && known.adNumber !== null) {
    return { memory, owner: { name: claim.name, adNumber: known.adNumber } };
  }
  const owned: Publication = { ...claim, atMs: known?.atMs ?? nowMs };
  const others = publications.filter((one) => one.name !== claim.name);
  return { memory: { ...memory, publications: [...others, owned] }, owner: claim };
}

/** Returns why a name may not be published, or null: a name stands for one ad, forever. */
export function publicationRefusal(
  { publications }: GuardMemory,
  { step, orderNumber: name }: { readonly step: string; readonly orderNumber: string },
): { readonly reason: OwnFailure; readonly text: string } | null {
  if (step !== 'publish') return null;
  if (publications.some((one) => one.name === name)) {
    return { reason: OwnFailure.REQUEST_USED, text: 'the ad of this name was published before, or may have been' };
  }
  if (publications.length < maxPublications) return null;
  return { reason: OwnFailure.INVARIANT, text: `more than ${maxPublications} published ads cannot be remembered` };
}

/** The memory after the call that publishes an ad was permitted: its number is still open. */
export function publicationSent(memory: GuardMemory, name: string, atMs: number): GuardMemory {
  return { ...memory, publications: [...memory.publications, { name, adNumber: null, atMs }] };
}

/**
 * The memory after the call provably published nothing. A name that has its ad keeps it, and one that was sent before
 * or since stays sent: a reset workflow reports the end of its earlier attempt once more.
 */
export function publicationUndone(
  memory: GuardMemory,
  name: string,
  {
    sinceMs = 0,
    endedAtMs = Number.POSITIVE_INFINITY,
  }: { readonly sinceMs?: number; readonly endedAtMs?: number } = {},
): GuardMemory {
  const publications = memory.publications.filter(
    (one) => one.name !== name || one.adNumber !== null || one.atMs < sinceMs || one.atMs > endedAtMs,
  );
  return { ...memory, publications };
}

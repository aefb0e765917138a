import { keptProof, normaliseProof, proofKey } from '../orders/payment-proof.ts';
import { releaseKeptMs, type CountedRelease, type GuardMemory } from './guard-memory.ts';
import type { PermitRequest } from './permit-request.ts';

/** One permit question, with the proofs normalised for comparison; null: one that cannot be read. */
export interface Question {
  readonly memory: GuardMemory;
  readonly request: PermitRequest;
  readonly nowMs: number;
  readonly proofs: readonly (string | null)[];
}

/** Returns the question of a request; only a release is backed by payments. */
export function questionOf(memory: GuardMemory, request: PermitRequest, nowMs: number): Question {
  const { step, proof, otherProofs = [] } = request;
  const backing = step === 'release' ? [...(proof === null ? [] : [proof]), ...otherProofs] : [];
  return { memory, request, nowMs, proofs: backing.map(readProof) };
}

function readProof(text: string): string | null {
  const proof = normaliseProof(text);
  return proof === null ? null : keptProof(proof);
}

/** Returns the payments of a question that can be read, by their key. */
export function proofsByKey(proofs: Question['proofs']): Map<string, string> {
  const readable = proofs.filter((proof) => proof !== null);
  return new Map(readable.map((proof) => [proofKey(proof), proof]));
}

/** Returns the releases that count, except those of the asking order: it counts once, however often it asks. */
export function otherReleases({ memory, request, nowMs }: Question): CountedRelease[] {
  return memory.releases.filter(
    ({ orderNumber, atMs }) => orderNumber !== request.orderNumber && atMs > nowMs - releaseKeptMs,
  );
}

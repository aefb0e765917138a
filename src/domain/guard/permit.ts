import type { z } from 'zod';
import { OwnFailure } from '../failures/own-failures.ts';
import { lastCodeStep } from '../orders/code-step.ts';
import { proofKey } from '../orders/payment-proof.ts';
import { emptyGuardMemory, maxNotices, maxPlacements, type GuardMemory, type ProofClaim } from './guard-memory.ts';
import { inheritMemory } from './inherited-memory.ts';
import { otherReleases, proofsByKey, questionOf, type Question } from './permit-question.ts';
import { permitRefusal, refuse } from './permit-refusals.ts';
import { withSpent } from './spent-payments.ts';
import { permitRequestSchema, type PermitAnswer, type PermitRequest } from './permit-request.ts';
import { publicationSent, publicationUndone } from './publication-claim.ts';

interface PermitDecision {
  readonly memory: GuardMemory;
  readonly answer: PermitAnswer;
}

/**
 * Decides whether a money call may leave now. Permitting a release claims its proof, adds to the daily sum and uses up
 * its one-time step; the same order may ask again when that one was given back, or can no longer take effect. A refusal changes nothing. A request that does not parse is refused
 * (INVARIANT). Design 6, I12.
 */
export function decidePermit(memory: GuardMemory, request: unknown, nowMs: number): PermitDecision {
  const read = permitRequestSchema.safeParse(request);
  if (!read.success) return { memory, answer: refuse(OwnFailure.INVARIANT, unreadableText(read.error)) };
  const question = questionOf(memory, read.data, nowMs);
  const refusal = permitRefusal(question);
  if (refusal !== null) return { memory, answer: refusal };
  return { memory: memoryAfter(question), answer: { permitted: true } };
}

function claimsAfter({ memory, request, nowMs, proofs }: Question): Pick<GuardMemory, 'claims' | 'spent'> {
  const { orderNumber, amount, fiat } = request;
  const keys = proofsByKey(proofs);
  const others = memory.claims.filter(({ proof }) => !keys.has(proofKey(proof)));
  // Since the first call that may have used it: what is given back of a later one leaves it claimed.
  const sinceMs = (key: string): number =>
    memory.claims.find((claim) => claim.orderNumber === orderNumber && proofKey(claim.proof) === key)?.atMs ?? nowMs;
  const added = [...keys].map(([key, proof]): ProofClaim => {
    return { proof, orderNumber, amount, fiat, atMs: sinceMs(key) };
  });
  return withSpent([...others, ...added], memory.spent);
}

function openPart({ openMs }: PermitRequest): { openMs?: number } {
  return openMs === undefined ? {} : { openMs };
}

function memoryAfter(question: Question): GuardMemory {
  const { memory, request, nowMs } = question;
  const codeStep = lastCodeStep(request.codeStep, nowMs, memory.codeStep);
  if (request.step === 'mark-paid') {
    const others = memory.notices.filter((notice) => notice.orderNumber !== request.orderNumber);
    const notice = { orderNumber: request.orderNumber, atMs: nowMs, ...openPart(request) };
    return { ...memory, codeStep, notices: [...others, notice].slice(-maxNotices) };
  }
  if (request.step === 'place') {
    const placement = { requestId: request.orderNumber, atMs: nowMs };
    return { ...memory, codeStep, placements: [...memory.placements, placement].slice(-maxPlacements) };
  }
  if (request.step === 'publish') return publicationSent(memory, request.orderNumber, nowMs);
  const { orderNumber, amount, fiat } = request;
  return {
    ...memory,
    codeStep,
    ...claimsAfter(question),
    releases: [...otherReleases(question), { orderNumber, amount, fiat, atMs: nowMs, ...openPart(request) }],
  };
}

/**
 * Records the call as sent, whatever the answer would be now; a payment that backs another order stays with that order.
 * After a reset of the guard its questions arrive again in a different order, and a call that was permitted before may
 * have left.
 */
export function countAsLeft(memory: GuardMemory, request: PermitRequest, nowMs: number): GuardMemory {
  return inheritMemory(memoryAfter(questionOf(emptyGuardMemory, request, nowMs)), memory);
}

/** Names the fields only: a value may be a proof. */
function unreadableText({ issues }: z.ZodError): string {
  const places = issues.map(({ path }) => path.map(String).join('.') || 'the request').slice(0, 3);
  return `the request for a permit cannot be read: ${places.join(', ')}`;
}

/** A step that provably did not happen. */
interface StepUndone {
  readonly orderNumber: string;
  readonly step: PermitRequest['step'];
  /** When its attempt had ended: what was permitted later is another one, and stays; undefined: nothing stays. */
  readonly endedAtMs?: number | undefined;
  /** When its attempt began: what was permitted before is another one, and stays; undefined: nothing stays. */
  readonly sinceMs?: number | undefined;
}

/**
 * Removes the claim and sum of a release, the notice of a payment, the request of a placement, or the name of an ad,
 * that provably did not happen. A used one-time step stays used; a name that has its ad keeps it. An order's workflow
 * that was reset reports the end of an earlier attempt once more, and a call that was permitted since stays known.
 */
export function giveBack(memory: GuardMemory, undone: StepUndone): GuardMemory {
  const { orderNumber, step, endedAtMs = Number.POSITIVE_INFINITY, sinceMs = 0 } = undone;
  const stays = ({ atMs }: { readonly atMs: number }): boolean => atMs < sinceMs || atMs > endedAtMs;
  if (step === 'mark-paid') {
    return { ...memory, notices: memory.notices.filter((one) => one.orderNumber !== orderNumber || stays(one)) };
  }
  if (step === 'place') {
    const { placements } = memory;
    return { ...memory, placements: placements.filter((one) => one.requestId !== orderNumber || stays(one)) };
  }
  if (step === 'publish') return publicationUndone(memory, orderNumber, { sinceMs, endedAtMs });
  return {
    ...memory,
    claims: memory.claims.filter((claim) => claim.orderNumber !== orderNumber || stays(claim)),
    releases: memory.releases.filter((release) => release.orderNumber !== orderNumber || stays(release)),
  };
}

import { z } from 'zod';
import { compare, Decimal } from '../decimal.ts';
import { OwnFailure } from '../failures/own-failures.ts';
import {
  amountSchema,
  dayMs,
  emptyGuardMemory,
  fiatSchema,
  identifierSchema,
  inheritMemory,
  maxClaims,
  maxNotices,
  maxPlacements,
  maxReleases,
  releaseKeptMs,
  thrownBy,
  type CountedRelease,
  type GuardMemory,
  type ProofClaim,
  type SwitchName,
} from './guard-memory.ts';
import { openUntilMs } from './open-call.ts';
import { publicationRefusal, publicationSent, publicationUndone } from './publication-claim.ts';
import { maxMatches } from '../orders/payment-match.ts';
import { normaliseProof, proofKey, proofKeyByScript } from '../orders/payment-proof.ts';

/**
 * What a worker asks as the last check before a money call leaves. Every field is required, unknown ones are refused.
 */
export const permitRequestSchema = z
  .strictObject({
    step: z.enum(['place', 'mark-paid', 'release', 'publish']),
    /** The order; for `place` the request id, for `publish` the name of the ad. */
    orderNumber: identifierSchema,
    /** In the fiat. */
    amount: amountSchema,
    fiat: fiatSchema,
    /** The payment that backs a release, in any form; null: none. Used for releases only. */
    proof: z.string().nullable(),
    /** The other payments that back it, where it was paid in parts; absent: none. */
    otherProofs: z.array(z.string()).max(maxMatches).optional(),
    /** The 30 s step of the one-time code sent with the call; null: no code. */
    codeStep: z.int().nonnegative().nullable(),
    counterparty: z.string().max(80).nullable(),
    /** The worker's own limits: largest sum of releases in 24 h, in the fiat of the request; null: no limit. */
    caps: z.strictObject({ perDay: amountSchema.nullable() }).readonly(),
    /** How long an earlier call may be unseen by the worker's settings, in ms; absent: a minute at most. */
    openMs: z.int().positive().max(dayMs).optional(),
  })
  .readonly();
export type PermitRequest = z.infer<typeof permitRequestSchema>;

export type PermitAnswer =
  | { readonly permitted: true }
  | {
      readonly permitted: false;
      readonly reason: OwnFailure;
      readonly text: string;
      /** Of a call that may have left: by then it shows in reads, or never will. Absent: no time heals it. */
      readonly untilMs?: number;
    };

interface PermitDecision {
  readonly memory: GuardMemory;
  readonly answer: PermitAnswer;
}

type Refusal = Extract<PermitAnswer, { permitted: false }>;

/** One permit question, with the proofs normalised for comparison; null: one that cannot be read. */
interface Question {
  readonly memory: GuardMemory;
  readonly request: PermitRequest;
  readonly nowMs: number;
  readonly proofs: readonly (string | null)[];
  readonly keyOf: ProofKey;
}

/** The part of a proof by which payments are compared. */
type ProofKey = (proof: string) => string;

function refuse(reason: OwnFailure, text: string): Refusal {
  return { permitted: false, reason, text };
}

function switchRefusal({ memory, request }: Question): Refusal | null {
  const stopping: readonly SwitchName[] = ['all', ...(switchesOf[request.step] ?? [])];
  const name = stopping.find((one) => thrownBy(memory.switches, one) !== null);
  return name === undefined ? null : refuse(OwnFailure.SWITCHED_OFF, `the switch "${name}" is engaged`);
}

/** What stops a step besides "all". An ad that must leave the market is not published either. */
const switchesOf: Readonly<Partial<Record<PermitRequest['step'], readonly SwitchName[]>>> = {
  release: ['releases'],
  publish: ['repricing', 'ads'],
};

function blockListRefusal({ memory, request }: Question): Refusal | null {
  if (request.counterparty === null || !memory.blocked.includes(request.counterparty)) return null;
  return refuse(OwnFailure.BLOCKED_COUNTERPARTY, 'the counterparty is on the block list');
}

function proofRefusal({ memory, request, proofs, keyOf }: Question): Refusal | null {
  if (proofs.includes(null)) return refuse(OwnFailure.INVARIANT, 'the payment proof cannot be read');
  const keys = proofsByKey(proofs, keyOf);
  const used = memory.claims.find(
    ({ proof, orderNumber }) => orderNumber !== request.orderNumber && keys.has(keyOf(proof)),
  );
  if (used === undefined) return null;
  return refuse(OwnFailure.PROOF_USED, `the payment was used for order ${used.orderNumber}`);
}

function proofsByKey(proofs: Question['proofs'], keyOf: ProofKey): Map<string, string> {
  const readable = proofs.filter((proof) => proof !== null);
  return new Map(readable.map((proof) => [keyOf(proof), proof]));
}

function codeRefusal({ memory, request }: Question): Refusal | null {
  if (request.codeStep === null || memory.codeStep === null || request.codeStep > memory.codeStep) return null;
  return refuse(OwnFailure.CODE_USED, 'the one-time code of this step, or a later one, was used already');
}

/** A request stands for one order: once a call has left, its outcome is looked up and the call is not repeated. */
function requestRefusal({ memory, request }: Question): Refusal | null {
  const refusal = publicationRefusal(memory, request);
  if (refusal !== null) return refuse(refusal.reason, refusal.text);
  if (request.step !== 'place') return null;
  if (!memory.placements.some(({ requestId }) => requestId === request.orderNumber)) return null;
  return refuse(OwnFailure.REQUEST_USED, 'the order of this request was placed before, or may have been');
}

/**
 * A step of an order is given back once it is proven not to have happened. One that was not may have left, by a run of
 * the order's workflow that was terminated or reset and remembers nothing, and the service's reads lag.
 */
function openCallRefusal({ memory, request, nowMs }: Question): Refusal | null {
  const { step, orderNumber } = request;
  if (step !== 'release' && step !== 'mark-paid') return null;
  const left = step === 'release' ? memory.releases : memory.notices;
  // The worker that sent it may take longer than the one that asks.
  const ends = left.filter((one) => one.orderNumber === orderNumber).map((one) => openUntilMs(one, request.openMs));
  const untilMs = Math.max(0, ...ends);
  if (untilMs <= nowMs) return null;
  const text = 'this call of the order may have left a moment ago, and must show first';
  return { ...refuse(OwnFailure.MAY_HAVE_LEFT, text), untilMs };
}

/** The releases that count, except those of the asking order: it counts once, however often it asks. */
function otherReleases({ memory, request, nowMs }: Question): CountedRelease[] {
  return memory.releases.filter(
    ({ orderNumber, atMs }) => orderNumber !== request.orderNumber && atMs > nowMs - releaseKeptMs,
  );
}

function dayCapRefusal(question: Question): Refusal | null {
  const { request, nowMs } = question;
  if (request.step !== 'release') return null;
  const others = otherReleases(question);
  if (others.length >= maxReleases) {
    return refuse(OwnFailure.OVER_DAY_CAP, `more than ${maxReleases} releases a day cannot be counted`);
  }
  const { perDay } = request.caps;
  if (perDay === null) return null;
  const sum = others
    .filter(({ fiat, atMs }) => fiat === request.fiat && atMs > nowMs - dayMs)
    .reduce((total, { amount }) => total.plus(amount), new Decimal(request.amount));
  if (compare(sum.toFixed(), perDay) <= 0) return null;
  const text = `with this release ${sum.toFixed()} ${request.fiat} in 24 hours, at most ${perDay} wanted`;
  return refuse(OwnFailure.OVER_DAY_CAP, text);
}

/** Checked in this order; the first refusal is the answer. */
const rules = [
  switchRefusal,
  blockListRefusal,
  requestRefusal,
  openCallRefusal,
  proofRefusal,
  codeRefusal,
  dayCapRefusal,
] as const;

function claimsAfter({ memory, request, nowMs, proofs, keyOf }: Question): readonly ProofClaim[] {
  const { orderNumber, amount, fiat } = request;
  const keys = proofsByKey(proofs, keyOf);
  const others = memory.claims.filter(({ proof }) => !keys.has(keyOf(proof)));
  const added = [...keys.values()].map((proof) => ({ proof, orderNumber, amount, fiat, atMs: nowMs }));
  return [...others, ...added].slice(-maxClaims);
}

function openPart({ openMs }: PermitRequest): { openMs?: number } {
  return openMs === undefined ? {} : { openMs };
}

function memoryAfter(question: Question): GuardMemory {
  const { memory, request, nowMs } = question;
  const codeStep = request.codeStep ?? memory.codeStep;
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
    claims: claimsAfter(question),
    releases: [...otherReleases(question), { orderNumber, amount, fiat, atMs: nowMs, ...openPart(request) }],
  };
}

/**
 * Decides whether a money call may leave now. Permitting a release claims its proof, adds to the daily sum and uses up
 * its one-time step; the same order may ask again when that one was given back, or can no longer take effect. A refusal changes nothing. A request that does not parse is refused
 * (INVARIANT). Design 6, I12.
 */
export function decidePermit(memory: GuardMemory, request: unknown, nowMs: number): PermitDecision {
  return decide(memory, request, { nowMs, keyOf: proofKey });
}

/** The same as it was decided before: digits of another script were other digits. For replays only. */
export function decidePermitByScript(memory: GuardMemory, request: unknown, nowMs: number): PermitDecision {
  return decide(memory, request, { nowMs, keyOf: proofKeyByScript });
}

/** The same as it was decided at first: a proof in another writing was another payment. For replays only. */
export function decidePermitByText(memory: GuardMemory, request: unknown, nowMs: number): PermitDecision {
  return decide(memory, request, { nowMs, keyOf: (proof) => proof });
}

function decide(memory: GuardMemory, request: unknown, by: Pick<Question, 'nowMs' | 'keyOf'>): PermitDecision {
  const read = permitRequestSchema.safeParse(request);
  if (!read.success) return { memory, answer: refuse(OwnFailure.INVARIANT, unreadableText(read.error)) };
  const question = questionOf(memory, read.data, by);
  for (const rule of rules) {
    const refusal = rule(question);
    if (refusal !== null) return { memory, answer: refusal };
  }
  return { memory: memoryAfter(question), answer: { permitted: true } };
}

function questionOf(memory: GuardMemory, request: PermitRequest, by: Pick<Question, 'nowMs' | 'keyOf'>): Question {
  const { step, proof, otherProofs = [] } = request;
  const backing = step === 'release' ? [...(proof === null ? [] : [proof]), ...otherProofs] : [];
  return { memory, request, ...by, proofs: backing.map((text) => normaliseProof(text)) };
}

/**
 * Records the call as sent, whatever the answer would be now; a payment that backs another order stays with that order.
 * After a reset of the guard its questions arrive again in a different order, and a call that was permitted before may
 * have left.
 */
export function countAsLeft(memory: GuardMemory, request: PermitRequest, nowMs: number): GuardMemory {
  return inheritMemory(memoryAfter(questionOf(emptyGuardMemory, request, { nowMs, keyOf: proofKey })), memory);
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

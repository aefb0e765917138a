import { compare, Decimal } from '../decimal.ts';
import { OwnFailure } from '../failures/own-failures.ts';
import { codeStepRefusal } from '../orders/code-step.ts';
import { proofKey } from '../orders/payment-proof.ts';
import { dayMs, isBlocked, maxReleases, thrownBy, type SwitchName } from './guard-memory.ts';
import { openUntilMs } from './open-call.ts';
import { isSpent } from './spent-payments.ts';
import { otherReleases, proofsByKey, type Question } from './permit-question.ts';
import type { PermitAnswer, PermitRequest } from './permit-request.ts';
import { publicationRefusal } from './publication-claim.ts';

type Refusal = Extract<PermitAnswer, { permitted: false }>;

/** Returns the first reason against a money call; null: it may leave. */
export function permitRefusal(question: Question): Refusal | null {
  for (const rule of rules) {
    const refusal = rule(question);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Returns a refusal that no time heals. */
export function refuse(reason: OwnFailure, text: string): Refusal {
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
  if (request.counterparty === null || !isBlocked(memory, request.counterparty)) return null;
  return refuse(OwnFailure.BLOCKED_COUNTERPARTY, 'the counterparty is on the block list');
}

function proofRefusal({ memory, request, proofs }: Question): Refusal | null {
  if (proofs.includes(null)) return refuse(OwnFailure.INVARIANT, 'the payment proof cannot be read');
  const keys = proofsByKey(proofs);
  const used = memory.claims.find(
    ({ proof, orderNumber }) => orderNumber !== request.orderNumber && keys.has(proofKey(proof)),
  );
  if (used !== undefined) return refuse(OwnFailure.PROOF_USED, `the payment was used for order ${used.orderNumber}`);
  if (!isSpent(memory, [...keys.values()])) return null;
  return refuse(OwnFailure.PROOF_USED, 'the payment was used for an order of long ago');
}

function codeRefusal({ memory, request, nowMs }: Question): Refusal | null {
  if (request.codeStep === null) return null;
  const refusal = codeStepRefusal(request.codeStep, nowMs, memory.codeStep);
  return refusal === null ? null : refuse(refusal.reason, refusal.text);
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

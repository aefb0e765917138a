/** Whether a money step may be claimed: the first thing that a money call asks of the register. */
import type { PaymentOwner } from '../payment-owner.ts';
import { compare, Decimal } from '../decimal.ts';
import { OwnFailure } from '../failures/own-failures.ts';
import { peopleWanted } from './cancel-word.ts';
import type { StepRow } from './step-row.ts';
import type { OnceStepName } from '../once-steps.ts';
import type { BarredStep } from '../step-bar.ts';

/** The period of a daily cap. */
const dayMs = 24 * 3_600_000;

/** What a cancellation rests on. */
export interface CancelFacts {
  /** The workflow or a fresh read says so, or the register knows of a payment. */
  readonly mayBePaid: boolean;
  /** Who has said so in the register. */
  readonly people: readonly string[];
}

/** What the register knows when a step is claimed. */
export interface ClaimFacts {
  readonly step: OnceStepName;
  readonly account: string;
  readonly subject: string;
  readonly nowMs: number;
  /** The number of a call of this generation that the guard has permitted and that is not here; null: none. */
  readonly unknownNumber: number | null;
  /** Whether Temporal is another one than before, or has begun empty, and no person has accepted that. */
  readonly isOtherTemporal: boolean;
  /** Earlier attempts of the same step. */
  readonly rows: readonly StepRow[];
  /** Attempts of the step of the same order that excludes this one. */
  readonly rivals: readonly StepRow[];
  /** A cancellation; null: another step. */
  readonly cancelling: CancelFacts | null;
  /** Who holds the payments that the step is to rest on. */
  readonly owners: readonly PaymentOwner[];
  /** Those of the step's payments that a person has freed of its order. */
  readonly taken: readonly string[];
  /** Releases of the account that count for the day, without those of this order. */
  readonly releases: readonly CountedSum[];
  readonly total: string | null;
  readonly fiat: string | null;
  /** The largest sum of releases in 24 hours, in the fiat of the step; null: no cap. */
  readonly perDay: string | null;
  /** Releases that the service shows and no one has written here. */
  readonly unknownReleases: readonly string[];
  /** Another account that may have such releases; null: none, or the order holds all payments of the step. */
  readonly forgottenBeside: string | null;
}

/** A release that is done, or may be. */
export interface CountedSum {
  readonly orderNumber: string;
  readonly total: string;
  readonly fiat: string;
  readonly atMs: number;
}

/** Returns why a process that led in this term may send nothing, or null. */
export function termRefusal({ term, newestTerm }: Readonly<Record<'term' | 'newestTerm', number>>): BarredStep | null {
  if (term === newestTerm) return null;
  return { reason: OwnFailure.NOT_SENT, code: 'other-leader' };
}

/** Returns why a process may claim nothing of this register, or null: it has compared the releases with another one. */
export function putBackRefusal({
  generation,
  begunIn,
}: Readonly<Record<'generation' | 'begunIn', string>>): BarredStep | null {
  return generation === begunIn ? null : { reason: OwnFailure.NOT_COMPARED, code: 'register-put-back' };
}

/** Returns the first reason against a claim, or null. */
export function claimRefusal(facts: ClaimFacts): BarredStep | null {
  return (
    guardRefusal(facts) ??
    temporalRefusal(facts) ??
    unknownRefusal(facts) ??
    earlierRefusal(facts) ??
    rivalRefusal(facts) ??
    cancelRefusal(facts) ??
    paymentRefusal(facts) ??
    besideRefusal(facts) ??
    takenRefusal(facts) ??
    dayCapRefusal(facts)
  );
}

/** The register that used the numbers in between knows payments that this one does not. */
function guardRefusal({ unknownNumber }: ClaimFacts): BarredStep | null {
  if (unknownNumber === null) return null;
  return { reason: OwnFailure.REGISTER_BEHIND, code: 'older-copy', last: unknownNumber };
}

/** It has forgotten what people said of the orders, and another desk may go on with the one before. */
function temporalRefusal({ isOtherTemporal }: ClaimFacts): BarredStep | null {
  return isOtherTemporal ? { reason: OwnFailure.OTHER_TEMPORAL, code: 'other-temporal' } : null;
}

/** A register that is an older copy has forgotten payments: nothing moves until a person has said which it is. */
function unknownRefusal({ unknownReleases }: ClaimFacts): BarredStep | null {
  const [first] = unknownReleases;
  if (first === undefined) return null;
  return { reason: OwnFailure.REGISTER_BEHIND, code: 'releases-unknown', count: unknownReleases.length, first };
}

/** A step leaves once: while an attempt may have left, and once one is done, there is no other. */
function earlierRefusal({ step, rows }: ClaimFacts): BarredStep | null {
  const done = rows.find(({ state }) => state === 'done');
  const open = rows.find(({ state }) => state === 'leaving');
  if (step === 'place' || step === 'publish') {
    if (done === undefined && open === undefined) return null;
    return { reason: OwnFailure.REQUEST_USED, code: 'sent-before', step };
  }
  if (done !== undefined) return { reason: OwnFailure.DONE_BEFORE, code: 'done-before', step };
  if (open === undefined) return null;
  return { reason: OwnFailure.MAY_HAVE_LEFT, code: 'earlier-may-have-left', untilMs: open.untilMs };
}

/** A payment that was sent is lost with its order, and an order that may be cancelled takes no notice of one. */
function rivalRefusal({ rivals }: ClaimFacts): BarredStep | null {
  const open = rivals.find(({ state }) => state === 'leaving');
  if (open !== undefined)
    return { reason: OwnFailure.MAY_HAVE_LEFT, code: 'rival-may-have-left', step: open.step, untilMs: open.untilMs };
  const cancelled = rivals.find(({ step, state }) => step === 'cancel' && state === 'done');
  return cancelled === undefined ? null : { reason: OwnFailure.DONE_BEFORE, code: 'done-before', step: 'cancel' };
}

/** No message of Temporal stands for a person, and one person cancels no purchase that may be paid. */
function cancelRefusal({ cancelling }: ClaimFacts): BarredStep | null {
  if (cancelling === null) return null;
  const { people, mayBePaid } = cancelling;
  const wanted = peopleWanted(mayBePaid);
  return people.length >= wanted
    ? null
    : { reason: OwnFailure.APPROVAL_MISSING, code: 'cancel-needs-people', people, wanted };
}

function paymentRefusal({ owners, account, subject }: ClaimFacts): BarredStep | null {
  const other = owners.find((owner) => owner.account !== account || owner.orderNumber !== subject);
  if (other === undefined) return null;
  const { orderNumber } = other;
  const whose = other.account === account ? null : other.account;
  return { reason: OwnFailure.PROOF_USED, code: 'payment-used', orderNumber, account: whose };
}

/** A payment backs one order of all accounts, and one of those that are forgotten may rest on it. */
function besideRefusal({ forgottenBeside: account }: ClaimFacts): BarredStep | null {
  return account === null ? null : { reason: OwnFailure.REGISTER_BEHIND, code: 'forgotten-beside', account };
}

/** Else a message, or a run of before, would bring the payment back to the order that a person took it from. */
function takenRefusal({ taken }: ClaimFacts): BarredStep | null {
  return taken.length === 0 ? null : { reason: OwnFailure.PROOF_USED, code: 'payment-taken' };
}

function dayCapRefusal({ step, nowMs, releases, total, fiat, perDay }: ClaimFacts): BarredStep | null {
  if (step !== 'release' || perDay === null) return null;
  if (total === null || fiat === null) return { reason: OwnFailure.OVER_DAY_CAP, code: 'sum-unknown' };
  const counted = releases.filter((release) => release.fiat === fiat && release.atMs > nowMs - dayMs);
  const sum = sumOf(counted).plus(total).toFixed();
  if (compare(sum, perDay) <= 0) return null;
  return { reason: OwnFailure.OVER_DAY_CAP, code: 'over-day-cap', sum, fiat, perDay };
}

/** Returns what releases add up to, by currency: what a daily cap is compared with. */
export function sumsOf(releases: readonly CountedSum[]): Record<string, string> {
  const byFiat = [...Map.groupBy(releases, ({ fiat }) => fiat)];
  return Object.fromEntries(byFiat.map(([fiat, sums]) => [fiat, sumOf(sums).toFixed()]));
}

/** An order counts once, whatever its attempts were, with the largest of them. */
function sumOf(releases: readonly CountedSum[]): Decimal {
  const largest = new Map<string, Decimal>();
  for (const { orderNumber, total } of releases) {
    largest.set(orderNumber, Decimal.max(total, largest.get(orderNumber) ?? 0));
  }
  return [...largest.values()].reduce((sum, total) => sum.plus(total), new Decimal(0));
}

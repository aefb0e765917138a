/** Whether a money step may be claimed: the first thing that a money call asks of the register. */
import type { PaymentOwner } from '../payment-owner.ts';
import { compare, Decimal } from '../decimal.ts';
import type { EngagedSwitch } from '../switch-state.ts';
import { OwnFailure } from '../failures/own-failures.ts';
import type { StepRow } from './step-row.ts';
import type { OnceStepName } from '../once-steps.ts';

/** A refusal by the register, in the words of own failures. */
export interface RegisterRefusal {
  readonly reason: OwnFailure;
  readonly text: string;
  /** The switch that stops it; absent: something else does. */
  readonly engaged?: EngagedSwitch;
  /** Of a call that may have left: by then it shows in reads, or never will. Absent: no time heals it. */
  readonly untilMs?: number;
}

/** The period of a daily cap. */
const dayMs = 24 * 3_600_000;

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
}

/** A release that is done, or may be. */
export interface CountedSum {
  readonly orderNumber: string;
  readonly total: string;
  readonly fiat: string;
  readonly atMs: number;
}

/** Returns why a process that led in this term may send nothing, or null. */
export function termRefusal({
  term,
  newestTerm,
}: Readonly<Record<'term' | 'newestTerm', number>>): RegisterRefusal | null {
  if (term === newestTerm) return null;
  return { reason: OwnFailure.NOT_SENT, text: 'another process leads by now: this one sends nothing' };
}

/** Returns why a process may claim nothing of this register, or null: it has compared the releases with another one. */
export function putBackRefusal({
  generation,
  begunIn,
}: Readonly<Record<'generation' | 'begunIn', string>>): RegisterRefusal | null {
  if (generation === begunIn) return null;
  const text = 'the register was put back, or made again: the releases of the service are compared with it first';
  return { reason: OwnFailure.NOT_COMPARED, text };
}

/** Returns the first reason against a claim, or null. */
export function claimRefusal(facts: ClaimFacts): RegisterRefusal | null {
  return (
    guardRefusal(facts) ??
    temporalRefusal(facts) ??
    unknownRefusal(facts) ??
    earlierRefusal(facts) ??
    paymentRefusal(facts) ??
    takenRefusal(facts) ??
    dayCapRefusal(facts)
  );
}

/** The register that used the numbers in between knows payments that this one does not. */
function guardRefusal({ unknownNumber }: ClaimFacts): RegisterRefusal | null {
  if (unknownNumber === null) return null;
  const text = `the guard has permitted a call ${unknownNumber} that this register does not have: it is an older copy`;
  return { reason: OwnFailure.REGISTER_BEHIND, text };
}

/** It has forgotten what people said of the orders, and another desk may go on with the one before. */
function temporalRefusal({ isOtherTemporal }: ClaimFacts): RegisterRefusal | null {
  if (!isOtherTemporal) return null;
  const text =
    'Temporal has begun empty, or is another one than before: no money moves until a person has said that it is meant';
  return { reason: OwnFailure.OTHER_TEMPORAL, text };
}

/** A register that is an older copy has forgotten payments: nothing moves until a person has said which it is. */
function unknownRefusal({ unknownReleases }: ClaimFacts): RegisterRefusal | null {
  const [first] = unknownReleases;
  if (first === undefined) return null;
  const text = `the service shows ${unknownReleases.length} releases that the register does not know, such as order ${first}`;
  return { reason: OwnFailure.REGISTER_BEHIND, text };
}

/** A step leaves once: while an attempt may have left, and once one is done, there is no other. */
function earlierRefusal({ step, rows }: ClaimFacts): RegisterRefusal | null {
  const done = rows.find(({ state }) => state === 'done');
  const open = rows.find(({ state }) => state === 'leaving');
  if (step === 'place' || step === 'publish') {
    if (done === undefined && open === undefined) return null;
    return { reason: OwnFailure.REQUEST_USED, text: `the ${step} of this name was sent before, or may have been` };
  }
  if (done !== undefined) return { reason: OwnFailure.DONE_BEFORE, text: `the ${step} of this order is done already` };
  if (open === undefined) return null;
  const text = 'this call of the order may have left, and must show first';
  return { reason: OwnFailure.MAY_HAVE_LEFT, text, ...(open.untilMs === null ? {} : { untilMs: open.untilMs }) };
}

function paymentRefusal({ owners, account, subject }: ClaimFacts): RegisterRefusal | null {
  const other = owners.find((owner) => owner.account !== account || owner.orderNumber !== subject);
  if (other === undefined) return null;
  const whose = other.account === account ? '' : ` of account ${other.account}`;
  return { reason: OwnFailure.PROOF_USED, text: `the payment was used for order ${other.orderNumber}${whose}` };
}

/** Else a message, or a run of before, would bring the payment back to the order that a person took it from. */
function takenRefusal({ taken }: ClaimFacts): RegisterRefusal | null {
  if (taken.length === 0) return null;
  const text =
    'a person has said that a payment of it is another order’s: take it off this one (`peerdesk order not-received`)';
  return { reason: OwnFailure.PROOF_USED, text };
}

function dayCapRefusal({ step, nowMs, releases, total, fiat, perDay }: ClaimFacts): RegisterRefusal | null {
  if (step !== 'release' || perDay === null) return null;
  if (total === null || fiat === null)
    return { reason: OwnFailure.OVER_DAY_CAP, text: 'a release without a sum cannot be counted for the day' };
  const counted = releases.filter((release) => release.fiat === fiat && release.atMs > nowMs - dayMs);
  const sum = sumOf(counted).plus(total).toFixed();
  if (compare(sum, perDay) <= 0) return null;
  const text = `with this release ${sum} ${fiat} in 24 hours, at most ${perDay} wanted`;
  return { reason: OwnFailure.OVER_DAY_CAP, text };
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

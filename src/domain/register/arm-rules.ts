/** Whether a claimed money step may leave: the last thing that is asked, with its turn and a connection taken. */
import { OwnFailure } from '../failures/own-failures.ts';
import type { SwitchName, ThrownSwitch } from '../guard/guard-memory.ts';
import { switchedOff } from '../guard/permit.ts';
import { termRefusal } from './claim-rules.ts';
import type { BarredStep } from '../step-bar.ts';
import type { PaymentOwner } from '../payment-owner.ts';
import type { StepRow } from './step-row.ts';

/** What the look saw that a step rests on; any change since refuses it. */
export interface SeenMarks {
  /** The mint of the register. */
  readonly generation: string;
  /** Of the order: raised by whatever takes something back. */
  readonly epoch: number;
  /** The revision of the account's switches, rules and blocks. */
  readonly revision: number;
}

/** What the register knows when a step is armed. */
export interface ArmFacts {
  readonly row: StepRow | null;
  /** The term of the lead that asks, and the newest one. */
  readonly term: number;
  readonly newestTerm: number;
  readonly seen: SeenMarks;
  readonly now: SeenMarks & { readonly isHeld: boolean };
  readonly switches: Readonly<Partial<Record<SwitchName, ThrownSwitch>>>;
  /** Who holds the payments of the row, as many as it claimed. */
  readonly owners: readonly PaymentOwner[];
  readonly claimedPayments: number;
  /** What the one-time code's rule says of the step; null: nothing against it. */
  readonly codeRefusal: BarredStep | null;
}

/** Returns the first reason against arming, or null. */
export function armRefusal(facts: ArmFacts): BarredStep | null {
  const { row } = facts;
  const late = termRefusal(facts);
  if (late !== null) return late;
  if (row?.state !== 'asked') return goneRefusal(row);
  for (const rule of rules) {
    const refusal = rule({ ...facts, row });
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Of a claim that is there. */
type ClaimedFacts = ArmFacts & { readonly row: StepRow };

function goneRefusal(row: StepRow | null): BarredStep {
  return { reason: OwnFailure.NOT_SENT, code: 'claim-gone', state: row?.state ?? null };
}

function switchRefusal({ row, switches }: ClaimedFacts): BarredStep | null {
  const stopping: readonly SwitchName[] = ['all', ...switchesOf[row.step]];
  const engaged = stopping.flatMap((name) => {
    const thrown = switches[name];
    return thrown === undefined ? [] : [{ name, ...thrown }];
  });
  return switchedOff(engaged);
}

/** What stops a step besides "all". An ad that must leave the market is not published either. */
const switchesOf: Readonly<Record<StepRow['step'], readonly SwitchName[]>> = {
  place: [],
  'mark-paid': [],
  release: ['releases'],
  cancel: [],
  publish: ['repricing', 'ads'],
};

function holdRefusal({ now }: ArmFacts): BarredStep | null {
  return now.isHeld ? { reason: OwnFailure.HELD, code: 'order-held' } : null;
}

function marksRefusal({ seen, now }: ArmFacts): BarredStep | null {
  const isSame = seen.generation === now.generation && seen.epoch === now.epoch && seen.revision === now.revision;
  if (isSame) return null;
  return { reason: OwnFailure.TAKEN_BACK, code: 'changed-since-look' };
}

function paymentRefusal({ row, owners, claimedPayments }: ClaimedFacts): BarredStep | null {
  const own = owners.filter(({ account, orderNumber }) => account === row.account && orderNumber === row.subject);
  if (own.length === claimedPayments) return null;
  return { reason: OwnFailure.PROOF_USED, code: 'payment-moved' };
}

function codeRefusal(facts: ArmFacts): BarredStep | null {
  return facts.codeRefusal;
}

/** Checked in this order; the first refusal is the answer. */
const rules = [switchRefusal, holdRefusal, marksRefusal, paymentRefusal, codeRefusal] as const;

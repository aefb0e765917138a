/** Why a money step may not leave, as the register or the guard decides it: codes with what completes them. */
import type { OwnFailure } from './failures/own-failures.ts';
import type { OnceStepName } from './once-steps.ts';
import type { EngagedSwitch } from './switch-state.ts';

export type StepBar =
  /** Another process leads; the order is held; something changed since the look; a payment of the claim backs another order. */
  | { readonly code: 'other-leader' | 'order-held' | 'changed-since-look' | 'payment-moved' }
  /** State of the claim that another attempt took the place of; null: it is not there. */
  | { readonly code: 'claim-gone'; readonly state: string | null }
  | { readonly code: 'switched-off'; readonly engaged: EngagedSwitch }
  | { readonly code: 'code-of-other-time'; readonly step: number; readonly clockStep: number }
  /** The one-time code; Temporal; a payment that a person gave another order; a release without a sum. */
  | { readonly code: 'code-used' | 'other-temporal' | 'payment-taken' | 'sum-unknown' }
  | { readonly code: 'older-copy'; readonly last: number }
  | { readonly code: 'releases-unknown'; readonly count: number; readonly first: string }
  /** The register may not know all releases of another account: their payments are forgotten. */
  | { readonly code: 'forgotten-beside'; readonly account: string }
  | { readonly code: 'sent-before' | 'done-before'; readonly step: OnceStepName }
  /** By then it shows in reads, or never will; null: no time heals it. */
  | { readonly code: 'earlier-may-have-left'; readonly untilMs: number | null }
  /** A payment notice and a cancellation of the same order: only one of them leaves. */
  | { readonly code: 'rival-may-have-left'; readonly step: OnceStepName; readonly untilMs: number | null }
  /** `people`: who has said that a purchase is cancelled; `wanted`: more than one where it may be paid. */
  | { readonly code: 'cancel-needs-people'; readonly people: readonly string[]; readonly wanted: number }
  /** `account`: of the other order; null: the same. */
  | { readonly code: 'payment-used'; readonly orderNumber: string; readonly account: string | null }
  | { readonly code: 'over-day-cap'; readonly sum: string; readonly fiat: string; readonly perDay: string }
  /** It is another generation than the term began in. */
  | { readonly code: 'register-put-back' }
  /** `why`: of the failed comparison; null: it goes on. */
  | { readonly code: 'not-compared'; readonly why: string | null }
  | { readonly code: 'request-unreadable'; readonly places: readonly string[] }
  | { readonly code: 'guard-behind' | 'guard-untaken' | 'guard-taking-over' }
  | { readonly code: 'number-permitted'; readonly last: number; readonly number: number }
  | { readonly code: 'call-unnamed'; readonly last: number }
  | { readonly code: 'guard-unheard'; readonly why: string };

/** A bar with its category among the failures. */
export type BarredStep = { readonly reason: OwnFailure } & StepBar;

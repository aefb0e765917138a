/** What an order waits for, what failed, and what troubles it, as codes with what completes them; `src/words` says them. */
import type { PersonReason } from '../people/arrival.ts';
import type { FailureCategory } from '../failures/error-category.ts';
import type { OwnFailure } from '../failures/own-failures.ts';
import type { MoneyStepName } from '../once-steps.ts';
import type { BlockReason, Check } from './release-check.ts';

/** How an order has ended for the desk. */
export type OrderEnd =
  | { readonly kind: 'completed' | 'cancelled' | 'cancelled-by-system' }
  | { readonly kind: 'stopped'; readonly by: string };

interface WaitParts {
  /** What is asked of a person: pay, look whether it is paid already, or confirm a transfer once more. */
  readonly 'our-payment':
    | { readonly asks: 'payment' | 'look-first' }
    | { readonly asks: 'again'; readonly by: string; readonly proof: string };
  /** Moving: the service moves the coin. */
  readonly 'awaiting-release': { readonly isMoving: boolean };
  readonly confirming: { readonly step: MoneyStepName; readonly how: 'service' | 'human' };
  /** The checks of the release; a status that the service does not show; or an approval that is being checked. */
  readonly 'release-gate': { readonly gate: 'lacks' | 'unshown' } | { readonly gate: 'approved'; readonly by: string };
  /** What it would wait for without its hold. */
  readonly held: { readonly beside: 'payment' | 'our-payment' | 'our-notice' | 'gate' };
  readonly 'outcome-unknown': { readonly step: MoneyStepName };
  readonly shadow: { readonly step: MoneyStepName; readonly isDone: boolean };
  readonly 'given-up': { readonly step: MoneyStepName };
  readonly nothing: { readonly end: OrderEnd };
}

/** What the order waits for; lists and the summary of the demo count these names. Blocked, needs-human: the last problem says why. */
export type WaitCode =
  | 'reading'
  | 'awaiting-payment'
  | 'marking-paid'
  | 'cancelling'
  | 'releasing'
  | 'appeal'
  | 'needs-human'
  | 'blocked'
  | 'keeping-end'
  | keyof WaitParts;

type PartsOf<Code extends WaitCode> = Code extends keyof WaitParts ? WaitParts[Code] : unknown;

export type OrderWait = { [Code in WaitCode]: { readonly code: Code } & PartsOf<Code> }[WaitCode];

/** A step that did not leave, or that the service refused. */
interface RefusedStep {
  readonly step: MoneyStepName;
  readonly category: FailureCategory | OwnFailure;
  /** The service's own code. */
  readonly answer: string | null;
  readonly message: string;
  /** An earlier call may have left, and shows by then or never; null: none is known. */
  readonly openUntilMs: number | null;
  /** Our payment has left, so a person marks the order as paid in the app: until then; absent: no one is asked to. */
  readonly inApp?: { readonly untilMs: number | null };
  /** What the release lacks; absent: something else refused it. */
  readonly lacks?: readonly Check[];
}

interface ProblemParts {
  readonly attempts: { readonly step: MoneyStepName; readonly attempts: number };
  readonly undecided: { readonly step: MoneyStepName; readonly message: string };
  readonly 'not-done': { readonly step: MoneyStepName; readonly message: string; readonly atMs: number };
  readonly refused: RefusedStep;
  readonly unread: { readonly category: FailureCategory; readonly message: string };
  readonly 'identity-check': { readonly message: string };
}

/** What failed last. A message is that of the service or of a failed call. */
export type OrderProblem = {
  [Code in keyof ProblemParts]: { readonly code: Code } & ProblemParts[Code];
}[keyof ProblemParts];

interface TroubleParts {
  /** A call has no known outcome yet. */
  readonly 'outcome-unknown': { readonly step: MoneyStepName };
  /** A step that counts as done does not show. */
  readonly unconfirmed: Omit<Extract<OrderWait, { code: 'confirming' }>, 'code'>;
  /** What the release lacks, and no person can bring. */
  readonly lacks: { readonly checks: readonly Check[] };
  /** A read has no answer; the message is that of its last try. */
  readonly unanswered: { readonly message: string };
  /** No worker takes work of what moves money. */
  readonly 'unserved-queue': { readonly queue: string };
  readonly 'block-list': { readonly reason: BlockReason; readonly side: 'BUY' | 'SELL' };
  /** What the order's person has done before, or has not, where that holds nothing (ADR 0059). */
  readonly arrival: { readonly reason: PersonReason; readonly side: 'BUY' | 'SELL' };
  /** What a person took back is not kept yet; null: keeping it has not failed. */
  readonly unkept: { readonly by: string; readonly taken: string; readonly failure: string | null };
}

/** Troubles that nothing completes. Cancelled: in Temporal, and it goes on. */
type BareTrouble = 'unshown' | 'register' | 'unpaid' | 'unreleased' | 'moving' | 'cancelled';

/** What goes wrong around an order, while a person may have to look. */
export type OrderTrouble =
  | Extract<OrderProblem, { code: 'refused' | 'unread' | 'identity-check' }>
  | { readonly code: BareTrouble }
  | { [Code in keyof TroubleParts]: { readonly code: Code } & TroubleParts[Code] }[keyof TroubleParts];

import type { ErrorFacts, FailureCategory } from '../failures/error-category.ts';
import type { OwnFailure } from '../failures/own-failures.ts';

/** Why a money step was not executed: a refusal by the service, or one of our own. */
export type MoneyRefusal = FailureCategory | OwnFailure;

/** What is known after one attempt of a money step (place, mark paid, release). Design section 6. */
export type MoneyOutcome =
  | { readonly kind: 'executed' }
  | {
      readonly kind: 'rejected';
      readonly category: MoneyRefusal;
      readonly code: string | null;
      readonly message: string;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

interface MoneyFailure extends ErrorFacts {
  readonly category: FailureCategory;
  readonly retryAfterMs: number | null;
  /** It cannot have taken effect. */
  readonly hadNoEffect: boolean;
}

function describe({ code, httpStatus, message }: MoneyFailure): string {
  const status = httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`;
  return [status, code === null ? null : `code ${code}`, message]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/**
 * Judges a failed attempt. `rejected` only when the request cannot have taken effect. Otherwise `unknown`, which must be
 * reconciled by reading and never sent again.
 *
 * @example
 * try {
 *   await client.orders.markOrderAsPaid({ orderNumber, payId: 1 });
 * } catch (error) {
 *   if (!(error instanceof ExchangeError)) throw error;
 *   const outcome = judgeMoneyFailure(error);
 *   console.log(outcome.kind === 'rejected' ? 'not done' : `perhaps done: read the order (${error.message})`);
 * }
 */
export function judgeMoneyFailure(failure: MoneyFailure): MoneyOutcome {
  if (!failure.hadNoEffect) return { kind: 'unknown', reason: describe(failure) };
  const { category, code, message, retryAfterMs } = failure;
  return { kind: 'rejected', category, code, message, retryAfterMs };
}

export type MoneyAnswer = 'done' | 'not-done' | 'unreadable';

/**
 * 'open': the attempt may still take effect when this read begins. 'settled': it no longer can (scheduled + bound +
 * recvWindow + settle are over).
 */
type ReadPhase = 'open' | 'settled';

export interface MoneyRead {
  readonly answer: MoneyAnswer;
  /** The phase in which the read began. */
  readonly phase: ReadPhase;
}

/** When an attempt was scheduled and returned, and how long it may still take effect. */
interface AttemptTimes {
  readonly scheduledAtMs: number;
  readonly returnedAtMs: number;
  readonly boundMs: number;
  readonly recvWindowMs: number;
  readonly settleMs: number;
}

/** How long a process may believe that it leads: what it armed leaves within this time, or never. */
export const leaseMs = 6_000;

/**
 * Returns when an attempt can no longer take effect or be missed by a read. That is the later of its bound (late
 * senders refuse) and its return, which a slow workflow task may record before the bound, plus recvWindow (the service
 * refuses) and settle (its own lag).
 */
export function settledAtMs({ scheduledAtMs, returnedAtMs, boundMs, recvWindowMs, settleMs }: AttemptTimes): number {
  return Math.max(scheduledAtMs + Math.max(boundMs, leaseMs), returnedAtMs) + recvWindowMs + settleMs;
}

/**
 * Concludes from the reads since the attempt. One `done` decides at once. `not-done` needs two agreeing reads that
 * began when the attempt could no longer take effect.
 */
export function conclude(reads: readonly MoneyRead[]): 'done' | 'not-done' | 'wait' {
  if (reads.some(({ answer }) => answer === 'done')) return 'done';
  const proofs = reads.filter(({ answer, phase }) => answer === 'not-done' && phase === 'settled');
  return proofs.length >= 2 ? 'not-done' : 'wait';
}

const longestPauseMs = 5_000;

/** Returns the pause after a read of that number: 1, 2, 4, then 5 seconds. An answer is likely soon; later it costs. */
export function reconcilePauseMs(round: number): number {
  return Math.min(longestPauseMs, 1_000 * 2 ** (round - 1));
}

import { categorize } from '../failures/classify.ts';
import type { ErrorFacts, FailureCategory } from '../failures/error-category.ts';
import { errorRow } from '../failures/error-table.ts';
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

export interface MoneyFailure extends ErrorFacts {
  /** Whether the request left the process. */
  readonly sent: 'no' | 'yes' | 'unknown';
  readonly retryAfterMs: number | null;
  /** Set when the caller knows it already, as for calls refused locally; otherwise derived from the facts. */
  readonly category?: FailureCategory;
}

/**
 * Codes that the service may also return when the request took effect: -3026 probably means our own earlier success.
 */
const undecidedCodes: ReadonlySet<string> = new Set(['-1000', '-9000', '-3026']);
const refusedStatuses: ReadonlySet<number> = new Set([418, 429]);

function isRefusedByStatus({ httpStatus, code, message }: MoneyFailure): boolean {
  if (code === '429' || (httpStatus !== null && refusedStatuses.has(httpStatus))) return true;
  // A rule of the service: of all 5xx only this text means that nothing was executed.
  return httpStatus === 503 && /service unavailable/i.test(message);
}

function isRefusedByCode({ httpStatus, code }: MoneyFailure): boolean {
  const broken = httpStatus !== null && httpStatus >= 500;
  return !broken && code !== null && !undecidedCodes.has(code) && errorRow(code) !== null;
}

function describe({ code, httpStatus, message }: MoneyFailure): string {
  const status = httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`;
  return [status, code === null ? null : `code ${code}`, message]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/**
 * Judges a failed attempt. `rejected` only when the request cannot have taken effect: it was not sent, or the answer is
 * 418, 429, 503 "Service Unavailable" or a definite code of interface 7.3. Otherwise `unknown`, which must be
 * reconciled by reading and never sent again. -1000 and -9000 are unknown here, whatever interface 7.4 allows for
 * reads.
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
  if (failure.sent === 'no' || isRefusedByStatus(failure) || isRefusedByCode(failure)) {
    const { code, message, retryAfterMs } = failure;
    return { kind: 'rejected', category: failure.category ?? categorize(failure), code, message, retryAfterMs };
  }
  return { kind: 'unknown', reason: describe(failure) };
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

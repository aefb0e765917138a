import { categorize } from '../failures/classify.ts';
import type { ErrorFacts, FailureCategory } from '../failures/error-category.ts';
import { errorRow } from '../failures/error-table.ts';
import type { OwnFailure } from '../failures/own-failures.ts';

/** Why a money step was not executed: the service's refusal, or one of our own. */
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
  /** When the caller knows it already, as for calls refused locally; else it is worked out from the facts. */
  readonly category?: FailureCategory;
}

/** Codes that the service also gives when the request took effect: -3026 is probably our own earlier success. */
const undecidedCodes: ReadonlySet<string> = new Set(['-1000', '-9000', '-3026']);
const refusedStatuses: ReadonlySet<number> = new Set([418, 429]);

function isRefusedByStatus({ httpStatus, code, message }: MoneyFailure): boolean {
  if (code === '429' || (httpStatus !== null && refusedStatuses.has(httpStatus))) return true;
  // The service's own rule: of all 5xx only this text means that nothing was executed.
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
 * Takes a failed attempt of a money step and gives what it proves: `rejected` only when the request cannot have taken
 * effect (not sent; 418, 429, 503 "Service Unavailable"; the definite codes of interface 7.3), else `unknown`, which
 * must be reconciled by reading and never be sent again. -1000 and -9000 are unknown here whatever section 7.4 says of reads.
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
 * 'open': the attempt may still take effect when this read begins. 'settled': from here on it cannot (scheduled + bound +
 * recvWindow + settle are over).
 */
type ReadPhase = 'open' | 'settled';

export interface MoneyRead {
  readonly answer: MoneyAnswer;
  /** In which phase the read began. */
  readonly phase: ReadPhase;
}

/** When an attempt was scheduled and when it came back, and how long it may take effect. */
interface AttemptTimes {
  readonly scheduledAtMs: number;
  readonly returnedAtMs: number;
  readonly boundMs: number;
  readonly recvWindowMs: number;
  readonly settleMs: number;
}

/**
 * The moment from which an attempt can no longer take effect, nor be unseen by a read: the later of its bound (a late
 * sender refuses) and its return, which a slow workflow task may place before the bound, then recvWindow (the service
 * refuses) and settle (its own lag).
 */
export function settledAtMs({ scheduledAtMs, returnedAtMs, boundMs, recvWindowMs, settleMs }: AttemptTimes): number {
  return Math.max(scheduledAtMs + boundMs, returnedAtMs) + recvWindowMs + settleMs;
}

/**
 * Takes the reads made since the attempt and gives the conclusion. One `done` decides at once. `not-done` needs two
 * agreeing reads that began when the attempt could no longer take effect.
 */
export function conclude(reads: readonly MoneyRead[]): 'done' | 'not-done' | 'wait' {
  if (reads.some(({ answer }) => answer === 'done')) return 'done';
  const proofs = reads.filter(({ answer, phase }) => answer === 'not-done' && phase === 'settled');
  return proofs.length >= 2 ? 'not-done' : 'wait';
}

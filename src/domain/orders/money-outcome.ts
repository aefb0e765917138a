import { categorize } from '../failures/classify.ts';
import type { ErrorFacts, FailureCategory } from '../failures/error-category.ts';
import { errorRow } from '../failures/error-table.ts';

/** What is known after one attempt of a money step (place, mark paid, release). Design section 6. */
export type MoneyOutcome =
  | { readonly kind: 'executed' }
  | {
      readonly kind: 'rejected';
      readonly category: FailureCategory;
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

/** A bare answer counts as read after the deadline; a timed one by the time at which its read began. */
export type MoneyRead = MoneyAnswer | { readonly answer: MoneyAnswer; readonly atMs: number };

/**
 * Takes the reads made since the attempt, the time and the deadline (scheduled + bound + recvWindow + settle) and gives
 * the conclusion. One `done` decides at once. `not-done` needs two agreeing reads begun after the deadline: before it
 * the request may still take effect. Pass earlier reads timed, or leave them out.
 */
export function conclude(reads: readonly MoneyRead[], nowMs: number, deadlineMs: number): 'done' | 'not-done' | 'wait' {
  const timed = reads.map((read) => (typeof read === 'string' ? { answer: read, atMs: nowMs } : read));
  if (timed.some((read) => read.answer === 'done')) return 'done';
  const proofs = timed.filter((read) => read.answer === 'not-done' && read.atMs >= deadlineMs);
  return proofs.length >= 2 ? 'not-done' : 'wait';
}

import { RetryState } from '@temporalio/common';
import type { z } from 'zod';
import { ActivityFailure, ApplicationFailure, TimeoutFailure, isCancellation } from '@temporalio/workflow';
import { ErrorCategory, TransportCondition, type FailureCategory } from '../../domain/failures/error-category.ts';
import { isOwnFailure } from '../../domain/failures/own-failures.ts';
import type { MoneyRefusal } from '../../domain/orders/money-outcome.ts';

/** The facts of a failed exchange call that an activity passes to a workflow. */
export interface FailureFacts {
  category: FailureCategory;
  code: string | null;
  message: string;
  retryAfterMs: number | null;
  /** When it failed, by the worker's clock; null when unknown, as for a timeout. */
  atMs: number | null;
}

const categories: readonly string[] = [...Object.values(ErrorCategory), ...Object.values(TransportCondition)];

/**
 * Reads the facts of a failed activity: its category is the type of the ApplicationFailure (classes do not travel).
 * Returns null for anything but an exchange failure: the caller rethrows what it does not know.
 */
export function failureFacts(error: unknown): FailureFacts | null {
  if (!(error instanceof ActivityFailure)) return null;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) {
    return { category: ErrorCategory.UNKNOWN, code: null, message: cause.message, retryAfterMs: null, atMs: null };
  }
  if (!(cause instanceof ApplicationFailure)) return null;
  if (cause.type === 'MODE_NOT_ALLOWED') return modeFacts(cause.message);
  if (!isFailureCategory(cause.type)) return null;
  const detail = readDetail(cause.details);
  return { category: cause.type, message: cause.message, ...detail };
}

/**
 * Returns the facts of any failed activity: an unknown one (a bug of a worker, an activity that was cancelled from
 * outside) is UNKNOWN with its own message, because it must not end the workflow.
 */
export function anyFailureFacts(error: ActivityFailure): FailureFacts {
  const message = isCancellation(error) ? 'its activity was cancelled from outside' : failureText(error);
  const unknown = { category: ErrorCategory.UNKNOWN, code: null, message, retryAfterMs: null, atMs: null };
  return failureFacts(error) ?? unknown;
}

/** A write that this worker's mode forbids is like a refusal of the business: it waits for a human. */
function modeFacts(message: string): FailureFacts {
  return {
    category: ErrorCategory.NON_RETRIABLE_BUSINESS,
    code: 'MODE_NOT_ALLOWED',
    message,
    retryAfterMs: null,
    atMs: null,
  };
}

/**
 * Reports whether an activity with unlimited retries has used up its time: the server shows it by the retry state, or
 * by the timeout itself when the last attempt was still running.
 */
export function hasRunOut(error: unknown): error is ActivityFailure {
  if (!(error instanceof ActivityFailure)) return false;
  return error.retryState === RetryState.TIMEOUT || error.cause instanceof TimeoutFailure;
}

/**
 * Reports whether no worker has started it in all its time: an attempt that failed or hung is in the timeout's cause.
 */
export function hasNotBegun({ cause }: ActivityFailure): boolean {
  if (!(cause instanceof TimeoutFailure)) return false;
  const { timeoutType } = cause;
  return timeoutType === 'SCHEDULE_TO_START' || (timeoutType === 'SCHEDULE_TO_CLOSE' && cause.cause === undefined);
}

/** True for a category that a money step may be refused with. */
export function isMoneyRefusal(value: unknown): value is MoneyRefusal {
  return typeof value === 'string' && (isFailureCategory(value) || isOwnFailure(value));
}

/** Returns the type of a failed activity's ApplicationFailure, or null. */
export function failureType(error: unknown): string | null {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return null;
  return error.cause.type ?? null;
}

/** Reports whether a person's switch held the activity off, and not a trouble. */
export function isHeldOff(error: unknown): boolean {
  const detail = detailOf(error);
  return typeof detail === 'object' && detail !== null && 'held' in detail && detail.held === true;
}

/** Returns what a failed activity says beside its sentence; null: nothing, or nothing of that form. */
export function parsedDetail<Detail>(schema: z.ZodType<Detail>, error: unknown): Detail | null {
  const read = schema.safeParse(detailOf(error));
  return read.success ? read.data : null;
}

function detailOf(error: unknown): unknown {
  const isTyped = error instanceof ActivityFailure && error.cause instanceof ApplicationFailure;
  return isTyped ? error.cause.details?.[0] : undefined;
}

/** Describes a failed activity by type and message. */
export function failureText(error: ActivityFailure): string {
  return [failureType(error), error.cause?.message ?? error.message].filter((part) => part !== null).join(' ');
}

function isFailureCategory(type: string | null | undefined): type is FailureCategory {
  return typeof type === 'string' && categories.includes(type);
}

function readDetail(details: unknown[] | null | undefined): Pick<FailureFacts, 'code' | 'retryAfterMs' | 'atMs'> {
  const first: unknown = details?.[0];
  if (typeof first !== 'object' || first === null) return { code: null, retryAfterMs: null, atMs: null };
  const code = 'code' in first && typeof first.code === 'string' ? first.code : null;
  const retryAfterMs = 'retryAfterMs' in first && typeof first.retryAfterMs === 'number' ? first.retryAfterMs : null;
  const atMs = 'atMs' in first && typeof first.atMs === 'number' ? first.atMs : null;
  return { code, retryAfterMs, atMs };
}

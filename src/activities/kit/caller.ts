import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import type { MoneyAttempt } from '../activity-contract.ts';

/** The one workflow that may ask for it. */
export interface Caller {
  workflowType:
    | 'orderLifecycle'
    | 'orderPlacement'
    | 'adPublication'
    | 'adChange'
    | 'adMaintenance'
    | 'accountDesk'
    | 'accountNotices'
    | 'lead';
  workflowId: string;
}

/**
 * Returns the end of a dispatch that must not send, or null. Any Temporal client may schedule an activity, and an
 * operator may reset one: only the first dispatch of the first attempt, requested by the order's own workflow, sends.
 * For any other dispatch the outcome of the first one is unknown.
 */
export function callerEnd({ workflowType, workflowId }: Caller): MoneyAttempt | null {
  const message = foreignCaller({ workflowType, workflowId });
  if (message !== null) {
    const category = OwnFailure.CALLER_NOT_ALLOWED;
    return { kind: 'rejected', category, code: null, message, retryAfterMs: null };
  }
  return repeatedEnd();
}

/** Returns the end of another dispatch than the first: what that one did is not known; null for the first. */
export function repeatedEnd(): MoneyAttempt | null {
  const { info } = Context.current();
  const isFirst = info.attempt === 1 && info.currentAttemptScheduledTimestampMs === info.scheduledTimestampMs;
  return isFirst
    ? null
    : { kind: 'unknown', reason: 'dispatched again: what became of the first dispatch is not known' };
}

/** Refuses what may be repeated when another than its own workflow asks for it; throws CALLER_NOT_ALLOWED. */
export function refuseForeignCaller(caller: Caller): void {
  const message = foreignCaller(caller);
  if (message !== null) throw ApplicationFailure.nonRetryable(message, OwnFailure.CALLER_NOT_ALLOWED);
}

function foreignCaller({ workflowType, workflowId }: Caller): string | null {
  const { info } = Context.current();
  const isOwn = info.workflowType === workflowType && info.workflowExecution?.workflowId === workflowId;
  return isOwn ? null : `only the workflow ${workflowId} may ask for this`;
}

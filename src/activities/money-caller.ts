import { Context } from '@temporalio/activity';
import { OwnFailure } from '../domain/failures/own-failures.ts';
import type { MoneyAttempt } from './activity-contract.ts';

/** The one workflow that may ask for a money step. */
export interface MoneyCaller {
  workflowType: 'orderLifecycle' | 'orderPlacement';
  workflowId: string;
}

/**
 * Returns the end of a dispatch that must not send, or null. Any Temporal client may schedule an activity, and an
 * operator may reset one: only the first dispatch of the first attempt, asked for by the order's own workflow, sends.
 * Of another dispatch it is not known what the first one did.
 */
export function callerEnd({ workflowType, workflowId }: MoneyCaller): MoneyAttempt | null {
  const { info } = Context.current();
  if (info.workflowType !== workflowType || info.workflowExecution?.workflowId !== workflowId) {
    const message = `only the workflow ${workflowId} may ask for this`;
    return { kind: 'rejected', category: OwnFailure.CALLER_NOT_ALLOWED, code: null, message, retryAfterMs: null };
  }
  const isFirst = info.attempt === 1 && info.currentAttemptScheduledTimestampMs === info.scheduledTimestampMs;
  return isFirst
    ? null
    : { kind: 'unknown', reason: 'dispatched again: what became of the first dispatch is not known' };
}

/** A change of what an ad offers that the service or the desk refused. */
import { ActivityFailure } from '@temporalio/workflow';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { anyFailureFacts, failureFacts, failureType } from '../kit/failure-facts.ts';
import { noteRefusal } from './ad-refusal.ts';
import type { AdRun } from './ad-run.ts';

const longestWaitMs = 21_600_000;

interface Refused {
  refusedUntilMs: number;
  /** Refused changes in a row. */
  refusals: number;
}

/**
 * Returns when the change may be tried again, and notes the refusal: its block is that of any refusal (interface 7.4), and
 * each refusal in a row waits longer. A decision that was stale is none.
 */
export function refusedChange(adRun: AdRun, refusals: number, error: unknown): Refused {
  const { settings } = adRun;
  const nowMs = Date.now();
  if (failureType(error) === 'STALE_DECISION' || failureFacts(error)?.code === 'FENCED') {
    return { refusals, refusedUntilMs: nowMs + settings.backoffCapMs };
  }
  if (!(error instanceof ActivityFailure)) throw error;
  const facts = anyFailureFacts(error);
  const isFinal = handlingOf(facts.category, 'price').next === 'block';
  const firstMs = isFinal ? settings.businessBlockMs : settings.backoffCapMs;
  noteRefusal(adRun, facts);
  return {
    refusals: refusals + 1,
    refusedUntilMs: nowMs + Math.min(longestWaitMs, firstMs * 2 ** Math.min(refusals + 1, 20)),
  };
}

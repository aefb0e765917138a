import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { leadWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refuseForeignCaller } from '../kit/caller.ts';

/** The attempt by which a process leads: the server confirms or denies it by its token. */
export interface LeadAttempt {
  taskToken: Uint8Array;
  /** The workflow that asked for it. */
  workflowId: string;
  /** Aborts when the worker takes the attempt for over, or hears that it is to end: only the server knows. */
  ending: AbortSignal;
  /** The process of the attempt before, as pid@host; null: there was none. */
  former: string | null;
  /** All that it said with its last heartbeat; empty: nothing. */
  formerWords: string;
  /** Lets the worker's own watch over its activities know that this one goes on. */
  beat: (words: string) => void;
}

/** How a process leads while it may. The worker implements it. */
export interface LeadPort {
  /** Leads until the server says that the attempt is over, or wants it to end and what was begun has ended. */
  hold(attempt: LeadAttempt): Promise<void>;
}

/** Makes the activity by which one process of an account leads. It ends only to be begun again, here or elsewhere. */
export function createKeepLead(account: string, lead: LeadPort) {
  return async function keepLead(): Promise<never> {
    const workflowId = leadWorkflowId(account);
    refuseForeignCaller({ workflowType: 'lead', workflowId });
    const context = Context.current();
    const { taskToken, heartbeatDetails } = context.info;
    const formerWords = typeof heartbeatDetails === 'string' ? heartbeatDetails : '';
    await lead.hold({
      taskToken,
      workflowId,
      ending: context.cancellationSignal,
      former: formerWords.split(' ')[0] || null,
      formerWords,
      beat: (words) => context.heartbeat(words),
    });
    throw passedOn();
  };
}

/** The end of an attempt, upon which the server offers the next one at once. */
export function passedOn(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'LEAD_PASSED_ON',
    message: 'this process leads no longer; the next one goes on',
    nextRetryDelay: 1,
    category: ApplicationFailureCategory.BENIGN,
  });
}

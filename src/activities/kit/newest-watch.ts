import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** What ends a watch that a newer one replaces. */
const replacements = new WeakMap<Context, AbortSignal>();
const never = new AbortController().signal;

/** A watch that was cancelled is not begun again; one that was not, by mistake, comes back after this. */
const backMs = 1_000;

/** Returns the signal that aborts when a newer watch of the same workflow begins in this process. */
export function replacementOf(context: Context): AbortSignal {
  return replacements.get(context) ?? never;
}

/** Rejects the rest of a watch that was replaced. */
export function refuseReplaced(context: Context): void {
  if (!replacementOf(context).aborted) return;
  throw ApplicationFailure.create({
    type: 'WATCH_REPLACED',
    message: 'a newer watch of this workflow goes on',
    nextRetryDelay: backMs,
    category: ApplicationFailureCategory.BENIGN,
  });
}

/**
 * Ends a watch at its next pause when a newer one of its workflow begins: a cancel reaches it with a heartbeat alone, and
 * until then two sets of rules would price one ad.
 */
export function newestAlone<Input, Verdict>(
  watch: (input: Input) => Promise<Verdict>,
): (input: Input) => Promise<Verdict> {
  const running = new Map<string, AbortController>();
  return async (input) => {
    const context = Context.current();
    const { workflowId = '' } = context.info.workflowExecution ?? {};
    running.get(workflowId)?.abort();
    const own = new AbortController();
    running.set(workflowId, own);
    replacements.set(context, own.signal);
    try {
      return await watch(input);
    } finally {
      if (running.get(workflowId) === own) running.delete(workflowId);
    }
  };
}

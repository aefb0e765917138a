import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { commandTimeoutMs, inTime } from './command-answer.ts';

/** What is started, and how long its start may take; absent: 15 s. */
interface StartCall {
  client: Client;
  workflowId: string;
  timeoutMs?: number | undefined;
}

/** Starts a workflow. Rejects with CommandTimeoutError: it may have been started. */
export function startInTime<T>(
  { client, workflowId, timeoutMs = commandTimeoutMs }: StartCall,
  start: () => Promise<T>,
): Promise<T> {
  return inTime({ client, workflowId, timeoutMs }, 'start', start);
}

/**
 * Starts a workflow; returns false when one with that id runs already or may not be started again. Rejects with
 * CommandTimeoutError: it may have been started.
 */
export async function startOnce(call: StartCall, start: () => Promise<unknown>): Promise<boolean> {
  try {
    await startInTime(call, start);
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

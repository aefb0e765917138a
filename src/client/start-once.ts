import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';

/** Starts a workflow; returns false when one with that id runs already or may not be started again. */
export async function startOnce(start: () => Promise<unknown>): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

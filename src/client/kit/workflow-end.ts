import type { Client } from '@temporalio/client';
import { commandTimeoutMs, inTime } from './command-answer.ts';

/** How a workflow has ended: completed, cancelled (from outside), terminated, failed or timed-out. */
export interface WorkflowEnd {
  how: string;
  atMs: number;
}

/**
 * Returns how the last run of a workflow ended; null while it runs. Rejects with WorkflowNotFoundError when there is none.
 *
 * @example
 * await endOf(client, deskWorkflowId(account)); // → null
 */
export async function endOf(client: Client, workflowId: string): Promise<WorkflowEnd | null> {
  const describe = () => client.workflow.getHandle(workflowId).describe();
  const call = { client, workflowId, timeoutMs: commandTimeoutMs };
  const { status, closeTime } = await inTime(call, 'read', describe);
  if (closeTime === undefined || status.name === 'RUNNING') return null;
  return { how: status.name.toLowerCase().replaceAll('_', '-'), atMs: closeTime.getTime() };
}

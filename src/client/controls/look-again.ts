import type { Client } from '@temporalio/client';
import { lookAgainSignal } from '../../workflows/contract/registered-workflows.ts';
import { listedRuns } from '../lists/listed-runs.ts';

/** So many are signalled at once. */
const atOnce = 20;

/**
 * Lets everything of an account that runs look again at once, whatever it waits for; returns how many workflows that are. One that
 * has ended meanwhile is left out. Rejects when they cannot be listed.
 */
export async function lookAgain(client: Client, account: string): Promise<number> {
  const query = `ExecutionStatus = 'Running' AND PeerdeskAccount = '${account}' AND WorkflowType != 'guard'`;
  const ids: string[] = [];
  for await (const { workflowId } of listedRuns(client, { query })) ids.push(workflowId);
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    await Promise.allSettled(some.map((id) => client.workflow.getHandle(id).signal(lookAgainSignal)));
  }
  return ids.length;
}

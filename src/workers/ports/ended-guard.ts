/** What a run of an account's guard that was ended from outside has kept. */
import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { guardControl, type GuardRunMemory } from '../../client/index.ts';
import { emptyGuardRunMemory } from '../../workflows/contract/guard-contract.ts';
import { guardWorkflowId } from '../../workflows/contract/workflow-ids.ts';

interface GuardOfAccount {
  client: Client;
  account: string;
}

/** A guard never fails by itself: one that did was started with what no guard takes, and has kept nothing. */
const isGuards = ({ type, status }: Pick<WorkflowExecutionDescription, 'type' | 'status'>): boolean =>
  type === 'guard' && status.name !== 'FAILED';

/**
 * Returns the memory of an ended run of the guard. A run that was no guard, or never began to be one, kept nothing: anyone
 * who reaches Temporal can start it in the guard's place, and the guard must not wait for it without end. Then it is the memory
 * of the guard that ran before it; an empty one where Temporal knows none, since the register has what restricts.
 */
export async function readEndedGuard({ client, account }: GuardOfAccount, runId: string): Promise<GuardRunMemory> {
  const run = await described(client.workflow.getHandle(guardWorkflowId(account), runId).describe());
  if (run === null) return emptyGuardRunMemory;
  const kept = isGuards(run) ? runId : await guardBefore({ client, account }, run.startTime);
  return kept === null ? emptyGuardRunMemory : guardControl(client, account).memory(kept);
}

async function described<Description>(asked: Promise<Description>): Promise<Description | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Returns the run id of the newest guard of the account that began before a moment, or null. */
async function guardBefore({ client, account }: GuardOfAccount, moment: Date): Promise<string | null> {
  let newest: { runId: string; startTime: Date } | null = null;
  for await (const run of client.workflow.list({ query: `WorkflowId = '${guardWorkflowId(account)}'` })) {
    const { runId, startTime } = run;
    if (!isGuards(run) || startTime >= moment) continue;
    if (newest === null || startTime > newest.startTime) newest = { runId, startTime };
  }
  return newest?.runId ?? null;
}

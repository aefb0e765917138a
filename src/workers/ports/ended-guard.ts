/** What a run of an account's guard that was ended from outside has kept. */
import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from '@temporalio/client';
import { guardControl, type GuardRunMemory } from '../../client/index.ts';
import { historyOf, listedRuns } from '../../client/lists/listed-runs.ts';
import { emptyGuardRunMemory } from '../../workflows/contract/guard-contract.ts';
import { guardWorkflowId } from '../../workflows/contract/workflow-ids.ts';

interface GuardOfAccount {
  client: Client;
  account: string;
}

type GuardRun = Pick<WorkflowExecutionInfo, 'runId' | 'startTime' | 'type' | 'status'>;

/** A guard never fails by itself: one that did was started with what no guard takes, and has kept nothing. */
const isGuards = ({ type, status }: GuardRun): boolean => type === 'guard' && status.name !== 'FAILED';

/**
 * Returns the memory of an ended run of the guard. A run that was no guard, or never began to be one, kept nothing: anyone
 * who reaches Temporal can start it in the guard's place, and the guard must not wait for it without end. Then it is the memory
 * of the guard that ran before it; an empty one where Temporal knows none, since the register has what restricts.
 */
export async function readEndedGuard({ client, account }: GuardOfAccount, runId: string): Promise<GuardRunMemory> {
  const workflowId = guardWorkflowId(account);
  const ended = await described(client.workflow.getHandle(workflowId, runId).describe());
  if (ended === null) return emptyGuardRunMemory;
  for await (const run of andBefore({ client, account }, ended)) {
    if (await hasBegun(client, { workflowId, runId: run.runId }))
      return guardControl(client, account).memory(run.runId);
  }
  return emptyGuardRunMemory;
}

/** A run without a completed task has no memory to answer with: no worker has read its input. */
async function hasBegun(client: Client, run: { workflowId: string; runId: string }): Promise<boolean> {
  const { events } = await historyOf(client, run);
  return events?.some((event) => (event.workflowTaskCompletedEventAttributes ?? null) !== null) ?? false;
}

async function described<Description>(asked: Promise<Description>): Promise<Description | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Yields an ended run if it was a guard, then the guards of the account that began before it, the newest first. */
async function* andBefore(
  { client, account }: GuardOfAccount,
  ended: GuardRun,
): AsyncGenerator<GuardRun, void, undefined> {
  if (isGuards(ended)) yield ended;
  const before: GuardRun[] = [];
  for await (const run of listedRuns(client, { query: `WorkflowId = '${guardWorkflowId(account)}'` })) {
    if (isGuards(run) && run.startTime < ended.startTime) before.push(run);
  }
  yield* before.toSorted((a, b) => b.startTime.getTime() - a.startTime.getTime());
}

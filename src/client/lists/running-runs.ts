import {
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowExecutionInfo,
} from '@temporalio/client';
import { commandTimeoutMs, inTime } from '../kit/command-answer.ts';
import { listedRuns } from './listed-runs.ts';

/** From the list, or from the workflow's own description. */
type RunningRun = WorkflowExecutionInfo | WorkflowExecutionDescription;

/** The list is a moment old, and clocks differ: far more than either. */
const lookBackMs = 300_000;

/**
 * Lists what runs of a query, each workflow once. The list learns of the end of a run and of the one that continues it
 * one after the other: for a moment such a workflow stands in it twice, or not at all (3 looks of 1,512 beside an ad that
 * began a new run). One that lacks a running run is asked itself. Rejects as `listedRuns` does.
 */
export async function* runningRuns(client: Client, query: string): AsyncGenerator<RunningRun, void, undefined> {
  const since = new Date(Date.now() - lookBackMs).toISOString();
  const continued = `(ExecutionStatus = 'ContinuedAsNew' AND CloseTime > '${since}')`;
  const seen = new Set<string>();
  const continuing = new Set<string>();
  for await (const run of listedRuns(client, { query: `${query} AND (${isRunning} OR ${continued})` })) {
    const { workflowId, status } = run;
    const known = status.name === 'CONTINUED_AS_NEW' ? continuing : seen;
    if (known === seen && !seen.has(workflowId)) yield run;
    known.add(workflowId);
  }
  for (const workflowId of continuing) {
    const run = seen.has(workflowId) ? null : await presentRun(client, workflowId);
    if (run !== null) yield run;
  }
}

export const isRunning = `ExecutionStatus = 'Running'`;

/** Returns the running run of a workflow; null when none runs. */
async function presentRun(client: Client, workflowId: string): Promise<WorkflowExecutionDescription | null> {
  const call = { client, workflowId, timeoutMs: commandTimeoutMs };
  try {
    const run = await inTime(call, 'read', () => client.workflow.getHandle(workflowId).describe());
    return run.status.name === 'RUNNING' ? run : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { payloadsIn } from '../../codec/payloads-in.ts';
import { historyOf, listedRuns } from './listed-runs.ts';
import { sealedWith } from '../../codec/sealed-payload.ts';

/** How the payloads in the history of a run are sealed. */
export interface SealedRun {
  workflowId: string;
  runId: string;
  /** Payloads in clear. */
  clear: number;
  /** Ids of the keys of the others. */
  keys: readonly string[];
}

/** Reads the history of each run that is under way: one that holds payloads in clear cannot go on where only sealed ones count. */
export async function* sealedRuns(client: Client): AsyncGenerator<SealedRun> {
  for await (const { workflowId, runId } of listedRuns(client, { query: "ExecutionStatus = 'Running'" })) {
    const read = await readRun(client, { workflowId, runId });
    if (read !== null) yield read;
  }
}

/** Null for a run that has ended meanwhile and is gone. */
async function readRun(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<SealedRun | null> {
  try {
    const history = await historyOf(client, { workflowId, runId });
    const ids = [...payloadsIn(history.events ?? [])].map(sealedWith);
    const keys = [...new Set(ids.filter((id) => id !== null))];
    return { workflowId, runId, clear: ids.filter((id) => id === null).length, keys };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

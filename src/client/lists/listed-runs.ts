import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { commandTimeoutMs, inTime } from '../kit/command-answer.ts';

/** The largest page that a server returns by default. */
const maxPageRows = 1_000;

/**
 * Lists the runs of a query from the server's visibility. A list is as long as it is, so each page has the limit of a
 * call: rejects with CommandTimeoutError when a page does not come in time, and within any deadline around it.
 */
export async function* listedRuns(
  client: Client,
  { query, pageSize = maxPageRows }: { query: string; pageSize?: number },
): AsyncGenerator<WorkflowExecutionInfo, void, undefined> {
  const runs = client.workflow.list({ query, pageSize })[Symbol.asyncIterator]();
  const call = { client, workflowId: 'the list of workflows', timeoutMs: commandTimeoutMs };
  for (let isMore = true; isMore;) {
    const page = await inTime(call, 'read', () => take(runs, pageSize));
    yield* page;
    isMore = page.length === pageSize;
  }
}

/** The rows of one page are there at once, so that taking as many as a page holds asks the server once. */
async function take<T>(rows: AsyncIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = await rows.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

/** Reads the whole history of a run. Rejects with CommandTimeoutError, and with WorkflowNotFoundError when it is gone. */
export function historyOf(client: Client, { workflowId, runId }: Pick<WorkflowExecutionInfo, 'workflowId' | 'runId'>) {
  const call = { client, workflowId, timeoutMs: commandTimeoutMs };
  return inTime(call, 'read', () => client.workflow.getHandle(workflowId, runId).fetchHistory());
}

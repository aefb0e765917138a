import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { historyOf, listedRuns } from '../lists/listed-runs.ts';

/** The history of one run as the server's protocol has it; nothing here looks inside of it. */
interface ServerHistory {
  workflowId: string;
  workflowType: string;
  events: number;
  history: object;
}

interface HistoryFilter {
  workflowType: string;
  workflowId?: string | undefined;
  /** Also runs that closed after this moment. */
  closedSince: Date;
  /** At most so many; those that run come first. */
  limit: number;
}

const atOnce = 4;

/**
 * Fetches the histories of one type: of what runs, newest first, and then of what has ended lately. One that the server
 * drops meanwhile is left out. Throws a RangeError for a workflow id that is unsafe in a query.
 */
export async function* serverHistories(client: Client, filter: HistoryFilter): AsyncGenerator<ServerHistory> {
  let left = filter.limit;
  for (const isRunning of [true, false]) {
    for await (const batch of batches(client, historyQuery(filter, isRunning), left)) {
      yield* (await Promise.all(batch.map((run) => fetchHistory(client, run)))).flat();
      left -= batch.length;
    }
  }
}

interface RunName {
  workflowId: string;
  runId: string;
  type: string;
}

async function* batches(client: Client, query: string, limit: number): AsyncGenerator<RunName[]> {
  let left = limit;
  let batch: RunName[] = [];
  if (left <= 0) return;
  for await (const { workflowId, runId, type } of listedRuns(client, { query })) {
    batch.push({ workflowId, runId, type });
    left -= 1;
    if (left === 0) break;
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** None for a run that the server has dropped meanwhile. */
async function fetchHistory(client: Client, run: RunName): Promise<ServerHistory[]> {
  try {
    const history = await historyOf(client, run);
    const { workflowId, type } = run;
    return [{ workflowId, workflowType: type, events: history.events?.length ?? 0, history }];
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}

const idForm = /^[\w.:-]+$/;

function historyQuery({ workflowType, workflowId, closedSince }: HistoryFilter, isRunning: boolean): string {
  const parts = [`WorkflowType = '${workflowType}'`];
  if (workflowId !== undefined) {
    if (!idForm.test(workflowId)) {
      throw new RangeError(`workflow id ${JSON.stringify(workflowId)}: letters, digits and :._- only`);
    }
    parts.push(`WorkflowId = '${workflowId}'`);
  }
  parts.push(isRunning ? `ExecutionStatus = 'Running'` : `CloseTime > '${closedSince.toISOString()}'`);
  return parts.join(' AND ');
}

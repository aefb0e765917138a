import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { historyOf } from '../lists/listed-runs.ts';
import type { ServerRun } from './server-runs.ts';

/** The history of one run as the server's protocol has it; nothing here looks inside of it. */
interface ServerHistory extends ServerRun {
  events: number;
  history: object;
}

const atOnce = 4;

/**
 * Fetches the histories of runs, in their order. Null stands for one that the server has dropped meanwhile: it runs no
 * more.
 */
export async function* serverHistories(
  client: Client,
  runs: readonly ServerRun[],
): AsyncGenerator<ServerHistory | null> {
  for (let from = 0; from < runs.length; from += atOnce) {
    yield* await Promise.all(runs.slice(from, from + atOnce).map((run) => fetchHistory(client, run)));
  }
}

async function fetchHistory(client: Client, run: ServerRun): Promise<ServerHistory | null> {
  try {
    const history = await historyOf(client, run);
    return { ...run, events: history.events?.length ?? 0, history };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

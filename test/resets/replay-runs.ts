import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { cacheDirs } from '../../src/server/cache-dir.ts';
import { loadBundle } from '../../src/workers/bundle/load-bundle.ts';
import type { RunName } from './reset-points.ts';
import { AskingWorkflows } from '../../src/workers/notices/asking-workflows.ts';

const silent = { debug: () => undefined, warn: () => undefined };

/**
 * Replays runs on the workflows as they are; returns what is wrong with each, in order. A run that broke shows nothing of it
 * as long as a worker keeps it in its memory.
 */
export async function replayRuns(client: Client, runs: readonly RunName[]): Promise<(string | null)[]> {
  const workflowBundle = await loadBundle({ cacheDirs: cacheDirs(process.env), logger: silent });
  const histories = (async function* () {
    for (const { workflowId, runId } of runs)
      yield { workflowId, history: await client.workflow.getHandle(workflowId, runId).fetchHistory() };
  })();
  const problems: (string | null)[] = [];
  for await (const { error } of Worker.runReplayHistories(
    { workflowBundle, sinks: new AskingWorkflows().sinks() },
    histories,
  ))
    problems.push(error === undefined ? null : `it does not replay: ${error.message.slice(0, 400)}`);
  return problems;
}

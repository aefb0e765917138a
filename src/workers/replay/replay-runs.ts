import type { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { ServerRun } from '../../client/versions/server-runs.ts';
import { serverHistories } from '../../client/versions/workflow-histories.ts';
import { replayHistories, type NamedHistory, type Replayed } from './replay-histories.ts';

/** With what the runs of a server are replayed, and until when. */
interface RunReplay {
  client: Client;
  workflowBundle: { code: string };
  dataConverter: DataConverter;
  /** Settles when the time for it is up; what was not read by then stays unread. */
  timeUp: Promise<unknown>;
  /** Called after each run: how many have been read by then. */
  onRead?: (count: number) => void;
}

/** What became of the runs: each was replayed, has ended and gone meanwhile, or was not read. */
export interface ReplayedRuns {
  replayed: Replayed[];
  unread: ServerRun[];
}

/** Replays runs in their order, until all are read or the time is up. */
export async function replayRuns(replay: RunReplay, runs: readonly ServerRun[]): Promise<ReplayedRuns> {
  const replayed: Replayed[] = [];
  if (runs.length === 0) return { replayed, unread: [] };
  const gone = new Set<string>();
  const results = replayHistories(replay.workflowBundle, named(replay.client, runs, gone), replay.dataConverter);
  const late = replay.timeUp.then(() => null);
  for (;;) {
    const next = await Promise.race([late, results.next()]);
    if (next === null || next.done === true) break;
    replayed.push(next.value);
    replay.onRead?.(replayed.length + gone.size);
  }
  // One that hangs ends by itself, or with the process.
  void results.return(undefined).catch(() => undefined);
  const read = new Set([...gone, ...replayed.map(({ runId }) => runId)]);
  return { replayed, unread: runs.filter(({ runId }) => !read.has(runId)) };
}

async function* named(client: Client, runs: readonly ServerRun[], gone: Set<string>): AsyncGenerator<NamedHistory> {
  let at = 0;
  for await (const history of serverHistories(client, runs)) {
    const runId = runs[at]?.runId ?? '';
    at += 1;
    if (history === null) gone.add(runId);
    else yield { ...history, name: history.workflowId };
  }
}

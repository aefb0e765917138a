import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import { listedRuns } from '../lists/listed-runs.ts';

/** A run as the server lists it. */
export interface ServerRun {
  workflowId: string;
  runId: string;
  workflowType: string;
  startedAtMs: number;
  /** The builds of the program that have answered tasks of it, in the server's words. */
  builds: readonly string[];
}

/** Kept by the server itself; no attribute of Peerdesk. */
const buildIds = defineSearchAttributeKey('BuildIds', SearchAttributeType.KEYWORD_LIST);

/** Returns the runs of a query, the newest first; at most `limit`. */
export async function serverRuns(
  client: Client,
  query: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<ServerRun[]> {
  const runs: ServerRun[] = [];
  if (limit <= 0) return runs;
  for await (const row of listedRuns(client, { query })) {
    runs.push(serverRun(row));
    if (runs.length >= limit) break;
  }
  return runs;
}

function serverRun({ workflowId, runId, type, startTime, typedSearchAttributes }: WorkflowExecutionInfo): ServerRun {
  return {
    workflowId,
    runId,
    workflowType: type,
    startedAtMs: startTime.getTime(),
    builds: typedSearchAttributes.get(buildIds) ?? [],
  };
}

/**
 * Returns runs with the oldest first, then the newest, the second oldest and so on: where only some can be read, those of
 * an older version are among them.
 */
export function outsideIn(runs: readonly ServerRun[]): ServerRun[] {
  const sorted = runs.toSorted((left, right) => left.startedAtMs - right.startedAtMs);
  return sorted.map((_run, at) => sorted[at % 2 === 0 ? at / 2 : sorted.length - (at + 1) / 2]).filter(isRun);
}

const isRun = (run: ServerRun | undefined): run is ServerRun => run !== undefined;

const idForm = /^[\w.:-]+$/;

/** Returns the query of the runs of one type. Throws a RangeError for a workflow id that is unsafe in a query. */
export function runQuery(workflowType: string, workflowId: string | undefined): string {
  const ofType = `WorkflowType = '${workflowType}'`;
  if (workflowId === undefined) return ofType;
  if (!idForm.test(workflowId)) {
    throw new RangeError(`workflow id ${JSON.stringify(workflowId)}: letters, digits and :._- only`);
  }
  return `${ofType} AND WorkflowId = '${workflowId}'`;
}

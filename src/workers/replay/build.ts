import { createHash } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { ServerRun } from '../../client/versions/server-runs.ts';

const hashLength = 16;
const sourceMap = '//# sourceMappingURL=';

/** The name of the code of a worker without a version. */
interface Build {
  buildId: string;
}

/**
 * Returns the name of a bundle's code, which the server notes at each run whose tasks it answers. Where the sources lie
 * is no part of it: the same code of two folders is one build. It is the worker's option of that name: the newer one, of
 * a deployment that routes nothing, lets a workflow take itself for versioned.
 */
export function buildOf({ code }: { code: string }): Build {
  const end = code.lastIndexOf(sourceMap);
  const hash = createHash('sha256').update(end === -1 ? code : code.slice(0, end));
  return { buildId: `peerdesk-${hash.digest('hex').slice(0, hashLength)}` };
}

const atOnce = 20;

/** Returns the runs whose last task was answered by other code than this build. One without an answer has nothing to replay. */
export async function runsOfOthers(client: Client, runs: readonly ServerRun[], build: string): Promise<ServerRun[]> {
  const found: ServerRun[] = [];
  for (let from = 0; from < runs.length; from += atOnce) {
    const some = runs.slice(from, from + atOnce);
    const areOurs = await Promise.all(some.map((run) => isLastOf(client, run, build)));
    found.push(...some.filter((_run, at) => areOurs[at] === false));
  }
  return found;
}

/** Most runs have known one build alone, and need no question; one that has just begun is listed without any. */
async function isLastOf(client: Client, { workflowId, runId, builds }: ServerRun, build: string): Promise<boolean> {
  const own = `unversioned:${build}`;
  if (builds.length > 0 && !builds.includes(own)) return false;
  if (builds.length > 0 && builds.every((name) => name === own || name === 'unversioned')) return true;
  const { workflowExecutionInfo } = await client.workflowService.describeWorkflowExecution({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
  });
  const { mostRecentWorkerVersionStamp: stamp, versioningInfo } = workflowExecutionInfo ?? {};
  // Of an answer of a version the server keeps no such stamp, and leaves the one before.
  if (versioningInfo !== null && versioningInfo !== undefined) return false;
  return stamp === null || stamp === undefined || stamp.buildId === build;
}

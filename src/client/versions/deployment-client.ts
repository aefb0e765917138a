import type { Client } from '@temporalio/client';
import type { VersionFacts } from '../../domain/version-state.ts';
import { listedRuns } from '../lists/listed-runs.ts';
import { followsVersions, wakeSignal, workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import { isSameVersion, routeOf, versionOf, type VersionPoller, type WorkerVersion } from './worker-version.ts';

/** A deployment: its versions, the newest first. */
export interface DeploymentView {
  deployment: string;
  /** Null: none was promoted, or unversioned workers get what is new. */
  current: string | null;
  currentSinceMs: number | null;
  versions: VersionFacts[];
}

/** A workflow that is left on a version. */
export interface LeftWorkflow {
  workflowId: string;
  workflowType: string;
  startedAtMs: number;
}

/** Each call asks the server; only `promote` and `wake` change something. */
export interface DeploymentControl {
  /** Rejects with the server's error when there is no such deployment. */
  view(): Promise<DeploymentView>;
  /** Returns the task queues that a version was seen on and that no process of it serves now. */
  unserved(buildId: string): Promise<string[]>;
  /** Makes a version the current one: all that is new goes there. */
  promote(buildId: string): Promise<void>;
  /** Returns what still runs on a version and keeps it from being stopped; at most `limit`. */
  left(buildId: string, limit: number): Promise<LeftWorkflow[]>;
  /** Causes a task in each workflow that could go on with the current version. Returns how many there were. */
  wake(current: string): Promise<number>;
}

/** Returns at most 100 names, which is one page of the server. */
export async function deploymentNames(client: Client): Promise<string[]> {
  const { workerDeployments } = await client.workflowService.listWorkerDeployments({
    namespace: client.options.namespace,
    pageSize: 100,
  });
  return (workerDeployments ?? []).map(({ name }) => name ?? '').filter((name) => name !== '');
}

/** The control of a deployment; nothing is called yet. */
export function deploymentControl(client: Client, deploymentName: string): DeploymentControl {
  const { namespace, identity } = client.options;
  const service = client.workflowService;
  return {
    view: () => readView(client, deploymentName),
    unserved: async (buildId) => {
      const queues = await servedQueues(client, { deploymentName, buildId });
      return queues.filter(({ pollers }) => pollers.length === 0).map(({ name }) => name);
    },
    promote: async (buildId) => {
      await service.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId, identity });
    },
    left: (buildId, limit) => listed(client, leftQuery({ deploymentName, buildId }, workflowTypes), limit),
    wake: (current) => wakeFollowers(client, { deploymentName, buildId: current }),
  };
}

async function readView(client: Client, deploymentName: string): Promise<DeploymentView> {
  const { namespace } = client.options;
  const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({ namespace, deploymentName });
  const routing = workerDeploymentInfo?.routingConfig;
  const current = versionOf(routing?.currentDeploymentVersion);
  const ramping = versionOf(routing?.rampingDeploymentVersion);
  const versions = (workerDeploymentInfo?.versionSummaries ?? []).map(async (summary): Promise<VersionFacts[]> => {
    const version = versionOf(summary.deploymentVersion);
    if (version === null) return [];
    const isCurrent = isSameVersion(version, current);
    const isRamping = !isCurrent && isSameVersion(version, ramping);
    const wasActive = instantMs(summary.firstActivationTime) !== null;
    return [{ buildId: version.buildId, isCurrent, isRamping, wasActive, ...(await usesOf(client, version)) }];
  });
  return {
    deployment: deploymentName,
    current: current?.buildId ?? null,
    currentSinceMs: instantMs(routing?.currentVersionChangedTime),
    versions: (await Promise.all(versions)).flat(),
  };
}

function instantMs(at: { seconds?: { toString(): string } | null } | null | undefined): number | null {
  const seconds = at?.seconds ?? null;
  return seconds === null ? null : Number(seconds) * 1_000;
}

async function usesOf(
  client: Client,
  version: WorkerVersion,
): Promise<Pick<VersionFacts, 'workers' | 'orders' | 'others'>> {
  const [queues, orders, others] = await Promise.all([
    servedQueues(client, version),
    countLeft(client, version, staying),
    countLeft(client, version, following),
  ]);
  const workers = new Set(queues.flatMap(({ pollers }) => pollers.map(({ name }) => name)));
  return { workers: [...workers].toSorted(), orders, others };
}

interface ServedQueue {
  name: string;
  /** Of this version alone. */
  pollers: VersionPoller[];
}

async function servedQueues(client: Client, version: WorkerVersion): Promise<ServedQueue[]> {
  const { versionTaskQueues } = await client.workflowService.describeWorkerDeploymentVersion({
    namespace: client.options.namespace,
    deploymentVersion: version,
  });
  return Promise.all(
    versionTaskQueues.map(async ({ name, type }) => {
      const { pollers } = await routeOf(client, { name: name ?? '', kind: type === 1 ? 'workflows' : 'activities' });
      return { name: name ?? '', pollers: pollers.filter((poller) => isSameVersion(poller.version, version)) };
    }),
  );
}

const staying = workflowTypes.filter((type) => !followsVersions(type));
const following = workflowTypes.filter(followsVersions);

/** A workflow that is not pinned counts for no version: each of its tasks goes to the current one. */
function leftQuery({ deploymentName, buildId }: WorkerVersion, types: readonly string[]): string {
  const names = types.map((type) => `'${type}'`).join(', ');
  return `TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}' AND ${pinnedQuery} AND WorkflowType IN (${names})`;
}

const pinnedQuery = `ExecutionStatus = 'Running' AND TemporalWorkflowVersioningBehavior = 'Pinned'`;

async function countLeft(client: Client, version: WorkerVersion, types: readonly string[]): Promise<number> {
  return (await client.workflow.count(leftQuery(version, types))).count;
}

async function listed(client: Client, query: string, limit: number): Promise<LeftWorkflow[]> {
  const found: LeftWorkflow[] = [];
  for await (const { workflowId, type, startTime } of listedRuns(client, { query })) {
    found.push({ workflowId, workflowType: type, startedAtMs: startTime.getTime() });
    if (found.length >= limit) break;
  }
  return found;
}

const atOnce = 10;

async function wakeFollowers(client: Client, { deploymentName, buildId }: WorkerVersion): Promise<number> {
  const types = following.map((type) => `'${type}'`).join(', ');
  const query = `TemporalWorkerDeployment = '${deploymentName}' AND TemporalWorkerDeploymentVersion != '${deploymentName}:${buildId}' AND ${pinnedQuery} AND WorkflowType IN (${types})`;
  let woken = 0;
  let batch: Promise<unknown>[] = [];
  for await (const { workflowId, runId } of listedRuns(client, { query })) {
    // One that has begun a new run meanwhile needs nothing.
    batch.push(
      client.workflow
        .getHandle(workflowId, runId)
        .signal(wakeSignal)
        .catch(() => undefined),
    );
    woken += 1;
    if (batch.length < atOnce) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return woken;
}

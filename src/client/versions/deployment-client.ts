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
  runId: string;
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
  /**
   * Causes a task in each workflow that could go on with the current version, unless it was woken before: `woken` holds
   * their runs, and gets those of now. Returns how many could.
   */
  wake(current: string, woken?: Set<string>): Promise<number>;
  /**
   * Returns what runs on the queues of this deployment and has no version yet: its next task goes to whichever is current
   * then, with all of its history.
   */
  unversioned(): Promise<LeftWorkflow[]>;
  /** Causes a task in each of those: the current version answers it, and has it from then on. */
  pin(workflows: readonly LeftWorkflow[]): Promise<void>;
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
    wake: (current, woken = new Set()) => wakeFollowers(client, { deploymentName, buildId: current }, woken),
    unversioned: () => listUnversioned(client, deploymentName),
    pin: (workflows) => wakeRuns(client, workflows),
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
  /** The pollers of this version alone. */
  pollers: VersionPoller[];
}

async function servedQueues(client: Client, version: WorkerVersion): Promise<ServedQueue[]> {
  const { versionTaskQueues } = await client.workflowService.describeWorkerDeploymentVersion({
    namespace: client.options.namespace,
    deploymentVersion: version,
  });
  return Promise.all(
    versionTaskQueues.map(async ({ name, type }) => {
      const { pollers } = await routeOf(client, {
        name: name ?? '',
        kind: type === queueOfWorkflows ? 'workflows' : 'activities',
      });
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
  for await (const { workflowId, runId, type, startTime } of listedRuns(client, { query })) {
    found.push({ workflowId, runId, workflowType: type, startedAtMs: startTime.getTime() });
    if (found.length >= limit) break;
  }
  return found;
}

const atOnce = 10;
/** temporal.api.enums.v1.TaskQueueType */
const queueOfWorkflows = 1;

async function wakeFollowers(
  client: Client,
  { deploymentName, buildId }: WorkerVersion,
  woken: Set<string>,
): Promise<number> {
  const types = following.map((type) => `'${type}'`).join(', ');
  const query = `TemporalWorkerDeployment = '${deploymentName}' AND TemporalWorkerDeploymentVersion != '${deploymentName}:${buildId}' AND ${pinnedQuery} AND WorkflowType IN (${types})`;
  const followers = await listed(client, query, Number.POSITIVE_INFINITY);
  await wakeRuns(
    client,
    followers.filter(({ runId }) => !woken.has(runId)),
  );
  for (const { runId } of followers) woken.add(runId);
  return followers.length;
}

/** One that has ended or begun a new run meanwhile needs nothing. */
async function wakeRuns(client: Client, runs: readonly LeftWorkflow[]): Promise<void> {
  for (let from = 0; from < runs.length; from += atOnce) {
    const some = runs.slice(from, from + atOnce).map(({ workflowId, runId }) =>
      client.workflow
        .getHandle(workflowId, runId)
        .signal(wakeSignal)
        .catch(() => undefined),
    );
    await Promise.all(some);
  }
}

async function listUnversioned(client: Client, deploymentName: string): Promise<LeftWorkflow[]> {
  const queues = await workflowQueues(client, deploymentName);
  if (queues.length === 0) return [];
  const types = workflowTypes.map((type) => `'${type}'`).join(', ');
  const names = queues.map((queue) => `'${queue}'`).join(', ');
  const query = `TaskQueue IN (${names}) AND ExecutionStatus = 'Running' AND TemporalWorkerDeploymentVersion IS NULL AND WorkflowType IN (${types})`;
  return listed(client, query, Number.POSITIVE_INFINITY);
}

/** Returns the queues of workflows that any version of a deployment was seen on. */
async function workflowQueues(client: Client, deploymentName: string): Promise<string[]> {
  const { namespace } = client.options;
  const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({ namespace, deploymentName });
  const versions = (workerDeploymentInfo?.versionSummaries ?? []).map((summary) =>
    versionOf(summary.deploymentVersion),
  );
  const queues = versions.map(async (version) => {
    if (version === null) return [];
    const known = await client.workflowService.describeWorkerDeploymentVersion({
      namespace,
      deploymentVersion: version,
    });
    return known.versionTaskQueues.flatMap(({ name, type }) => (type === queueOfWorkflows ? [name ?? ''] : []));
  });
  return [...new Set((await Promise.all(queues)).flat())].filter((name) => name !== '');
}

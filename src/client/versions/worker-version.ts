import type { Client } from '@temporalio/client';

/** A version of the program in a deployment, as Temporal knows it. */
export interface WorkerVersion {
  deploymentName: string;
  buildId: string;
}

/** A process that polls a task queue, as pid@host. */
export interface VersionPoller {
  name: string;
  /** Null: it serves without a deployment. */
  version: WorkerVersion | null;
}

/** Who serves a task queue, and which version gets what is new there. */
export interface QueueRoute {
  /** Null: none was promoted. */
  current: WorkerVersion | null;
  pollers: VersionPoller[];
}

/** temporal.api.enums.v1.TaskQueueType */
const queueKinds = { workflows: 1, activities: 2 } as const;
/** temporal.api.enums.v1.WorkerVersioningMode */
const versioned = 2;
/** A waiting poll is up to a minute old; the server remembers a poller for five. */
const pollerFreshMs = 70_000;

/** Returns who serves a task queue, and the version that was promoted for it. */
export async function routeOf(
  client: Client,
  queue: { name: string; kind: keyof typeof queueKinds },
): Promise<QueueRoute> {
  const { pollers, versioningInfo } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue.name },
    taskQueueType: queueKinds[queue.kind],
  });
  const fresh = (pollers ?? []).filter(
    ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < pollerFreshMs,
  );
  return {
    current: versionOf(versioningInfo?.currentDeploymentVersion),
    pollers: fresh.map(({ identity, deploymentOptions }) => ({
      name: identity ?? '',
      version: deploymentOptions?.workerVersioningMode === versioned ? versionOf(deploymentOptions) : null,
    })),
  };
}

type WireVersion = { deploymentName?: string | null; buildId?: string | null } | null | undefined;

/** Returns a version as the server writes it; null for none. */
export function versionOf(wire: WireVersion): WorkerVersion | null {
  const { deploymentName, buildId } = wire ?? {};
  return deploymentName && buildId ? { deploymentName, buildId } : null;
}

/** Returns whether both are the same version, or neither is one. */
export function isSameVersion(one: WorkerVersion | null, other: WorkerVersion | null): boolean {
  return one?.deploymentName === other?.deploymentName && one?.buildId === other?.buildId;
}

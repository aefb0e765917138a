import type { Client } from '@temporalio/client';
import { isSameVersion, routeOf, type QueueRoute, type WorkerVersion } from '../../client/versions/worker-version.ts';

/** What a promotion means for a process that serves one version. */
interface Promotion {
  /** The version of this process gets what is new. Always true without a deployment. */
  isOurs: boolean;
  /** A process of the version that was promoted waits for the lead. */
  isSuccessorWaiting: boolean;
}

interface VersionedQueue {
  client: Client;
  version: WorkerVersion | null;
  /** The queue on which the lead is offered. */
  leadQueue: string;
}

/** Returns what has been promoted by now, as the queue of the lead knows it. */
export async function readPromotion({ client, version, leadQueue }: VersionedQueue): Promise<Promotion> {
  if (version === null) return { isOurs: true, isSuccessorWaiting: false };
  return promotionOf(version, await routeOf(client, { name: leadQueue, kind: 'activities' }));
}

/** Returns what the route of a queue means for a process of a version. */
export function promotionOf(version: WorkerVersion, { current, pollers }: QueueRoute): Promotion {
  const isOurs = isSameVersion(current, version);
  const isSuccessorWaiting =
    !isOurs && current !== null && pollers.some((poller) => isSameVersion(poller.version, current));
  return { isOurs, isSuccessorWaiting };
}

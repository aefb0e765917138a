import type { WorkflowHandle } from '@temporalio/client';
import { fromPayload } from './payloads.ts';

/**
 * Returns the last heartbeat of a running watch, as the pending activity shows it; null when there is none, or when a
 * slow first look has only said that it is alive.
 */
export async function watchHeartbeat<Beat>(handle: WorkflowHandle, activity: string): Promise<Beat | null> {
  const { raw } = await handle.describe();
  const watch = raw.pendingActivities?.find(({ activityType }) => activityType?.name === activity);
  const payload = watch?.heartbeatDetails?.payloads?.[0];
  if (payload === undefined) return null;
  return (await fromPayload<Beat | null | undefined>(handle.client, handle.workflowId, payload)) ?? null;
}

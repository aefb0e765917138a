import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { expect, it } from 'vitest';
import { watchHeartbeat } from '../../../src/client/connection/heartbeat.ts';

/** A workflow whose watch has sent these details with its last heartbeat. */
function watchedBy(...details: unknown[]): WorkflowHandle {
  const payloads = details.map((value) => defaultPayloadConverter.toPayload(value));
  const pendingActivities = [{ activityType: { name: 'watchMarket' }, heartbeatDetails: { payloads } }];
  const loadedDataConverter = { payloadConverter: defaultPayloadConverter, payloadCodecs: [] };
  const handle = {
    workflowId: 'ad:main:1',
    client: { options: { namespace: 'default', loadedDataConverter } },
    describe: async () => ({ raw: { pendingActivities } }),
  };
  return handle as unknown as WorkflowHandle;
}

it('a watch whose first look is slow says only that it is alive: no look is known yet', async () => {
  expect(await watchHeartbeat(watchedBy(undefined), 'watchMarket')).toBeNull();
  expect(await watchHeartbeat(watchedBy(), 'watchMarket')).toBeNull();
  expect(await watchHeartbeat(watchedBy({ note: 'at target' }), 'watchMarket')).toEqual({ note: 'at target' });
  expect(await watchHeartbeat(watchedBy({ note: 'at target' }), 'watchOrders')).toBeNull();
});

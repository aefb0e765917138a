import { expect, it } from 'vitest';
import { plainCodec } from '../../../src/codec/payload-codec.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';
import {
  callingWorkers,
  standingQueues,
  standingWorkers,
  type WorkerPlace,
} from '../../../src/workers/queues/desk-workers.ts';

function placeOf(egress: string): WorkerPlace {
  const config = { group: 'main', egress, settings: defaultSettings };
  const asking = new AskingWorkflows();
  const place = {
    config,
    namespace: 'default',
    codec: plainCodec,
    asking,
    workflowBundle: { code: '' },
    version: null,
  };
  return place as unknown as WorkerPlace;
}

const dispatching = {} as Parameters<typeof callingWorkers>[2];

it('ADR 0031: a hold reaches a money step within half a second, and a frozen process is given two of them at most', () => {
  const found = callingWorkers(placeOf('main'), [], dispatching).map((worker) => [
    worker.taskQueue,
    worker.maxHeartbeatThrottleInterval,
    worker.defaultHeartbeatThrottleInterval,
    worker.activityTaskPollerBehavior,
  ]);
  const polls = (maximum: number) => ({ type: 'autoscaling', minimum: 1, initial: 1, maximum });
  expect(found).toEqual([
    ['peerdesk:main:calls', 2_000, 2_000, polls(5)],
    ['peerdesk:main:money', 500, 500, polls(2)],
    ['peerdesk:main:watch', 2_000, 2_000, polls(5)],
  ]);
});

it('ADR 0031: each process carries the workflows of its group, and of an egress that groups share; the group alone has the lead', () => {
  const lead = {} as Parameters<typeof standingWorkers>[1];
  const found = (egress: string) =>
    standingWorkers(placeOf(egress), lead).map(({ taskQueue, activities, maxConcurrentActivityTaskExecutions }) => [
      taskQueue,
      Object.keys(activities ?? {}),
      maxConcurrentActivityTaskExecutions,
    ]);
  expect(found('main')).toEqual([['peerdesk:main', ['keepLead'], 1]]);
  expect(found('shared')).toEqual([
    ['peerdesk:main', ['keepLead'], 1],
    [standingQueues({ group: 'main', egress: 'shared' })[1], [], undefined],
  ]);
});

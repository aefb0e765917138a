import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

it('promise 4: a read that a worker took with it when it died is missed within 8 s', async () => {
  const { activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
  await desk.withOrder(env, { account: 'lost-read', activities }, async (handle) => {
    await desk.waitsFor(handle, 'awaiting-payment');
    const { events } = await handle.fetchHistory();
    const scheduled = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: read }) => read ?? []);
    const reads = scheduled.filter(({ activityType }) => activityType?.name === 'readOrder');
    expect(reads.length).toBeGreaterThan(0);
    for (const { heartbeatTimeout } of reads) expect(Number(heartbeatTimeout?.seconds)).toBe(8);
    await handle.terminate();
  });
});

import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { quietRuntime, type FakeActivities } from './workflow-harness.ts';
import * as desk from './order/order-service.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** What the server is told of a call: how long its attempts and all of them may take, in s, and how many there are. */
interface Limits {
  activity: string;
  attempt: number;
  all: number;
  heartbeat: number;
  attempts: number;
}

/** The limits of the calls of an order whose release was lost on its way, in the order in which they were made. */
async function limitsOf(account: string): Promise<Limits[]> {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
  const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
    truth.releases.push(input);
    desk.become(truth, OrderStatus.COMPLETED);
    throw ApplicationFailure.retryable('the worker went away', 'LOST');
  };
  let limits: Limits[] = [];
  await desk.withOrder(env, { account, activities: { ...activities, releaseCoin } }, async (handle) => {
    await handle.result();
    const { events } = await handle.fetchHistory();
    limits = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: call }) =>
      call === null || call === undefined
        ? []
        : [
            {
              activity: call.activityType?.name ?? '',
              attempt: Number(call.startToCloseTimeout?.seconds ?? 0),
              all: Number(call.scheduleToCloseTimeout?.seconds ?? 0),
              heartbeat: Number(call.heartbeatTimeout?.seconds ?? 0),
              attempts: call.retryPolicy?.maximumAttempts ?? 0,
            },
          ],
    );
  });
  return limits;
}

describe('design 6: how long the calls of an order may take', () => {
  it('a step that moves money has one attempt, within its bound; each read has its time, so that a human is asked within a minute', async () => {
    const limits = await limitsOf('limits-release');
    const released = limits.findIndex(({ activity }) => activity === 'releaseCoin');
    const [before, after] = [limits.slice(0, released), limits.slice(released + 1)];
    expect(limits[released]).toEqual({ activity: 'releaseCoin', attempt: 10, all: 10, heartbeat: 10, attempts: 1 });
    // Retried for as long as the setting for slow reads says, with the heartbeats of a live worker.
    const patient = { attempt: 30, all: 40, heartbeat: 8, attempts: 0 };
    expect(before.filter(({ activity }) => activity !== 'readSettings')).toEqual([
      { activity: 'readOrder', ...patient },
      { activity: 'checkRelease', ...patient },
    ]);
    // While the outcome is open each read soon answers or fails: a human is asked although all of them hang.
    const reconciling = { activity: 'readOrder', attempt: 10, all: 20, heartbeat: 0, attempts: 3 };
    expect(after[0]).toEqual(reconciling);
  });
});

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

import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type { OrderLifecycleInput } from '../../src/workflows/contract/definitions.ts';
import { createTimeSkippingEnv } from '../setup/time-skipping-env.ts';
import { orderFacts, orderInput, releaseFacts } from './fixtures.ts';
import { quietRuntime, untilView, withWorkers } from './workflow-harness.ts';
import type { FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createTimeSkippingEnv();
});
afterAll(() => env.teardown());

/** A service with one order; `release` says what a call does to it and what it answers. */
function service(start: OrderStatus) {
  const truth = { status: start, releases: 0, marks: 0 };
  const order = () => orderFacts({ status: truth.status });
  const activities: FakeActivities = {
    readOrder: async () => order(),
    readReleaseFacts: async () => releaseFacts({ order: order() }),
    releaseCoin: async () => {
      truth.releases += 1;
      truth.status = OrderStatus.COMPLETED;
      return { kind: 'executed', orderNumber: null };
    },
  };
  return { truth, activities };
}

async function start(input: OrderLifecycleInput) {
  return env.client.workflow.start('orderLifecycle', {
    workflowId: definitions.orderWorkflowId(input.account, input.orderNumber),
    taskQueue: definitions.accountTaskQueue(input.account),
    args: [input],
  });
}

describe('design 6: the release path of an order that the desk sells', () => {
  it('policy paid: an order that arrives paid is released once and completes', async () => {
    const account = 'release-paid';
    const { truth, activities } = service(OrderStatus.PAID);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(orderInput(account));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
    });
    expect(truth.releases).toBe(1);
  });

  it('policy approve: nothing is released before a human approves, and a second approval by the same person is refused', async () => {
    const account = 'release-approve';
    const { truth, activities } = service(OrderStatus.PAID);
    const input = orderInput(account);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start({ ...input, release: { ...input.release, policy: 'approve' } });
      const read = () => handle.query(definitions.orderStateQuery);
      const waiting = await untilView(read, (view) => view.waitingFor === 'release-gate');
      expect(waiting.checks.map((check) => check.name)).toEqual(['approval']);
      expect(waiting.needsHuman).toBe(true);
      expect(truth.releases).toBe(0);
      await expect(
        handle.executeUpdate(definitions.approveReleaseUpdate, { args: [{ by: ' ' }] }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('say who') } });
      await handle.executeUpdate(definitions.approveReleaseUpdate, { args: [{ by: 'ana' }] });
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });

  it('I4, I5: an attempt whose worker was lost is never sent again when a read shows the release', async () => {
    const account = 'release-lost';
    const { truth, activities } = service(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async () => {
      truth.releases += 1;
      truth.status = OrderStatus.COMPLETED;
      throw ApplicationFailure.retryable('the worker went away', 'LOST');
    };
    await withWorkers(env, { account, activities: { ...activities, releaseCoin } }, async () => {
      const handle = await start(orderInput(account));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
    });
    expect(truth.releases).toBe(1);
  });

  it('design 6: "not done" is believed only after bound + recvWindow + settle and from two reads; then the step runs again', async () => {
    const account = 'release-not-done';
    const { truth, activities } = service(OrderStatus.PAID);
    const sentAtMs: number[] = [];
    const releaseCoin: FakeActivities['releaseCoin'] = async () => {
      sentAtMs.push(await env.currentTimeMs());
      truth.releases += 1;
      if (truth.releases === 1) return { kind: 'unknown', reason: 'connection reset' };
      truth.status = OrderStatus.COMPLETED;
      return { kind: 'executed', orderNumber: null };
    };
    await withWorkers(env, { account, activities: { ...activities, releaseCoin } }, async () => {
      const handle = await start(orderInput(account));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 2 } });
    });
    expect((sentAtMs[1] ?? 0) - (sentAtMs[0] ?? 0)).toBeGreaterThan(10_000 + 3_000 + 15_000);
  });

  it('design 6: an outcome that cannot be read waits for a human, whose word "done" is never answered by a second send', async () => {
    const account = 'release-undecided';
    const { truth, activities } = service(OrderStatus.PAID);
    let readable = true;
    const readOrder: FakeActivities['readOrder'] = async () => {
      if (!readable) throw ApplicationFailure.nonRetryable('no answer', 'NON_RETRIABLE_BUSINESS');
      return orderFacts({ status: truth.status });
    };
    const releaseCoin: FakeActivities['releaseCoin'] = async () => {
      truth.releases += 1;
      readable = false;
      return { kind: 'unknown', reason: 'timeout' };
    };
    await withWorkers(env, { account, activities: { ...activities, readOrder, releaseCoin } }, async () => {
      const handle = await start(orderInput(account, { settings: { reconcileWindowMs: 20_000 } }));
      const read = () => handle.query(definitions.orderStateQuery);
      // Time skips only while a result is awaited.
      const result = handle.result();
      await untilView(read, (view) => view.waitingFor === 'needs-human');
      readable = true;
      await handle.executeUpdate(definitions.resolveUpdate, {
        args: [{ by: 'ana', outcome: 'done', note: 'seen in the app' }],
      });
      truth.status = OrderStatus.COMPLETED;
      await handle.signal(definitions.orderEventsSignal, [{ status: null, atMs: 0, source: 'list' }]);
      expect(await result).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });

  it('I6: a hold stops the release although the order is paid; unhold lets it go', async () => {
    const account = 'release-held';
    const { truth, activities } = service(OrderStatus.AWAITING_PAYMENT);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(orderInput(account));
      const read = () => handle.query(definitions.orderStateQuery);
      await untilView(read, (view) => view.waitingFor === 'awaiting-payment');
      await handle.executeUpdate(definitions.holdUpdate, { args: [{ by: 'ana', note: 'third party' }] });
      truth.status = OrderStatus.PAID;
      await handle.signal(definitions.orderEventsSignal, [{ status: 'PAID', atMs: 1, source: 'list' }]);
      await untilView(read, (view) => view.waitingFor === 'held');
      expect(truth.releases).toBe(0);
      await handle.executeUpdate(definitions.unholdUpdate, { args: [{ by: 'ana' }] });
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });

  it('EP-21: an open identity check keeps the gate shut until a human says it is fine, once', async () => {
    const account = 'release-kyc';
    const { truth, activities } = service(OrderStatus.PAID);
    let additionalKyc: 1 | 2 = 1;
    let told = 0;
    const order = () => orderFacts({ status: truth.status, additionalKyc });
    const withKyc: FakeActivities = {
      ...activities,
      readOrder: async () => order(),
      readReleaseFacts: async () => releaseFacts({ order: order() }),
      verifyAdditionalKyc: async () => {
        told += 1;
        additionalKyc = 2;
        return 'told';
      },
    };
    await withWorkers(env, { account, activities: withKyc }, async () => {
      const handle = await start(orderInput(account));
      const read = () => handle.query(definitions.orderStateQuery);
      const waiting = await untilView(read, (view) => view.waitingFor === 'release-gate');
      expect(waiting.checks.map((check) => check.name)).toEqual(['additional-kyc']);
      await handle.executeUpdate(definitions.verifyKycUpdate, { args: [{ by: 'ana' }] });
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect({ told, releases: truth.releases }).toEqual({ told: 1, releases: 1 });
  });
});

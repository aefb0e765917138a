import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { peerdeskPaidSince } from '../../../src/workflows/contract/search-attributes.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { createTimeSkippingEnv } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const service = (status: OrderStatus) => desk.serviceOf(() => env, status);

describe('design 6: the release path of an order that the desk sells', () => {
  it('policy paid: an order that arrives paid is released once and completes', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    await desk.withOrder(env, { account: 'release-paid', activities }, async (handle) => {
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('policy approve: nothing is released before a human approves; a second approval by the same person is refused', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const world = { account: 'release-approve', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      const waiting = await desk.waitsFor(handle, 'release-gate');
      expect(waiting.checks.map((check) => check.name)).toEqual(['approval']);
      expect(waiting.needsHuman).toBe(true);
      expect(truth.releases).toEqual([]);
      await expect(desk.approve(handle, ' ')).rejects.toMatchObject({
        cause: { message: expect.stringContaining('say who') },
      });
      truth.killSwitch = 'closed';
      await desk.approve(handle, 'ana');
      await expect(desk.approve(handle, ' Ana ')).rejects.toMatchObject({
        cause: { message: expect.stringContaining('has approved already') },
      });
      truth.killSwitch = 'open';
      await desk.tell(handle, null);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('promise 2: an approved release names every payment that was attached, each with what was said of it last', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const world = { account: 'release-parts', activities, input: desk.byPolicy('approve') };
    const partOf = (proofId: string) => ({
      proofId,
      amount: '9',
      payerName: 'x',
      atMs: 1,
      despite: 'third-party' as const,
    });
    const [first, second] = [partOf('PART-1'), partOf('PART-2')];
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.attach(handle, { ...first, amount: '8' });
      await desk.attach(handle, first);
      await desk.attach(handle, second);
      await desk.approve(handle, 'ana');
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases[0]?.gate).toMatchObject({ match: second, earlierMatches: [first] });
  });

  it('I4, I5: an attempt whose worker was lost is never sent again when a read shows the release', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      desk.become(truth, OrderStatus.COMPLETED);
      throw ApplicationFailure.retryable('the worker went away', 'LOST');
    };
    const world = { account: 'release-lost', activities: { ...activities, releaseCoin } };
    await desk.withOrder(env, world, async (handle) => {
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('design 6: "not done" is believed only after bound + recvWindow + settle and from two reads; then the step runs again', async () => {
    const skipping = await createTimeSkippingEnv();
    onTestFinished(() => skipping.teardown());
    const { truth, activities } = desk.serviceOf(() => skipping, OrderStatus.PAID);
    const sentAtMs: number[] = [];
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      sentAtMs.push(await skipping.currentTimeMs());
      truth.releases.push(input);
      if (truth.releases.length === 1) return { kind: 'unknown', reason: 'connection reset' };
      desk.become(truth, OrderStatus.COMPLETED);
      return { kind: 'executed', orderNumber: null };
    };
    const world = { account: 'release-not-done', activities: { ...activities, releaseCoin } };
    await desk.withOrder(skipping, world, async (handle) => {
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 2 } });
    });
    expect((sentAtMs[1] ?? 0) - (sentAtMs[0] ?? 0)).toBeGreaterThan(10_000 + 3_000 + 15_000);
  });

  it('I6: a hold stops the release although the order is paid; after unhold it goes on', async () => {
    const { truth, activities } = service(OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'release-held', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      await desk.order(handle, orderCommands.hold, { by: 'ana', note: 'third party' });
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      const held = await desk.untilShown(
        handle,
        ({ status, waitingFor }) => status === 'PAID' && waitingFor.code === 'held',
      );
      expect(held).toMatchObject({ needsHuman: true, held: { by: 'ana', note: 'third party' } });
      expect(truth.releases).toEqual([]);
      await desk.unhold(handle, 'ana');
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('EP-21: an open identity check keeps the gate shut until a human says it is fine, once', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { additionalKyc: 1 });
    let told = 0;
    const verifyAdditionalKyc: FakeActivities['verifyAdditionalKyc'] = async () => {
      told += 1;
      truth.order = { ...truth.order, additionalKyc: 2 };
      return 'told';
    };
    const world = { account: 'release-kyc', activities: { ...activities, verifyAdditionalKyc } };
    await desk.withOrder(env, world, async (handle) => {
      const waiting = await desk.waitsFor(handle, 'release-gate');
      expect(waiting.checks.map((check) => check.name)).toEqual(['additional-kyc']);
      await desk.order(handle, orderCommands.verifyKyc, { by: 'ana' });
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect({ told, releases: truth.releases.length }).toEqual({ told: 1, releases: 1 });
  });
});

const paidAtMs = Date.UTC(2026, 10, 21, 8, 0, 0);

/** What a list reads of the order without asking it. */
const listedSince = async (handle: desk.OrderHandle): Promise<number | undefined> =>
  (await handle.describe()).typedSearchAttributes.get(peerdeskPaidSince)?.getTime();

it('an order says since when it is marked as paid by the word of the service, also in a list, and keeps it in appeal, which has its own deadline', async () => {
  const appealUntilMs = paidAtMs + 1_800_000;
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { paidAtMs, appealUntilMs });
  await desk.withOrder(env, { account: 'paid-since', activities, input: desk.byPolicy('approve') }, async (handle) => {
    expect((await desk.waitsFor(handle, 'release-gate')).paidSinceMs).toBe(paidAtMs);
    expect(await listedSince(handle)).toBe(paidAtMs);
    desk.become(truth, OrderStatus.IN_APPEAL);
    await desk.tell(handle, null);
    expect(await desk.waitsFor(handle, 'appeal')).toMatchObject({
      status: 'IN_APPEAL',
      paidSinceMs: paidAtMs,
      untilMs: appealUntilMs,
    });
    expect(await listedSince(handle)).toBe(paidAtMs);
  });
});

it('where the service does not say it, since the desk has seen it; an order that is not paid says nothing', async () => {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
  await desk.withOrder(env, { account: 'paid-seen', activities, input: desk.byPolicy('approve') }, async (handle) => {
    expect((await desk.waitsFor(handle, 'awaiting-payment')).paidSinceMs).toBe(null);
    expect(await listedSince(handle)).toBe(undefined);
    desk.become(truth, OrderStatus.PAID);
    await desk.tell(handle, null);
    const { paidSinceMs, statusSinceMs } = await desk.waitsFor(handle, 'release-gate');
    expect(paidSinceMs).toBe(statusSinceMs);
    expect(await listedSince(handle)).toBe(paidSinceMs);
  });
});

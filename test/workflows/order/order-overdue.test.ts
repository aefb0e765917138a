import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { registerService } from './register-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const minuteMs = 60_000;

describe('P4: the counterparty lets a deadline pass', () => {
  it.each([
    {
      side: 'BUY',
      status: OrderStatus.PAID,
      field: 'releaseDeadlineMs',
      reason: 'awaiting-release',
      ends: OrderStatus.COMPLETED,
    },
    {
      side: 'SELL',
      status: OrderStatus.AWAITING_PAYMENT,
      field: 'payDeadlineMs',
      reason: 'awaiting-payment',
      ends: OrderStatus.CANCELLED_BY_SYSTEM,
    },
  ] as const)(
    'of an order to $side: a human is asked within a minute, and is not asked before',
    async ({ side, status, field, reason, ends }) => {
      const deadlineMs = (await env.currentTimeMs()) + 10 * minuteMs;
      const { truth, activities } = desk.serviceOf(() => env, status, { side, [field]: deadlineMs });
      await desk.withOrder(env, { account: `overdue-${side.toLowerCase()}`, activities }, async (handle) => {
        await desk.waitsFor(handle, reason);
        await env.sleep(9.5 * minuteMs);
        expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: false, troubles: [] });
        await env.sleep(1.5 * minuteMs);
        const view = await desk.untilShown(handle, ({ needsHuman }) => needsHuman);
        expect(view.troubles.map(({ text }) => text).join()).toContain('look in the app');
        desk.become(truth, ends);
        await desk.tell(handle, ends);
        expect(await desk.resultOf(handle)).toMatchObject({ status: ends });
      });
    },
  );

  it('without a deadline a human is asked after an hour', async () => {
    const { activities } = desk.serviceOf(() => env, OrderStatus.PAID, { side: 'BUY' });
    await desk.withOrder(env, { account: 'overdue-unknown', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-release');
      await env.sleep(50 * minuteMs);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: false, troubles: [] });
      await env.sleep(12 * minuteMs);
      await desk.untilShown(handle, ({ needsHuman }) => needsHuman);
      await handle.terminate();
    });
  });
});

const ruling = (outcome: 'done' | 'not-done') => ({ by: 'ana', outcome, note: '' });

/** A service that accepts every release, and shows the first one only after a lag; each is armed in the register. */
function laggingService(lagMs: number) {
  const { truth, calls, activities } = registerService(() => env);
  const leftAtMs: number[] = [];
  calls.settleMs = 28_000;
  calls.afterArm = async () => {
    leftAtMs.push(await env.currentTimeMs());
    return { kind: 'executed', orderNumber: null };
  };
  const show = async (): Promise<void> => {
    const [first = Number.POSITIVE_INFINITY] = leftAtMs;
    if ((await env.currentTimeMs()) >= first + lagMs) desk.become(truth, OrderStatus.COMPLETED);
  };
  const { readOrder, checkRelease } = activities;
  const shown: FakeActivities = {
    ...activities,
    readOrder: async (input) => (await show(), readOrder?.(input) ?? Promise.reject(new Error('no read'))),
    checkRelease: async (input) => (await show(), checkRelease?.(input) ?? Promise.reject(new Error('no look'))),
  };
  return { leftAtMs, activities: shown };
}

describe('I4, design 6: "not done", said of a call that was accepted a moment ago', () => {
  it('while reads lag: the order is read until the call would show, and is not sent again', async () => {
    const { leftAtMs, activities } = laggingService(20_000);
    await desk.withOrder(env, { account: 'ruled-early', activities }, async (handle) => {
      await desk.waitsFor(handle, 'confirming');
      await handle.signal(orderCommands.resolve.signal, ruling('not-done'));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(leftAtMs).toHaveLength(1);
  });

  it('it was never done: it is sent again, not before the first one would have shown', async () => {
    const { leftAtMs, activities } = laggingService(90_000);
    await desk.withOrder(env, { account: 'ruled-right', activities }, async (handle) => {
      await desk.waitsFor(handle, 'confirming');
      await handle.signal(orderCommands.resolve.signal, ruling('not-done'));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    const [first = 0, second = 0] = leftAtMs;
    expect(leftAtMs).toHaveLength(2);
    expect(second - first).toBeGreaterThanOrEqual(28_000);
  });

  it('"done" said meanwhile counts, and nothing is sent again', async () => {
    const { leftAtMs, activities } = laggingService(90_000);
    await desk.withOrder(env, { account: 'ruled-twice', activities }, async (handle) => {
      await desk.waitsFor(handle, 'confirming');
      await handle.signal(orderCommands.resolve.signal, ruling('not-done'));
      await desk.untilShown(handle, (view) => view.mayHaveLeft !== null && desk.isRefusedBy('MAY_HAVE_LEFT')(view));
      await handle.signal(orderCommands.resolve.signal, ruling('done'));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
      expect(await desk.stateOf(handle)).toMatchObject({ refused: { count: 0 } });
    });
    expect(leftAtMs).toHaveLength(1);
  });
});

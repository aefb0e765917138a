/** What an order shows while a call of an earlier run may have left (ADR 0013, ADR 0042). */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt, ReleaseLook } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import {
  orderCommands,
  type OrderLifecycleInput,
  type OrderView,
} from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { createTimeSkippingEnv } from '../../setup/time-skipping-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const readBy = (): string => Context.current().info.workflowExecution?.runId ?? '';

interface World {
  account: string;
  settings: OrderLifecycleInput['settings'];
  side?: 'BUY' | 'SELL';
}

/** An order that waits for people, whose reads name the run that asked. */
function waitingOrder({ account, settings, side = 'SELL' }: World) {
  const status = side === 'SELL' ? OrderStatus.PAID : OrderStatus.AWAITING_PAYMENT;
  const { truth, activities } = desk.serviceOf(() => env, status, { side });
  const readOrder: FakeActivities['readOrder'] = async () => ({ ...truth.order, readBy: readBy() });
  const checkRelease: FakeActivities['checkRelease'] = async (input) => {
    const look = desk.lookAt(truth, input, Date.now());
    return { ...look, order: { ...look.order, readBy: readBy() } };
  };
  const input = orderInput(account, { ...desk.byPolicy('approve'), settings });
  return { truth, world: { account, activities: { ...activities, readOrder, checkRelease }, input } };
}

/** Resets the workflow to its last task, as an operator does. */
async function reset({ workflowId }: desk.OrderHandle): Promise<void> {
  const handle = env.client.workflow.getHandle(workflowId);
  const { events } = await handle.fetchHistory();
  const last = events?.findLast((event) => event.workflowTaskCompletedEventAttributes);
  const { runId } = await handle.describe();
  await env.client.workflowService.resetWorkflowExecution({
    namespace: env.namespace ?? 'default',
    workflowExecution: { workflowId, runId },
    workflowTaskFinishEventId: last?.eventId ?? null,
    reason: 'a test',
    requestId: randomUUID(),
  });
}

const hold = (handle: desk.OrderHandle): Promise<OrderView> =>
  desk.order(handle, orderCommands.hold, { by: 'ana', note: '' });

describe('workflow reset: a hold after it', () => {
  const open = { moneySettleMs: 600_000 };

  it.each([
    ['SELL', 'release', 'release-gate'],
    ['BUY', 'payment notice', 'our-payment'],
  ] as const)('of an order to %s says that an earlier %s may have left, and until when it is read', async (...of) => {
    const [side, step, waitingFor] = of;
    const account = `held-after-reset-${side.toLowerCase()}`;
    const { world } = waitingOrder({ account, settings: open, side });
    await desk.withOrder(env, world, async ({ workflowId }) => {
      const handle = env.client.workflow.getHandle(workflowId) as desk.OrderHandle;
      await desk.waitsFor(handle, waitingFor);
      expect((await hold(handle)).mayHaveLeft).toBeUndefined();
      await desk.order(handle, orderCommands.unhold, { by: 'ana' });
      await desk.waitsFor(handle, waitingFor);
      await reset(handle);
      await hold(handle);
      const view = await desk.untilShown(handle, ({ mayHaveLeft }) => typeof mayHaveLeft?.untilMs === 'number');
      expect(view.why).toMatch(
        new RegExp(
          `^an earlier ${step} may have left, by a run of this workflow that was reset or ended: the order is read until 20.* UTC; held by ana`,
        ),
      );
      await env.client.workflow.getHandle(workflowId).terminate();
    });
  });

  it('is settled by a read after that time, which comes by itself', async () => {
    const account = 'settled-after-reset';
    const settings = { moneyStepBoundMs: 1_000, moneyRecvWindowMs: 1, moneySettleMs: 1 };
    const { world } = waitingOrder({ account, settings });
    await desk.withOrder(env, world, async ({ workflowId }) => {
      const handle = env.client.workflow.getHandle(workflowId) as desk.OrderHandle;
      await desk.waitsFor(handle, 'release-gate');
      await reset(handle);
      await hold(handle);
      const view = await desk.untilShown(
        handle,
        ({ waitingFor, why }) => waitingFor === 'held' && !why.includes('may have left'),
      );
      expect(view).not.toHaveProperty('mayHaveLeft');
      expect(view.why).toMatch(/^held by ana; /);
      await env.client.workflow.getHandle(workflowId).terminate();
    });
  });

  it('is over when a read shows the call', async () => {
    const account = 'shown-after-reset';
    const { truth, world } = waitingOrder({ account, settings: open });
    await desk.withOrder(env, world, async ({ workflowId }) => {
      const handle = env.client.workflow.getHandle(workflowId) as desk.OrderHandle;
      await desk.waitsFor(handle, 'release-gate');
      await reset(handle);
      await hold(handle);
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.COMPLETED);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', attempts: { release: 0 } });
    });
  });
});

describe('I1: a release that the guard permitted before', () => {
  it('a look that finds it says so at the gate: after a termination no run remembers it', async () => {
    const account = 'permitted-before';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const checkRelease: FakeActivities['checkRelease'] = async (input): Promise<ReleaseLook> => {
      const permitted = { atMs: Date.now(), untilMs: Date.now() + 600_000 };
      return { ...desk.lookAt(truth, input, Date.now()), permitted };
    };
    const world = { account, activities: { ...activities, checkRelease }, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      const { why } = await desk.waitsFor(handle, 'release-gate');
      expect(why).toMatch(/^an earlier release may have left, .* UTC; no human has approved the release$/);
      const held = await hold(handle);
      expect(held).toMatchObject({ mayHaveLeft: { untilMs: expect.any(Number) } });
      await env.client.workflow.getHandle(handle.workflowId).terminate();
    });
  });

  it('ADR 0042: a release that it keeps back says why and until when, and is tried again then', async () => {
    const skipping = await createTimeSkippingEnv();
    try {
      const { truth, activities } = desk.serviceOf(() => skipping, OrderStatus.PAID);
      const triedAtMs: number[] = [];
      const untilMs = (await skipping.currentTimeMs()) + 60_000;
      const blocked: OrderView[] = [];
      const releaseCoin: FakeActivities['releaseCoin'] = async (): Promise<MoneyAttempt> => {
        const nowMs = await skipping.currentTimeMs();
        if (triedAtMs.push(nowMs) > 1) {
          const handle = skipping.client.workflow.getHandle(`order:kept-back:${truth.order.orderNumber}`);
          blocked.push(await handle.query<OrderView>('state'));
        }
        if (nowMs >= untilMs) {
          desk.become(truth, OrderStatus.COMPLETED);
          return { kind: 'executed', orderNumber: null };
        }
        const end = { kind: 'rejected', category: 'MAY_HAVE_LEFT', code: null, message: 'must show first' } as const;
        return { ...end, retryAfterMs: null, permitAtMs: null, openUntilMs: untilMs };
      };
      const world = { account: 'kept-back', activities: { ...activities, releaseCoin } };
      await desk.withOrder(skipping, world, async (handle) => {
        expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
      });
      expect(blocked[0]?.lastProblem).toContain(
        `MAY_HAVE_LEFT must show first; the order is read until ${new Date(untilMs).toISOString().slice(0, 10)}`,
      );
      expect(blocked[0]?.lastProblem).toMatch(/UTC, then the release of order \d+ is tried again$/);
      const last = triedAtMs.at(-1) ?? 0;
      expect(last - untilMs).toBeGreaterThanOrEqual(0);
      expect(last - untilMs).toBeLessThan(5_000);
    } finally {
      await skipping.teardown();
    }
  });
});

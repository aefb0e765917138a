import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import type { OrderFacts } from '../../src/domain/orders/order-facts.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type { OrderEvent, OrderLifecycleInput, OrderView } from '../../src/workflows/contract/definitions.ts';
import { createTimeSkippingEnv } from '../setup/time-skipping-env.ts';
import { orderFacts, orderInput, releaseFacts } from './fixtures.ts';
import { quietRuntime, untilView, withWorkers } from './workflow-harness.ts';
import type { FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
beforeEach(async () => {
  env = await createTimeSkippingEnv();
});
afterEach(() => env.teardown());

/** A service with one order that the desk sells. */
function service(first: OrderStatus, part: Partial<OrderFacts> = {}) {
  const truth = { status: first, reads: 0, releases: 0 };
  const order = (): OrderFacts => orderFacts({ ...part, status: truth.status });
  const activities: FakeActivities = {
    readOrder: async () => {
      truth.reads += 1;
      return order();
    },
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

type Handle = Awaited<ReturnType<typeof start>>;

const view = (handle: Handle, holds: (view: OrderView) => boolean): Promise<OrderView> =>
  untilView(() => handle.query(definitions.orderStateQuery), holds);
const waitsFor = (handle: Handle, reason: OrderView['waitingFor']): Promise<OrderView> =>
  view(handle, (order) => order.waitingFor === reason);
const event = (status: OrderStatus | null, atMs = 1): OrderEvent => ({ status, atMs, source: 'list' });
const tell = (handle: Handle, ...events: OrderEvent[]): Promise<void> =>
  handle.signal(definitions.orderEventsSignal, events);

async function withOrder(
  account: string,
  { activities, input = {} }: { activities: FakeActivities; input?: Partial<OrderLifecycleInput> },
  test: (handle: Handle) => Promise<void>,
): Promise<void> {
  await withWorkers(env, { account, activities }, async () => test(await start(orderInput(account, input))));
}

const byApproval: Partial<OrderLifecycleInput> = { release: { ...orderInput('x').release, policy: 'approve' } };

describe('design 6: states only move forward', () => {
  it('I10: duplicate, late and shuffled events, in one batch or many, move no order back', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    await withOrder('events-back', { activities, input: byApproval }, async (handle) => {
      await waitsFor(handle, 'release-gate');
      const { AWAITING_PAYMENT, PAID } = OrderStatus;
      await tell(handle, event(AWAITING_PAYMENT, 9), event(PAID, 2), event(AWAITING_PAYMENT, 3), event(PAID, 2));
      for (const status of [AWAITING_PAYMENT, PAID, PAID]) await tell(handle, event(status, 100));
      expect(await waitsFor(handle, 'release-gate')).toMatchObject({ status: 'PAID' });
      await tell(handle, event(OrderStatus.CANCELLED, 5));
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED' });
      expect(await handle.query(definitions.orderStateQuery)).toMatchObject({ status: 'CANCELLED', needsHuman: false });
    });
    expect(truth.releases).toBe(0);
  });

  it('I10: a stale read moves no order back either: a paid order that reads as unpaid is looked at again', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    await withOrder('events-stale', { activities, input: byApproval }, async (handle) => {
      await waitsFor(handle, 'release-gate');
      truth.status = OrderStatus.AWAITING_PAYMENT;
      const before = truth.reads;
      await tell(handle, event(null));
      await untilView(
        async () => truth.reads,
        (reads) => reads > before,
      );
      expect(await view(handle, () => true)).toMatchObject({ status: 'PAID' });
      // The read says that nobody has paid: nothing is approved or released on that.
      await view(handle, (order) => order.why.includes('does not show the order as paid'));
      const approve = () => handle.executeUpdate(definitions.approveReleaseUpdate, { args: [{ by: 'ana' }] });
      await expect(approve()).rejects.toMatchObject({ cause: { message: expect.stringContaining('not PAID') } });
      expect(truth.releases).toBe(0);
      truth.status = OrderStatus.PAID;
      await tell(handle, event(null));
      await view(handle, (order) => order.why.includes('no human has approved'));
      await approve();
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });

  it('a terminal state never changes, and its workflow takes no command any more', async () => {
    const { activities } = service(OrderStatus.AWAITING_PAYMENT);
    await withOrder('events-end', { activities }, async (handle) => {
      await waitsFor(handle, 'awaiting-payment');
      await tell(handle, event(OrderStatus.COMPLETED), event(OrderStatus.CANCELLED), event(OrderStatus.PAID));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
  });

  it('an order that left the list is read; what became of it is the service’s word', async () => {
    const { truth, activities } = service(OrderStatus.AWAITING_PAYMENT);
    await withOrder('events-gone', { activities }, async (handle) => {
      await waitsFor(handle, 'awaiting-payment');
      truth.status = OrderStatus.CANCELLED_BY_SYSTEM;
      await tell(handle, event(null));
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED_BY_SYSTEM' });
    });
  });
});

describe('design 6: an appeal waits for a human', () => {
  it('nothing is released in an appeal, whatever the policy; its end at the service ends the order', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL);
    await withOrder('appeal', { activities }, async (handle) => {
      expect(await waitsFor(handle, 'appeal')).toMatchObject({ needsHuman: true, status: 'IN_APPEAL' });
      await tell(handle, event(OrderStatus.PAID), event(OrderStatus.RELEASING));
      truth.status = OrderStatus.COMPLETED;
      await handle.executeUpdate(definitions.resolveUpdate, {
        args: [{ by: 'ana', outcome: 'done', note: 'decided' }],
      });
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(0);
  });

  it('one that was withdrawn leads back to the release gate, with all of its checks', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL);
    await withOrder('appeal-withdrawn', { activities, input: byApproval }, async (handle) => {
      await waitsFor(handle, 'appeal');
      truth.status = OrderStatus.PAID;
      await tell(handle, event(null));
      const gate = await waitsFor(handle, 'release-gate');
      expect(gate.checks.map((check) => check.name)).toEqual(['approval']);
      expect(truth.releases).toBe(0);
      await handle.executeUpdate(definitions.approveReleaseUpdate, { args: [{ by: 'ana' }] });
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });

  it('one that is opened again after it was withdrawn waits for a human again', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL);
    await withOrder('appeal-again', { activities, input: byApproval }, async (handle) => {
      await waitsFor(handle, 'appeal');
      truth.status = OrderStatus.PAID;
      await tell(handle, event(null));
      await waitsFor(handle, 'release-gate');
      truth.status = OrderStatus.IN_APPEAL;
      await handle.executeUpdate(definitions.approveReleaseUpdate, { args: [{ by: 'ana' }] });
      await waitsFor(handle, 'appeal');
      expect(truth.releases).toBe(0);
      await tell(handle, event(OrderStatus.CANCELLED));
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED' });
    });
  });

  it('the desk that bought waits for the release of an order whose appeal was withdrawn', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL, { side: 'BUY' });
    await withOrder('appeal-buy', { activities }, async (handle) => {
      await waitsFor(handle, 'appeal');
      truth.status = OrderStatus.PAID;
      await tell(handle, event(null));
      await waitsFor(handle, 'awaiting-release');
      await tell(handle, event(OrderStatus.COMPLETED));
      await handle.result();
    });
  });
});

describe('promise 5: reads that are refused for good', () => {
  const refusal = ApplicationFailure.nonRetryable('Invalid API-key', 'NON_RETRIABLE_BUSINESS', {
    code: '-2015',
    endpoint: 'getUserOrderDetail',
    message: 'Invalid API-key',
    retryAfterMs: 300_000,
  });

  it('7.4 NON_RETRIABLE_BUSINESS: the order is blocked for 300 s, says why, and goes on', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const readAtMs: number[] = [];
    const readOrder: FakeActivities['readOrder'] = async () => {
      readAtMs.push(await env.currentTimeMs());
      if (readAtMs.length === 1) throw refusal;
      return orderFacts({ status: truth.status });
    };
    await withOrder('blocked', { activities: { ...activities, readOrder } }, async (handle) => {
      const blocked = await waitsFor(handle, 'blocked');
      expect(blocked).toMatchObject({ why: expect.stringContaining('Invalid API-key'), needsHuman: false });
      expect(blocked.untilMs).toBeGreaterThan(0);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect((readAtMs[1] ?? 0) - (readAtMs[0] ?? 0)).toBeGreaterThanOrEqual(300_000);
  });

  it('the release gate is no different: blocked, then released when it can be read', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    let looks = 0;
    const readReleaseFacts: FakeActivities['readReleaseFacts'] = async () => {
      looks += 1;
      if (looks === 1) throw refusal;
      return releaseFacts({ order: orderFacts({ status: truth.status }) });
    };
    await withOrder('blocked-gate', { activities: { ...activities, readReleaseFacts } }, async (handle) => {
      await waitsFor(handle, 'blocked');
      await tell(handle, event(null));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });
});

describe('I1: what a release may answer', () => {
  it('-3026 after an own send is reconciled by reading, and never sent again', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async () => {
      truth.releases += 1;
      truth.status = OrderStatus.COMPLETED;
      return { kind: 'unknown', reason: 'HTTP 400, code -3026, Order already completed.' };
    };
    await withOrder('release-3026', { activities: { ...activities, releaseCoin } }, async (handle) => {
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
    });
    expect(truth.releases).toBe(1);
  });

  it('shadow: the release is recorded once; the page never says that it was released', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async () => {
      truth.releases += 1;
      return { kind: 'intent' };
    };
    const world = { activities: { ...activities, releaseCoin }, input: { mode: 'shadow' } as const };
    await withOrder('release-shadow', world, async (handle) => {
      const shadow = await waitsFor(handle, 'shadow');
      expect(shadow).toMatchObject({ why: 'shadow: would have released the coin', needsHuman: false });
      await env.sleep(3_600_000);
      expect(await waitsFor(handle, 'shadow')).toMatchObject({ status: 'PAID' });
      truth.status = OrderStatus.COMPLETED;
      await tell(handle, event(null));
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });

  it('kill switch: thrown or not known, nothing is released; opened, the order goes on by itself', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    let killSwitch: 'open' | 'closed' | 'unknown' = 'closed';
    const readReleaseFacts: FakeActivities['readReleaseFacts'] = async () =>
      releaseFacts({ order: orderFacts({ status: truth.status }), killSwitch });
    await withOrder('release-switch', { activities: { ...activities, readReleaseFacts } }, async (handle) => {
      const closed = await waitsFor(handle, 'release-gate');
      expect(closed.checks.map((check) => check.name)).toEqual(['kill-switch']);
      killSwitch = 'unknown';
      await env.sleep(60_000);
      expect(truth.releases).toBe(0);
      killSwitch = 'open';
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toBe(1);
  });
});

import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const service = (status: OrderStatus, part: Partial<OrderFacts> = {}) => desk.serviceOf(() => env, status, part);
const byApproval = desk.byPolicy('approve');

function withOrder(
  account: string,
  world: Omit<desk.OrderWorld, 'account'>,
  test: (handle: desk.OrderHandle) => Promise<void>,
): Promise<void> {
  return desk.withOrder(env, { account, ...world }, test);
}

/** Reports what is already true at the service. */
const ends = (handle: desk.OrderHandle, truth: desk.Truth, status: OrderStatus): Promise<void> => {
  desk.become(truth, status);
  return desk.tell(handle, status);
};

const untilReads = (truth: desk.Truth, reads: number): Promise<number> =>
  untilView(
    async () => truth.reads,
    (seen) => seen >= reads,
  );

describe('design 6: states only move forward', () => {
  it('I10: duplicate, late and shuffled events, in one batch or many, move no order: each only asks for a read', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    await withOrder('events-back', { activities, input: byApproval }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const { AWAITING_PAYMENT, PAID, CANCELLED, COMPLETED } = OrderStatus;
      const before = truth.reads;
      await desk.tell(handle, AWAITING_PAYMENT, PAID, CANCELLED, PAID, COMPLETED);
      for (const status of [AWAITING_PAYMENT, CANCELLED, COMPLETED, PAID]) await desk.tell(handle, status);
      await untilReads(truth, before + 1);
      expect(await desk.waitsFor(handle, 'release-gate')).toMatchObject({ status: 'PAID' });
      await ends(handle, truth, CANCELLED);
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED' });
      expect(await desk.stateOf(handle)).toMatchObject({ status: 'CANCELLED', needsHuman: false });
    });
    expect(truth.releases).toEqual([]);
  });

  it('design 6: an event that says what is known already asks for nothing', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    await withOrder('events-known', { activities, input: byApproval }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const before = truth.reads;
      for (let round = 0; round < 20; round += 1) await desk.tell(handle, OrderStatus.PAID, OrderStatus.PAID);
      await desk.order(handle, orderCommands.hold, { by: 'ana' });
      expect(truth.reads).toBe(before);
      await ends(handle, truth, OrderStatus.CANCELLED);
      await handle.result();
    });
  });

  it('I10: a stale read moves no order back either: a paid order that reads as unpaid is looked at again', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    await withOrder('events-stale', { activities, input: byApproval }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      desk.become(truth, OrderStatus.AWAITING_PAYMENT);
      const before = truth.reads;
      await desk.tell(handle, null);
      await untilReads(truth, before + 1);
      expect(await desk.untilShown(handle, () => true)).toMatchObject({ status: 'PAID' });
      // The read shows no payment: nothing is approved or released on that.
      await desk.untilShown(handle, (order) => order.why.includes('does not show the order as paid'));
      await expect(desk.approve(handle, 'ana')).rejects.toMatchObject({
        cause: { message: expect.stringContaining('not PAID') },
      });
      expect(truth.releases).toEqual([]);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, null);
      await desk.untilShown(handle, (order) => order.why.includes('no human has approved'));
      await desk.approve(handle, 'ana');
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('a terminal state never changes, and its workflow takes no command any more', async () => {
    const { truth, activities } = service(OrderStatus.AWAITING_PAYMENT);
    await withOrder('events-end', { activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.CANCELLED, OrderStatus.COMPLETED, OrderStatus.PAID);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
      await expect(desk.order(handle, orderCommands.hold, { by: 'ana' })).rejects.toThrow();
    });
  });

  it('an order that left the list is read; what became of it is the service’s word', async () => {
    const { truth, activities } = service(OrderStatus.AWAITING_PAYMENT);
    await withOrder('events-gone', { activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      desk.become(truth, OrderStatus.CANCELLED_BY_SYSTEM);
      await desk.tell(handle, null);
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED_BY_SYSTEM' });
    });
  });
});

describe('design 6: an appeal waits for a human', () => {
  it('nothing is released in an appeal, whatever the policy; its end at the service ends the order', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL);
    await withOrder('appeal', { activities }, async (handle) => {
      expect(await desk.waitsFor(handle, 'appeal')).toMatchObject({ needsHuman: true, status: 'IN_APPEAL' });
      await desk.tell(handle, OrderStatus.PAID, OrderStatus.RELEASING);
      await expect(
        desk.order(handle, orderCommands.resolve, { by: 'ana', outcome: 'done', note: 'decided' }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('nothing to resolve') } });
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, null);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toEqual([]);
  });

  it('one that was withdrawn leads back to the release gate, with all of its checks', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL);
    await withOrder('appeal-withdrawn', { activities, input: byApproval }, async (handle) => {
      await desk.waitsFor(handle, 'appeal');
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, null);
      const gate = await desk.waitsFor(handle, 'release-gate');
      expect(gate.checks.map((check) => check.name)).toEqual(['approval']);
      expect(truth.releases).toEqual([]);
      await desk.approve(handle, 'ana');
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('one that is opened again after it was withdrawn waits for a human again', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL);
    await withOrder('appeal-again', { activities, input: byApproval }, async (handle) => {
      await desk.waitsFor(handle, 'appeal');
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, null);
      await desk.waitsFor(handle, 'release-gate');
      desk.become(truth, OrderStatus.IN_APPEAL);
      await desk.approve(handle, 'ana');
      await desk.waitsFor(handle, 'appeal');
      expect(truth.releases).toEqual([]);
      await ends(handle, truth, OrderStatus.CANCELLED);
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED' });
    });
  });

  it('the desk that bought waits for the release of an order whose appeal was withdrawn', async () => {
    const { truth, activities } = service(OrderStatus.IN_APPEAL, { side: 'BUY' });
    await withOrder('appeal-buy', { activities }, async (handle) => {
      await desk.waitsFor(handle, 'appeal');
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, null);
      await desk.waitsFor(handle, 'awaiting-release');
      await ends(handle, truth, OrderStatus.COMPLETED);
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

  it('7.4 NON_RETRIABLE_BUSINESS: the order is blocked for 300 s, says why, asks a human, and goes on', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const readAtMs: number[] = [];
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      readAtMs.push(await env.currentTimeMs());
      if (readAtMs.length === 1) throw refusal;
      return desk.seen(truth, input, await env.currentTimeMs());
    };
    await withOrder('blocked', { activities: { ...activities, readOrder } }, async (handle) => {
      const blocked = await desk.waitsFor(handle, 'blocked');
      expect(blocked).toMatchObject({ why: expect.stringContaining('Invalid API-key'), needsHuman: true });
      expect(blocked.untilMs).toBeGreaterThan(0);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect((readAtMs[1] ?? 0) - (readAtMs[0] ?? 0)).toBeGreaterThanOrEqual(300_000);
  });

  it('the release gate is no different: blocked, then released when it can be read', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const checkRelease: FakeActivities['checkRelease'] = async (input) => {
      truth.looks.push(input);
      if (truth.looks.length === 1) throw refusal;
      return desk.lookAt(truth, input, await env.currentTimeMs());
    };
    await withOrder('blocked-gate', { activities: { ...activities, checkRelease } }, async (handle) => {
      await desk.waitsFor(handle, 'blocked');
      await desk.tell(handle, null);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

describe('I1: what a release may answer', () => {
  it('-3026 after an own send is reconciled by reading, and never sent again', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      desk.become(truth, OrderStatus.COMPLETED);
      return { kind: 'unknown', reason: 'HTTP 400, code -3026, Order already completed.' };
    };
    await withOrder('release-3026', { activities: { ...activities, releaseCoin } }, async (handle) => {
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('shadow: the release is recorded once; the page never says that it was released', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      return { kind: 'intent' };
    };
    const world = { activities: { ...activities, releaseCoin }, input: { mode: 'shadow' } as const };
    await withOrder('release-shadow', world, async (handle) => {
      const shadow = await desk.waitsFor(handle, 'shadow');
      expect(shadow).toMatchObject({
        why: expect.stringMatching(/^shadow: would (now do|have done) the release/),
        needsHuman: false,
      });
      await env.sleep(3_600_000);
      expect(await desk.waitsFor(handle, 'shadow')).toMatchObject({ status: 'PAID', attempts: { release: 0 } });
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, null);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('kill switch: thrown or not known, nothing is released; opened, the order goes on', async () => {
    const { truth, activities } = service(OrderStatus.PAID);
    truth.killSwitch = 'unknown';
    await withOrder('release-switch', { activities }, async (handle) => {
      const unknown = await desk.waitsFor(handle, 'release-gate');
      expect(unknown.checks.map((check) => check.name)).toEqual(['kill-switch']);
      truth.killSwitch = 'closed';
      await env.sleep(60_000);
      expect(truth.looks.length).toBeGreaterThan(1);
      expect(truth.releases).toEqual([]);
      truth.killSwitch = 'open';
      // The guard wakes the orders that wait for its switches.
      await desk.tell(handle, null);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

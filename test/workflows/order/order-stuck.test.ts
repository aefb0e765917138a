import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderLifecycleInput } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

/**
 * Slept times end between two looks: the test server loses an update that coincides with the end of a look (seen under
 * load).
 */
const hourMs = 3_600_000;
const seller = (status: OrderStatus, part: object = {}) => desk.serviceOf(() => env, status, part);
const notice = { by: 'ana', payId: null, proof: 'bank reference 1' };
const ruling = (outcome: 'done' | 'not-done' | 'give-up') => ({ by: 'ana', outcome, note: '' });

/** A BUY order; the test decides the effect of a payment notice. */
function buyer(markOrderAsPaid: NonNullable<FakeActivities['markOrderAsPaid']>) {
  const { truth, activities } = seller(OrderStatus.AWAITING_PAYMENT, { side: 'BUY' });
  return { truth, activities: { ...activities, markOrderAsPaid } };
}

const refused = (category: 'SWITCHED_OFF' | 'FENCED' | 'CLOCK_SKEW') =>
  ({ kind: 'rejected', category, code: null, message: 'not sent', retryAfterMs: null }) as const;

describe('promise 5: a step that cannot leave says so', () => {
  it('W6a: switch "all" while a payment has been sent: a human is asked at once, and the opened switch wakes it', async () => {
    let isOpen = false;
    let marks = 0;
    const { truth, activities } = buyer(async () => {
      marks += 1;
      if (!isOpen) return refused('SWITCHED_OFF');
      desk.become(truth, OrderStatus.PAID);
      return { kind: 'executed', orderNumber: null };
    });
    await desk.withOrder(env, { account: 'stuck-switch', activities }, async (handle) => {
      await desk.waitsFor(handle, 'our-payment');
      await desk.confirm(handle, notice);
      const view = await desk.waitsFor(handle, 'blocked');
      expect(view).toMatchObject({ needsHuman: true, why: expect.stringContaining('SWITCHED_OFF') });
      await env.sleep(hourMs / 2);
      expect(marks).toBeLessThanOrEqual(6);
      const before = marks;
      isOpen = true;
      // As the guard reports it.
      await desk.tell(handle, null);
      expect(await desk.waitsFor(handle, 'awaiting-release')).toMatchObject({ needsHuman: false, troubles: [] });
      expect(marks).toBe(before + 1);
      await handle.terminate();
    });
  });

  it.each(['FENCED', 'CLOCK_SKEW'] as const)(
    'W6d: %s again and again asks a human within a minute, and is tried ever less often',
    async (category) => {
      const { truth, activities } = seller(OrderStatus.PAID);
      const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
        truth.releases.push(input);
        return refused(category);
      };
      const world = { account: `stuck-${category}`, activities: { ...activities, releaseCoin } };
      await desk.withOrder(env, world, async (handle) => {
        await desk.waitsFor(handle, 'blocked');
        await env.sleep(58_000);
        const view = await desk.stateOf(handle);
        expect(view).toMatchObject({ needsHuman: true, attempts: { release: 0 } });
        expect(view.troubles.map(({ text }) => text).join()).toContain(category);
        await env.sleep(hourMs);
        expect(truth.releases.length).toBeLessThanOrEqual(20);
        expect(truth.releases.length).toBeGreaterThan(5);
        const before = await desk.eventsOf(handle);
        await env.sleep(hourMs);
        expect((await desk.eventsOf(handle)) - before).toBeLessThanOrEqual(400);
        await handle.terminate();
      });
    },
  );

  it('W11: verifyKyc that the service refuses is tried once; a human is asked, and the end of the order is seen', async () => {
    const { truth, activities } = seller(OrderStatus.PAID, { additionalKyc: 1 });
    let told = 0;
    const verifyAdditionalKyc: FakeActivities['verifyAdditionalKyc'] = async () => {
      told += 1;
      throw ApplicationFailure.nonRetryable('illegal state', told === 1 ? 'NON_RETRIABLE_BUSINESS' : 'TypeError');
    };
    const world = { account: 'stuck-kyc', activities: { ...activities, verifyAdditionalKyc } };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const view = await desk.order(handle, orderCommands.verifyKyc, { by: 'ana' });
      expect(view).toMatchObject({ settled: true, needsHuman: true, waitingFor: { code: 'release-gate' } });
      expect(view.troubles.map(({ text }) => text).join()).toContain('illegal state');
      await env.sleep(2.5 * hourMs);
      expect(told).toBe(1);
      await desk.order(handle, orderCommands.verifyKyc, { by: 'ana' });
      expect(told).toBe(2);
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toEqual([]);
  });
});

describe('promise 5: what was accepted and did nothing', () => {
  it('W6b: a 2xx that did nothing asks a human within a minute, is looked at ever less, and "not-done" sends it again', async () => {
    let marks = 0;
    const { truth, activities } = buyer(async () => {
      marks += 1;
      if (marks === 2) desk.become(truth, OrderStatus.PAID);
      return { kind: 'executed', orderNumber: null };
    });
    await desk.withOrder(env, { account: 'stuck-2xx', activities }, async (handle) => {
      await desk.waitsFor(handle, 'our-payment');
      await desk.confirm(handle, notice);
      expect(await desk.waitsFor(handle, 'confirming')).toMatchObject({ needsHuman: false });
      await env.sleep(58_000);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: true, waitingFor: { code: 'confirming' } });
      await env.sleep(240_000);
      const before = await desk.eventsOf(handle);
      await env.sleep(5 * hourMs);
      expect((await desk.eventsOf(handle)) - before).toBeLessThanOrEqual(5 * 20);
      expect(marks).toBe(1);
      await desk.order(handle, orderCommands.resolve, ruling('not-done'));
      expect(await desk.waitsFor(handle, 'awaiting-release')).toMatchObject({ needsHuman: false, troubles: [] });
      await handle.terminate();
    });
    expect(marks).toBe(2);
  });

  it('W6b: the same release is never sent again after a human said "done", although the service does not show it', async () => {
    const { truth, activities } = seller(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      return { kind: 'executed', orderNumber: null };
    };
    const world = { account: 'stuck-done', activities: { ...activities, releaseCoin } };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'confirming');
      const view = await desk.order(handle, orderCommands.resolve, ruling('done'));
      expect(view).toMatchObject({ waitingFor: { code: 'confirming' }, why: expect.stringContaining('a human says') });
      await env.sleep(5 * hourMs);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: true });
      await handle.terminate();
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('W6c: an order that was given up says so, sends nothing and costs few events', async () => {
    const { truth, activities } = seller(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      return { kind: 'rejected', category: 'NON_RETRIABLE_BUSINESS', code: '-1102', message: 'no', retryAfterMs: null };
    };
    const world = { account: 'stuck-given-up', activities: { ...activities, releaseCoin } };
    await desk.withOrder(env, world, async (handle) => {
      expect(await desk.waitsFor(handle, 'needs-human')).toMatchObject({ needsHuman: true });
      const view = await desk.order(handle, orderCommands.resolve, ruling('give-up'));
      expect(view).toMatchObject({
        waitingFor: { code: 'given-up' },
        why: expect.stringContaining('given up'),
        needsHuman: false,
      });
      const before = await desk.eventsOf(handle);
      await env.sleep(4.5 * hourMs);
      expect((await desk.eventsOf(handle)) - before).toBeLessThanOrEqual(4.5 * 20);
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('wire-facts: "releasing" that lasts may be an appeal: a human is asked within a minute', async () => {
    const { truth, activities } = seller(OrderStatus.RELEASING);
    await desk.withOrder(env, { account: 'stuck-releasing', activities }, async (handle) => {
      expect(await desk.waitsFor(handle, 'awaiting-release')).toMatchObject({ needsHuman: false });
      await env.sleep(60_000);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: true, status: 'RELEASING' });
      desk.become(truth, OrderStatus.COMPLETED);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
  });

  it('a release of its own that the service takes back is not sent again before a human says "not-done"', async () => {
    const { truth, activities } = seller(OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      desk.become(truth, truth.releases.length === 1 ? OrderStatus.RELEASING : OrderStatus.COMPLETED);
      return { kind: 'executed', orderNumber: null };
    };
    const world = {
      account: 'stuck-back',
      activities: { ...activities, releaseCoin },
      input: desk.byPolicy('approve'),
    };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.approve(handle, 'ana');
      await desk.waitsFor(handle, 'awaiting-release');
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      await desk.waitsFor(handle, 'confirming');
      await env.sleep(75_000);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: true, status: 'PAID' });
      const view = await desk.order(handle, orderCommands.resolve, ruling('not-done'));
      expect(view.checks.map(({ name }) => name)).toEqual(['approval']);
      expect(truth.releases).toHaveLength(1);
      await desk.approve(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
  });
});

describe('promise 5: an order that cannot be read', () => {
  it('asks a human within a minute, and goes on by itself', async () => {
    const { truth, activities } = seller(OrderStatus.AWAITING_PAYMENT);
    let isAway = true;
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      if (isAway) throw ApplicationFailure.create({ message: 'no answer', type: 'RETRIABLE_WITH_BACKOFF' });
      return desk.seen(truth, input, await env.currentTimeMs());
    };
    await desk.withOrder(env, { account: 'stuck-read', activities: { ...activities, readOrder } }, async (handle) => {
      await env.sleep(60_000);
      const view = await desk.untilShown(handle, ({ troubles }) => troubles.length > 0);
      expect(view).toMatchObject({ needsHuman: true, troubles: [{ text: expect.stringContaining('cannot be read') }] });
      isAway = false;
      await env.sleep(60_000);
      expect(await desk.waitsFor(handle, 'awaiting-payment')).toMatchObject({ needsHuman: false, troubles: [] });
      await handle.terminate();
    });
  });
});

describe('design 6: a gate that cannot open costs at most 20 events an hour', () => {
  it.each<[string, Partial<OrderLifecycleInput>, Partial<desk.Truth>]>([
    ['approval', desk.byPolicy('approve'), {}],
    ['payment-match', desk.byPolicy('match'), {}],
    ['kill-switch', {}, { killSwitch: 'closed' }],
    ['amount-cap', { release: { ...orderInput('x').release, amountCap: { BOB: '100' } } }, {}],
  ])('%s: at most 20 events an hour, counted over five', async (name, input, part) => {
    const { truth, activities } = seller(OrderStatus.PAID);
    Object.assign(truth, part);
    await desk.withOrder(env, { account: `quiet-${name}`, activities, input }, async (handle) => {
      const view = await desk.waitsFor(handle, 'release-gate');
      expect(view.checks.map((check) => check.name)).toEqual([name]);
      expect(view.needsHuman).toBe(true);
      const before = await desk.eventsOf(handle);
      await env.sleep(5 * hourMs);
      const events = (await desk.eventsOf(handle)) - before;
      expect(events).toBeGreaterThan(5);
      expect(events).toBeLessThanOrEqual(5 * 20);
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });
});

describe('promise 4: a read that fails for a reason that no table knows', () => {
  it.each(['readOrder', 'checkRelease'] as const)('%s: the order holds, asks a human, and goes on', async (name) => {
    const { truth, activities } = seller(OrderStatus.PAID);
    let isBroken = true;
    const broken = {
      ...activities,
      [name]: async (input: never) => {
        if (isBroken) throw ApplicationFailure.nonRetryable('x is not a function', 'TypeError');
        return activities[name]?.(input);
      },
    };
    await desk.withOrder(env, { account: `odd-${name}`, activities: broken }, async (handle) => {
      const view = await desk.waitsFor(handle, 'blocked');
      expect(view).toMatchObject({
        needsHuman: true,
        why: 'the order cannot be read: TypeError x is not a function (UNKNOWN)',
      });
      isBroken = false;
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

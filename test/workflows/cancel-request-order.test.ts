/** ADR 0015: "Request Cancellation" of the Web UI, pressed on an order. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderView } from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { orderInput } from './fixtures.ts';
import { presentRun, reset, resetPoints } from './order/order-resets.ts';
import * as desk from './order/order-service.ts';
import { latch, registerService } from './order/register-service.ts';
import { quietRuntime, untilView, withWorkers } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const asks = ({ troubles }: OrderView): boolean =>
  troubles.some(({ what, urgent }) => what.code === 'cancelled' && urgent);

/** The order asks what was meant, and nothing holds it. */
async function untilAsked(handle: desk.OrderHandle): Promise<OrderView> {
  const view = await desk.untilShown(handle, asks);
  expect(view).toMatchObject({ needsHuman: true, held: null, isKept: true });
  return view;
}

/** The times at which the server wrote down that a cancellation was asked for. */
async function requestsOf(handle: desk.OrderHandle): Promise<number> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).filter((event) => event.workflowExecutionCancelRequestedEventAttributes !== null).length;
}

const noise = defineSignal<[number]>('noSuchSignal');

async function sendNoise(handle: desk.OrderHandle, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => handle.signal(noise, index)));
}

async function untilNewRun(first: desk.OrderHandle, present: desk.OrderHandle): Promise<void> {
  await untilView(
    async () => (await present.describe()).runId,
    (runId) => runId !== first.firstExecutionRunId,
  );
}

describe('0015: an order whose cancellation was asked for in Temporal goes on, and a human is asked', () => {
  it('a sale that waits for its payment: it is released, and says until then what ends it and what confirms it', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'cancel-sale', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      await handle.cancel();
      const { troubles } = await untilAsked(handle);
      expect(troubles.map(({ text }) => text)).toEqual([
        expect.stringMatching(/`peerdesk order unhold` confirms that.*`peerdesk order stop` ends it here/),
      ]);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('unhold dismisses it and allows nothing; an order that is neither asked about nor held refuses it', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const world = { account: 'cancel-dismissed', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await handle.cancel();
      await untilAsked(handle);
      expect(asks(await desk.unhold(handle, 'ana'))).toBe(false);
      await expect(desk.unhold(handle, 'ana')).rejects.toMatchObject({ cause: { message: 'the order is not held' } });
      expect(truth.releases).toEqual([]);
      await desk.approve(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
  });

  it('one that is held stays held until its hold is lifted as any other', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    await desk.withOrder(env, { account: 'cancel-held', activities }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.order(handle, orderCommands.hold, { by: 'ana', note: 'fraud' });
      await handle.cancel();
      await desk.untilShown(handle, asks);
      const stale = { ...(await desk.shownMark(handle)), by: 'ben', signed: null, epoch: 99 };
      await expect(desk.order(handle, orderCommands.unhold, stale)).rejects.toThrow();
      expect(await desk.stateOf(handle)).toMatchObject({ held: { by: 'ana' } });
      expect(await desk.unhold(handle, 'ben')).toMatchObject({ held: null, troubles: [] });
      await handle.terminate();
    });
  });

  it('stop ends it', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const world = { account: 'cancel-stopped', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await handle.cancel();
      await untilAsked(handle);
      await desk.order(handle, orderCommands.stop, { by: 'ana' });
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'PAID', end: { kind: 'stopped', by: 'ana' } });
    });
    expect(truth.releases).toEqual([]);
  });

  it('before its first task: the order is read and carried as any other', async () => {
    const account = 'cancel-first';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    const handle = await desk.startOrderWorkflow(env, orderInput(account));
    await handle.cancel();
    await withWorkers(env, { account, activities }, async () => {
      await desk.waitsFor(handle, 'release-gate');
      await untilAsked(handle);
      truth.killSwitch = 'open';
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('an approval that was given before it still counts', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    const world = { account: 'cancel-approved', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.approve(handle, 'ana');
      await handle.cancel();
      expect((await untilAsked(handle)).approvals).toHaveLength(1);
      truth.killSwitch = 'open';
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

describe('0015: a cancellation that is asked for beside a money step', () => {
  it.each([
    ['release', 'SELL', 'COMPLETED', 'beforeArm'],
    ['release', 'SELL', 'COMPLETED', 'afterArm'],
    ['mark-paid', 'BUY', 'PAID', 'beforeArm'],
    ['mark-paid', 'BUY', 'PAID', 'afterArm'],
  ] as const)('%s of a %s order: it leaves once, and leads to %s (%s)', async (...of) => {
    const [step, side, status, moment] = of;
    const { truth, calls, activities } = registerService(() => env, { side });
    const [reached, goOn] = [latch(), latch()];
    const usual = calls[moment] as () => Promise<never>;
    calls[moment] = async () => {
      reached.open();
      await goOn.wait();
      return usual();
    };
    await desk.withOrder(env, { account: `cancel-${step}-${moment}`.toLowerCase(), activities }, async (handle) => {
      if (side === 'BUY') await desk.waitsFor(handle, 'our-payment');
      const said = side === 'BUY' ? desk.confirm(handle, { by: 'ana', payId: null, proof: 'bank-1' }) : null;
      await reached.wait();
      await handle.cancel();
      await untilAsked(handle);
      goOn.open();
      await said;
      await desk.untilShown(handle, (view) => view.status === status);
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.COMPLETED);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(calls).toMatchObject({ left: [step], begun: 1 });
  });
});

describe('0015: more than one request, new runs and resets', () => {
  it('twice: the server keeps the first request of a run alone, and the order asks once', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'cancel-twice', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      await handle.cancel();
      await handle.cancel();
      await untilAsked(handle);
      await desk.unhold(handle, 'ana');
      await handle.cancel();
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
      expect(await requestsOf(handle)).toBe(1);
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('a new run goes on asking; once dismissed, a new request asks again', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'cancel-new-run', activities }, async (first) => {
      await desk.waitsFor(first, 'awaiting-payment');
      await first.cancel();
      await untilAsked(first);
      for (let batch = 0; batch < 10; batch += 1) await sendNoise(first, 60);
      const present = presentRun(env, first);
      await untilNewRun(first, present);
      await untilAsked(present);
      await desk.unhold(present, 'ana');
      await present.cancel();
      await untilAsked(present);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(present, OrderStatus.PAID);
      expect(await desk.resultOf(present)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it.each([1, 2, 3])('one that comes while a new run begins is not lost (%i)', async (time) => {
    const { activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: `cancel-between-${time}`, activities }, async (first) => {
      await desk.waitsFor(first, 'awaiting-payment');
      for (let batch = 0; batch < 9; batch += 1) await sendNoise(first, 60);
      const present = presentRun(env, first);
      await Promise.all([sendNoise(present, 30 + 10 * time), present.cancel(), sendNoise(present, 40)]);
      await untilNewRun(first, present);
      await untilAsked(present);
      await present.terminate();
    });
  });

  it.each([true, false])('a reset to before it forgets it (messages delivered again: %s)', async (reapplies) => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    await desk.withOrder(env, { account: `cancel-reset-${reapplies}`, activities }, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await first.cancel();
      await untilAsked(first);
      await reset(env, first, { reapplies });
      const present = presentRun(env, first);
      expect(asks(await desk.waitsFor(present, 'release-gate'))).toBe(false);
      // The server delivers it to no run again; pressed once more it asks once more.
      expect(await requestsOf(present)).toBe(0);
      await present.cancel();
      await untilAsked(present);
      truth.killSwitch = 'open';
      await desk.tell(present, null);
      expect(await desk.resultOf(present)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('a reset to after it goes on asking, and on', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'cancel-reset-after', activities }, async (first) => {
      await desk.waitsFor(first, 'awaiting-payment');
      await first.cancel();
      await untilAsked(first);
      const to = (await resetPoints(first)).at(-1);
      await desk.unhold(first, 'ana');
      await reset(env, first, { reapplies: false, ...(to === undefined ? {} : { to }) });
      const present = presentRun(env, first);
      await desk.untilShown(present, asks);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(present, OrderStatus.PAID);
      expect(await desk.resultOf(present)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

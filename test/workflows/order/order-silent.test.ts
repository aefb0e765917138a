/** The register of the merchant's machine is silent: nothing leaves, people are told, and it goes on afterwards. */
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderNeeds } from '../../../src/workers/notices/need-facts.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { memoryRegister } from '../../register/memory-register.ts';
import { createTimeSkippingEnv } from '../../setup/time-skipping-env.ts';
import { presentRun } from './order-resets.ts';
import * as desk from './order-service.ts';
import { latch } from './register-service.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const byAna = { by: 'ana' };
const silence = 'the register of the merchant’s machine does not answer';

/** A service whose `takeBack` waits until the test lets it go; everything else answers. */
function slowToKeep(status: OrderStatus) {
  const { truth, activities } = desk.serviceOf(() => env, status);
  const kept = latch();
  const takeBack: FakeActivities['takeBack'] = async (input) => {
    await kept.wait();
    const answer = await activities.takeBack?.(input);
    if (answer === undefined) throw new Error('the service has no takeBack');
    return answer;
  };
  return { truth, activities: { ...activities, takeBack }, keep: kept.open };
}

const detailsOf = async (handle: desk.OrderHandle): Promise<string> =>
  handle.query<string>('__temporal_workflow_metadata').then((metadata) => JSON.stringify(metadata));

describe('promises 2 and 5: no register is no permission', () => {
  it('once our payment has left it is a need at once, which says until when to press “paid” in the app', async () => {
    const facts = { side: 'BUY', payDeadlineMs: Date.now() + 900_000 } as const;
    const { activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, facts);
    const nothing = { code: null, message: '', retryAfterMs: null } as const;
    const silent = { kind: 'rejected', category: 'REGISTER_SILENT', ...nothing } as const;
    const world = { account: 'silent-paid', activities: { ...activities, markOrderAsPaid: async () => silent } };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'our-payment');
      await desk.confirm(handle, { ...byAna, payId: null, proof: 'bank reference 1' });
      const view = await desk.waitsFor(handle, 'blocked');
      expect(view.why).toMatch(/the payment has left: press “paid” in the app, until 20.* UTC/);
      expect(view).toMatchObject({ needsHuman: true, attempts: { 'mark-paid': 0 } });
      const fact = { code: 'press-paid', untilMs: facts.payDeadlineMs };
      expect(orderNeeds(view)).toMatchObject([{ fact, isUrgentAtOnce: true }]);
      await handle.terminate();
    });
  });

  it('nothing is released while it is silent, the page says so and asks a human; it goes on by itself afterwards', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.memory.silent = true;
    await desk.withOrder(env, { account: 'silent-gate', activities }, async (handle) => {
      const view = await desk.waitsFor(handle, 'release-gate');
      expect(view).toMatchObject({ needsHuman: true, mark: null, checks: [{ name: 'register' }] });
      expect(view.troubles[0]).toMatchObject({ what: { code: 'register' }, text: expect.stringContaining(silence) });
      expect(await detailsOf(handle)).toContain(silence);
      const word = { by: 'ana', signed: null, generation: 'any', epoch: 0 };
      await expect(desk.order(handle, orderCommands.approveRelease, word)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('has not answered yet') },
      });
      expect(truth.releases).toEqual([]);
      truth.memory.silent = false;
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('a payment that is confirmed is not reported while it is silent', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, { side: 'BUY' });
    let marks = 0;
    const markOrderAsPaid: FakeActivities['markOrderAsPaid'] = async () => {
      marks += 1;
      desk.become(truth, OrderStatus.PAID);
      return { kind: 'executed', orderNumber: null };
    };
    truth.memory.silent = true;
    const world = { account: 'silent-buy', activities: { ...activities, markOrderAsPaid } };
    await desk.withOrder(env, world, async (handle) => {
      expect(await desk.waitsFor(handle, 'our-payment')).toMatchObject({ needsHuman: true, mark: null });
      const notice = { by: 'ana', payId: null, proof: 'REF', generation: 'any', epoch: 0 };
      await expect(desk.order(handle, orderCommands.confirmPayment, notice)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('has not answered yet') },
      });
      truth.memory.silent = false;
      await desk.tell(handle, null);
      await desk.confirm(handle, { by: 'ana', payId: null, proof: 'REF' });
      await desk.waitsFor(handle, 'awaiting-release');
      await handle.terminate();
    });
    expect(marks).toBe(1);
  });

  it('a hold answers in time that it is not kept, holds here at once, and is kept when the register answers', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'silent-hold', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      truth.memory.silent = true;
      const askedAtMs = performance.now();
      const noted = await desk.order(handle, orderCommands.hold, { by: 'ana', note: 'third party' });
      // Its sender waits for 15 s.
      expect(performance.now() - askedAtMs).toBeLessThan(14_000);
      expect(noted).toMatchObject({ isKept: false, settled: false, held: { by: 'ana' } });
      expect(await detailsOf(handle)).toContain('Not kept outside Temporal yet');
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      await desk.untilShown(handle, ({ status, waitingFor }) => status === 'PAID' && waitingFor.code === 'held');
      truth.memory.silent = false;
      await desk.untilShown(handle, ({ isKept }) => isKept);
      const { account } = desk;
      const kept = await truth.memory.register.marksOf({ account, subject: truth.order.orderNumber });
      expect(kept).toMatchObject({ epoch: 1, held: { by: 'ana', note: 'third party' } });
      expect(truth.releases).toEqual([]);
      await desk.unhold(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
  });
});

describe('promise 2: a word that is not kept yet', () => {
  it.each(['hold', 'revokeApproval'] as const)('%s: no step begins, and nothing is allowed meanwhile', async (name) => {
    const { truth, activities, keep } = slowToKeep(OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: `unkept-${name.toLowerCase()}`, activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      const mark = await desk.shownMark(handle);
      await handle.signal(orderCommands[name].signal, byAna);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      const view = await desk.untilShown(handle, ({ status }) => status === 'PAID');
      expect(view).toMatchObject({ isKept: false });
      await desk.untilShown(handle, ({ why }) => why.includes('is not kept outside Temporal yet'));
      const match = {
        amount: '950.00',
        payerName: 'x',
        proofId: 'bank-1',
        atMs: 1,
        despite: 'third-party',
        ...mark,
      } as const;
      await expect(desk.order(handle, orderCommands.attachMatch, match)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('nothing is allowed before') },
      });
      await handle.signal(orderCommands.unhold.signal, { ...byAna, signed: null, ...mark });
      await desk.untilShown(handle, ({ refused }) => refused.count === 1);
      expect(truth.releases).toEqual([]);
      keep();
      await desk.untilShown(handle, ({ isKept }) => isKept);
      if (name === 'hold') await desk.unhold(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it.each(['hold', 'stop'] as const)('%s: a new run that begins meanwhile goes on keeping it', async (name) => {
    const { truth, activities, keep } = slowToKeep(OrderStatus.PAID);
    truth.killSwitch = 'closed';
    await desk.withOrder(env, { account: `unkept-run-${name}`, activities }, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await first.signal(orderCommands[name].signal, byAna);
      const handle = await withNewRun(first);
      expect(await desk.stateOf(handle)).toMatchObject({ isKept: false, held: { by: 'ana' } });
      keep();
      const { account } = desk;
      if (name === 'stop') {
        expect(await desk.resultOf(handle)).toMatchObject({ end: { kind: 'stopped', by: 'ana' } });
        return;
      }
      await desk.untilShown(handle, ({ isKept }) => isKept);
      const kept = await truth.memory.register.marksOf({ account, subject: truth.order.orderNumber });
      expect(kept).toMatchObject({ held: { by: 'ana' } });
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });

  it('a stop that is not kept says so, and the order is carried held until it is', async () => {
    const { truth, activities, keep } = slowToKeep(OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'unkept-stop', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      const noted = await desk.order(handle, orderCommands.stop, byAna);
      expect(noted).toMatchObject({ isKept: false, held: { by: 'ana', note: 'being stopped' } });
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      await desk.untilShown(handle, ({ status, waitingFor }) => status === 'PAID' && waitingFor.code === 'held');
      keep();
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'PAID', end: { kind: 'stopped' } });
    });
    expect(truth.releases).toEqual([]);
  });

  it('promise 4: one that fails for good asks a human, is tried again, and stops no workflow', async () => {
    const skipping = await createTimeSkippingEnv();
    try {
      const { truth, activities } = desk.serviceOf(() => skipping, OrderStatus.AWAITING_PAYMENT);
      let tries = 0;
      const takeBack: FakeActivities['takeBack'] = async (input) => {
        tries += 1;
        if (tries === 1) throw ApplicationFailure.nonRetryable('x is not a function', 'TypeError');
        const answer = await activities.takeBack?.(input);
        if (answer === undefined) throw new Error('the service has no takeBack');
        return answer;
      };
      const world = { account: 'unkept-failed', activities: { ...activities, takeBack } };
      await desk.withOrder(skipping, world, async (handle) => {
        await desk.waitsFor(handle, 'awaiting-payment');
        await handle.signal(orderCommands.hold.signal, byAna);
        const view = await desk.untilShown(handle, ({ troubles }) =>
          troubles.some(({ text }) => text.includes('TypeError')),
        );
        expect(view).toMatchObject({
          isKept: false,
          needsHuman: true,
        });
        await skipping.sleep(61_000);
        expect(await desk.untilShown(handle, ({ isKept }) => isKept)).toMatchObject({ troubles: [], held: byAna });
        desk.become(truth, OrderStatus.CANCELLED);
        await desk.tell(handle, null);
        expect(await desk.resultOf(handle)).toMatchObject({ status: 'CANCELLED' });
      });
    } finally {
      await skipping.teardown();
    }
  });
});

describe('I6: answers of the register that overtake each other', () => {
  it('a read that began before a hold does not end it, and does not bring the old epoch back', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    const late = latch();
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      truth.reads += 1;
      const answer = await desk.seen(truth, input, Date.now());
      if (truth.reads === 2) await late.wait();
      return answer;
    };
    const world = { account: 'overtaken', activities: { ...activities, readOrder } };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      await desk.tell(handle, null);
      await untilView(
        async () => truth.reads,
        (reads) => reads === 2,
      );
      const { mark } = await desk.order(handle, orderCommands.hold, byAna);
      expect(mark).toMatchObject({ epoch: 1 });
      late.open();
      expect(await desk.waitsFor(handle, 'held')).toMatchObject({ held: byAna, mark: { epoch: 1 } });
      await handle.terminate();
    });
  });

  it('a new register has forgotten the hold: it is kept there once more, and what was approved is void', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    const world = { account: 'other-register', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.order(handle, orderCommands.hold, byAna);
      const other = memoryRegister();
      const nowMs = Date.now();
      await other.register.mint({ generation: 'another', how: 'recovered', nowMs });
      truth.memory = other;
      await desk.tell(handle, null);
      const view = await desk.untilShown(handle, ({ mark, isKept }) => mark?.generation === 'another' && isKept);
      expect(view).toMatchObject({ held: byAna, approvals: [] });
      const { account } = desk;
      const kept = await other.register.marksOf({ account, subject: truth.order.orderNumber });
      expect(kept).toMatchObject({ held: byAna });
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });
});

/** Sends messages without effect until the workflow has begun a new run. */
async function withNewRun(handle: desk.OrderHandle): Promise<desk.OrderHandle> {
  const noise = defineSignal<[number]>('noSuchSignal');
  for (let batch = 0; batch < 11; batch += 1) {
    await Promise.all(Array.from({ length: 60 }, (_, index) => handle.signal(noise, index)));
  }
  const present = presentRun(env, handle);
  await untilView(
    async () => (await present.describe()).runId,
    (runId) => runId !== handle.firstExecutionRunId,
  );
  return present;
}

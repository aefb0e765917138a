import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MarkPaidInput, MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { OrderView } from '../../../src/workflows/contract/definitions.ts';
import { generation } from '../../register/memory-register.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

/** A service with one BUY order; the test decides the effect of a call. */
function service(part: Partial<OrderFacts> = {}) {
  const world = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, { side: 'BUY', ...part });
  const truth = Object.assign(world.truth, { marks: [] as MarkPaidInput[] });
  const activities: FakeActivities = {
    ...world.activities,
    markOrderAsPaid: async (input) => {
      truth.marks.push(input);
      desk.become(truth, OrderStatus.PAID);
      return { kind: 'executed', orderNumber: null };
    },
  };
  return { truth, activities };
}

type Handle = desk.OrderHandle;

const notice = { payId: null, proof: 'bank reference 1', by: 'ana' };
const { waitsFor, tell } = desk;
const confirm = (handle: Handle, part: object = {}): Promise<OrderView> => desk.confirm(handle, { ...notice, ...part });
async function completed(handle: Handle, truth: desk.Truth): Promise<void> {
  desk.become(truth, OrderStatus.COMPLETED);
  await tell(handle, OrderStatus.COMPLETED);
  expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
}

const withOrder = (account: string, world: Omit<desk.OrderWorld, 'account'>, test: (handle: Handle) => Promise<void>) =>
  desk.withOrder(env, { account, ...world }, test);

describe('design 6: the desk buys and pays', () => {
  it('I2: nothing is marked paid before the payment is confirmed; then once, with the confirmed method', async () => {
    const { truth, activities } = service();
    await withOrder('buy-paid', { activities }, async (handle) => {
      const due = await waitsFor(handle, 'our-payment');
      expect(due).toMatchObject({ needsHuman: true, why: expect.stringContaining('950.00 BOB') });
      expect(truth.marks).toEqual([]);
      await confirm(handle, { payId: '88' });
      await waitsFor(handle, 'awaiting-release');
      await completed(handle, truth);
    });
    const fence = { boundMs: 10_000, recvWindowMs: 3_000 };
    const seen = { generation, epoch: 0 };
    expect(truth.marks).toEqual([
      { mode: 'sim', orderNumber: '22000000000000000001', payId: '88', resetId: null, seen, fence },
    ]);
  });

  it('EP-17: without a method in the notice the order’s own choice is named', async () => {
    const { truth, activities } = service({ selectedPayId: null, payMethodIds: ['41', '42'] });
    await withOrder('buy-choice', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await confirm(handle);
      await waitsFor(handle, 'awaiting-release');
      await completed(handle, truth);
    });
    expect(truth.marks[0]?.payId).toBe('41');
  });

  it('wrong confirmations, and a payment that came in, are refused with a reason', async () => {
    const { truth, activities } = service();
    await withOrder('buy-wrong', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      const refused = (part: object, words: string) =>
        expect(confirm(handle, part)).rejects.toMatchObject({
          cause: { type: 'REFUSED', message: expect.stringContaining(words) },
        });
      await refused({ by: '' }, 'say who');
      await refused({ proof: '' }, 'proof is missing');
      await refused({ payId: 77 }, 'payId must be');
      const match = { amount: '950.00', payerName: 'Juan Perez', proofId: 'bank-1', atMs: 1 };
      await expect(desk.attach(handle, match)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('the desk buys here') },
      });
      await confirm(handle);
      await refused({}, 'confirmed already');
      await completed(handle, truth);
      await expect(confirm(handle)).rejects.toThrow();
    });
    expect(truth.marks).toHaveLength(1);
  });

  it('an order that the desk sells takes no payment of its own', async () => {
    const { truth, activities } = service({ side: 'SELL' });
    await withOrder('buy-not', { activities }, async (handle) => {
      await waitsFor(handle, 'awaiting-payment');
      await expect(confirm(handle)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('sells here') },
      });
      await completed(handle, truth);
    });
  });

  it('design 6 (1): the order is read before it is marked: one that was marked in the app is not marked again', async () => {
    const { truth, activities } = service();
    await withOrder('buy-by-hand', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      desk.become(truth, OrderStatus.PAID);
      await confirm(handle);
      await waitsFor(handle, 'awaiting-release');
      await completed(handle, truth);
    });
    expect(truth.marks).toEqual([]);
  });

  it('a hold keeps a confirmed payment from being reported; after unhold it is confirmed once more', async () => {
    const { truth, activities } = service();
    await withOrder('buy-held', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await handle.executeUpdate(definitions.orderCommands.hold.update, { args: [{ by: 'ana', note: 'third party' }] });
      await confirm(handle);
      expect(await waitsFor(handle, 'held')).toMatchObject({
        why: expect.stringMatching(
          /^held by ana: third party; the payment has left and the service is not notified yet$/,
        ),
        needsHuman: true,
      });
      expect(
        await handle.executeUpdate(definitions.orderCommands.hold.update, { args: [{ by: 'ben' }] }),
      ).toMatchObject({ why: 'held by ben; the payment has left and the service is not notified yet' });
      expect(truth.marks).toEqual([]);
      await desk.unhold(handle, 'ana');
      await waitsFor(handle, 'our-payment');
      await confirm(handle);
      await waitsFor(handle, 'awaiting-release');
      await expect(desk.unhold(handle, 'ana')).rejects.toMatchObject({ cause: { message: 'the order is not held' } });
      await completed(handle, truth);
    });
    expect(truth.marks).toHaveLength(1);
  });

  it('shadow: the step is recorded once, and the page says that someone else has to do it', async () => {
    const { truth, activities } = service();
    const markOrderAsPaid: FakeActivities['markOrderAsPaid'] = async (input) => {
      truth.marks.push(input);
      return { kind: 'intent' };
    };
    const world = { activities: { ...activities, markOrderAsPaid }, input: { mode: 'shadow' } as const };
    await withOrder('buy-shadow', world, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await confirm(handle);
      expect(await waitsFor(handle, 'shadow')).toMatchObject({ needsHuman: false });
      await tell(handle, null);
      await untilView(
        async () => truth.reads,
        (reads) => reads >= 3,
      );
      expect(await waitsFor(handle, 'shadow')).toMatchObject({ why: expect.stringContaining('would have') });
      await completed(handle, truth);
    });
    expect(truth.marks).toHaveLength(1);
  });

  it('a deadline that passes makes it look: an order that the service has cancelled ends', async () => {
    const payDeadlineMs = (await env.currentTimeMs()) + 900_000;
    const { truth, activities } = service({ payDeadlineMs });
    await withOrder('buy-deadline', { activities }, async (handle) => {
      expect(await waitsFor(handle, 'our-payment')).toMatchObject({ untilMs: payDeadlineMs });
      desk.become(truth, OrderStatus.CANCELLED_BY_SYSTEM);
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED_BY_SYSTEM', attempts: { 'mark-paid': 0 } });
      expect((await handle.describe()).closeTime?.getTime()).toBeGreaterThanOrEqual(payDeadlineMs);
    });
  });
});

describe('design 6: the outcome of mark paid', () => {
  const attempts = (ends: (MoneyAttempt | Error)[]) => {
    const world = service();
    const markOrderAsPaid: FakeActivities['markOrderAsPaid'] = async (input) => {
      world.truth.marks.push(input);
      const end = ends.shift();
      if (end === undefined || end instanceof Error) throw end ?? new Error('one send too many');
      if (end.kind === 'executed') desk.become(world.truth, OrderStatus.PAID);
      return end;
    };
    return { truth: world.truth, activities: { ...world.activities, markOrderAsPaid } };
  };

  it('I4, I5: unknown and done: the read shows it, and nothing is sent again', async () => {
    const { truth, activities } = attempts([{ kind: 'unknown', reason: 'reset' }]);
    await withOrder('buy-unknown', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      desk.become(truth, OrderStatus.AWAITING_PAYMENT);
      await confirm(handle);
      await waitsFor(handle, 'outcome-unknown');
      desk.become(truth, OrderStatus.PAID);
      await env.sleep(5_000);
      await waitsFor(handle, 'awaiting-release');
      await completed(handle, truth);
    });
    expect(truth.marks).toHaveLength(1);
  });

  it.each(['IP_BAN', 'RATE_LIMITED', 'FENCED', 'NOT_SENT', 'RETRIABLE_WITH_BACKOFF'] as const)(
    'I40: %s did not leave: it waits as long as the refusal says, and runs again without a human',
    async (category) => {
      const refused = { kind: 'rejected', category, code: null, message: 'not sent', retryAfterMs: 60_000 } as const;
      const { truth, activities } = attempts([refused, { kind: 'executed', orderNumber: null }]);
      const endMs = (await env.currentTimeMs()) + 60_000;
      const confirmNoBan: FakeActivities['confirmNoBan'] = async () => {
        const leftMs = endMs - (await env.currentTimeMs());
        if (leftMs <= 0) return true;
        throw ApplicationFailure.create({ type: 'IP_BAN', message: 'banned', nextRetryDelay: leftMs });
      };
      await withOrder(`buy-${category}`, { activities: { ...activities, confirmNoBan } }, async (handle) => {
        await waitsFor(handle, 'our-payment');
        await confirm(handle);
        expect(await waitsFor(handle, 'blocked')).toMatchObject({ needsHuman: false, attempts: { 'mark-paid': 0 } });
        await env.sleep(61_000);
        await waitsFor(handle, 'awaiting-release');
        await completed(handle, truth);
      });
      expect(truth.marks).toHaveLength(2);
    },
  );

  it('a refusal of the business asks a human; "not-done" sends it again after its block, wrong rulings are refused', async () => {
    const refused = { kind: 'rejected', category: 'NON_RETRIABLE_BUSINESS', code: '-1102', message: 'no' } as const;
    const ends: MoneyAttempt[] = [
      { ...refused, retryAfterMs: null },
      { kind: 'executed', orderNumber: null },
    ];
    const { truth, activities } = attempts(ends);
    await withOrder('buy-refused', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      const resolve = (part: object) =>
        handle.executeUpdate(definitions.orderCommands.resolve.update, {
          args: [{ by: 'ana', outcome: 'not-done', note: '', ...part } as never],
        });
      await expect(resolve({})).rejects.toMatchObject({
        cause: { message: expect.stringContaining('nothing to resolve') },
      });
      await confirm(handle);
      const asked = await waitsFor(handle, 'needs-human');
      expect(asked).toMatchObject({ undecided: 'mark-paid', why: expect.stringContaining('-1102') });
      await expect(resolve({ outcome: 'maybe' })).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      await resolve({});
      await waitsFor(handle, 'blocked');
      await env.sleep(300_000);
      await waitsFor(handle, 'awaiting-release');
      await completed(handle, truth);
    });
    expect(truth.marks).toHaveLength(2);
  });

  it('promise 5: a later read that proves the step done ends the question: no human is asked any more', async () => {
    const { truth, activities } = attempts([new Error('lost')]);
    let readable = true;
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      if (!readable) throw ApplicationFailure.nonRetryable('no answer', 'NON_RETRIABLE_BUSINESS');
      return desk.seen(truth, input, await env.currentTimeMs());
    };
    const markOrderAsPaid: FakeActivities['markOrderAsPaid'] = async () => {
      readable = false;
      throw ApplicationFailure.nonRetryable('the worker went away', 'LOST');
    };
    const parts = {
      activities: { ...activities, readOrder, markOrderAsPaid },
      input: { settings: { reconcileWindowMs: 20_000 } },
    };
    await withOrder('buy-proven', parts, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await confirm(handle);
      await env.sleep(90_000);
      await waitsFor(handle, 'needs-human');
      readable = true;
      desk.become(truth, OrderStatus.PAID);
      await tell(handle, null);
      expect(await waitsFor(handle, 'awaiting-release')).toMatchObject({ undecided: null, needsHuman: false });
      await completed(handle, truth);
    });
  });
});

import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CancelOrderInput, MarkPaidInput, MoneyAttempt } from '../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import type { OrderFacts } from '../../src/domain/orders/order-facts.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type { CancelWord, OrderView } from '../../src/workflows/contract/definitions.ts';
import { generation } from '../register/memory-register.ts';
import { skipTimeInEachTest } from '../setup/time-skipping-env.ts';
import { quietRuntime, type FakeActivities } from './workflow-harness.ts';
import * as desk from './order/order-service.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const executed: MoneyAttempt = { kind: 'executed', orderNumber: null };
const refused = (category: 'APPROVAL_MISSING' | 'MAY_HAVE_LEFT' | 'ORDER_MISMATCH' | 'TAKEN_BACK'): MoneyAttempt => ({
  kind: 'rejected',
  category,
  code: null,
  message: 'no',
  retryAfterMs: null,
});

/** A service with one BUY order that was made just now; the test decides what becomes of a cancellation. */
async function service(part: Partial<OrderFacts> = {}) {
  const createdAtMs = await env.currentTimeMs();
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, {
    side: 'BUY',
    createdAtMs,
    ...part,
  });
  const calls = {
    cancels: [] as CancelOrderInput[],
    marks: 0,
    marked: null as MarkPaidInput['seen'] | null,
    mark: async (): Promise<MoneyAttempt> => executed,
    cancel: async (): Promise<MoneyAttempt> => executed,
    beforeRead: async (): Promise<void> => undefined,
  };
  const all: FakeActivities = {
    ...activities,
    readOrder: async (input) => {
      await calls.beforeRead();
      return desk.seen(truth, input, await env.currentTimeMs());
    },
    cancelOrder: async (input) => {
      calls.cancels.push(input);
      const end = await calls.cancel();
      if (end.kind === 'executed') desk.become(truth, OrderStatus.CANCELLED);
      return end;
    },
    markOrderAsPaid: async ({ seen }: MarkPaidInput) => {
      calls.marks += 1;
      calls.marked = seen;
      const end = await calls.mark();
      if (end.kind === 'executed') desk.become(truth, OrderStatus.PAID);
      return end;
    },
  };
  return { truth, calls, activities: all };
}

type Handle = desk.OrderHandle;
const { waitsFor } = desk;
const ask = async (handle: Handle, part: Partial<CancelWord> = {}): Promise<OrderView> => {
  const mark = await desk.shownMark(handle);
  return desk.order(handle, definitions.orderCommands.cancelOrder, { by: 'ana', reason: 4, ...mark, ...part });
};
const confirm = (handle: Handle) => desk.confirm(handle, { payId: null, proof: 'bank 1', by: 'ben' });
const because = (words: string) => ({ cause: { type: 'REFUSED', message: expect.stringContaining(words) } });
const carried = (account: string, world: Omit<desk.OrderWorld, 'account'>, test: (handle: Handle) => Promise<void>) =>
  desk.withOrder(env, { account, ...world }, test);

describe('ADR 0060: a purchase is cancelled by its workflow', () => {
  it('once, with what its giver saw; the order ends as cancelled, and its page says who has asked', async () => {
    const { calls, activities } = await service();
    await carried('cancel-once', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await ask(handle, { note: 'the bank is closed', reason: 5 });
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED', end: { kind: 'cancelled' } });
      const { cancel } = await desk.stateOf(handle);
      expect(cancel).toMatchObject({ by: 'ana', note: 'the bank is closed', reason: 5, isDue: false });
    });
    const seen = { generation, epoch: 0 };
    const fence = { boundMs: 10_000, recvWindowMs: 3_000 };
    const said = { mode: 'sim', orderNumber: '22000000000000000001', reason: 5, text: 'the bank is closed' };
    expect(calls.cancels).toEqual([{ ...said, mayBePaid: false, resetId: null, seen, fence }]);
  });

  it('refused, it is not tried again by itself, its note stays here, and a payment can be confirmed', async () => {
    const { truth, calls, activities } = await service();
    calls.cancel = async () => refused('ORDER_MISMATCH');
    await carried('cancel-refused', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await ask(handle, { note: 'only for us' });
      await desk.untilShown(handle, desk.isRefusedBy('ORDER_MISMATCH'));
      await env.sleep(600_000);
      expect(calls.cancels).toMatchObject([{ text: null }]);
      await confirm(handle);
      await waitsFor(handle, 'awaiting-release');
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.COMPLETED);
      expect(await handle.result()).toMatchObject({ attempts: { cancel: 0, 'mark-paid': 1 } });
    });
  });

  it('after a confirmation it takes the word that it may be paid, and the step says so', async () => {
    const { calls, activities } = await service();
    await carried('cancel-paid', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await confirm(handle);
      await waitsFor(handle, 'awaiting-release');
      await expect(ask(handle)).rejects.toMatchObject(because('ben has confirmed its payment'));
      calls.cancel = async () => refused('APPROVAL_MISSING');
      await ask(handle, { despitePayment: true });
      await desk.untilShown(handle, desk.isRefusedBy('APPROVAL_MISSING'));
      calls.cancel = async () => executed;
      await ask(handle, { by: 'ben', despitePayment: true });
      expect(await handle.result()).toMatchObject({ status: 'CANCELLED' });
    });
    expect(calls.cancels).toMatchObject([{ mayBePaid: true }, { mayBePaid: true }]);
    expect(calls.marks).toBe(1);
  });

  it('an order that was taken up late may be paid', async () => {
    const { calls, activities } = await service({ createdAtMs: 1 });
    await carried('cancel-late', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await expect(ask(handle)).rejects.toMatchObject(because('the purchase may be paid'));
      await handle.terminate();
    });
    expect(calls.cancels).toEqual([]);
  });

  it.each([
    ['done', OrderStatus.CANCELLED, { status: 'CANCELLED' }],
    ['not done', OrderStatus.AWAITING_PAYMENT, null],
  ] as const)('a lost worker leaves the outcome to reads: %s', async (name, status, end) => {
    const { truth, calls, activities } = await service();
    calls.cancel = async () => {
      desk.become(truth, status);
      throw ApplicationFailure.nonRetryable('the worker went away', 'LOST');
    };
    await carried(`cancel-lost-${name.replace(' ', '-')}`, { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await ask(handle);
      if (end !== null) {
        expect(await handle.result()).toMatchObject(end);
        return;
      }
      // A payment is heard all the same, and its notice leaves once the cancellation is known as not done.
      expect(await confirm(handle)).toMatchObject({ paymentConfirmedBy: 'ben' });
      expect(calls.marks).toBe(0);
      await env.sleep(90_000);
      expect(await waitsFor(handle, 'awaiting-release')).toMatchObject({ attempts: { 'mark-paid': 1 } });
      await handle.terminate();
    });
    expect(calls.cancels).toHaveLength(1);
  });

  it('a payment that is confirmed while it is sent is kept, and takes it back in the register', async () => {
    const { calls, activities } = await service();
    const asked = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<MoneyAttempt>();
    calls.cancel = () => {
      asked.resolve();
      return sent.promise;
    };
    await carried('cancel-paid-meanwhile', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      const cancelling = ask(handle);
      await asked.promise;
      const paid = confirm(handle);
      await desk.untilShown(handle, ({ mark, isKept }) => mark?.epoch === 1 && isKept);
      // Its arming is refused: the order's epoch is another one.
      sent.resolve(refused('TAKEN_BACK'));
      await Promise.all([cancelling, paid]);
      expect(await waitsFor(handle, 'awaiting-release')).toMatchObject({ paymentConfirmedBy: 'ben' });
      await handle.terminate();
    });
    expect([calls.cancels.length, calls.marks, calls.marked?.epoch]).toEqual([1, 1, 1]);
  });

  it('one that the service took and does not show is the step that is ruled on; then a payment counts', async () => {
    const { truth, calls, activities } = await service();
    calls.cancel = async () => executed;
    const { cancelOrder, ...rest } = activities;
    const silent: FakeActivities = {
      ...rest,
      cancelOrder: async (input) => {
        const end = await (cancelOrder as (one: unknown) => Promise<MoneyAttempt>)(input);
        desk.become(truth, OrderStatus.AWAITING_PAYMENT);
        return end;
      },
    };
    await carried('cancel-unshown', { activities: silent }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await ask(handle);
      await waitsFor(handle, 'confirming');
      expect(await confirm(handle)).toMatchObject({ paymentConfirmedBy: 'ben', waitingFor: { step: 'cancel' } });
      expect(calls.marks).toBe(0);
      await desk.order(handle, definitions.orderCommands.resolve, { by: 'ana', outcome: 'not-done', note: '' });
      await waitsFor(handle, 'awaiting-release');
      await handle.terminate();
    });
    expect(calls.marks).toBe(1);
  });

  it('that were refused slow no payment notice down', async () => {
    const { calls, activities } = await service();
    calls.cancel = async () => refused('APPROVAL_MISSING');
    await carried('cancel-refusals', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      for (const again of [1, 2, 3, 4, 5, 6]) {
        await ask(handle);
        await desk.untilShown(handle, ({ cancel, waitingFor }) => !cancel?.isDue && waitingFor.code === 'our-payment');
        expect(calls.cancels).toHaveLength(again);
      }
      calls.mark = async () => (calls.marks === 1 ? refused('MAY_HAVE_LEFT') : executed);
      await confirm(handle);
      await env.sleep(30_000);
      expect(calls.marks).toBe(2);
      await handle.terminate();
    });
  });

  it('a payment that is confirmed while it is read takes it back; asked before, a payment counts first', async () => {
    const { calls, activities } = await service();
    await carried('cancel-overtaken', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      const reading = Promise.withResolvers<void>();
      const read = Promise.withResolvers<void>();
      calls.beforeRead = async () => {
        reading.resolve();
        await read.promise;
      };
      const asked = ask(handle);
      await reading.promise;
      const paid = confirm(handle);
      await desk.untilShown(handle, ({ paymentConfirmedBy }) => paymentConfirmedBy === 'ben');
      read.resolve();
      await Promise.all([asked, paid]);
      await waitsFor(handle, 'awaiting-release');
      await handle.terminate();
    });
    expect([calls.cancels.length, calls.marks]).toEqual([0, 1]);
  });

  it('is refused with the reason: a sale, a hold, a shadow, no text, another epoch', async () => {
    const { calls, activities } = await service();
    await carried('cancel-not', { activities }, async (handle) => {
      await waitsFor(handle, 'our-payment');
      await expect(ask(handle, { reason: 5 })).rejects.toMatchObject(because('needs a note'));
      await expect(ask(handle, { reason: 7 as never })).rejects.toMatchObject(because('1 to 6'));
      await expect(ask(handle, { epoch: 7 })).rejects.toMatchObject(because('taken back since'));
      await desk.order(handle, definitions.orderCommands.hold, { by: 'ana' });
      await expect(ask(handle)).rejects.toMatchObject(because('on hold'));
      await handle.terminate();
    });
    const sale = await service({ side: 'SELL' });
    await carried('cancel-sale', { activities: sale.activities }, async (handle) => {
      await waitsFor(handle, 'awaiting-payment');
      await expect(ask(handle)).rejects.toMatchObject(because('only the buyer can cancel'));
      await handle.terminate();
    });
    const shadow = async (handle: Handle) => {
      await waitsFor(handle, 'our-payment');
      await expect(ask(handle)).rejects.toMatchObject(because('mode shadow'));
      await handle.terminate();
    };
    await carried('cancel-shadow', { ...(await service()), input: { mode: 'shadow' } }, shadow);
    expect([...calls.cancels, ...sale.calls.cancels]).toEqual([]);
  });
});

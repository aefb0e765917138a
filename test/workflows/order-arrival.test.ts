/** ADR 0059: an order is held when it arrives because of its person, also where the register says who that is later. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadOrder } from '../../src/activities/read-contract.ts';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import { orderCommands } from '../../src/workflows/contract/definitions.ts';
import { unknownPersonNote } from '../../src/words/people/people-words.ts';
import { createTimeSkippingEnv } from '../setup/time-skipping-env.ts';
import * as desk from './order/order-service.ts';
import { quietRuntime, type FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createTimeSkippingEnv();
});
afterAll(() => env.teardown());

const blocked = { kind: 'blocked', by: 'ana', note: 'chargeback' } as const;
const unknown = { kind: 'unknown' } as const;

/** A service whose reads say in turn why the order is held; the last answer stays. */
function arriving(status: OrderStatus, answers: ReadOrder['arrival'][]) {
  const { truth, activities } = desk.serviceOf(() => env, status);
  const asked: boolean[] = [];
  const readOrder: FakeActivities['readOrder'] = async (input) => {
    const read = await activities.readOrder?.(input);
    if (read === undefined) throw new Error('the service reads nothing');
    asked.push(input.isArrival === true);
    const [arrival] = answers;
    if (input.isArrival !== true || arrival === undefined) return read;
    if (answers.length > 1) answers.shift();
    return { ...read, arrival };
  };
  return { truth, asked, activities: { ...activities, readOrder } };
}

it('is judged by the first read alone where that says it, and held in the register', async () => {
  const { truth, asked, activities } = arriving(OrderStatus.AWAITING_PAYMENT, [blocked]);
  await desk.withOrder(env, { account: 'arrival-blocked', activities }, async (handle) => {
    const { held, why, needsHuman, mark } = await desk.untilShown(
      handle,
      ({ isKept, mark: of }) => isKept && of?.epoch === 1,
    );
    expect([held?.by, needsHuman]).toEqual(['Peerdesk', true]);
    expect(why).toMatch(
      /on the block list, by ana: chargeback: look, and unhold it to go on; what is approved counts only/,
    );
    await desk.order(handle, orderCommands.unhold, {
      by: 'ana',
      signed: null,
      generation: mark?.generation ?? '',
      epoch: 1,
    });
    expect(await desk.waitsFor(handle, 'awaiting-payment')).toMatchObject({ held: null });
    await handle.terminate();
  });
  expect(asked.filter(Boolean)).toHaveLength(1);
  const read = { account: desk.account, orderNumber: truth.order.orderNumber, sinceMs: 0 };
  expect((await truth.memory.register.acts(read)).map(({ kind }) => kind)).toContain('unheld');
});

it.each([
  ['is held, and stays so', blocked, true],
  ['goes on by itself', null, false],
] as const)(
  'is asked again while the register is silent, with nothing moved meanwhile, and then %s',
  async (_, then, stays) => {
    const { truth, asked, activities } = arriving(OrderStatus.PAID, [unknown, unknown, then]);
    truth.memory.silent = true;
    await desk.withOrder(env, { account: `arrival-${stays}`, activities }, async (handle) => {
      const view = await desk.untilShown(handle, ({ held }) => held !== null);
      expect(view.held).toEqual({ by: 'Peerdesk', note: unknownPersonNote });
      truth.memory.silent = false;
      await env.sleep('2 minutes');
      if (stays) {
        const { held } = await desk.untilShown(
          handle,
          ({ held: by, isKept }) => isKept && by?.note !== unknownPersonNote,
        );
        expect(held?.note).toContain('chargeback');
        expect(truth.releases).toEqual([]);
        await handle.terminate();
      } else expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(asked.filter(Boolean)).toHaveLength(3);
    expect(truth.releases).toHaveLength(stays ? 0 : 1);
  },
);

it.each(['first-order', 'blocked'] as const)(
  'a purchase of %s asks a person and is not held: what is paid for it is reported in time',
  async (kind) => {
    const reason = kind === 'blocked' ? blocked : ({ kind, total: '900', fiat: 'BOB', cap: '500' } as const);
    const { truth, activities } = arriving(OrderStatus.AWAITING_PAYMENT, [unknown, reason]);
    truth.order = { ...truth.order, side: 'BUY' };
    const buying: FakeActivities = {
      ...activities,
      readOrder: async (input) => {
        const read = await activities.readOrder?.(input);
        if (read === undefined) throw new Error('the service reads nothing');
        return { ...read, barredBy: kind === 'blocked' ? blocked : null };
      },
      markOrderAsPaid: async () => {
        truth.order = { ...truth.order, status: OrderStatus.PAID };
        return await Promise.resolve({ kind: 'executed', orderNumber: null });
      },
    };
    await desk.withOrder(env, { account: `arrival-buy-${kind}`, activities: buying }, async (handle) => {
      await desk.waitsFor(handle, 'our-payment');
      await env.sleep('2 minutes');
      const view = await desk.untilShown(handle, ({ troubles }) => troubles.length > 0);
      expect([view.held, view.needsHuman]).toEqual([null, true]);
      const { generation = '', epoch = 0 } = view.mark ?? {};
      await desk.order(handle, orderCommands.confirmPayment, {
        by: 'ana',
        proof: 'T-1',
        payId: null,
        generation,
        epoch,
      });
      await desk.untilShown(handle, ({ status }) => status === OrderStatus.PAID);
      await handle.terminate();
    });
  },
);

it('a sale that is held already when it arrives says why it would be, and again after the hold', async () => {
  const reason = { kind: 'first-order', total: '900', fiat: 'BOB', cap: '500' } as const;
  const { truth, activities } = arriving(OrderStatus.PAID, [reason]);
  const { orderNumber } = truth.order;
  await truth.memory.register.takeBack({
    account: desk.account,
    orderNumber,
    what: 'hold',
    by: 'bob',
    note: 'wait',
    nowMs: 0,
  });
  await desk.withOrder(env, { account: 'arrival-held', activities }, async (handle) => {
    const { held, troubles } = await desk.untilShown(handle, (view) => view.held !== null);
    expect([held?.by, troubles.map(({ text }) => text).join()]).toEqual([
      'bob',
      expect.stringMatching(/500 BOB are the most/),
    ]);
    await handle.terminate();
  });
});

it('what is taken back while its person is not known lets a sale go no more than before, and a hold of a person is not lost', async () => {
  const { truth, activities } = arriving(OrderStatus.PAID, [unknown]);
  await desk.withOrder(env, { account: 'arrival-revoked', activities }, async (handle) => {
    await desk.untilShown(handle, ({ held }) => held?.note === unknownPersonNote);
    await desk.order(handle, orderCommands.revokeApproval, { by: 'ana', note: 'wait' });
    const revoked = await desk.untilShown(handle, ({ mark, isKept }) => isKept && mark?.epoch === 1);
    expect(revoked.held?.note).toBe(unknownPersonNote);
    await desk.order(handle, orderCommands.hold, { by: 'bob', note: 'mine' });
    await env.sleep('2 minutes');
    expect((await desk.untilShown(handle, ({ isKept }) => isKept)).held?.by).toBe('bob');
    expect(truth.releases).toEqual([]);
    await handle.terminate();
  });
});

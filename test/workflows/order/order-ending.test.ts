/** An order that is over is kept in the register before anything says that it has ended. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { peerdeskState } from '../../../src/workflows/contract/search-attributes.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** A register that does not take an end before the test lets it. */
function withSilentEnd(status: OrderStatus) {
  const { truth, activities } = desk.serviceOf(() => env, status);
  const stand = { isSilent: true, asked: 0 };
  const keepOrderEnd: FakeActivities['keepOrderEnd'] = async (input) => {
    stand.asked += 1;
    if (stand.isSilent) throw ApplicationFailure.create({ type: 'REGISTER_SILENT', message: 'the disk is full' });
    return (await activities.keepOrderEnd?.(input)) ?? false;
  };
  return { truth, stand, activities: { ...activities, keepOrderEnd } };
}

async function endsOf(truth: ReturnType<typeof withSilentEnd>['truth'], orderNumber: string): Promise<unknown[]> {
  const entries = await truth.memory.register.orderEntries({ account: desk.account, orderNumber });
  return entries.filter(({ kind }) => kind === 'order-end').map(({ body }) => JSON.parse(body) as unknown);
}

describe('ADR 0054: an order is over once the register has its end', () => {
  it('while the register is silent it waits, says so where that lasts, and ends once its end is kept', async () => {
    const { truth, stand, activities } = withSilentEnd(OrderStatus.AWAITING_PAYMENT);
    const settings = { ...defaultSettings, slowReadMs: 2_000 };
    const world = { account: 'end-silent', activities, input: { settings } };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.COMPLETED);
      const view = await desk.untilShown(handle, ({ waitingFor, troubles }) => {
        return waitingFor.code === 'keeping-end' && troubles.length > 0;
      });
      expect(view.troubles).toMatchObject([{ what: { code: 'register' } }]);
      expect(view).toMatchObject({ status: 'COMPLETED', why: expect.stringMatching(/over at the service/) });
      await untilView(
        async () => (await handle.describe()).typedSearchAttributes.get(peerdeskState),
        (shown) => shown === 'keeping-end',
      );
      expect((await handle.describe()).status.name).toBe('RUNNING');
      expect(stand.asked).toBeGreaterThan(1);
      stand.isSilent = false;
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', end: { kind: 'completed' } });
      const [end, ...others] = await endsOf(truth, view.orderNumber);
      expect(others).toEqual([]);
      expect(end).toMatchObject({
        end: 'completed',
        firstPrice: view.price,
        trade: { price: view.price, amount: view.amount, totalPrice: view.totalPrice, status: 'COMPLETED' },
      });
      expect(JSON.stringify(end)).not.toMatch(/buyerName|sellerName|Nickname/);
    });
  });

  it('a try that fails from outside does not end it, and an account that is refused is no silent register', async () => {
    const { truth, activities } = withSilentEnd(OrderStatus.AWAITING_PAYMENT);
    const settings = { ...defaultSettings, slowReadMs: 2_000 };
    let failedByHand = false;
    const keepOrderEnd: FakeActivities['keepOrderEnd'] = () => {
      const isTimely = Context.current().info.scheduleToCloseTimeoutMs === settings.slowReadMs;
      failedByHand ||= !isTimely;
      throw ApplicationFailure.create({ type: 'ACCOUNT_NOT_SERVED', message: 'no keys', nonRetryable: !isTimely });
    };
    const world = { account: 'end-failed', activities: { ...activities, keepOrderEnd }, input: { settings } };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      desk.become(truth, OrderStatus.CANCELLED);
      await desk.tell(handle, OrderStatus.CANCELLED);
      await untilView(
        () => Promise.resolve(failedByHand),
        (failed) => failed,
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect((await handle.describe()).status.name).toBe('RUNNING');
      const { waitingFor, troubles } = await desk.stateOf(handle);
      expect([waitingFor.code, troubles]).toEqual(['keeping-end', []]);
    });
  });

  it('a cancellation meanwhile holds nothing, and the end is kept all the same', async () => {
    const { truth, stand, activities } = withSilentEnd(OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'end-cancel', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      desk.become(truth, OrderStatus.CANCELLED);
      await desk.tell(handle, OrderStatus.CANCELLED);
      await desk.waitsFor(handle, 'keeping-end');
      await handle.cancel();
      stand.isSilent = false;
      expect(await desk.resultOf(handle)).toMatchObject({ end: { kind: 'cancelled' } });
      const { orderNumber } = await desk.stateOf(handle);
      expect(await endsOf(truth, orderNumber)).toMatchObject([{ end: 'cancelled', payments: [], approvedBy: [] }]);
      const entries = await truth.memory.register.orderEntries({ account: desk.account, orderNumber });
      expect(entries.filter(({ kind }) => kind !== 'order-end')).toEqual([]);
    });
  });
});

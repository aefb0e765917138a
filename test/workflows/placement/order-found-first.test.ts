import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { PlacementInput } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderRead, orderInput, placementInput, startPlacement } from '../fixtures.ts';
import { quietRuntime, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const orderNumber = '22000000000000000001';

const start = (input: PlacementInput) => startPlacement(env, input);

/** A service that places the order and returns its number at once. */
const activities: FakeActivities = {
  checkPlacement: async () => ({ mayPlace: true, owned: null, riskTips: [], known: [], readAtMs: 0 }),
  placeOrder: async () => ({ kind: 'executed', orderNumber }),
  notePlaced: async () => undefined,
  readOrder: async () => orderRead({ side: 'BUY', status: OrderStatus.COMPLETED }),
};

describe('I9: an order that the intake found first', () => {
  it('keeps its one workflow; the placement ends as placed', async () => {
    const account = 'place-late';
    let status: OrderStatus = OrderStatus.AWAITING_PAYMENT;
    const readOrder: FakeActivities['readOrder'] = async () => orderRead({ side: 'BUY', status });
    await withWorkers(env, { account, activities: { ...activities, readOrder } }, async () => {
      const order = await env.client.workflow.start('orderLifecycle', {
        workflowId: definitions.orderWorkflowId(account, orderNumber),
        taskQueue: definitions.groupTaskQueue(account),
        args: [orderInput(account)],
      });
      const input = placementInput(account);
      const result = await (await start(input)).result();
      expect(result).toMatchObject({ state: 'placed', orderNumber });
      const { runId } = await order.describe();
      expect(runId).toBe(order.firstExecutionRunId);
      // A placement with an open outcome that looks the same cannot take it any more.
      const owner = await order.executeUpdate(definitions.claimPlacementUpdate, { args: ['another'] });
      expect(owner).toBe(input.requestId);
      status = OrderStatus.COMPLETED;
      await order.signal(definitions.orderEventsFact.signal, [{ status: 'COMPLETED', atMs: 1, source: 'list' }]);
      expect(await order.result()).toMatchObject({ status: 'COMPLETED' });
    });
  });

  it('may have ended before the placement could claim it; the placement ends as placed all the same', async () => {
    const account = 'place-ended';
    await withWorkers(env, { account, activities }, async () => {
      const order = await env.client.workflow.start('orderLifecycle', {
        workflowId: definitions.orderWorkflowId(account, orderNumber),
        taskQueue: definitions.groupTaskQueue(account),
        args: [orderInput(account)],
      });
      expect(await order.result()).toMatchObject({ status: 'COMPLETED' });
      const result = await (await start(placementInput(account))).result();
      expect(result).toMatchObject({ state: 'placed', orderNumber });
    });
  });

  it('belongs to the first placement that claims it; one that was handed over belongs to its own', async () => {
    const account = 'place-claims';
    const readOrder: FakeActivities['readOrder'] = async () => orderRead({ side: 'BUY' });
    await withWorkers(env, { account, activities: { readOrder } }, async () => {
      const begin = (number: string, placedBy: string | null) =>
        env.client.workflow.start('orderLifecycle', {
          workflowId: definitions.orderWorkflowId(account, number),
          taskQueue: definitions.groupTaskQueue(account),
          args: [orderInput(account, { orderNumber: number, placedBy })],
        });
      const found = await begin('1', null);
      const handed = await begin('2', 'r7');
      const claim = (handle: typeof found, requestId: string) =>
        handle.executeUpdate(definitions.claimPlacementUpdate, { args: [requestId] });
      expect([await claim(found, 'r1'), await claim(found, 'r2'), await claim(found, 'r1')]).toEqual([
        'r1',
        'r1',
        'r1',
      ]);
      expect(await claim(handed, 'r1')).toBe('r7');
      for (const handle of [found, handed]) await handle.terminate();
    });
  });
});

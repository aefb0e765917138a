import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder, startAd, startOrder } from '../../src/client/index.ts';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import { noReleaseRules } from '../../src/domain/orders/release-rules.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { adInput, orderFacts, orderInput, placementInput } from './fixtures.ts';
import * as desk from './order/order-service.ts';
import { quietRuntime, withWorkers, type FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const fifty = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 50 }, act));
const runOf = async (workflowId: string) => (await env.client.workflow.getHandle(workflowId).describe()).runId;

describe('what is asked for fifty times at once', () => {
  it('I9, I17: an ad and an order are kept by one run, which the first start has made', async () => {
    const account = 'once-started';
    const ad = adInput(account);
    const order = orderInput(account);
    const ads = await fifty(() => startAd(env.client, ad));
    expect(ads.filter(({ started }) => started)).toHaveLength(1);
    const orders = await fifty(() => startOrder(env.client, order));
    expect(orders.filter(Boolean)).toHaveLength(1);
    const ids = [
      definitions.adWorkflowId(account, ad.adNumber),
      definitions.orderWorkflowId(account, order.orderNumber),
    ];
    const runs = await Promise.all(ids.map(runOf));
    expect((await startAd(env.client, ad)).started || (await startOrder(env.client, order))).toBe(false);
    expect(await Promise.all(ids.map(runOf))).toEqual(runs);
  });

  it('I3, I9: a request places one order', async () => {
    const account = 'once-placed';
    let placed = 0;
    const activities: FakeActivities = {
      checkPlacement: async () => ({ mayPlace: true, owned: null, riskTips: [], known: [], readAtMs: 0 }),
      placeOrder: async () => {
        placed += 1;
        return { kind: 'executed', orderNumber: '22000000000000000001' };
      },
      readOrder: async () => ({ ...orderFacts({ side: 'BUY', status: OrderStatus.COMPLETED }), stand: null }),
    };
    await withWorkers(env, { account, activities }, async () => {
      const placements = await fifty(() => placeOrder(env.client, placementInput(account)));
      const ends = await Promise.all(placements.map((placement) => placement.result()));
      expect(new Set(ends.map(({ state, orderNumber }) => `${state} ${orderNumber}`)).size).toBe(1);
      expect(placed).toBe(1);
    });
  });

  it('I9: an approval under one update id is one approval, and each asker has its answer', async () => {
    const account = 'once-approved';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const release = { ...noReleaseRules, approvers: { count: 2, countAbove: null } };
    await desk.withOrder(env, { account, activities, input: { release } }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const { update } = definitions.orderCommands.approveRelease;
      const options = { updateId: 'a double click' };
      const word = { by: 'ana', signed: null, ...(await desk.shownMark(handle)) };
      const views = await fifty(() => handle.executeUpdate(update, { ...options, args: [word] }));
      for (const { approvals } of views) expect(approvals.map(({ by }) => by)).toEqual(['ana']);
      expect(truth.releases).toEqual([]);
      await handle.terminate();
    });
  });
});

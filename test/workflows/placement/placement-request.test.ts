import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { guardControl, placeOrder, RequestIdTakenError } from '../../../src/client/index.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { releaseRequest } from '../../domain/guard/guard-fixture.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { orderFacts, orderInput, placementInput } from '../fixtures.ts';
import * as desk from '../order/order-service.ts';
import { quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const orderNumber = '22000000000000000001';
const permitRequest = (part: Parameters<typeof releaseRequest>[0]) => releaseRequest({ orderNumber, ...part });

/** A service that places; the real guard is asked before, as in the product. `shows`: reads show the order. */
function placing(account: string, shows: { owned: boolean }) {
  const seen = { sends: 0, asked: 0, checks: 0 };
  const placeOrderOnce = async (): Promise<MoneyAttempt> => {
    seen.asked += 1;
    const request = permitRequest({ step: 'place', orderNumber: 'r1' });
    const reply = await guardControl(env.client, account).permit(request, randomUUID());
    if (!reply.permitted) {
      return { kind: 'rejected', category: reply.reason, code: null, message: reply.text, retryAfterMs: null };
    }
    seen.sends += 1;
    return { kind: 'executed', orderNumber };
  };
  const activities: FakeActivities = {
    checkPlacement: async () => {
      seen.checks += 1;
      const owned = shows.owned && seen.sends > 0 ? orderNumber : null;
      return { mayPlace: true, owned, riskTips: [], known: [], readAtMs: 0 };
    },
    placeOrder: placeOrderOnce,
    readOrder: async () => orderFacts({ side: 'BUY', status: OrderStatus.COMPLETED }),
    readEndedGuard: async ({ runId }) => guardControl(env.client, account).memory(runId),
    wakeOrders: async () => 0,
  };
  return { seen, activities };
}

/** Resets an ended workflow to the end of its first task, as the button of the Web UI does. */
async function reset(workflowId: string): Promise<string> {
  const handle = env.client.workflow.getHandle(workflowId);
  const { events } = await handle.fetchHistory();
  const first = (events ?? []).find((event) => event.workflowTaskCompletedEventAttributes !== null)?.eventId;
  const { runId } = await handle.describe();
  const answer = await env.client.workflowService.resetWorkflowExecution({
    namespace: env.namespace ?? 'default',
    workflowExecution: { workflowId, runId },
    reason: 'a test',
    workflowTaskFinishEventId: first ?? null,
    requestId: randomUUID(),
  });
  return answer.runId;
}

describe('I3, promise 2: a request id owns its order', () => {
  it('3b: the reset of an ended placement sends no second order: the one it owns is its own', async () => {
    const account = 'reset-owned';
    const { seen, activities } = placing(account, { owned: true });
    await withWorkers(env, { account, activities }, async () => {
      const control = await placeOrder(env.client, placementInput(account));
      expect(await control.result()).toMatchObject({ state: 'placed', orderNumber });
      const runId = await reset(control.workflowId);
      const again = await env.client.workflow.getHandle(control.workflowId, runId).result();
      expect(again).toMatchObject({ state: 'placed', orderNumber });
    });
    expect(seen).toEqual({ sends: 1, asked: 1, checks: 2 });
  });

  it('3b: where no read shows that order, the guard refuses the second send and a human rules', async () => {
    const account = 'reset-unseen';
    const { seen, activities } = placing(account, { owned: false });
    await withWorkers(env, { account, activities }, async () => {
      const control = await placeOrder(env.client, placementInput(account));
      expect(await control.result()).toMatchObject({ state: 'placed', orderNumber });
      const runId = await reset(control.workflowId);
      const view = await untilView(
        () => control.state(),
        ({ state }) => state === 'needs-human',
      );
      expect(view).toMatchObject({ needsHuman: true, why: expect.stringContaining('request') });
      await control.resolve({ by: 'ana', outcome: 'done', orderNumber, note: 'seen in the app' });
      const again = await env.client.workflow.getHandle(control.workflowId, runId).result();
      expect(again).toMatchObject({ state: 'placed', orderNumber });
    });
    expect(seen).toMatchObject({ sends: 1, asked: 2 });
  });

  it('the same request joins; one with other terms is an error that names them, also after its end', async () => {
    const account = 'request-taken';
    const { seen, activities } = placing(account, { owned: true });
    const input = placementInput(account);
    const other = (part: object) => placeOrder(env.client, { ...input, ...part });
    const expectTaken = (part: object, differences: string[]) =>
      expect(other(part)).rejects.toMatchObject({ name: 'RequestIdTakenError', requestId: 'r1', differences });
    const first = await placeOrder(env.client, input);
    // Without a worker, too.
    await expectTaken({ totalAmount: '5000.00' }, ['totalAmount']);
    await expectTaken({ release: { ...input.release, policy: 'approve' } }, ['release']);
    await withWorkers(env, { account, activities }, async () => {
      await first.result();
      const settings = { ...defaultSettings, reconcileWindowMs: 1 };
      const same = await other({ payId: null, settings, release: { ...input.release, approvers: undefined } });
      expect(await same.result()).toMatchObject({ state: 'placed', orderNumber });
      await expectTaken({ side: 'SELL', payId: '7' }, ['side', 'payId']);
      await expect(other({ adNumber: '1' })).rejects.toBeInstanceOf(RequestIdTakenError);
    });
    expect(seen.sends).toBe(1);
  });
});

describe('promise 2: a release that was proven not to have happened frees its payment', () => {
  it('the payment of a release that was proven not executed may back another order', async () => {
    const account = 'give-back';
    const guard = guardControl(env.client, account);
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      await guard.permit(permitRequest({ proof: 'REF 1' }), randomUUID());
      truth.killSwitch = 'closed';
      return { kind: 'unknown', reason: 'the connection was reset' };
    };
    const quick = { moneyStepBoundMs: 2_000, moneyRecvWindowMs: 200, moneySettleMs: 200 };
    const all: FakeActivities = { ...activities, releaseCoin, wakeOrders: async () => 0 };
    const input = orderInput(account, { settings: { ...defaultSettings, ...quick } });
    await desk.withOrder(env, { account, activities: all, input }, async (handle) => {
      const other = permitRequest({ orderNumber: 'other', proof: 'ref 1' });
      await untilView(
        async () => truth.releases.length,
        (releases) => releases === 1,
      );
      await desk.waitsFor(handle, 'outcome-unknown');
      expect(await guard.permit(other, randomUUID())).toMatchObject({ permitted: false, reason: 'PROOF_USED' });
      await desk.waitsFor(handle, 'release-gate');
      expect(await guard.permit(other, randomUUID())).toMatchObject({ permitted: true });
      await handle.terminate();
    });
    expect(truth.releases).toHaveLength(1);
  });
});

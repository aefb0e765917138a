import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { placeOrder, RequestIdTakenError } from '../../../src/client/index.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { generation, memoryRegister } from '../../register/memory-register.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { orderRead, placementInput } from '../fixtures.ts';
import { quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';
import { stepBarText } from '../../../src/words/step-bar-words.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const orderNumber = '22000000000000000001';

/** A service that places; the request is claimed and armed in the register, as in the product. `shows`: reads show the order. */
function placing(account: string, shows: { owned: boolean }) {
  const seen = { sends: 0, asked: 0, checks: 0 };
  const { register } = memoryRegister();
  const nowMs = Date.now();
  const begun = register
    .mint({ generation, how: 'created', nowMs })
    .then(() => register.beginTerm({ account, leader: 'test', signers: null, nowMs }));
  const placeOrderOnce = async (): Promise<MoneyAttempt> => {
    seen.asked += 1;
    const { term } = await begun;
    const marks = { generation, epoch: 0, revision: 0 };
    const nothing = { asset: null, amount: null, price: null, total: null, fiat: null, counterparty: null };
    const rest = { callId: randomUUID(), payments: [], perDay: null, term, begunIn: generation, nowMs: Date.now() };
    const claim = await register.claim({ account, step: 'place', subject: 'r1', epoch: 0, ...nothing, ...rest });
    if (!claim.claimed) {
      return { kind: 'rejected', category: claim.reason, code: null, message: stepBarText(claim), retryAfterMs: null };
    }
    const moments = { guardAtMs: Date.now(), untilMs: Date.now() + 600_000, nowMs: Date.now() };
    const { number } = claim;
    const armed = await register.arm({ account, number, term, seen: marks, payments: [], codeStep: null, ...moments });
    expect(armed).toEqual({ armed: true });
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
    notePlaced: async () => undefined,
    readOrder: async () => orderRead({ side: 'BUY', status: OrderStatus.COMPLETED }),
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

  it('3b: where no read shows that order, the register refuses the second send and a human rules', async () => {
    const account = 'reset-unseen';
    const { seen, activities } = placing(account, { owned: false });
    const settings = { moneyStepBoundMs: 2_000, moneyRecvWindowMs: 1, moneySettleMs: 1, reconcileWindowMs: 1_000 };
    await withWorkers(env, { account, activities }, async () => {
      const control = await placeOrder(env.client, placementInput(account, { settings }));
      expect(await control.result()).toMatchObject({ state: 'placed', orderNumber });
      const runId = await reset(control.workflowId);
      const view = await untilView(
        () => control.state(),
        ({ state }) => state === 'needs-human',
      );
      expect(view).toMatchObject({
        needsHuman: true,
        why: expect.stringContaining('was sent before, or may have been'),
      });
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

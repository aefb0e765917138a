/** What an order shows while a call of an earlier run may have left (money-steps#one-call). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderView } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { createTimeSkippingEnv } from '../../setup/time-skipping-env.ts';
import { orderInput } from '../fixtures.ts';
import { presentRun, reset } from './order-resets.ts';
import { problemText } from '../../../src/words/order-words.ts';
import * as desk from './order-service.ts';
import { claimStep, registerService } from './register-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const steps = { SELL: 'release', BUY: 'mark-paid' } as const;

/** Arms a call of the order that no run of the workflow knows of. */
async function armUnknown(truth: desk.Truth, untilMs: number): Promise<void> {
  const { order, memory } = truth;
  const nowMs = Date.now();
  const { account } = desk;
  const marks = await memory.register.marksOf({ account, subject: order.orderNumber });
  const wish = { step: steps[order.side], orderNumber: order.orderNumber, proofs: [], seen: marks, nowMs };
  const claim = await claimStep(truth, wish);
  if (!claim.claimed) throw new Error(claim.code);
  const { number } = claim;
  const call = {
    account,
    number,
    term: 1,
    seen: marks,
    payments: [],
    codeStep: null,
    guardAtMs: nowMs,
    untilMs,
    nowMs,
  };
  expect(await memory.register.arm(call)).toEqual({ armed: true });
}

const hold = (handle: desk.OrderHandle): Promise<OrderView> =>
  desk.order(handle, orderCommands.hold, { by: 'ana', note: '' });

describe('workflow reset: a hold after it', () => {
  it.each([
    ['SELL', 'release', 'release-gate'],
    ['BUY', 'payment notice', 'our-payment'],
  ] as const)('of an order to %s says that an earlier %s may have left, and until when it is read', async (...of) => {
    const [side, step, waitingFor] = of;
    const account = `held-after-reset-${side.toLowerCase()}`;
    const { truth, activities } = registerService(() => env, { side });
    await desk.withOrder(env, { account, activities, input: desk.byPolicy('approve') }, async (first) => {
      await desk.waitsFor(first, waitingFor);
      expect((await hold(first)).mayHaveLeft).toBeNull();
      await desk.unhold(first, 'ana');
      await desk.waitsFor(first, waitingFor);
      await armUnknown(truth, Date.now() + 600_000);
      await reset(env, first, { reapplies: false });
      const handle = presentRun(env, first);
      const view = await hold(handle);
      expect(view.mayHaveLeft).toMatchObject({ untilMs: expect.any(Number) });
      expect(view).toMatchObject({ hasLeft: true, isKept: true });
      expect(view.why).toMatch(
        new RegExp(`^the ${step} may have left before the hold; the order is held in case it did not happen; held by `),
      );
      await desk.unhold(handle, 'ana');
      const open = await desk.waitsFor(handle, waitingFor);
      expect(open.why).toMatch(new RegExp(`^a ${step} may have left at 20.* UTC: the order is read until 20.* UTC; `));
      await handle.terminate();
    });
  });

  it('is settled by reads after that time, which come by themselves', async () => {
    const account = 'settled-after-reset';
    const { truth, activities } = registerService(() => env);
    await desk.withOrder(env, { account, activities, input: desk.byPolicy('approve') }, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await armUnknown(truth, Date.now() + 2_000);
      await reset(env, first, { reapplies: false });
      const handle = presentRun(env, first);
      await hold(handle);
      await desk.untilShown(handle, ({ mayHaveLeft }) => mayHaveLeft !== null);
      const view = await desk.untilShown(
        handle,
        ({ waitingFor, mayHaveLeft }) => waitingFor.code === 'held' && mayHaveLeft === null,
      );
      expect(view).toMatchObject({ hasLeft: false, why: expect.stringMatching(/^held by ana; /) });
      await handle.terminate();
    });
  });

  it('is over when a read shows the call', async () => {
    const account = 'shown-after-reset';
    const { truth, calls, activities } = registerService(() => env);
    await desk.withOrder(env, { account, activities, input: desk.byPolicy('approve') }, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await armUnknown(truth, Date.now() + 600_000);
      await reset(env, first, { reapplies: false });
      const handle = presentRun(env, first);
      await hold(handle);
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.COMPLETED);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', attempts: { release: 0 } });
    });
    expect(calls.begun).toBe(0);
  });
});

describe('I1: a release that may have left before', () => {
  it('a look that finds it says so at the gate: after a termination no run remembers it', async () => {
    const account = 'left-before';
    const { truth, activities } = registerService(() => env);
    await desk.withOrder(env, { account, activities, input: desk.byPolicy('approve') }, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await armUnknown(truth, Date.now() + 600_000);
      await first.terminate();
      const handle = await desk.startOrderWorkflow(env, orderInput(account, desk.byPolicy('approve')));
      const { why } = await desk.waitsFor(handle, 'release-gate');
      expect(why).toMatch(/^a release may have left at .* UTC: the order is read until .* UTC; no human has approved/);
      expect(await hold(handle)).toMatchObject({ mayHaveLeft: { untilMs: expect.any(Number) } });
      await handle.terminate();
    });
  });

  it('money-steps#one-call: a release that it keeps back says why and until when, and is tried again then', async () => {
    const skipping = await createTimeSkippingEnv();
    try {
      const { truth, activities } = desk.serviceOf(() => skipping, OrderStatus.PAID);
      const triedAtMs: number[] = [];
      const untilMs = (await skipping.currentTimeMs()) + 60_000;
      const blocked: OrderView[] = [];
      const releaseCoin: FakeActivities['releaseCoin'] = async (): Promise<MoneyAttempt> => {
        const nowMs = await skipping.currentTimeMs();
        if (triedAtMs.push(nowMs) > 1) {
          const handle = skipping.client.workflow.getHandle(`order:kept-back:${truth.order.orderNumber}`);
          blocked.push(await handle.query<OrderView>('state'));
        }
        if (nowMs >= untilMs) {
          desk.become(truth, OrderStatus.COMPLETED);
          return { kind: 'executed', orderNumber: null };
        }
        const end = { kind: 'rejected', category: 'MAY_HAVE_LEFT', code: null, message: 'must show first' } as const;
        return { ...end, retryAfterMs: null, openUntilMs: untilMs };
      };
      const world = { account: 'kept-back', activities: { ...activities, releaseCoin } };
      await desk.withOrder(skipping, world, async (handle) => {
        expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
      });
      expect(blocked[0]?.lastProblem).toMatchObject({
        code: 'refused',
        category: 'MAY_HAVE_LEFT',
        openUntilMs: untilMs,
      });
      const problem = blocked[0]?.lastProblem ?? null;
      expect(problem === null ? null : problemText(problem)).toMatch(
        /release not sent: must show first \(MAY_HAVE_LEFT\); the order is read until .* UTC, then the release is tried again$/,
      );
      const last = triedAtMs.at(-1) ?? 0;
      expect(last - untilMs).toBeGreaterThanOrEqual(0);
      expect(last - untilMs).toBeLessThan(5_000);
    } finally {
      await skipping.teardown();
    }
  });
});

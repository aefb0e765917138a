/** What the register makes of two calls of one step: of runs that were terminated, started again or reset (money-steps#one-call). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../src/activities/activity-contract.ts';
import type { OrderLifecycleInput } from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { orderInput } from './fixtures.ts';
import { presentRun, reset } from './order/order-resets.ts';
import * as desk from './order/order-service.ts';
import { doneStatus, latch, registerService } from './order/register-service.ts';
import { quietRuntime, untilView, withWorkers } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

type Side = 'BUY' | 'SELL';
const steps = { SELL: 'release', BUY: 'mark-paid' } as const;
const unknown: MoneyAttempt = { kind: 'unknown', reason: 'the connection was reset' };
/** A real server skips no time: waits are short. */
const quick = { moneyStepBoundMs: 3_000, moneyRecvWindowMs: 1, moneySettleMs: 1 };

/** An order whose step leaves as soon as a payment that the desk makes is confirmed. */
function world(side: Side, name: string, settings: OrderLifecycleInput['settings'] = quick) {
  const account = `${name}-${side.toLowerCase()}`;
  const service = registerService(() => env, { side });
  const input = orderInput(account, { settings });
  const start = async (): Promise<desk.OrderHandle> => {
    const handle = await desk.startOrderWorkflow(env, input);
    if (side === 'BUY') {
      await desk.waitsFor(handle, 'our-payment');
      await desk.confirm(handle, { by: 'ana', payId: null, proof: 'REF' });
    }
    return handle;
  };
  return {
    ...service,
    account,
    start,
    begun: (count: number) =>
      untilView(
        async () => service.calls.begun,
        (n) => n >= count,
      ),
  };
}

describe.each<Side>(['SELL', 'BUY'])('I3, promise 2: the step of an order of the desk (%s)', (side) => {
  it('terminated while its call may have left: the next run sends none beside it, says so, and ends by a read', async () => {
    const { truth, calls, account, activities, start, begun } = world(side, 'terminated');
    const answer = latch();
    calls.afterArm = async () => {
      await answer.wait();
      return unknown;
    };
    await withWorkers(env, { account, activities }, async () => {
      const first = await start();
      await begun(1);
      await untilView(
        async () => calls.left.length,
        (left) => left === 1,
      );
      await first.terminate();
      const again = await start();
      await begun(2);
      answer.open();
      const view = await desk.untilShown(again, desk.isRefusedBy('MAY_HAVE_LEFT'));
      expect(view.mayHaveLeft).toMatchObject({ untilMs: expect.any(Number) });
      expect(view.lastProblem).toMatchObject({ openUntilMs: view.mayHaveLeft?.untilMs });
      expect(view.why).toMatch(/must show first .*; the order is read until 20.* UTC, then the .* is tried again$/);
      expect(calls.left).toEqual([steps[side]]);
      desk.become(truth, doneStatus[steps[side]]);
      await desk.tell(again, doneStatus[steps[side]]);
      await desk.untilShown(again, ({ status, mayHaveLeft }) => status === truth.order.status && mayHaveLeft === null);
      await again.terminate().catch(() => undefined);
    });
    expect(calls.left).toEqual([steps[side]]);
  });

  it('claimed by a run that was terminated, and not armed: the claim gives way, and its call never leaves', async () => {
    const { calls, account, activities, start, begun } = world(side, 'gives-way', {
      ...quick,
      moneyStepBoundMs: 20_000,
    });
    const code = latch();
    calls.beforeArm = () => (calls.begun === 1 ? code.wait() : Promise.resolve());
    await withWorkers(env, { account, activities }, async () => {
      const first = await start();
      await begun(1);
      await first.terminate();
      const again = await start();
      await untilView(
        async () => calls.left.length,
        (left) => left === 1,
      );
      code.open();
      await untilView(
        async () => calls.ends.length,
        (ends) => ends === 2,
      );
      await again.terminate().catch(() => undefined);
    });
    expect(calls.left).toEqual([steps[side]]);
    expect(calls.ends).toContainEqual(
      expect.objectContaining({
        kind: 'rejected',
        category: 'NOT_SENT',
        message: expect.stringContaining('took its place'),
      }),
    );
  });

  it('reset to its first task while its call may have left: nothing leaves beside it', async () => {
    const { truth, calls, account, activities, start } = world(side, 'reset-left');
    const answer = latch();
    calls.afterArm = async () => {
      await answer.wait();
      return unknown;
    };
    await withWorkers(env, { account, activities }, async () => {
      const first = await start();
      await untilView(
        async () => calls.left.length,
        (left) => left === 1,
      );
      await reset(env, first, { reapplies: true });
      answer.open();
      const handle = presentRun(env, first);
      await desk.untilShown(handle, ({ mayHaveLeft }) => mayHaveLeft !== null);
      if (side === 'BUY') {
        const { why } = await desk.waitsFor(handle, 'our-payment');
        expect(why).toMatch(/may have left.*look at the bank first|may have left.*DO NOT PAY AGAIN/);
        await desk.confirm(handle, { by: 'ana', payId: null, proof: 'REF' });
      }
      await desk.untilShown(handle, desk.isRefusedBy('MAY_HAVE_LEFT'));
      desk.become(truth, doneStatus[steps[side]]);
      await desk.tell(handle, truth.order.status);
      await desk.untilShown(handle, ({ status }) => status === truth.order.status);
      await handle.terminate().catch(() => undefined);
    });
    expect(calls.left).toEqual([steps[side]]);
  });

  it('proven not done by two reads after it could show: it leaves once more', async () => {
    const { calls, account, activities, start } = world(side, 'proven');
    const { afterArm } = calls;
    calls.settleMs = 100;
    calls.afterArm = () => (calls.left.length === 1 ? Promise.resolve(unknown) : afterArm());
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start();
      await untilView(
        async () => calls.left.length,
        (left) => left === 2,
      );
      await desk.untilShown(handle, ({ status }) => status === doneStatus[steps[side]]);
      await handle.terminate().catch(() => undefined);
    });
    expect(calls.ends).toMatchObject([{ kind: 'unknown' }, { kind: 'executed' }]);
  });

  it('refused by the service: the refusal proves nothing, and it leaves again only after reads have', async () => {
    const { calls, account, activities, start } = world(side, 'refused');
    const { afterArm } = calls;
    calls.settleMs = 4_000;
    const limited: MoneyAttempt = {
      kind: 'rejected',
      category: 'RATE_LIMITED',
      code: null,
      message: 'too many',
      retryAfterMs: null,
    };
    calls.afterArm = () => (calls.left.length === 1 ? Promise.resolve(limited) : afterArm());
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start();
      await untilView(
        async () => calls.left.length,
        (left) => left === 2,
      );
      await desk.untilShown(handle, ({ status }) => status === doneStatus[steps[side]]);
      await handle.terminate().catch(() => undefined);
    });
    expect(calls.ends.at(0)).toMatchObject({ category: 'RATE_LIMITED' });
    const [first = 0, second = 0] = calls.leftAtMs;
    expect(second - first).toBeGreaterThanOrEqual(calls.settleMs);
    expect(calls.ends.at(-1)).toMatchObject({ kind: 'executed' });
  });
});

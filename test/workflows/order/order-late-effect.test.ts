/** A service whose reads lag longer than a release is waited for (money-steps#one-call). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { claimStep, registerService } from './register-service.ts';
import { quietRuntime } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const unknown: MoneyAttempt = { kind: 'unknown', reason: 'the connection was reset' };
const refused: MoneyAttempt = {
  kind: 'rejected',
  category: 'NON_RETRIABLE_BUSINESS',
  code: '-3026',
  message: 'the order cannot be released',
  retryAfterMs: null,
};
const payment = { proofId: 'REF-1', amount: '950.00', payerName: 'Juan Perez', atMs: 1 };

/** From arming until reads show a call, as the product counts it by default. */
const settleMs = 10_000 + 3_000 + 15_000;

/** A release by its attached payment, whose first call has no answer and no read that shows it in time. */
function unseen(again: MoneyAttempt) {
  const { truth, calls, activities } = registerService(() => env, { buyerName: 'Juan Perez' });
  const { afterArm } = calls;
  calls.settleMs = settleMs;
  calls.afterArm = async () => {
    if (calls.left.length === 1) return unknown;
    return again.kind === 'executed' ? afterArm() : again;
  };
  /** Whether the payment, in other writing, may back another order. */
  const other = async () => {
    const seen = { generation: '', epoch: 0, revision: 0 };
    const wish = {
      step: 'release',
      orderNumber: '7',
      proofs: ['ref 1'],
      seen,
      nowMs: await env.currentTimeMs(),
    } as const;
    return claimStep(truth, wish);
  };
  return { truth, calls, activities, other };
}

type World = ReturnType<typeof unseen>;

/** Carries the order until it was released twice, and does something with it then. */
async function playUnseen(account: string, world: World, then: (handle: desk.OrderHandle) => Promise<void>) {
  const { activities, calls } = world;
  await desk.withOrder(env, { account, activities, input: desk.byPolicy('match') }, async (handle) => {
    await desk.waitsFor(handle, 'release-gate');
    await desk.attach(handle, payment);
    for (let step = 0; calls.left.length < 2 && step < 60; step += 1) await env.sleep(2_000);
    expect(calls.left).toHaveLength(2);
    await then(handle);
  });
}

describe('promise 2: a release that reads show only after it counted as not done', () => {
  it('leaves again after two reads alone; its payment backs no other order, before and after it shows', async () => {
    const world = unseen(refused);
    await playUnseen('late-effect', world, async (handle) => {
      expect(await world.other()).toMatchObject({ claimed: false, reason: 'PROOF_USED' });
      desk.become(world.truth, OrderStatus.COMPLETED);
      await desk.tell(handle, OrderStatus.COMPLETED);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', end: { kind: 'completed' } });
    });
    expect(world.calls.left).toEqual(['release', 'release']);
    expect(await world.other()).toMatchObject({ claimed: false, reason: 'PROOF_USED' });
    const { account } = desk;
    const key = { account, step: 'release', subject: world.truth.order.orderNumber } as const;
    const rows = await world.truth.memory.register.stepRows(key);
    // Each may be the one that took effect: the sum of the order counts once.
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['done', 'not-done']);
  });

  it('money-steps#one-call: its page says that it may have left; its payments stay with it; cancelled, they are free again', async () => {
    const world = unseen(refused);
    await playUnseen('unseen-cancelled', world, async (handle) => {
      const view = await desk.untilShown(
        handle,
        ({ undecided, mayHaveLeft }) => undecided === 'release' && mayHaveLeft !== null,
      );
      expect(view.why).toMatch(/^a release may have left at /);
      const word = { proofId: 'REF-1', by: 'ana' };
      await expect(desk.order(handle, orderCommands.detachMatch, word)).rejects.toThrow();
      desk.become(world.truth, OrderStatus.CANCELLED);
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'CANCELLED' });
    });
    expect(await world.other()).toMatchObject({ claimed: true });
  });

  it('one that a later attempt released counts by it, and its payment is used', async () => {
    const world = unseen({ kind: 'executed', orderNumber: null });
    await playUnseen('released-again', world, async (handle) => {
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', end: { kind: 'completed' } });
    });
    expect(world.calls.left).toEqual(['release', 'release']);
    expect(await world.other()).toMatchObject({ claimed: false, reason: 'PROOF_USED' });
  });
});

/** What a reset cannot bring back: it is kept outside Temporal (design 6). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderView } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { failuresOf, presentRun, reset, resetPoints } from './order-resets.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const byAna = { by: 'ana' };
const payment = { amount: '950.00', payerName: 'Juan Perez', proofId: 'bank-1', atMs: 1 };

/** An order of a known buyer at its gate, shut by a kill switch. */
function shut(policy: 'approve' | 'match', account: string) {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'Juan Perez' });
  truth.killSwitch = 'closed';
  return { truth, world: { account, activities, input: desk.byPolicy(policy) } };
}

/** Sends messages without effect until the workflow has begun a new run. */
async function beginNewRun(handle: desk.OrderHandle): Promise<desk.OrderHandle> {
  const noise = defineSignal<[number]>('noSuchSignal');
  for (let batch = 0; batch < 11; batch += 1) {
    await Promise.all(Array.from({ length: 60 }, (_, index) => handle.signal(noise, index)));
  }
  const present = presentRun(env, handle);
  await untilView(
    async () => (await present.describe()).runId,
    (runId) => runId !== handle.firstExecutionRunId,
  );
  return present;
}

/** Opens the switch and waits for a look that still lacks this; releases nothing. */
async function expectLacking(handle: desk.OrderHandle, truth: desk.Truth, name: string): Promise<OrderView> {
  const looks = truth.looks.length;
  truth.killSwitch = 'open';
  await desk.tell(handle, null);
  const view = await desk.untilShown(
    handle,
    ({ checks }) => truth.looks.length > looks && checks.some((check) => check.name === name),
  );
  expect(truth.releases).toEqual([]);
  return view;
}

describe('promise 2: a revocation, then a reset that forgets it', () => {
  it.each([
    ['approve', 'approval'],
    ['match', 'payment-match'],
  ] as const)(
    'policy %s: to the first task of a run that carries what was said before it: %s is missing',
    async (...of) => {
      const [policy, lacks] = of;
      const { truth, world } = shut(policy, `revoked-carried-${policy}`);
      await desk.withOrder(env, world, async (first) => {
        await desk.waitsFor(first, 'release-gate');
        await desk.attach(first, payment);
        if (policy === 'approve') await desk.approve(first, 'ana');
        const handle = await beginNewRun(first);
        const carried = await desk.stateOf(handle);
        expect(carried).toMatchObject({ payments: [{ reference: 'bank-1' }] });
        expect(carried.approvals).toHaveLength(policy === 'approve' ? 1 : 0);
        await desk.order(handle, orderCommands.revokeApproval, byAna);
        await reset(env, handle, { reapplies: false });
        await expectLacking(handle, truth, lacks);
        if (policy === 'approve') await desk.approve(handle, 'ana');
        else await desk.attach(handle, payment);
        expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
      });
      expect(truth.releases).toHaveLength(1);
    },
  );

  it('to the task before it: what was approved before counts no more', async () => {
    const { truth, world } = shut('approve', 'revoked-forgotten');
    await desk.withOrder(env, world, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await desk.approve(first, 'ana');
      const handle = presentRun(env, first);
      const to = (await resetPoints(handle)).at(-1);
      await desk.order(first, orderCommands.revokeApproval, byAna);
      await reset(env, handle, { reapplies: false, ...(to === undefined ? {} : { to }) });
      await expectLacking(handle, truth, 'approval');
      await handle.terminate();
    });
  });

  it('a payment that was taken back, and a reset to the task before: it counts no more', async () => {
    const { truth, world } = shut('match', 'unmatched-forgotten');
    await desk.withOrder(env, world, async (first) => {
      await desk.waitsFor(first, 'release-gate');
      await desk.attach(first, payment);
      const handle = presentRun(env, first);
      const to = (await resetPoints(handle)).at(-1);
      await desk.order(first, orderCommands.detachMatch, { ...byAna, proofId: 'bank-1' });
      await reset(env, handle, { reapplies: false, ...(to === undefined ? {} : { to }) });
      await expectLacking(handle, truth, 'payment-match');
      await handle.terminate();
    });
  });
});

describe('promise 2: a hold, then a reset that forgets it', () => {
  it.each([false, true])('is held again (lifted before: %s), and goes on after a new unhold', async (isLifted) => {
    const account = `held-again-${isLifted}`;
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account, activities }, async (first) => {
      await desk.waitsFor(first, 'awaiting-payment');
      await desk.order(first, orderCommands.hold, { by: 'ana', note: 'third party' });
      if (isLifted) await desk.unhold(first, 'ana');
      desk.become(truth, isLifted ? OrderStatus.AWAITING_PAYMENT : OrderStatus.PAID);
      await reset(env, first, { reapplies: false });
      const handle = presentRun(env, first);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      const held = await desk.untilShown(
        handle,
        ({ status, waitingFor }) => status === 'PAID' && waitingFor.code === 'held',
      );
      expect(held.held).toEqual(
        isLifted
          ? { by: 'Peerdesk', note: 'it was held, or its mode was changed, before its workflow was reset' }
          : { by: 'ana', note: 'third party' },
      );
      expect(truth.releases).toEqual([]);
      await desk.unhold(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

/** Says the same as a person by updates, and as a script by signals. */
interface Speaker {
  say: (handle: desk.OrderHandle, name: keyof typeof orderCommands, word: object) => Promise<void>;
}

const speakers: Record<'updates' | 'signals', Speaker> = {
  updates: {
    say: async (handle, name, word) => {
      await handle.executeUpdate<unknown, [object]>(name, { args: [word] });
    },
  },
  signals: { say: (handle, name, word) => handle.signal<[object]>(name, word) },
};

/** A history in which everything was said once: approved, held, lifted, attached, revoked, approved again. */
async function speak(handle: desk.OrderHandle, { say }: Speaker): Promise<void> {
  const shown = (holds: (view: OrderView) => boolean) => desk.untilShown(handle, (view) => view.isKept && holds(view));
  const approve = async (by: string): Promise<void> => {
    await say(handle, 'approveRelease', { by, signed: null, ...(await desk.shownMark(handle)) });
    await shown(({ approvals }) => approvals.length === 1);
  };
  await approve('ana');
  await say(handle, 'hold', byAna);
  await shown(({ held }) => held !== null);
  await say(handle, 'unhold', { ...byAna, ...(await desk.shownMark(handle)) });
  await shown(({ held }) => held === null);
  await say(handle, 'attachMatch', { ...payment, ...(await desk.shownMark(handle)) });
  await shown(({ payments }) => payments.length === 1);
  await approve('ben');
  await say(handle, 'revokeApproval', byAna);
  await shown(({ approvals }) => approvals.length === 0);
  await approve('eva');
}

describe('promises 2 and 4: an order that is reset to any of its tasks', () => {
  it.each(['updates', 'signals'] as const)(
    '%s: nothing said before counts, and it goes on by a new approval',
    async (how) => {
      const { truth, world } = shut('approve', `every-point-${how}`);
      await desk.withOrder(env, world, async (first) => {
        await desk.waitsFor(first, 'release-gate');
        await speak(first, speakers[how]);
        await desk.waitsFor(first, 'release-gate');
        const points = await resetPoints(first);
        expect(points.length).toBeGreaterThan(10);
        const runId = first.firstExecutionRunId;
        const handle = presentRun(env, first);
        for (const [index, to] of points.entries()) {
          const again = await reset(env, first, { to, reapplies: index % 2 === 0, runId });
          await desk.tell(handle, null);
          const view = await untilSeen(handle, truth, again);
          if (view.held !== null) await desk.unhold(handle, 'ana');
          await releasesByNewApproval(handle, truth, index);
          expect(await failuresOf(env, handle), `task ${to.toString()}`).toEqual([]);
          desk.become(truth, OrderStatus.PAID);
        }
      });
    },
  );
});

/** Waits until a look has shown the register this reset, and the order shows what the register says. */
async function untilSeen(handle: desk.OrderHandle, truth: desk.Truth, runId: string): Promise<OrderView> {
  const seen = async () => {
    const view = await desk.stateOf(handle);
    const { account } = desk;
    const { epoch, held } = await truth.memory.register.marksOf({ account, subject: truth.order.orderNumber });
    const hasLooked = truth.looks.some(({ resetId }) => resetId === runId);
    return { view, isSame: hasLooked && view.isKept && view.mark?.epoch === epoch && view.held?.by === held?.by };
  };
  return (await untilView(seen, ({ isSame }) => isSame)).view;
}

/** With the switch open nothing leaves by what was said before; a new approval releases it. */
async function releasesByNewApproval(handle: desk.OrderHandle, truth: desk.Truth, released: number): Promise<void> {
  const looks = truth.looks.length;
  truth.killSwitch = 'open';
  await desk.tell(handle, null);
  const lacks = ({ checks, approvals }: OrderView): boolean =>
    approvals.length === 0 && checks.some(({ name }) => name === 'approval') && truth.looks.length > looks;
  await desk.untilShown(handle, lacks);
  expect(truth.releases).toHaveLength(released);
  await desk.approve(handle, 'zoe');
  expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
  expect(truth.releases).toHaveLength(released + 1);
  truth.killSwitch = 'closed';
}

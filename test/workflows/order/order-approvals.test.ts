import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { seenIn, type Seen } from '../../../src/domain/orders/seen.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderLifecycleInput } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

/** An order that a person has approved while a kill switch blocks the gate. */
async function approved(
  { account, input = desk.byPolicy('approve') }: { account: string; input?: Partial<OrderLifecycleInput> },
  test: (handle: desk.OrderHandle, truth: desk.Truth) => Promise<void>,
): Promise<void> {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
  truth.killSwitch = 'closed';
  await desk.withOrder(env, { account, activities, input }, async (handle) => {
    await desk.waitsFor(handle, 'release-gate');
    const { approvals, checks } = await desk.approve(handle, 'ana');
    expect(approvals).toMatchObject([{ by: 'ana', signed: false }]);
    expect(checks.map(({ name }) => name)).toEqual(['kill-switch']);
    await test(handle, truth);
    expect(truth.releases).toEqual([]);
    await handle.terminate();
  });
}

/** Lifts the switch: now only a missing approval keeps the coin. */
async function expectLapsed(handle: desk.OrderHandle, truth: desk.Truth): Promise<void> {
  truth.killSwitch = 'open';
  await desk.tell(handle, null);
  const view = await desk.untilShown(handle, ({ checks }) => checks.map(({ name }) => name).join() === 'approval');
  expect(view).toMatchObject({ approvals: [], needsHuman: true, status: 'PAID' });
}

it('ADR 0020: an order says once that it begins to ask for a person', async () => {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
  const asking = new AskingWorkflows();
  let rings = 0;
  asking.listen({ account: 'approve-rings', egress: 'none' }, () => void (rings += 1));
  const world = { account: 'approve-rings', activities, asking, input: desk.byPolicy('approve') };
  await desk.withOrder(env, world, async (handle) => {
    await desk.waitsFor(handle, 'awaiting-payment');
    expect(rings).toBe(0);
    desk.become(truth, OrderStatus.PAID);
    await desk.tell(handle, OrderStatus.PAID);
    await desk.untilShown(handle, ({ needsHuman }) => needsHuman);
    expect(rings).toBe(1);
    expect(asking.recent({ account: 'approve-rings', egress: 'none' })).toMatchObject([
      { workflowId: handle.workflowId, state: 'release-gate' },
    ]);
    await handle.terminate();
  });
});

describe('I2, design 6: an approval is bound to what its giver saw', () => {
  it('W7a: before the payment it is refused, and the payment releases nothing', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    const world = { account: 'approve-early', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      await expect(desk.approve(handle, 'ana')).rejects.toMatchObject({
        cause: { type: 'REFUSED', message: expect.stringContaining('AWAITING_PAYMENT, not PAID') },
      });
      const word = { by: 'ana', signed: null, ...(await desk.shownMark(handle)) };
      await handle.signal(orderCommands.approveRelease.signal, word);
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      expect(await desk.waitsFor(handle, 'release-gate')).toMatchObject({ approvals: [], refused: { count: 1 } });
      await env.sleep(3_600_000);
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });

  it('W7b: an appeal ends it for good: the order that is paid again asks for a new one', async () => {
    await approved({ account: 'approve-appeal' }, async (handle, truth) => {
      desk.become(truth, OrderStatus.IN_APPEAL);
      await desk.tell(handle, OrderStatus.IN_APPEAL);
      expect(await desk.waitsFor(handle, 'appeal')).toMatchObject({ approvals: [] });
      desk.become(truth, OrderStatus.PAID);
      await expectLapsed(handle, truth);
    });
  });

  it('typed with what was seen: it counts for exactly that, and is refused for anything else', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    const world = { account: 'approve-seen', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      const view = await desk.waitsFor(handle, 'release-gate');
      const seen = seenIn(view);
      if (seen === null) throw new Error('the order was not read');
      const { generation, epoch } = seen;
      const word = { signed: null, generation, epoch };
      const approve = (by: string, part: Partial<Seen>) =>
        desk.order(handle, orderCommands.approveRelease, { ...word, by, seen: { ...seen, ...part } });
      const others: Partial<Seen>[] = [
        { price: '9.51' },
        { counterpartyNumber: 's9' },
        { payments: [{ reference: 'REF1', amount: '950' }] },
        { generation: 'another' },
        { epoch: 1 },
      ];
      for (const other of others) {
        await expect(approve('ana', other)).rejects.toMatchObject({
          cause: { type: 'REFUSED', message: 'not approved: the order is not what was approved' },
        });
      }
      expect(await approve('ana', {})).toMatchObject({ approvals: [{ by: 'ana' }], mark: { generation, epoch } });
      await handle.terminate();
    });
  });

  it('a payment that is attached after it, or taken back, ends it: its giver saw others', async () => {
    await approved({ account: 'approve-payments' }, async (handle) => {
      const payment = { amount: '950.00', payerName: 'x', proofId: 'REF-1', atMs: 0, despite: 'third-party' } as const;
      expect(await desk.attach(handle, payment)).toMatchObject({ approvals: [] });
      expect(await desk.approve(handle, 'ana')).toMatchObject({ approvals: [{ by: 'ana' }] });
      const again = { ...payment, amount: '950', proofId: 'ref 1' };
      expect(await desk.attach(handle, again)).toMatchObject({ approvals: [{ by: 'ana' }] });
      const other = { ...payment, amount: '95.00' };
      expect(await desk.attach(handle, other)).toMatchObject({ approvals: [] });
    });
  });

  it('SEC7c: hold and unhold end it', async () => {
    await approved({ account: 'approve-hold' }, async (handle, truth) => {
      expect(await desk.order(handle, orderCommands.hold, { by: 'bo' })).toMatchObject({ approvals: [] });
      await desk.unhold(handle, 'bo');
      await expectLapsed(handle, truth);
    });
  });

  it.each<[string, Partial<OrderFacts>]>([
    ['amount', { amount: '200.00' }],
    ['total', { totalPrice: '960.00' }],
    ['method', { selectedPayId: '78' }],
  ])('SEC7b: a change of the %s ends it', async (name, part) => {
    await approved({ account: `approve-${name}` }, async (handle, truth) => {
      truth.order = { ...truth.order, ...part };
      await expectLapsed(handle, truth);
    });
  });

  it('SEC7: it expires after its life', async () => {
    await approved({ account: 'approve-expired' }, async (handle, truth) => {
      await env.sleep(901_000);
      await expectLapsed(handle, truth);
    });
  });

  it('W7c: it can be taken back', async () => {
    await approved({ account: 'approve-revoked' }, async (handle, truth) => {
      expect(await desk.order(handle, orderCommands.revokeApproval, { by: 'ana' })).toMatchObject({ approvals: [] });
      await expectLapsed(handle, truth);
    });
  });

  it('a release that the service took back asks for a new one', async () => {
    await approved({ account: 'approve-taken-back' }, async (handle, truth) => {
      desk.become(truth, OrderStatus.RELEASING);
      await desk.tell(handle, OrderStatus.RELEASING);
      await desk.waitsFor(handle, 'awaiting-release');
      desk.become(truth, OrderStatus.PAID);
      await expectLapsed(handle, truth);
    });
  });
});

describe('design 6: who approves', () => {
  it('above the limit two different people are wanted; one twice is one', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const approvers = { count: 1, countAbove: { amounts: { BOB: '900' }, count: 2 } };
    const input: Partial<OrderLifecycleInput> = {
      release: { ...orderInput('x').release, policy: 'approve', approvers },
    };
    await desk.withOrder(env, { account: 'approve-two', activities, input }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const first = await desk.approve(handle, 'ana');
      expect(first).toMatchObject({ settled: true, waitingFor: { code: 'release-gate' }, needsHuman: true });
      expect(first.why).toContain('2 different people');
      await expect(desk.approve(handle, 'ANA')).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      expect(truth.releases).toEqual([]);
      await desk.approve(handle, 'bo');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases[0]?.gate.approvals.map(({ by }) => by)).toEqual(['ana', 'bo']);
  });

  it('promise 5: the answer to an approval is the state after the look, or says that it is being checked', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    let letGo: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (letGo = resolve));
    const checkRelease: FakeActivities['checkRelease'] = async (input) => {
      truth.looks.push(input);
      if (input.approvals.length > 0) await slow;
      return desk.lookAt(truth, input, await env.currentTimeMs());
    };
    const world = { account: 'approve-answer', activities: { ...activities, checkRelease } };
    await desk.withOrder(env, { ...world, input: desk.byPolicy('approve') }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const noted = await desk.approve(handle, 'ana');
      expect(noted).toMatchObject({ settled: false, checks: [], why: 'approved by ana: being checked' });
      letGo();
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it('promise 6: a typed one is refused with the reason where the worker takes signed approvals only', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const checkRelease: FakeActivities['checkRelease'] = async (input) => ({
      ...(await desk.lookAt(truth, input, await env.currentTimeMs())),
      signedOnly: true,
    });
    const world = { account: 'approve-typed', activities: { ...activities, checkRelease } };
    await desk.withOrder(env, { ...world, input: desk.byPolicy('approve') }, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await expect(desk.approve(handle, 'ana')).rejects.toMatchObject({
        cause: { type: 'REFUSED', message: expect.stringContaining('takes signed approvals only') },
      });
      expect((await desk.stateOf(handle)).approvals).toEqual([]);
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });
});

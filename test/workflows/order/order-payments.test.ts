/** Payments that are attached to an order: shown, taken back, and those that do not count (money-steps#payments-and-approvals). */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { ReleaseLook } from '../../../src/activities/activity-contract.ts';
import type { OrderStand } from '../../../src/domain/register/order-stand.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderView } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const partOf = (proofId: string, amount = '450') => ({ proofId, amount, payerName: 'Eva Mamani', atMs: 1 });
const attach = (handle: desk.OrderHandle, proofId: string): Promise<OrderView> =>
  desk.attach(handle, { ...partOf(proofId), by: 'ben' });
const detach = (handle: desk.OrderHandle, proofId: string): Promise<OrderView> =>
  desk.order(handle, orderCommands.detachMatch, { by: 'ana', proofId });
const refusedWith = (text: string) => ({ cause: { message: expect.stringContaining(text) } });

/** What looks at the gate say besides. */
interface Known {
  elsewhere?: ReleaseLook['elsewhere'];
  open?: OrderStand['open'];
}

/** The order at its gate, with looks that also say what the register knows. */
async function atGate(
  account: string,
  known: Known,
  test: (handle: desk.OrderHandle, truth: desk.Truth) => Promise<void>,
): Promise<desk.Truth> {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'Eva Mamani' });
  const checkRelease: FakeActivities['checkRelease'] = async (input) => {
    truth.looks.push(input);
    const look = await desk.lookAt(truth, input, await env.currentTimeMs());
    const { elsewhere = look.elsewhere, open = null } = known;
    const { stand } = look.order;
    return { ...look, elsewhere, order: { ...look.order, stand: stand === null ? null : { ...stand, open } } };
  };
  const world = { account, activities: { ...activities, checkRelease }, input: desk.byPolicy('approve') };
  await desk.withOrder(env, world, async (handle) => {
    await desk.waitsFor(handle, 'release-gate');
    await test(handle, truth);
    const { status } = await handle.describe();
    if (status.name === 'RUNNING') await env.client.workflow.getHandle(handle.workflowId).terminate();
  });
  return truth;
}

describe('money-steps#payments-and-approvals: a payment that was attached', () => {
  it('is listed with its reference, amount and who attached it; the payer is not', async () => {
    await atGate('payments-listed', {}, async (handle) => {
      await attach(handle, 'REF-1');
      await handle.signal(orderCommands.attachMatch.signal, { ...partOf('REF-2'), ...(await desk.shownMark(handle)) });
      const { payments } = await desk.untilShown(handle, (view) => view.payments?.length === 2);
      expect(payments).toEqual([
        { reference: 'REF-1', amount: '450', by: 'ben', atMs: expect.any(Number), backs: null },
        { reference: 'REF-2', amount: '450', by: null, atMs: expect.any(Number), backs: null },
      ]);
      expect(JSON.stringify(await desk.stateOf(handle))).not.toContain('Mamani');
    });
  });

  it('is taken back by its reference in any writing; approvals of before end, and the release rests on the others', async () => {
    const truth = await atGate('payments-back', {}, async (handle, at) => {
      await attach(handle, 'REF-1');
      await attach(handle, 'REF-2');
      await expect(detach(handle, 'REF-3')).rejects.toMatchObject(refusedWith('no payment with this reference'));
      at.killSwitch = 'closed';
      expect((await desk.approve(handle, 'eva')).approvals).toHaveLength(1);
      const back = await detach(handle, 'ref 2');
      expect(back).toMatchObject({ approvals: [], payments: [{ reference: 'REF-1' }] });
      at.killSwitch = 'open';
      await desk.approve(handle, 'eva');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases[0]?.gate).toMatchObject({ match: partOf('REF-1') });
  });

  it('is attached, listed and taken back by the commands of `peerdesk order`', async () => {
    const account = 'payments-typed';
    await atGate(account, {}, async (_, { order: { orderNumber } }) => {
      const place = { TEMPORAL_ADDRESS: inject('temporalServer').address, TEMPORAL_NAMESPACE: env.namespace ?? '' };
      const peerdesk = async (verb: string, ...args: string[]) => {
        const asked = ['order', verb, orderNumber, ...args, '--account', account, '--timeout', '60s'];
        return (await runInProcess(asked, place)).stdout;
      };
      const by = ['--by', 'ben'];
      const payment = ['--amount', '450', '--payer', 'Eva Mamani', '--proof', 'REF-1', ...by];
      // A part of the total is meant only where that is said.
      await peerdesk('match', ...payment);
      expect(await peerdesk('show')).not.toContain('REF-1');
      await peerdesk('received', ...payment, '--despite', 'amount');
      expect(await peerdesk('show')).toMatch(/payment +REF-1: 450, attached by ben at /);
      expect(await peerdesk('not-received', '--payment', 'ref 1', ...by)).toMatch(/payment taken back by ben/);
      expect(await peerdesk('show')).not.toContain('REF-1');
    });
  });

  it('stays where a release may have left: the register has its claim', async () => {
    const armedAtMs = Date.UTC(2026, 0, 2);
    const open = { step: 'release', armedAtMs, untilMs: Date.now() + 600_000 } as const;
    await atGate('payments-claimed', { open }, async (handle) => {
      await attach(handle, 'REF-1');
      await expect(detach(handle, 'REF-1')).rejects.toMatchObject(
        refusedWith('a release may have left at 2026-01-02 00:00:00 UTC: its payments stay with this order'),
      );
    });
  });

  it('promise 2: one that backs another order is named at the gate, with that order', async () => {
    const elsewhere = [{ proofId: 'REF-1', orderNumber: '77' }];
    await atGate('payments-elsewhere', { elsewhere }, async (handle) => {
      await attach(handle, 'REF-1');
      const view = await desk.untilShown(handle, ({ why }) => why.includes('does not count'));
      expect(view.why).toBe(
        'no human has approved the release; payment REF-1 of 450 backs order 77 and does not count for this one',
      );
      expect(view.payments).toMatchObject([{ reference: 'REF-1', backs: '77' }]);
    });
  });
});

describe('S8, money-steps#payments-and-approvals: one payment attached to two orders', () => {
  it('found when one was approved: the approval lapses, and one that is given with it in view releases', async () => {
    const elsewhere = [{ proofId: 'REF-1', orderNumber: '77' }];
    const known: Known = {};
    const truth = await atGate('payments-raced', known, async (handle) => {
      await attach(handle, 'REF-1');
      // The other order's release claims the payment before this one is looked at again.
      known.elsewhere = elsewhere;
      await desk.approve(handle, 'ana');
      const view = await desk.untilShown(handle, ({ payments }) => payments[0]?.backs === '77');
      expect(view).toMatchObject({ approvals: [], needsHuman: true, waitingFor: { code: 'release-gate' } });
      await desk.approve(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases.map(({ gate }) => gate.shownElsewhere)).toEqual([['REF-1']]);
  });
});

describe('I1: a payment while its release', () => {
  it('is on its way, or has left and does not show, cannot be taken back', async () => {
    const account = 'payments-sending';
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'Eva Mamani' });
    const answered = Promise.withResolvers<void>();
    const releaseCoin: FakeActivities['releaseCoin'] = async (asked) => {
      truth.releases.push(asked);
      await answered.promise;
      return { kind: 'executed', orderNumber: null };
    };
    const settings = { moneyStepBoundMs: 600_000 };
    const input = orderInput(account, { ...desk.byPolicy('approve'), settings });
    const world = { account, activities: { ...activities, releaseCoin }, input };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await attach(handle, 'REF-1');
      const word = { by: 'eva', signed: null, ...(await desk.shownMark(handle)) };
      await handle.signal(orderCommands.approveRelease.signal, word);
      await vi.waitUntil(() => truth.releases.length === 1, { timeout: 60_000 });
      await expect(detach(handle, 'REF-1')).rejects.toMatchObject(refusedWith('a release is on its way'));
      answered.resolve();
      await desk.waitsFor(handle, 'confirming');
      await expect(detach(handle, 'REF-1')).rejects.toMatchObject(refusedWith('the release has left'));
      await env.client.workflow.getHandle(handle.workflowId).terminate();
    });
  });
});

const rosas = { proofId: 'REF-1', amount: '950.00', payerName: 'ROSA PEREZ', atMs: 1 };

it('S8: under policy approve a payment of another person is named, and goes only when it was attached as that and approved as that', async () => {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'ANA MARIA PEREZ' });
  const world = { account: 'third-party', activities, input: desk.byPolicy('approve') };
  await desk.withOrder(env, world, async (handle) => {
    await desk.waitsFor(handle, 'release-gate');
    const attached = await desk.attach(handle, rosas);
    expect(attached.checks).toContainEqual(expect.objectContaining({ name: 'payer-name' }));
    const approved = await desk.approve(handle, 'ana');
    expect(approved).toMatchObject({ waitingFor: { code: 'release-gate' }, approvals: [{ by: 'ana' }] });
    expect(truth.releases).toEqual([]);
    const said = await desk.attach(handle, { ...rosas, despite: 'third-party' });
    // The approval was of something else.
    expect(said).toMatchObject({ approvals: [], payments: [{ reference: 'REF-1', despite: 'third-party' }] });
    await desk.approve(handle, 'ana');
    expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
  });
  expect(truth.releases).toHaveLength(1);
  expect(truth.releases[0]?.gate.approvals[0]?.seen.payments).toEqual([
    { reference: 'REF1', amount: '950.00', despite: 'third-party' },
  ]);
});

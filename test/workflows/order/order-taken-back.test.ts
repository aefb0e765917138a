import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { departUpdate, orderCommands, type OrderLifecycleInput } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const byAna = { by: 'ana' };
const payment = { amount: '950.00', payerName: 'Juan Perez', proofId: 'bank-1', atMs: 1 };
const approved: Partial<OrderLifecycleInput> = desk.byPolicy('approve');
const approvedByTwo: Partial<OrderLifecycleInput> = {
  release: { ...orderInput('x').release, policy: 'approve', approvers: { count: 2, countAbove: null } },
};

type Act = (handle: desk.OrderHandle) => Promise<unknown>;

interface Play {
  input: Partial<OrderLifecycleInput>;
  /** Opens the gate. */
  open: Act;
  /** Between the beginning of the release and the departure of its call. */
  meanwhile: Act;
}

/** Plays a release whose activity does something before it asks to leave; returns what was answered to it. */
async function departureOf(account: string, { input, open, meanwhile }: Play): Promise<unknown> {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'Juan Perez' });
  const known: { handle?: desk.OrderHandle; answers: unknown[] } = { answers: [] };
  const releaseCoin: FakeActivities['releaseCoin'] = async (): Promise<MoneyAttempt> => {
    const { handle } = known;
    if (handle === undefined) throw new Error('no handle yet');
    if (known.answers.length === 0) await meanwhile(handle);
    const departure = await handle.executeUpdate(departUpdate, { args: [{ step: 'release' }] });
    known.answers.push(departure);
    if (!departure.go)
      return { kind: 'rejected', category: departure.reason, code: null, message: departure.text, retryAfterMs: null };
    desk.become(truth, OrderStatus.COMPLETED);
    return { kind: 'executed', orderNumber: null };
  };
  await desk.withOrder(env, { account, activities: { ...activities, releaseCoin }, input }, async (handle) => {
    known.handle = handle;
    await desk.waitsFor(handle, 'release-gate');
    await open(handle);
    await desk.untilShown(
      handle,
      ({ waitingFor, status }) => status === 'COMPLETED' || (known.answers.length > 0 && waitingFor !== 'releasing'),
    );
    await handle.terminate().catch(() => undefined);
  });
  return known.answers;
}

describe('promise 2: what a release rests on is taken back before its call has left', () => {
  it('the only approval is revoked', async () => {
    const answers = await departureOf('revoked', {
      input: approved,
      open: (handle) => desk.approve(handle, 'ana'),
      meanwhile: (handle) => handle.signal(orderCommands.revokeApproval.signal, byAna),
    });
    expect(answers).toMatchObject([{ go: false }]);
  });

  it('a hold and its end in one second: hold takes every approval back', async () => {
    const answers = await departureOf('held-for-a-moment', {
      input: approved,
      open: (handle) => desk.approve(handle, 'ana'),
      meanwhile: async (handle) => {
        await handle.signal(orderCommands.hold.signal, byAna);
        await handle.signal(orderCommands.unhold.signal, byAna);
      },
    });
    expect(answers).toMatchObject([{ go: false }]);
  });

  it('two are wanted, both revoke, one approves again', async () => {
    const answers = await departureOf('two', {
      input: approvedByTwo,
      open: async (handle) => {
        await desk.approve(handle, 'ana');
        await desk.approve(handle, 'ben');
      },
      meanwhile: async (handle) => {
        await handle.signal(orderCommands.revokeApproval.signal, byAna);
        await handle.signal(orderCommands.approveRelease.signal, { by: 'ana', signed: null });
      },
    });
    expect(answers).toMatchObject([{ go: false }]);
  });

  it('the payment is corrected', async () => {
    const answers = await departureOf('corrected', {
      input: desk.byPolicy('match'),
      open: (handle) => desk.order(handle, orderCommands.attachMatch, payment),
      meanwhile: (handle) => handle.signal(orderCommands.attachMatch.signal, { ...payment, amount: '1.00' }),
    });
    expect(answers).toMatchObject([{ go: false }]);
  });

  it('another approval is no reason to keep it back', async () => {
    const answers = await departureOf('added', {
      input: approved,
      open: (handle) => desk.approve(handle, 'ana'),
      meanwhile: (handle) => handle.signal(orderCommands.approveRelease.signal, { by: 'ben', signed: null }),
    });
    expect(answers).toMatchObject([{ go: true }]);
  });
});

describe('promise 2: a word that was given in a shadow, which sends nothing', () => {
  it('an approval releases nothing once the order is live: it is given again', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      if (input.mode === 'shadow') return { kind: 'intent' };
      desk.become(truth, OrderStatus.COMPLETED);
      return { kind: 'executed', orderNumber: null };
    };
    const world = {
      account: 'approved-in-shadow',
      activities: { ...activities, releaseCoin },
      input: { mode: 'shadow', ...approved } as const,
    };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.approve(handle, 'ana');
      await desk.waitsFor(handle, 'shadow');
      await desk.order(handle, orderCommands.changeMode, { mode: 'live', ...byAna });
      const live = await desk.untilShown(
        handle,
        ({ mode, waitingFor, status }) => mode === 'live' && (waitingFor === 'release-gate' || status === 'COMPLETED'),
      );
      expect(live).toMatchObject({ status: 'PAID', approvals: [], needsHuman: true });
      await desk.approve(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases.map(({ mode }) => mode)).toEqual(['shadow', 'live']);
  });

  it('nor is a payment reported that was confirmed in it: a person says that it has really left', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, { side: 'BUY' });
    const modes: string[] = [];
    const markOrderAsPaid: FakeActivities['markOrderAsPaid'] = async ({ mode }) => {
      modes.push(mode);
      if (mode === 'shadow') return { kind: 'intent' };
      desk.become(truth, OrderStatus.COMPLETED);
      return { kind: 'executed', orderNumber: null };
    };
    const input = { mode: 'shadow' } as const;
    const world = { account: 'paid-in-shadow', activities: { ...activities, markOrderAsPaid }, input };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'our-payment');
      await desk.order(handle, orderCommands.confirmPayment, { ...byAna, payId: null, proof: 'REF' });
      await desk.waitsFor(handle, 'shadow');
      await desk.order(handle, orderCommands.changeMode, { mode: 'live', ...byAna });
      const view = await desk.untilShown(
        handle,
        ({ mode, waitingFor, status }) => mode === 'live' && (waitingFor === 'held' || status === 'COMPLETED'),
      );
      expect(view).toMatchObject({ needsHuman: true, why: expect.stringContaining('confirmed in mode shadow') });
      await desk.order(handle, orderCommands.unhold, byAna);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(modes).toEqual(['shadow', 'live']);
  });
});

import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, type OrderLifecycleInput } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { registerService, type Calls } from './register-service.ts';
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

type Act = (handle: desk.OrderHandle, mark: desk.Mark) => Promise<unknown>;

interface Play {
  input: Partial<OrderLifecycleInput>;
  /** Opens the gate. */
  open: Act;
  /** Between the beginning of the release and arming, with the mark that was shown before. */
  meanwhile: Act;
  /** Until its end; absent: until the first call has ended. */
  completes?: boolean;
}

/** Plays a release during which something is done before its call is armed; returns what became of its calls. */
async function departureOf(account: string, { input, open, meanwhile, completes = false }: Play): Promise<Calls> {
  const { activities, calls } = registerService(() => env, { buyerName: 'Juan Perez' });
  await desk.withOrder(env, { account, activities, input }, async (handle) => {
    calls.beforeArm = async () => {
      if (calls.begun > 1) return;
      await meanwhile(handle, await desk.shownMark(handle));
      await desk.untilShown(handle, ({ isKept }) => isKept);
    };
    await desk.waitsFor(handle, 'release-gate');
    await open(handle, await desk.shownMark(handle));
    await desk.untilShown(
      handle,
      ({ waitingFor, status }) =>
        status === 'COMPLETED' || (!completes && calls.ends.length > 0 && waitingFor.code !== 'releasing'),
    );
    await handle.terminate().catch(() => undefined);
  });
  return calls;
}

const keptBack = { left: [], ends: [{ kind: 'rejected', category: 'TAKEN_BACK' }] };

describe('promise 2: what a release rests on is taken back before its call has left', () => {
  it('the only approval is revoked', async () => {
    const calls = await departureOf('revoked', {
      input: approved,
      open: (handle) => desk.approve(handle, 'ana'),
      meanwhile: (handle) => desk.order(handle, orderCommands.revokeApproval, byAna),
    });
    expect(calls).toMatchObject(keptBack);
  });

  it('a hold and its end in one second: hold takes every approval back', async () => {
    const calls = await departureOf('held-for-a-moment', {
      input: approved,
      open: (handle) => desk.approve(handle, 'ana'),
      meanwhile: async (handle) => {
        await desk.order(handle, orderCommands.hold, byAna);
        await desk.unhold(handle, 'ana');
      },
    });
    expect(calls).toMatchObject(keptBack);
  });

  it('two are wanted, both revoke, one approves again', async () => {
    const calls = await departureOf('two', {
      input: approvedByTwo,
      open: async (handle) => {
        await desk.approve(handle, 'ana');
        await desk.approve(handle, 'ben');
      },
      meanwhile: async (handle) => {
        await desk.order(handle, orderCommands.revokeApproval, byAna);
        await desk.approve(handle, 'ana');
      },
    });
    expect(calls).toMatchObject(keptBack);
  });

  it('the payment is corrected, and the release goes on by what is said of it now', async () => {
    const calls = await departureOf('corrected', {
      input: desk.byPolicy('match'),
      open: (handle) => desk.attach(handle, payment),
      meanwhile: (handle) => desk.attach(handle, { ...payment, amount: '950.001' }),
      completes: true,
    });
    expect(calls.ends).toMatchObject([{ kind: 'rejected', category: 'TAKEN_BACK' }, { kind: 'executed' }]);
  });

  it('a correction that does not match releases nothing', async () => {
    const calls = await departureOf('corrected-away', {
      input: desk.byPolicy('match'),
      open: (handle) => desk.attach(handle, payment),
      meanwhile: (handle) => desk.attach(handle, { ...payment, amount: '1.00' }),
    });
    expect(calls).toMatchObject(keptBack);
  });

  it('another approval is no reason to keep it back, nor the same words of the payment once more', async () => {
    const calls = await departureOf('added', {
      input: approved,
      open: async (handle) => {
        await desk.attach(handle, payment);
        await desk.approve(handle, 'ana');
      },
      meanwhile: async (handle, mark) => {
        await handle.signal(orderCommands.approveRelease.signal, { by: 'ben', signed: null, ...mark });
        await handle.signal(orderCommands.attachMatch.signal, { ...payment, ...mark });
      },
    });
    expect(calls).toMatchObject({ left: ['release'], ends: [{ kind: 'executed' }] });
  });

  it('an approval of before the revocation, sent once more, is refused: it carries the old epoch', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    truth.killSwitch = 'closed';
    await desk.withOrder(env, { account: 'replayed-word', activities, input: approved }, async (handle) => {
      const mark = await desk.shownMark(handle);
      const word = { by: 'ana', signed: null, ...mark };
      await desk.order(handle, orderCommands.approveRelease, word);
      await desk.order(handle, orderCommands.revokeApproval, byAna);
      await expect(desk.order(handle, orderCommands.approveRelease, word)).rejects.toMatchObject({
        cause: { type: 'REFUSED', message: expect.stringContaining('something was taken back since') },
      });
      await handle.signal(orderCommands.approveRelease.signal, word);
      const view = await desk.untilShown(handle, ({ refused }) => refused.count === 1);
      expect(view).toMatchObject({ approvals: [], mark: { epoch: mark.epoch + 1 } });
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });

  it('a revocation where nothing was approved raises the epoch all the same: a payment attached before counts no more', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'Juan Perez' });
    truth.killSwitch = 'closed';
    const world = { account: 'revoked-nothing', activities, input: desk.byPolicy('match') };
    await desk.withOrder(env, world, async (handle) => {
      const before = await desk.shownMark(handle);
      await desk.attach(handle, payment);
      const revoked = await desk.order(handle, orderCommands.revokeApproval, byAna);
      expect(revoked).toMatchObject({ isKept: true, mark: { epoch: before.epoch + 1 } });
      truth.killSwitch = 'open';
      await desk.tell(handle, null);
      await desk.untilShown(handle, ({ checks }) => checks.map(({ name }) => name).join() === 'payment-match');
      expect(truth.releases).toEqual([]);
      await desk.attach(handle, payment);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
  });
});

describe('promise 2: a payment of the desk that was confirmed before a hold', () => {
  it('is not asked for again, and not reported by the old word: it may have left', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, { side: 'BUY' });
    const epochs: number[] = [];
    const markOrderAsPaid: FakeActivities['markOrderAsPaid'] = async ({ seen }) => {
      epochs.push(seen.epoch);
      if (epochs.length > 1) desk.become(truth, OrderStatus.PAID);
      return epochs.length > 1
        ? { kind: 'executed', orderNumber: null }
        : { kind: 'rejected', category: 'SWITCHED_OFF', code: null, message: 'not sent', retryAfterMs: null };
    };
    const world = { account: 'paid-then-held', activities: { ...activities, markOrderAsPaid } };
    await desk.withOrder(env, world, async (handle) => {
      const notice = { ...byAna, payId: null, proof: 'REF-7' };
      await desk.waitsFor(handle, 'our-payment');
      await desk.confirm(handle, notice);
      await desk.waitsFor(handle, 'blocked');
      await desk.order(handle, orderCommands.hold, { by: 'ben' });
      await desk.unhold(handle, 'ben');
      const asked = await desk.waitsFor(handle, 'our-payment');
      expect(asked).toMatchObject({ needsHuman: true, attempts: { 'mark-paid': 0 } });
      expect(asked.why).toBe(
        'DO NOT PAY AGAIN: ana has confirmed transfer REF-7, and something was taken back since; if it has left, confirm it once more',
      );
      await desk.tell(handle, null);
      await desk.waitsFor(handle, 'our-payment');
      expect(epochs).toEqual([0]);
      await desk.confirm(handle, notice);
      await desk.waitsFor(handle, 'awaiting-release');
      await handle.terminate();
    });
    expect(epochs).toEqual([0, 1]);
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
        ({ mode, waitingFor, status }) =>
          mode === 'live' && (waitingFor.code === 'release-gate' || status === 'COMPLETED'),
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
      await desk.confirm(handle, { ...byAna, payId: null, proof: 'REF' });
      await desk.waitsFor(handle, 'shadow');
      await desk.order(handle, orderCommands.changeMode, { mode: 'live', ...byAna });
      const view = await desk.untilShown(
        handle,
        ({ mode, waitingFor, status }) => mode === 'live' && (waitingFor.code === 'held' || status === 'COMPLETED'),
      );
      expect(view).toMatchObject({ needsHuman: true, why: expect.stringContaining('confirmed in mode shadow') });
      await desk.untilShown(handle, ({ isKept }) => isKept);
      await desk.unhold(handle, 'ana');
      const asked = await desk.waitsFor(handle, 'our-payment');
      expect(asked.why).toMatch(/^DO NOT PAY AGAIN: ana has confirmed transfer REF,.* confirm it once more$/);
      await desk.confirm(handle, { ...byAna, payId: null, proof: 'REF' });
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(modes).toEqual(['shadow', 'live']);
  });
});

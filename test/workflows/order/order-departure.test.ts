import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands, placedFact, type OrderView } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { latch, registerService } from './register-service.ts';
import { quietRuntime, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const byAna = { by: 'ana' };

/** A release that waits where the test decides, and is armed in the register before it leaves. */
const departing = () => registerService(() => env);

const isReleasing = ({ waitingFor }: OrderView): boolean => waitingFor.code === 'releasing';

describe('I6, design 6: a hold against a release that is on its way', () => {
  it('a hold that comes before the call is armed refuses the send; unhold sends it, once', async () => {
    const { activities, calls } = departing();
    const code = latch();
    calls.beforeArm = code.wait;
    await desk.withOrder(env, { account: 'depart-held', activities }, async (handle) => {
      await desk.untilShown(handle, (view) => isReleasing(view) && calls.begun === 1);
      const noted = await desk.order(handle, orderCommands.hold, { by: 'ana', note: 'fraud' });
      expect(noted).toMatchObject({ settled: false, isKept: true, hasLeft: false, mayHaveLeft: null });
      expect(noted.why).not.toContain('may have left');
      code.open();
      const held = await desk.waitsFor(handle, 'held');
      expect(held).toMatchObject({ needsHuman: true, attempts: { release: 0 } });
      expect(calls).toMatchObject({ left: [], ends: [{ kind: 'rejected', category: 'HELD' }] });
      await desk.unhold(handle, 'ana');
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(calls).toMatchObject({ left: ['release'], begun: 2 });
  });

  it('a hold that comes after it says that the release may have left, and holds what comes then', async () => {
    const { activities, calls } = departing();
    const { afterArm } = calls;
    const answer = latch();
    calls.afterArm = async () => {
      await answer.wait();
      return afterArm();
    };
    await desk.withOrder(env, { account: 'depart-late', activities }, async (handle) => {
      await desk.untilShown(handle, () => calls.left.length === 1);
      const late = await desk.order(handle, orderCommands.hold, { by: 'ana', note: 'fraud' });
      expect(late).toMatchObject({ hasLeft: true, held: { by: 'ana' }, isKept: true });
      expect(late.mayHaveLeft?.armedAtMs).toBeGreaterThan(0);
      expect(late.why).toMatch(
        /^the release may have left before the hold; the order is held in case it did not happen/,
      );
      await expect(desk.order(handle, orderCommands.stop, byAna)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('on its way') },
      });
      answer.open();
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(calls).toMatchObject({ left: ['release'], begun: 1 });
  });
});

describe('promise 4: an order never loses its carrier by a button', () => {
  it('a purchase that is taken up again says to look at the bank before it asks for a payment', async () => {
    // New for an hour, however long the workers take to start.
    const part = { side: 'BUY', createdAtMs: Date.now() + 3_600_000 } as const;
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT, part);
    await desk.withOrder(env, { account: 'bought-again', activities }, async (handle) => {
      expect((await desk.waitsFor(handle, 'our-payment')).why).toMatch(/^pay 950\.00 BOB/);
      await handle.terminate();
      // As two minutes later: no time is skipped here.
      truth.order = { ...truth.order, createdAtMs: Date.now() - 120_000 };
      const again = await desk.startOrderWorkflow(env, orderInput('bought-again'));
      const { why } = await desk.waitsFor(again, 'our-payment');
      expect(why).toMatch(/taken up again.*look at the bank first.*; if it was not, pay 950\.00 BOB/);
      await again.terminate();
    });
  });

  it('stop ends it, says by whom, and sends nothing', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const world = { account: 'stop-ends', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      expect(await desk.order(handle, orderCommands.stop, byAna)).toMatchObject({ settled: true, needsHuman: false });
      expect(await desk.resultOf(handle)).toMatchObject({
        status: 'PAID',
        end: { kind: 'stopped', by: 'ana' },
      });
    });
    expect(truth.releases).toEqual([]);
  });
});

describe('design 6: whose mode and whose rules', () => {
  it('shadow to live: what the shadow only recorded is done, in a new run; a payment is attached once more', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID, { buyerName: 'Juan Perez' });
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      if (input.mode === 'shadow') return { kind: 'intent' };
      desk.become(truth, OrderStatus.COMPLETED);
      return { kind: 'executed', orderNumber: null };
    };
    const input = { mode: 'shadow', ...desk.byPolicy('match') } as const;
    const world = { account: 'mode-live', activities: { ...activities, releaseCoin }, input };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      const match = { amount: '950.00', payerName: 'Juan Perez', proofId: 'bank-1', atMs: 1 };
      await desk.attach(handle, match);
      expect(await desk.waitsFor(handle, 'shadow')).toMatchObject({ attempts: { release: 0 }, needsHuman: false });
      await expect(desk.order(handle, orderCommands.changeMode, { mode: 'shadow', ...byAna })).rejects.toMatchObject({
        cause: { message: expect.stringContaining('mode shadow already') },
      });
      await desk.order(handle, orderCommands.changeMode, { mode: 'live', ...byAna });
      const live = await desk.untilShown(
        handle,
        ({ mode, waitingFor }) => mode === 'live' && waitingFor.code === 'release-gate',
      );
      expect(live).toMatchObject({ payments: [{ reference: 'bank-1' }], isKept: true });
      await desk.attach(handle, match);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases.map(({ mode }) => mode)).toEqual(['shadow', 'live']);
  });

  it('whose rules: the placement of an order brings its own, also for the runs after', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    await desk.withOrder(env, { account: 'rules-placed', activities }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      const release = { ...orderInput('x').release, policy: 'approve', amountCap: { BOB: '100' } } as const;
      await handle.signal(placedFact.signal, { requestId: 'r9', release });
      await desk.untilShown(handle, ({ placedBy }) => placedBy === 'r9');
      await desk.order(handle, orderCommands.changeMode, { mode: 'live', ...byAna });
      await desk.untilShown(handle, ({ mode }) => mode === 'live');
      desk.become(truth, OrderStatus.PAID);
      await desk.tell(handle, OrderStatus.PAID);
      const gate = await desk.waitsFor(handle, 'release-gate');
      expect(gate.checks.map(({ name }) => name)).toEqual(['amount-cap', 'approval']);
      expect(gate.placedBy).toBe('r9');
      await env.client.workflow.getHandle(handle.workflowId).terminate();
    });
    expect(truth.releases).toEqual([]);
  });
});

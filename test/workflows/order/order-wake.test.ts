import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;
/** The server that skips time leaves a task unanswered that abandons an activity for one on another queue. */
let realEnv: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  realEnv = await createLocalEnv();
});
afterAll(() => realEnv.teardown());
skipTimeInEachTest((created) => {
  env = created;
});

const match = (proofId: string, amount = '950.00') => ({ amount, payerName: 'Juan Perez', proofId, atMs: 1 });

/** A read that blocks while it is closed. */
function door() {
  const kept = { open: Promise.resolve(), letGo: () => undefined as void };
  return {
    shut: () => {
      kept.open = new Promise<void>((resolve) => (kept.letGo = () => resolve()));
    },
    pass: () => kept.open,
    letGo: () => kept.letGo(),
  };
}

/** An order of a known buyer whose gate looks block while the door is closed. */
function slowGate(place = env) {
  const { truth, activities } = desk.serviceOf(() => place, OrderStatus.PAID, { buyerName: 'Juan Perez' });
  const gate = door();
  const checkRelease: FakeActivities['checkRelease'] = async (input) => {
    truth.looks.push(input);
    await gate.pass();
    return desk.lookAt(truth, input, await place.currentTimeMs());
  };
  return { truth, activities: { ...activities, checkRelease }, gate };
}

/** Attaches a payment without waiting for an answer. */
const attachSoon = async (handle: desk.OrderHandle, payment: ReturnType<typeof match>): Promise<void> =>
  handle.signal(orderCommands.attachMatch.signal, { ...payment, ...(await desk.shownMark(handle)) });

const untilLooks = (truth: desk.Truth, looks: number): Promise<number> =>
  untilView(
    async () => truth.looks.length,
    (seen) => seen >= looks,
  );

describe('promise 5: a wake-up that arrives during a look is never lost', () => {
  it('W10: a match that is attached during the look of the gate is looked at at once', async () => {
    const { truth, activities, gate } = slowGate(realEnv);
    gate.shut();
    const world = { account: 'wake-match', activities, input: desk.byPolicy('match') };
    await desk.withOrder(realEnv, world, async (handle) => {
      await untilLooks(truth, 1);
      await attachSoon(handle, match('bank-1'));
      gate.letGo();
      // It is released without waiting for a next look.
      await untilView(
        async () => truth.releases.length,
        (releases) => releases === 1,
      );
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.looks.map(({ match: seen }) => seen?.proofId)).toEqual([undefined, 'bank-1']);
  });

  it('W1, I6: a match that is replaced during the look is never judged by what was known of the old one', async () => {
    const { truth, activities, gate } = slowGate();
    truth.usedProofs = ['USED-ELSEWHERE'];
    gate.shut();
    const world = { account: 'wake-replaced', activities, input: desk.byPolicy('match') };
    await desk.withOrder(env, world, async (handle) => {
      await attachSoon(handle, match('typo'));
      await untilView(
        async () => truth.looks.at(-1)?.match?.proofId,
        (proofId) => proofId === 'typo',
      );
      await attachSoon(handle, match('used-elsewhere'));
      gate.letGo();
      const view = await desk.untilShown(handle, ({ checks }) => checks.some(({ name }) => name === 'proof-unused'));
      expect(view).toMatchObject({ waitingFor: { code: 'release-gate' }, needsHuman: true });
      await env.sleep(3_600_000);
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });

  it('"left the list" that arrives during a read of the gate is not lost', async () => {
    const { truth, activities, gate } = slowGate();
    gate.shut();
    const world = { account: 'wake-left', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      await untilLooks(truth, 1);
      const old = truth.order;
      await desk.tell(handle, null);
      gate.letGo();
      truth.order = { ...old, status: OrderStatus.CANCELLED };
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'CANCELLED' });
    });
  });

  it('"left the list" that arrives during a read, before a new run begins, is read in the new run', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    const read = door();
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      const answer = await desk.seen(truth, input, await env.currentTimeMs());
      truth.reads += 1;
      await read.pass();
      return answer;
    };
    await desk.withOrder(env, { account: 'wake-run', activities: { ...activities, readOrder } }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      read.shut();
      await desk.tell(handle, null);
      await untilView(
        async () => truth.reads,
        (reads) => reads === 2,
      );
      desk.become(truth, OrderStatus.CANCELLED_BY_SYSTEM);
      await desk.tell(handle, null);
      await desk.order(handle, orderCommands.changeMode, { mode: 'live', by: 'ana' });
      read.letGo();
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'CANCELLED_BY_SYSTEM' });
    });
    expect(truth.reads).toBe(3);
  });

  it('a mode is taken back by the one before, as long as its new run has not begun', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
    const read = door();
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      truth.reads += 1;
      await read.pass();
      return desk.seen(truth, input, await env.currentTimeMs());
    };
    const world = {
      account: 'wake-mode',
      activities: { ...activities, readOrder },
      input: { mode: 'shadow' } as const,
    };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-payment');
      read.shut();
      await desk.tell(handle, null);
      await untilView(
        async () => truth.reads,
        (reads) => reads === 2,
      );
      for (const mode of ['live', 'shadow'] as const) {
        await handle.signal(orderCommands.changeMode.signal, { mode, by: 'ana' });
      }
      expect((await desk.stateOf(handle)).refused).toMatchObject({ count: 0 });
      desk.become(truth, OrderStatus.CANCELLED);
      read.letGo();
      await desk.resultOf(handle);
      expect(await desk.stateOf(handle)).toMatchObject({ mode: 'shadow' });
    });
  });
});

describe('design 6: a new run', () => {
  it('begins under a flood of messages that change nothing, and keeps everything', async () => {
    const { truth, activities } = desk.serviceOf(() => realEnv, OrderStatus.PAID, { buyerName: 'Juan Perez' });
    const world = { account: 'run-flood', activities, input: desk.byPolicy('approve') };
    truth.killSwitch = 'closed';
    await desk.withOrder(realEnv, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.attach(handle, match('bank-1'));
      await desk.approve(handle, 'ana');
      const before = await desk.stateOf(handle);
      const noise = defineSignal<[number]>('noSuchSignal');
      for (let batch = 0; batch < 12; batch += 1) {
        await Promise.all(Array.from({ length: 60 }, (_, index) => handle.signal(noise, index)));
      }
      const latest = realEnv.client.workflow.getHandle(handle.workflowId);
      await untilView(
        async () => (await latest.describe()).runId,
        (runId) => runId !== handle.firstExecutionRunId,
      );
      const after = await desk.untilShown(handle, ({ refused }) => refused.count === 720);
      const { approvals, checks, status, statusSinceMs, waitingFor, sinceMs } = before;
      expect(after).toMatchObject({ approvals, checks, status, statusSinceMs, waitingFor, sinceMs });
      truth.killSwitch = 'open';
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases[0]?.gate).toMatchObject({ approvals: [{ by: 'ana' }], match: { proofId: 'bank-1' } });
  });
});

it.each([
  ['sim', true],
  ['shadow', false],
] as const)('design 6: in mode %s a release by anyone else is asked about: %s', async (mode, isReleasedHere) => {
  const { truth, activities } = desk.serviceOf(() => env, OrderStatus.AWAITING_PAYMENT);
  const asked: unknown[] = [];
  const readOrder: FakeActivities['readOrder'] = async (input) => {
    asked.push(input.isReleasedHere);
    return desk.seen(truth, input, await env.currentTimeMs());
  };
  const world = { account: `wake-${mode}`, activities: { ...activities, readOrder }, input: { mode } };
  await desk.withOrder(env, world, (handle) => desk.waitsFor(handle, 'awaiting-payment'));
  expect(new Set(asked)).toEqual(new Set([isReleasedHere]));
});

describe('promise 5: what heals by itself holds no order up for long', () => {
  it.each(['register', 'clock'] as const)(
    'a sale that the desk’s own %s keeps is looked at each minute, however long that lasts',
    async (own) => {
      const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
      const check = own === 'register' ? ({ name: own, register: 'silent' } as const) : { name: own, apartMs: 1 };
      const missing = [{ ...check, bringer: 'time' as const }];
      const checkRelease: FakeActivities['checkRelease'] = async (input) => {
        const look = await activities.checkRelease?.(input);
        if (look === undefined) throw new Error('the service has no checkRelease');
        return { ...look, missing };
      };
      const world = {
        account: `wake-${own}`,
        activities: { ...activities, checkRelease },
        input: desk.byPolicy('match'),
      };
      await desk.withOrder(env, world, async (handle) => {
        await desk.waitsFor(handle, 'release-gate');
        await env.sleep(1_800_500);
        expect(truth.looks.length).toBeGreaterThan(28);
        expect(truth.looks.length).toBeLessThan(36);
        await handle.terminate();
      });
    },
  );
});

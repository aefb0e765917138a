import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { callingTaskQueue, orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, withMoneyWorker, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** A real server skips no time: waits are short. */
const quick = { moneyStepBoundMs: 2_000, moneyRecvWindowMs: 1, moneySettleMs: 1, reconcileWindowMs: 1_000 };

describe('I4, I5: the outcome of a release is not known', () => {
  it('design 6: an outcome that cannot be read waits for a human, whose word "done" is never answered by a second send', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    let readable = true;
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      if (!readable) throw ApplicationFailure.nonRetryable('no answer', 'NON_RETRIABLE_BUSINESS');
      return desk.seen(truth, input, Date.now());
    };
    const releaseCoin: FakeActivities['releaseCoin'] = async (input) => {
      truth.releases.push(input);
      readable = false;
      return { kind: 'unknown', reason: 'timeout' };
    };
    const account = 'release-undecided';
    const world = {
      account,
      activities: { ...activities, readOrder, releaseCoin },
      input: orderInput(account, { settings: quick }),
    };
    await desk.withOrder(env, world, async (handle) => {
      expect(await desk.waitsFor(handle, 'needs-human')).toMatchObject({ needsHuman: true, undecided: 'release' });
      readable = true;
      await desk.order(handle, orderCommands.resolve, { by: 'ana', outcome: 'done', note: 'seen in the app' });
      desk.become(truth, OrderStatus.COMPLETED);
      await desk.tell(handle, null);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
    });
    expect(truth.releases).toHaveLength(1);
  });

  it.each([undefined, null, 'executed', {}, { kind: 'done' }, { kind: 'rejected', category: 'constructor' }])(
    'an attempt that someone completed with %j is unknown, and the order is read until it shows the outcome',
    async (answer) => {
      const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
      const releaseCoin = (async (input) => {
        truth.releases.push(input);
        desk.become(truth, OrderStatus.COMPLETED);
        return answer;
      }) as NonNullable<FakeActivities['releaseCoin']>;
      const account = `completed-with-${String(JSON.stringify(answer)).replaceAll(/\W/g, '').slice(0, 12)}`;
      const world = { account, activities: { ...activities, releaseCoin }, input: orderInput(account) };
      await desk.withOrder(env, world, async (handle) => {
        expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
      });
    },
  );
});

describe('promise 5: the queue of money has no worker', () => {
  it('the order says so when the time of a slow read is over, and asks a human; it goes on when one comes', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const account = 'money-unserved';
    const input = orderInput(account, { settings: { ...quick, slowReadMs: 2_000 } });
    await desk.withOrder(env, { account, activities, input, servesMoney: false }, async (handle) => {
      const { troubles } = await desk.untilShown(handle, ({ needsHuman }) => needsHuman);
      expect(troubles.map(({ text }) => text).join()).toContain(
        `no worker takes work from ${callingTaskQueue(account, 'money')}: nothing can be paid or released`,
      );
      expect(truth.releases).toEqual([]);
      const money = { account, activities };
      await withMoneyWorker(env, money, async () => {
        expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED' });
        expect(await desk.stateOf(handle)).toMatchObject({ troubles: [], needsHuman: false });
      });
    });
    expect(truth.releases).toHaveLength(1);
  });
});

describe('W9a: reads that hang', () => {
  it('an approval does not wait for a read that hangs among the others: the order is read again with the money', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const account = 'hanging-read';
    const hanging = Promise.withResolvers<void>();
    let asked = 0;
    const readOrder: FakeActivities['readOrder'] = async (input) => {
      asked += 1;
      if (asked > 1 && Context.current().info.taskQueue === callingTaskQueue(account, 'calls')) await hanging.promise;
      return desk.seen(truth, input, Date.now());
    };
    const world = {
      account,
      activities: { ...activities, readOrder },
      input: orderInput(account, desk.byPolicy('approve')),
    };
    await desk.withOrder(env, world, async (handle) => {
      await desk.waitsFor(handle, 'release-gate');
      await desk.tell(handle, null);
      await vi.waitUntil(() => asked > 1, { timeout: 60_000 });
      const word = { by: 'ana', signed: null, ...(await desk.shownMark(handle)) };
      await handle.signal(orderCommands.approveRelease.signal, word);
      expect(await desk.resultOf(handle)).toMatchObject({ status: 'COMPLETED', attempts: { release: 1 } });
      hanging.resolve();
    });
    expect(truth.releases).toHaveLength(1);
  });
});

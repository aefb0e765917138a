/** A hold of an order that the desk cannot see, because its intake waits out a trouble (ADR 0031). */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { orderStateQuery, orderWorkflowId } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import type { PeerdeskRun } from '../../setup/run-peerdesk.ts';
import { withDesk } from '../account/desk-fixture.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

type Watch = NonNullable<FakeActivities['watchOrders']>;

const beating =
  (problem: string | null): Watch =>
  async () => {
    for (;;) {
      Context.current().heartbeat({ lookedAtMs: 1, waiting: [], problem });
      await Context.current().sleep(50);
    }
  };

const refusing: Watch = async () => {
  throw ApplicationFailure.create({ type: 'NON_RETRIABLE_BUSINESS', message: 'the key is dead', nonRetryable: true });
};

const peerdeskOf = (account: string) => {
  const place = { TEMPORAL_ADDRESS: inject('temporalServer').address, TEMPORAL_NAMESPACE: env.namespace ?? '' };
  return (...args: string[]) => runInProcess([...args, '--account', account, '--timeout', '60s'], place);
};

describe('ADR 0031: an order that the desk has not seen', () => {
  it.each([
    ['a short trouble of its watch', beating('no answer'), /no answer/],
    ['a lasting one', refusing, /the key is dead/],
  ])('is carried from its hold on during %s, held; another command notes nothing', async (name, watchOrders, why) => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const account = `unseen-${name.replaceAll(/\W/g, '-').slice(0, 20)}`;
    const { orderNumber } = truth.order;
    const peerdesk = peerdeskOf(account);
    await withDesk(env, { account, activities: { ...activities, watchOrders } }, async () => {
      const hold = () => peerdesk('order', 'hold', orderNumber, '--by', 'ana', '--note', 'third party');
      expect(await peerdesk('order', 'approve', orderNumber, '--by', 'ana')).toMatchObject({ exitCode: 2 });
      const noted = await untilView(hold, ({ exitCode }: PeerdeskRun) => exitCode === 0);
      expect(noted.stdout).toMatch(
        /hold by ana noted; the desk sees no new orders now \(.*; it is carried from now on/,
      );
      expect(noted.stdout).toMatch(why);
      const handle = env.client.workflow.getHandle(orderWorkflowId(account, orderNumber));
      const shown = await untilView(
        () => handle.query(orderStateQuery),
        ({ waitingFor }) => waitingFor === 'held',
      );
      expect(shown).toMatchObject({ held: { by: 'ana', note: 'third party' }, mode: 'sim', policy: 'approve' });
      await handle.terminate();
    });
    expect(truth.releases).toEqual([]);
  });

  it('is not invented while the desk looks: a hold of a wrong number is refused', async () => {
    const { activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const account = 'unseen-unknown';
    await withDesk(env, { account, activities: { ...activities, watchOrders: beating(null) } }, async () => {
      const hold = await peerdeskOf(account)('order', 'hold', '900', '--by', 'ana');
      expect(hold).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/order 900 is not carried/) });
    });
  });
});

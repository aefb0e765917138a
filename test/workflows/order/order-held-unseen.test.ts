/** A hold of an order that no workflow carries yet: it waits to be taken in, or the desk cannot see it (ADR 0031). */
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
  (problem: string | null, waiting: readonly string[] = []): Watch =>
  async () => {
    for (;;) {
      Context.current().heartbeat({ lookedAtMs: 1, waiting, problem });
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

/** Waits until the order is carried, held by ana, and ends its workflow. */
async function expectHeldByAna(account: string, orderNumber: string): Promise<void> {
  const handle = env.client.workflow.getHandle(orderWorkflowId(account, orderNumber));
  const shown = await untilView(
    () => handle.query(orderStateQuery),
    ({ waitingFor }) => waitingFor.code === 'held',
  );
  expect(shown).toMatchObject({ held: { by: 'ana', note: 'third party' }, mode: 'sim', policy: 'approve' });
  await handle.terminate();
}

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
      expect(await peerdesk('order', 'approve-release', orderNumber, '--by', 'ana', '--amount', '1')).toMatchObject({
        exitCode: 2,
      });
      const noted = await untilView(hold, ({ exitCode }: PeerdeskRun) => exitCode === 0);
      expect(noted.stdout).toMatch(
        /hold by ana noted; the desk sees no new orders now \(.*; it is carried from now on/,
      );
      expect(noted.stdout).toMatch(why);
      await expectHeldByAna(account, orderNumber);
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

describe('ADR 0031: an order that waits to be taken in', () => {
  it('is taken up held by a hold; every other command is answered with its place, and that nothing was noted', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const account = 'waits-in-line';
    const { orderNumber } = truth.order;
    const watchOrders = beating(null, ['901', orderNumber, '902']);
    const peerdesk = peerdeskOf(account);
    await withDesk(env, { account, activities: { ...activities, watchOrders } }, async () => {
      const line = /waits to be taken in, place 2 of 3: .*Nothing was noted: .*`peerdesk order start` takes it up now/;
      const told = ({ stderr }: PeerdeskRun): boolean => line.test(stderr);
      const refused = await untilView(
        () => peerdesk('order', 'approve-release', orderNumber, '--by', 'ana', '--amount', '1'),
        told,
      );
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(await peerdesk('order', 'show', orderNumber)).toMatchObject({ exitCode: 2, stderr: refused.stderr });
      const unknown = { exitCode: 2, stderr: expect.stringMatching(/order 900 is not carried/) };
      expect(await peerdesk('order', 'hold', '900', '--by', 'ana')).toMatchObject(unknown);
      const hold = await peerdesk('order', 'hold', orderNumber, '--by', 'ana', '--note', 'third party');
      const noted = /hold by ana noted; it waited to be taken in \(place 2 of 3\) and is carried from now on, held/;
      expect(hold).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(noted) });
      await expectHeldByAna(account, orderNumber);
    });
    expect(truth.releases).toEqual([]);
  });
});

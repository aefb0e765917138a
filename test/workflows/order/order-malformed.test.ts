import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { WorkflowFailedError } from '@temporalio/client';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderInput, placementInput } from '../fixtures.ts';
import * as desk from './order-service.ts';
import { quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const odd: unknown[][] = [[], [null], [{}], ['x'], [7], [[]], [[null]], [{ by: 7 }], [{ by: 'ana', extra: 1 }]];
const commands = Object.keys(definitions.orderCommands);

describe('W8a, design 6: messages of a wrong form', () => {
  it('every signal of an order changes nothing, is counted and shown; queries and updates still answer', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const world = { account: 'odd-order', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      const before = await desk.waitsFor(handle, 'release-gate');
      const signals = [...commands, 'orderEvents', 'placed', 'noSuchSignal'];
      for (const name of signals) {
        await Promise.all(odd.map((args) => handle.signal(defineSignal<unknown[]>(name), ...args)));
      }
      const after = await desk.untilShown(handle, ({ refused }) => refused.count >= signals.length * odd.length);
      const { refused, ...now } = after;
      const { refused: none, ...then } = before;
      expect(none.count).toBe(0);
      expect(now).toEqual(then);
      expect(refused).toMatchObject({
        count: signals.length * odd.length,
        last: { reason: 'there is no such signal' },
      });
      expect(truth.releases).toEqual([]);
      expect(await desk.order(handle, definitions.orderCommands.hold, { by: 'ana' })).toMatchObject({
        held: { by: 'ana' },
      });
      await handle.terminate();
    });
  });

  it('every update of an order is refused, with the reason', async () => {
    const { activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    const world = { account: 'odd-update', activities, input: desk.byPolicy('approve') };
    await desk.withOrder(env, world, async (handle) => {
      const before = await desk.waitsFor(handle, 'release-gate');
      for (const name of [...commands, 'claimPlacement']) {
        // A claim accepts any text.
        for (const args of odd.filter(([arg]) => name !== 'claimPlacement' || typeof arg !== 'string')) {
          const asked = handle.executeUpdate<unknown, [unknown]>(name, { args: args as [unknown] });
          await expect(asked, `${name} ${JSON.stringify(args)}`).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
        }
      }
      expect(await desk.stateOf(handle)).toEqual(before);
      await handle.terminate();
    });
  });

  it('a placement takes no odd ruling, by signal or by update', async () => {
    const account = 'odd-placement';
    const activities = {
      checkPlacement: async () => ({ mayPlace: true, owned: null, riskTips: [], known: [], readAtMs: 0 }),
      placeOrder: async () => ({ kind: 'executed', orderNumber: null }) as const,
    };
    await withWorkers(env, { account, activities }, async () => {
      const handle = await env.client.workflow.start('orderPlacement', {
        workflowId: definitions.placementWorkflowId(account, 'r1'),
        taskQueue: definitions.groupTaskQueue(account),
        args: [placementInput(account)],
      });
      const read = () => handle.query(definitions.placementStateQuery);
      await untilView(read, ({ state }) => state === 'needs-human');
      for (const args of odd) {
        await handle.signal(defineSignal<unknown[]>('resolve'), ...args);
        const asked = handle.executeUpdate<unknown, [unknown]>('resolve', { args: args as [unknown] });
        await expect(asked).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      }
      const view = await untilView(read, ({ refused }) => refused.count === odd.length);
      expect(view).toMatchObject({ state: 'needs-human', needsHuman: true });
      await handle.terminate();
    });
  });
});

describe('design 6: a start of a wrong form', () => {
  it.each<[string, string, (account: string) => unknown]>([
    ['mode Shadow', 'MALFORMED_INPUT', (account) => ({ ...orderInput(account), mode: 'Shadow' })],
    ['no mode', 'MALFORMED_INPUT', (account) => ({ ...orderInput(account), mode: undefined })],
    ['policy ["paid"]', 'MALFORMED_INPUT', (account) => withRelease(account, { policy: ['paid'] })],
    ['policy PAID', 'MALFORMED_INPUT', (account) => withRelease(account, { policy: 'PAID' })],
    ['rules without a counterparty', 'MALFORMED_INPUT', (account) => withRelease(account, { counterparty: undefined })],
    ['an extra field', 'MALFORMED_INPUT', (account) => ({ ...orderInput(account), approved: true })],
    ['nothing', 'MALFORMED_INPUT', () => null],
    ['a forged memory', 'FORGED_MEMORY', (account) => ({ ...orderInput(account), memory: { approvals: [{}] } })],
  ])('%s fails with the reason, and nothing is called', async (name, type, inputOf) => {
    const account = `start-${name.replaceAll(/\W+/g, '-')}`;
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.PAID);
    await withWorkers(env, { account, activities }, async () => {
      const failure = await env.client.workflow
        .execute('orderLifecycle', {
          workflowId: definitions.orderWorkflowId(account, '1'),
          taskQueue: definitions.groupTaskQueue(account),
          args: [inputOf(account)],
        })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(WorkflowFailedError);
      expect(failure).toMatchObject({ cause: { type, message: expect.stringMatching(/^orderLifecycle: ./) } });
    });
    expect(truth).toMatchObject({ reads: 0, looks: [], releases: [] });
  });
});

function withRelease(account: string, part: object): unknown {
  const input = orderInput(account);
  return { ...input, release: { ...input.release, ...part } };
}

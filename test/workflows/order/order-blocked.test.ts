import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { orderCommands } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import * as desk from './order-service.ts';
import { quietRuntime } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const blockMs = 300_000;
const refused: MoneyAttempt = {
  kind: 'rejected',
  category: 'NON_RETRIABLE_BUSINESS',
  code: '-1102',
  message: 'no',
  retryAfterMs: null,
};

/** An order whose money step the service refuses the first time, with the times at which it was sent. */
function refusedOnce(side: 'BUY' | 'SELL') {
  const isSale = side === 'SELL';
  const status = isSale ? OrderStatus.PAID : OrderStatus.AWAITING_PAYMENT;
  const { truth, activities } = desk.serviceOf(() => env, status, { side });
  const sentAtMs: number[] = [];
  const send = async (): Promise<MoneyAttempt> => {
    sentAtMs.push(await env.currentTimeMs());
    if (sentAtMs.length === 1) return refused;
    desk.become(truth, isSale ? OrderStatus.COMPLETED : OrderStatus.PAID);
    return { kind: 'executed', orderNumber: null };
  };
  return { sentAtMs, activities: { ...activities, releaseCoin: send, markOrderAsPaid: send } };
}

describe('7.4 NON_RETRIABLE_BUSINESS: a money step that the service refused', () => {
  it.each(['SELL', 'BUY'] as const)(
    '%s: is not sent again before its block of 300 s is over, although a human rules "not-done" at once',
    async (side) => {
      const { sentAtMs, activities } = refusedOnce(side);
      await desk.withOrder(env, { account: `blocked-${side}`, activities }, async (handle) => {
        if (side === 'BUY') {
          await desk.waitsFor(handle, 'our-payment');
          await desk.confirm(handle, { by: 'ana', payId: null, proof: 'bank reference 1' });
        }
        expect(await desk.waitsFor(handle, 'needs-human')).toMatchObject({ needsHuman: true });
        await desk.order(handle, orderCommands.resolve, { by: 'ana', outcome: 'not-done', note: '' });
        const view = await desk.waitsFor(handle, 'blocked');
        expect(view.untilMs).toBeGreaterThanOrEqual((sentAtMs[0] ?? 0) + blockMs);
        expect(sentAtMs).toHaveLength(1);
        await env.sleep(blockMs);
        await desk.untilShown(handle, ({ status }) => status === (side === 'SELL' ? 'COMPLETED' : 'PAID'));
        await handle.terminate().catch(() => undefined);
      });
      expect((sentAtMs[1] ?? 0) - (sentAtMs[0] ?? 0)).toBeGreaterThanOrEqual(blockMs);
    },
  );
});

describe('an order that the service shows as being released', () => {
  it('how long "releasing" may last is a setting', async () => {
    const { truth, activities } = desk.serviceOf(() => env, OrderStatus.RELEASING, { side: 'SELL' });
    const input = { settings: { ...defaultSettings, releasingStuckMs: 3_600_000 } };
    await desk.withOrder(env, { account: 'stuck-releasing-long', activities, input }, async (handle) => {
      await desk.waitsFor(handle, 'awaiting-release');
      await env.sleep(600_000);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: false });
      await env.sleep(3_600_000);
      expect(await desk.stateOf(handle)).toMatchObject({ needsHuman: true });
      desk.become(truth, OrderStatus.COMPLETED);
      expect(await handle.result()).toMatchObject({ status: 'COMPLETED' });
    });
  });
});

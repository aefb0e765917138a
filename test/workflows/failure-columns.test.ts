import { ApplicationFailure, WorkflowNotFoundError } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ErrorCategory, TransportCondition, type FailureCategory } from '../../src/domain/failures/error-category.ts';
import { followingOf, type FailureUse, type Following } from '../../src/domain/failures/handling-table.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type { MoneyAttempt } from '../../src/activities/activity-contract.ts';
import { OrderStatus } from '../../src/domain/orders/order-status.ts';
import { listedAd } from '../domain/ads/terms-fixture.ts';
import { skipTimeInEachTest } from '../setup/time-skipping-env.ts';
import { view, withDesk } from './account/desk-fixture.ts';
import * as order from './order/order-service.ts';
import { blockedMs, setTo, viewOf, withAd } from './ad/ad-fixture.ts';
import { publicationInput, ready, startPublication, stateOf } from './publication/publication-fixture.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers, type FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const categories: readonly FailureCategory[] = [...Object.values(ErrorCategory), ...Object.values(TransportCondition)];

const refusedAs = (category: FailureCategory): ApplicationFailure =>
  ApplicationFailure.nonRetryable('no', category, { code: null, endpoint: 'x', message: 'no', retryAfterMs: null });

/** A held activity would hold the clock of the test. */
const stillBanned = async (): Promise<never> => {
  throw new Error('still banned');
};

const following = (category: FailureCategory, use: FailureUse): Following =>
  followingOf(category, use, { retryAfterMs: null, settings: defaultSettings });

interface Asks {
  readonly needsHuman: boolean;
  readonly state?: unknown;
}

/**
 * Whether a human is asked, and when, is as the table has it, where what is refused stays refused; what is done once may
 * have ended with its reason by then.
 */
async function expectAsked(read: () => Promise<Asks>, { asksHuman }: Following): Promise<void> {
  if (asksHuman === 'at-once') {
    await untilView(read, ({ needsHuman }) => needsHuman);
    return;
  }
  const afterMs = asksHuman === 'never' ? 600_000 : asksHuman.afterMs;
  await env.sleep(afterMs - 15_000);
  expect((await read()).needsHuman).toBe(false);
  if (asksHuman === 'never') return;
  await env.sleep(30_000);
  await untilView(read, ({ needsHuman, state }) => needsHuman || state === 'refused');
}

describe('design 5: every workflow does what its column of the table of failures says', () => {
  describe.each(categories)('%s', (category) => {
    it('price: an ad', async () => {
      const column = following(category, 'price');
      const activities: FakeActivities = {
        watchMarket: async () => setTo('9.49'),
        updateAdPrice: async () => {
          throw refusedAs(category);
        },
        watchBusiness: async () => heldUntilCancelled(),
        confirmNoBan: stillBanned,
      };
      await withAd({ env, account: `column-price-${category}`, activities }, async (handle) => {
        const view = await viewOf(handle, ({ lastProblem }) => lastProblem?.category === category);
        if (column.next === 'offline') expect(view.state.kind).toBe('offline');
        if (waitsInAd.has(column.next)) expect(blockedMs(view)).toBe(column.waitMs);
        await expectAsked(() => viewOf(handle, () => true), column);
      });
    });

    it('intake: a desk', async () => {
      const activities: FakeActivities = { watchOrders: refusing(category, heldUntilCancelled, 0) };
      await withDesk(env, { account: `column-intake-${category}`, activities }, async (handle) => {
        const read = () => view(handle, () => true);
        await view(handle, ({ troubles }) => 'intake' in troubles);
        await expectAsked(read, following(category, 'intake'));
      });
    });

    it('read: an order', async () => {
      const { activities } = order.serviceOf(() => env, OrderStatus.PAID, { side: 'SELL' });
      const { readOrder } = activities;
      if (readOrder === undefined) throw new Error('the service reads no order');
      const failing = { ...activities, readOrder: refusing(category, readOrder, 1) };
      await order.withOrder(env, { account: `column-read-${category}`, activities: failing }, async (handle) => {
        await order.waitsFor(handle, 'blocked');
        await expectAsked(() => order.stateOf(handle), following(category, 'read'));
        await handle.terminate('the test ends').catch(ended);
      });
    });

    it('money: an order', async () => {
      const { activities } = order.serviceOf(() => env, OrderStatus.PAID, { side: 'SELL' });
      const sentMs: number[] = [];
      const releaseCoin = async (): Promise<MoneyAttempt> => {
        sentMs.push(await env.currentTimeMs());
        return { kind: 'rejected', category, code: null, message: 'no', retryAfterMs: null };
      };
      const failing = { ...activities, releaseCoin, confirmNoBan: stillBanned };
      await order.withOrder(env, { account: `column-money-${category}`, activities: failing }, async (handle) => {
        await untilView(
          async () => sentMs,
          ({ length }) => length > 0,
        );
        await expectAsked(() => order.stateOf(handle), following(category, 'money'));
        await handle.terminate('the test ends').catch(ended);
      });
    });

    it('publish: a publication', async () => {
      const column = following(category, 'publish');
      const account = `column-publish-${category}`;
      const triedMs: number[] = [];
      const activities: FakeActivities = {
        checkPublication: async () => ({ kind: 'ready', ready }),
        publishAd: async () => {
          triedMs.push(await env.currentTimeMs());
          return { kind: 'rejected', category, code: null, message: 'no', retryAfterMs: null };
        },
        findPublishedAd: async () => ({ adNumber: null }),
        unsettledPublication: async () => false,
        watchBusiness: async () => heldUntilCancelled(),
        confirmNoBan: stillBanned,
      };
      await withWorkers(env, { account, activities }, async () => {
        const handle = await startPublication(env, publicationInput(account));
        if (!isQuick(column)) expect((await untilView(() => stateOf(handle), rests)).state).toBe(restOf(column));
        await expectAsked(() => stateOf(handle), column);
        await handle.terminate('the test ends').catch(ended);
      });
      if (column.next === 'retry') expectPause(triedMs, column.waitMs);
    });

    it('edit: a change of an ad', async () => {
      const column = following(category, 'edit');
      const account = `column-edit-${category}`;
      const adNumber = '11';
      const activities: FakeActivities = {
        readOwnAd: async () => listedAd({ adNumber }),
        updateAdTerms: async () => {
          throw refusedAs(category);
        },
        watchBusiness: async () => heldUntilCancelled(),
        confirmNoBan: stillBanned,
      };
      await withWorkers(env, { account, activities }, async () => {
        const handle = await env.client.workflow.start('adChange', {
          workflowId: definitions.adChangeWorkflowId(account, adNumber),
          taskQueue: definitions.groupTaskQueue(account),
          args: [{ account, adNumber, mode: 'sim', by: 'ana', act: 'change', terms: { minOrder: '77' } }],
        });
        const read = () => handle.query(definitions.adChangeStateQuery);
        if (isQuick(column) && column.next !== 'learn-range') {
          // It has ended with its reason before a human would be asked.
          expect(await handle.result()).toMatchObject({ state: 'refused' });
          return;
        }
        expect((await untilView(read, rests)).state).toBe(restOf(column));
        await expectAsked(read, column);
        await handle.terminate('the test ends').catch(ended);
      });
    });
  });
});

function ended(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

/** Refuses every call but the first few. */
function refusing<Input, Result>(
  category: FailureCategory,
  answer: (input: Input) => Promise<Result>,
  answered: number,
): (input: Input) => Promise<Result> {
  let calls = 0;
  return async (input) => {
    calls += 1;
    if (calls > answered) throw refusedAs(category);
    return answer(input);
  };
}

/** What an ad shows as a block with its end. */
const waitsInAd: ReadonlySet<Following['next']> = new Set(['retry', 'block', 'ban-end']);

/** What a fresh look should resolve waits too shortly to be seen. */
const isQuick = ({ waitMs }: Following): boolean => waitMs < 1_000;

const rests = ({ state }: { readonly state: string }): boolean => ['waiting', 'blocked', 'offline'].includes(state);

function restOf({ next }: Following): string {
  if (next === 'offline') return 'offline';
  return next === 'block' ? 'blocked' : 'waiting';
}

/** Between the first two tries lies the wait of the table, and at most a look besides. */
function expectPause([first = 0, second = 0]: readonly number[], waitMs: number): void {
  expect(second - first).toBeGreaterThanOrEqual(waitMs);
}

import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ErrorCategory, TransportCondition, type FailureCategory } from '../../src/domain/failures/error-category.ts';
import { followingOf, type FailureUse, type Following } from '../../src/domain/failures/handling-table.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { listedAd } from '../domain/ads/terms-fixture.ts';
import { skipTimeInEachTest } from '../setup/time-skipping-env.ts';
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

const following = (category: FailureCategory, use: FailureUse): Following =>
  followingOf(category, use, { retryAfterMs: null, settings: defaultSettings });

interface Asks {
  readonly needsHuman: boolean;
}

/** Whether a human is asked, and when, is as the table has it; what is refused stays refused. */
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
  await untilView(read, ({ needsHuman }) => needsHuman);
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
        confirmNoBan: () => heldUntilCancelled(),
      };
      await withAd({ env, account: `column-price-${category}`, activities }, async (handle) => {
        const view = await viewOf(handle, ({ lastProblem }) => lastProblem?.category === category);
        if (column.next === 'offline') expect(view.state.kind).toBe('offline');
        if (waitsInAd.has(column.next)) expect(blockedMs(view)).toBe(column.waitMs);
        await expectAsked(() => viewOf(handle, () => true), column);
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
        confirmNoBan: () => heldUntilCancelled(),
      };
      await withWorkers(env, { account, activities }, async () => {
        const handle = await startPublication(env, publicationInput(account));
        if (!isQuick(column)) expect((await untilView(() => stateOf(handle), rests)).state).toBe(restOf(column));
        await expectAsked(() => stateOf(handle), column);
        await handle.terminate('the test ends');
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
        confirmNoBan: () => heldUntilCancelled(),
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
        await handle.terminate('the test ends');
      });
    });
  });
});

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

import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AdMaintenanceInput } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import {
  blockedMs,
  market,
  me,
  offlineLook,
  quietAt,
  refusal,
  setTo,
  startAdWorkflow,
  viewOf,
  withAd,
  type AdHandle,
  type FakeMarket,
} from './ad-fixture.ts';
import { adFacts, adInput } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

interface Refused {
  account: string;
  failure: ApplicationFailure;
  input?: Partial<AdMaintenanceInput>;
  activities?: object;
  /** How often the price is refused. */
  times?: number;
}

interface RefusedAd {
  handle: AdHandle;
  inputs: FakeMarket['inputs'];
  attempts: () => number;
}

/** Runs an ad whose price is refused. */
function withRefusedAd(
  { account, failure, input = {}, activities = {}, times = 1 }: Refused,
  test: (ad: RefusedAd) => Promise<void>,
): Promise<void> {
  const { inputs, watchMarket } = market(Array.from({ length: times }, () => setTo('9.49')));
  let attempts = 0;
  const updateAdPrice = async (): Promise<never> => {
    attempts += 1;
    throw failure;
  };
  const run = { env, account, input, activities: { ...activities, watchMarket, updateAdPrice } };
  return withAd(run, (handle) => test({ handle, inputs, attempts: () => attempts }));
}

describe('7.4: what a refused price leads to', () => {
  it('PRICE_RANGE_LIMIT: a message that cannot be read is answered by 0.905 to 1.095 of the rate, for 60 s', async () => {
    const failure = refusal('PRICE_RANGE_LIMIT', '-9000', 'price range limited');
    await withRefusedAd({ account: 'refused-range', failure }, async ({ handle, inputs }) => {
      const [learned] = await untilView(
        async () => inputs.flatMap(({ learnedRange }) => (learnedRange === null ? [] : [learnedRange])),
        (ranges) => ranges.length > 0,
      );
      expect(learned?.range).toEqual({ low: '8.5975', high: '10.4025' });
      const history = await handle.fetchHistory();
      const events = history.events ?? [];
      const refused = events.findIndex((event) => event.activityTaskFailedEventAttributes);
      // The workflow learns of it in the task that follows, whose start is its clock.
      const learnedAt = events.slice(refused).find((event) => event.workflowTaskStartedEventAttributes)?.eventTime;
      const learnedMs = Number(learnedAt?.seconds) * 1_000 + Math.floor(Number(learnedAt?.nanos) / 1e6);
      expect(learned?.untilMs).toBe(learnedMs + 60_000);
    });
  });

  it('RETRY_WITH_VOLUME_SYNC: the fresh look comes after the sleep of the settings', async () => {
    const failure = refusal('RETRY_WITH_VOLUME_SYNC', '187031', 'volume');
    const input = { settings: { volumeSyncSleepMs: 20_000 } };
    await withRefusedAd({ account: 'refused-volume', failure, input }, async ({ handle }) => {
      expect(blockedMs(await viewOf(handle, ({ state }) => state.kind === 'blocked'))).toBe(20_000);
    });
  });

  it('promise 4: a failure that no table knows blocks the ad, which goes on', async () => {
    const failure = ApplicationFailure.nonRetryable('x is not a function', 'TypeError');
    await withRefusedAd({ account: 'refused-oddly', failure }, async ({ handle }) => {
      const view = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(view.lastProblem).toMatchObject({ category: 'UNKNOWN', message: 'TypeError x is not a function' });
    });
  });

  it('8: an ad that was started without settings has those of its worker', async () => {
    const failure = refusal('RETRY_WITH_VOLUME_SYNC', '187031', 'volume');
    const readSettings = async () => ({ ...defaultSettings, volumeSyncSleepMs: 20_000 });
    const run = { account: 'refused-worker', failure, activities: { readSettings } };
    await withRefusedAd(run, async ({ handle }) => {
      expect(blockedMs(await viewOf(handle, ({ state }) => state.kind === 'blocked'))).toBe(20_000);
    });
  });

  it('NOT_FOUND: blocked for the 60 s of the negative cache', async () => {
    const failure = refusal('NOT_FOUND', '404', 'no such ad');
    await withRefusedAd({ account: 'refused-404', failure }, async ({ handle }) => {
      expect(blockedMs(await viewOf(handle, ({ state }) => state.kind === 'blocked'))).toBe(60_000);
    });
  });

  it('SPECIAL_HANDLER: the refusal of the fifth retry starts the whole cooldown of 30 s', async () => {
    const failure = refusal('SPECIAL_HANDLER', '187055', 'Price overlap');
    await withRefusedAd({ account: 'refused-overlap', failure, times: 6 }, async ({ handle, attempts }) => {
      expect(blockedMs(await viewOf(handle, ({ state }) => state.kind === 'cooling'))).toBe(30_000);
      expect(attempts()).toBe(6);
    });
  });

  it('7.5: a failure that may pass soon is tried four times, then the ad is blocked', async () => {
    const failure = ApplicationFailure.create({
      type: 'RETRIABLE_WITH_BACKOFF',
      message: 'busy',
      nextRetryDelay: '1 millisecond',
    });
    await withRefusedAd({ account: 'refused-busy', failure }, async ({ handle, attempts }) => {
      await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(attempts()).toBe(4);
    });
  });

  it('NON_RETRIABLE_BUSINESS: a human is asked at once, with the reason, until it is over', async () => {
    const failure = refusal('NON_RETRIABLE_BUSINESS', '-2015', 'Invalid API key');
    await withRefusedAd({ account: 'refused-key', failure }, async ({ handle }) => {
      const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(blocked).toMatchObject({ needsHuman: true, asks: ['Invalid API key'] });
      await handle.executeUpdate(definitions.adCommands.repriceNow.update, { args: [me] });
      const over = await viewOf(handle, ({ state, lastProblem }) => state.kind === 'running' && lastProblem === null);
      expect(over).toMatchObject({ needsHuman: false, asks: [] });
    });
  });

  it('I18: a price whose turn came too late is decided again, without a block', async () => {
    const failure = refusal('UNKNOWN', 'FENCED', 'too late');
    const input = { settings: { marketIntervalMs: 1 } };
    await withRefusedAd({ account: 'refused-late', failure, input }, async ({ handle, inputs }) => {
      await untilView(
        async () => inputs.length,
        (looks) => looks > 1,
      );
      expect(await viewOf(handle, () => true)).toMatchObject({ state: { kind: 'running' }, lastProblem: null });
    });
  });
});

describe('7.4 AD_OFFLINE: who brings an ad back', () => {
  it('a closed business waits for a human', async () => {
    const failure = refusal('AD_OFFLINE', '83229', 'closed');
    const { watchMarket } = market([setTo('9.49')]);
    const activities = {
      watchMarket,
      updateAdPrice: async (): Promise<never> => {
        throw failure;
      },
      watchBusiness: async () => heldUntilCancelled(),
    };
    await withAd({ env, account: 'offline-business', activities }, async (handle) => {
      expect(await viewOf(handle, ({ state }) => state.kind === 'offline')).toMatchObject({ needsHuman: true });
    });
  });

  it('an ad that the merchant took offline in the app goes on by itself when it is back', async () => {
    const { watchMarket } = market([quietAt('9.50'), offlineLook()]);
    const online = Promise.withResolvers<void>();
    const watchBusiness = async () => {
      await online.promise;
      return { status: 'open', adStatus: 'online' as const };
    };
    const account = 'offline-ad';
    await withAd({ env, account, activities: { watchMarket, watchBusiness } }, async (handle) => {
      const offline = await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(offline).toMatchObject({ state: { cause: 'ad' }, needsHuman: false });
      online.resolve();
      await viewOf(handle, ({ state }) => state.kind === 'running');
    });
  });

  it('an ad that is closed meanwhile is dead', async () => {
    const { watchMarket } = market([quietAt('9.50'), offlineLook()]);
    const watchBusiness = async () => ({ status: 'open', adStatus: 'closed' as const });
    const account = 'offline-closed';
    await withWorkers(env, { account, activities: { watchMarket, watchBusiness } }, async () => {
      expect(await (await startAdWorkflow(env, adInput(account))).result()).toMatchObject({ state: 'dead' });
    });
  });
});

describe('7.7, I21: a row of 404 answers', () => {
  const missingAt = (minute: number): WatchMarketVerdict => ({ kind: 'ad-missing', atMs: minute * 60_000, untilMs: 0 });
  const minutes = (from: number, to: number): WatchMarketVerdict[] =>
    Array.from({ length: to - from + 1 }, (_, index) => missingAt(from + index));

  it('is the workflow’s: an hour of them makes the ad dead, whichever worker saw each', async () => {
    const account = 'missing-dead';
    // The activity keeps nothing between its calls, as if each ran in a process of its own.
    const { watchMarket } = market(minutes(0, 60));
    await withWorkers(env, { account, activities: { watchMarket } }, async () => {
      expect(await (await startAdWorkflow(env, adInput(account))).result()).toMatchObject({ state: 'dead' });
    });
  });

  it('an answer that is known already counts once', async () => {
    const account = 'missing-known';
    // Each is told twice: counted once, no ten minutes hold the three that this ad needs to be dead.
    const told = [0, 9, 18, 27, 36, 45, 54, 63].flatMap((minute) => [missingAt(minute), missingAt(minute)]);
    const input = { settings: { missingAdThreshold: 3 } };
    const { watchMarket } = market(told);
    await withAd({ env, account, input, activities: { watchMarket } }, async (handle) => {
      await viewOf(handle, ({ state, lookedAtMs }) => state.kind === 'running' && lookedAtMs !== null);
    });
  });

  it('ends when the ad answers again', async () => {
    const { watchMarket, inputs } = market([...minutes(0, 59), quietAt('9.50'), ...minutes(60, 65)]);
    const account = 'missing-back';
    await withAd({ env, account, activities: { watchMarket } }, async (handle) => {
      await untilView(
        async () => inputs.length,
        (looks) => looks > 67,
      );
      expect(await viewOf(handle, ({ lastProblem }) => lastProblem === null)).toMatchObject({
        state: { kind: 'running' },
        price: adFacts().price,
      });
    });
  });

  it('ends when the ad is known again, also where it is offline', async () => {
    const offline: WatchMarketVerdict = { kind: 'ad-not-online', ad: adFacts({ status: 'offline' }) };
    const { watchMarket, inputs } = market([...minutes(0, 59), offline, ...minutes(60, 65)]);
    const watchBusiness = async () => ({ status: 'open', adStatus: 'online' as const });
    const account = 'missing-offline';
    await withAd({ env, account, activities: { watchMarket, watchBusiness } }, async (handle) => {
      await untilView(
        async () => inputs.length,
        (looks) => looks > 67,
      );
      expect(await viewOf(handle, ({ lastProblem }) => lastProblem === null)).toMatchObject({
        state: { kind: 'running' },
      });
    });
  });
});

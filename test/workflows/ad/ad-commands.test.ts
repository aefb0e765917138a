import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusinessLook, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AdMaintenanceInput } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import {
  blockedMs,
  market,
  me,
  offlineLook,
  refusal,
  setTo,
  startAdWorkflow,
  viewOf,
  withAd as withAdOf,
  type AdHandle,
} from './ad-fixture.ts';
import { adInput } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const start = (input: AdMaintenanceInput) => startAdWorkflow(env, input);
const view = viewOf;
const verdicts = (list: WatchMarketVerdict[]) => market(list).watchMarket;

/** Runs one ad; stopped after the test. */
function withAd(
  account: string,
  run: { activities: FakeActivities; input?: Partial<AdMaintenanceInput> },
  test: (handle: AdHandle) => Promise<void>,
): Promise<void> {
  return withAdOf({ env, account, ...run }, test);
}

describe('I18: stop means stop', () => {
  it.each(['pause', 'stop'] as const)('%s takes a price write back that waits for its retry', async (command) => {
    let attempts = 0;
    const activities: FakeActivities = {
      watchMarket: verdicts([setTo('9.49')]),
      updateAdPrice: async () => {
        attempts += 1;
        throw ApplicationFailure.create({
          type: 'RETRIABLE_WITH_BACKOFF',
          message: 'busy',
          nextRetryDelay: '2 seconds',
        });
      },
    };
    const account = `ad-back-${command}`;
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(adInput(account));
      await untilView(
        async () => attempts,
        (count) => count === 1,
      );
      const update = command === 'pause' ? definitions.adCommands.pause.update : definitions.adCommands.stop.update;
      await handle.executeUpdate(update, { args: [me] });
      if (command === 'pause') {
        const paused = await view(handle, (ad) => ad.state.kind === 'paused');
        expect(paused).toMatchObject({ reprices: 0, lastProblem: null });
        await handle.executeUpdate(definitions.adCommands.stop.update, { args: [me] });
      }
      expect(await handle.result()).toMatchObject({ state: 'stopped', reprices: 0 });
    });
    expect(attempts).toBe(1);
  });

  it('a price that had left when the pause came is counted: its answer is the truth about the price', async () => {
    const answer = Promise.withResolvers<void>();
    let sent = 0;
    const activities: FakeActivities = {
      watchMarket: verdicts([setTo('9.49')]),
      updateAdPrice: async () => {
        sent += 1;
        await answer.promise;
        return { kind: 'applied', atMs: 1 };
      },
    };
    await withAd('ad-in-flight', { activities }, async (handle) => {
      await untilView(
        async () => sent,
        (count) => count === 1,
      );
      await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] });
      answer.resolve();
      expect(await view(handle, (ad) => ad.reprices === 1)).toMatchObject({ price: '9.49', state: { kind: 'paused' } });
    });
  });

  it('7.4 AD_OFFLINE: resume ends the watch of the business status; none is left behind polling', async () => {
    const seen = { begun: 0, ended: 0 };
    const watchBusiness = async (): Promise<BusinessLook> => {
      seen.begun += 1;
      await Context.current().cancelled.catch((error: unknown) => {
        seen.ended += 1;
        throw error;
      });
      return { status: 'never', adStatus: null };
    };
    const beating = async (): Promise<BusinessLook> => {
      const beat = setInterval(() => Context.current().heartbeat(), 50);
      try {
        return await watchBusiness();
      } finally {
        clearInterval(beat);
      }
    };
    const activities: FakeActivities = { watchMarket: verdicts([offlineLook()]), watchBusiness: beating };
    await withAd('ad-business', { activities }, async (handle) => {
      await untilView(
        async () => seen.begun,
        (count) => count === 1,
      );
      expect(await view(handle, () => true)).toMatchObject({ state: { kind: 'offline' } });
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      await untilView(
        async () => seen.ended,
        (count) => count === 1,
      );
    });
  });
});

describe('7.4: troubles that a watch reports', () => {
  it('AD_OFFLINE on a read: the ad is offline with the reason, and nothing but resume continues', async () => {
    const message = 'search: 83229 The business is closed.';
    const problem = { kind: 'problem', category: 'AD_OFFLINE', code: '83229', message, untilMs: 0 } as const;
    const activities: FakeActivities = {
      watchMarket: verdicts([problem]),
      watchBusiness: async () => heldUntilCancelled(),
    };
    await withAd('ad-read-offline', { activities }, async (handle) => {
      const offline = await view(handle, (ad) => ad.state.kind === 'offline');
      expect(offline).toMatchObject({ state: { business: 'closed' }, lastProblem: { code: '83229' } });
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      await view(handle, (ad) => ad.state.kind === 'running');
    });
  });

  it('an ad that someone closed at the service is dead: there is nothing left to keep', async () => {
    const activities: FakeActivities = { watchMarket: verdicts([offlineLook('closed')]) };
    await withWorkers(env, { account: 'ad-closed', activities }, async () => {
      expect(await (await start(adInput('ad-closed'))).result()).toMatchObject({ state: 'dead' });
    });
  });
});

describe('7.4: refusals that keep coming back', () => {
  it.each([
    ['PRICE_RANGE_LIMIT', '-9000', 'rango limitado 9.00-10.00'],
    ['RETRY_WITH_VOLUME_SYNC', '187049', 'Ad status error'],
  ])('%s: a fresh look for the first three, then longer waits instead of hammering', async (type, code, message) => {
    let attempts = 0;
    const activities: FakeActivities = {
      watchMarket: async () => setTo('9.49'),
      updateAdPrice: async () => {
        attempts += 1;
        throw refusal(type, code, message);
      },
    };
    const input = { settings: { volumeSyncSleepMs: 1, backoffCapMs: 60_000 } };
    await withAd(`ad-hammer-${code}`, { activities, input }, async (handle) => {
      // The fourth call begins before its refusal is remembered: the length of the block distinguishes them.
      const blocked = await view(handle, (ad) => ad.state.kind === 'blocked' && blockedMs(ad) > 1);
      expect(blockedMs(blocked)).toBe(60_000);
    });
    expect(attempts).toBe(4);
  });

  it('STALE_DECISION: nothing was sent, nothing is blocked; the next watch decides on a fresh book', async () => {
    let attempts = 0;
    const activities: FakeActivities = {
      watchMarket: verdicts([setTo('9.49'), setTo('9.48')]),
      updateAdPrice: async () => {
        attempts += 1;
        if (attempts === 1) throw ApplicationFailure.nonRetryable('inside the zone now', 'STALE_DECISION');
        return { kind: 'applied', atMs: 1 };
      },
    };
    await withAd('ad-stale', { activities, input: { settings: { marketIntervalMs: 1 } } }, async (handle) => {
      expect(await view(handle, (ad) => ad.reprices === 1)).toMatchObject({ price: '9.48', lastProblem: null });
    });
    expect(attempts).toBe(2);
  });

  it('STALE_DECISION again and again: after three the next try waits for the back-off', async () => {
    const activities: FakeActivities = {
      watchMarket: async () => setTo('9.49'),
      updateAdPrice: async () => {
        throw ApplicationFailure.nonRetryable('inside the zone now', 'STALE_DECISION');
      },
    };
    const backoffCapMs = 54_321;
    const settings = { marketIntervalMs: 1, backoffCapMs };
    await withAd('ad-stale-often', { activities, input: { settings } }, async (handle) => {
      const waits = await untilView(
        () => waitsOf(handle),
        (ms) => ms.includes(backoffCapMs),
      );
      expect(waits.slice(0, 4)).toEqual([1, 1, 1, backoffCapMs]);
    });
  });
});

/** The waits after a stale decision, in ms. */
async function waitsOf(handle: AdHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  const timers = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout ?? []);
  return timers.map(({ seconds, nanos }) => Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1e6);
}

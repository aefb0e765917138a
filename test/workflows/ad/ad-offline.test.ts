import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PutAdOnlineInput, TakeAdOfflineInput } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { market, me, quietAt, refusal, viewOf, withAd, type FakeMarket } from './ad-fixture.ts';
import { decision, rules } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const bound = { ...decision('10.00'), target: '10.94', bound: 'ceiling' as const };
const text = 'the ceiling 10.00 binds: the rules want 10.94, so the ad sells below the market';
/** A look of an ad that its ceiling has bound since 1 s, at a moment. */
const boundAt = (atMs: number) => quietAt('10.00', { decision: bound, boundSinceMs: 1_000, atMs });

interface Written {
  offline: TakeAdOfflineInput[];
  online: PutAdOnlineInput[];
}

/** A market that binds the ad for as long as an alarm takes, and a service that accepts writes. */
function binding(
  kind: 'applied' | 'intent' = 'applied',
): FakeMarket & { activities: FakeActivities; written: Written } {
  const fake = market([boundAt(1_000), boundAt(121_000)]);
  const written: Written = { offline: [], online: [] };
  const activities: FakeActivities = {
    watchMarket: fake.watchMarket,
    watchBusiness: async () => heldUntilCancelled(),
    takeAdOffline: async (input) => {
      written.offline.push(input);
      return { kind, atMs: 121_000 };
    },
    putAdOnline: async (input) => {
      written.online.push(input);
      return { kind, atMs: 200_000 };
    },
  };
  return { ...fake, activities, written };
}

const offlineRules = { ...rules, whenBound: 'offline' as const };

describe('design 6: a limit that binds for long may take the ad offline', () => {
  it('keeps it online by default, and asks a human', async () => {
    const { activities, written } = binding();
    await withAd({ env, account: 'bound-keep', activities }, async (handle) => {
      expect(await viewOf(handle, ({ needsHuman }) => needsHuman)).toMatchObject({
        asks: [text],
        state: { kind: 'running' },
      });
      expect(written.offline).toEqual([]);
    });
  });

  it('takes it offline by its rules, says why, and puts it back on resume alone', async () => {
    const { activities, written, inputs } = binding();
    const account = 'bound-offline';
    await withAd({ env, account, activities, input: { rules: offlineRules } }, async (handle) => {
      const offline = await viewOf(handle, ({ state }) => state.kind === 'offline');
      const ask = `${text}: taken offline; it is put online again when a human resumes, not when the limit no longer binds`;
      expect(offline).toMatchObject({ state: { cause: 'limit', sinceMs: 121_000 }, offMarket: 'off', asks: [ask] });
      expect(offline.needsHuman).toBe(true);
      const { adNumber } = offline;
      expect(written).toEqual({ offline: [{ mode: 'sim', adNumber }], online: [] });
      await handle.executeUpdate(definitions.adCommands.setRules.update, {
        args: [{ limits: { floor: '9.00', ceiling: '10.40' } }],
      });
      await viewOf(handle, ({ rules: now }) => now.limits.ceiling === '10.40');
      expect(written.online).toEqual([]);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      const back = await viewOf(handle, ({ state }) => state.kind === 'running');
      expect(written.online).toEqual([{ mode: 'sim', adNumber, limits: { floor: '9.00', ceiling: '10.40' } }]);
      expect(back).toMatchObject({ needsHuman: false, asks: [] });
      // The limit must bind for as long again before the ad goes offline once more.
      expect(inputs.at(-1)?.shown?.boundSinceMs ?? null).toBeNull();
    });
  });

  it('ads#one-ad-after-the-other: the call says whether someone told it to, which a process that holds the ad in shadow obeys alone', async () => {
    const { activities, written } = binding();
    await withAd({ env, account: 'bound-told', activities, input: { rules: offlineRules } }, async (handle) => {
      await viewOf(handle, ({ state }) => state.kind === 'offline');
      await handle.executeUpdate(definitions.adCommands.offline.update, { args: [me] });
      await viewOf(handle, ({ state }) => state.kind === 'offline' && state.cause === 'command');
      await untilView(
        async () => written.offline.length,
        (calls) => calls === 2,
      );
      expect(written.offline.map(({ commanded }) => commanded)).toEqual([undefined, true]);
    });
  });

  it('is not forgotten by a pause: the resume puts the ad online', async () => {
    const { activities, written } = binding();
    const account = 'bound-paused';
    await withAd({ env, account, activities, input: { rules: offlineRules } }, async (handle) => {
      await viewOf(handle, ({ state }) => state.kind === 'offline');
      await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] });
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      await untilView(
        async () => written.online.length,
        (times) => times === 1,
      );
    });
  });

  it('is tried again when the service refuses it, for as long as the limit binds', async () => {
    const { activities, written } = binding();
    const { watchMarket } = market([boundAt(1_000), boundAt(121_000), boundAt(130_000)]);
    let refused = 0;
    const takeAdOffline: FakeActivities['takeAdOffline'] = async (input) => {
      refused += 1;
      if (refused === 1) throw refusal('UNKNOWN', '99', 'odd');
      written.offline.push(input);
      return { kind: 'applied', atMs: 130_000 };
    };
    const account = 'bound-refused';
    const run = { env, account, activities: { ...activities, watchMarket, takeAdOffline } };
    await withAd({ ...run, input: { rules: offlineRules } }, async (handle) => {
      await viewOf(handle, ({ state }) => state.kind === 'blocked');
      await handle.executeUpdate(definitions.adCommands.repriceNow.update, { args: [me] });
      await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(written.offline).toHaveLength(1);
    });
  });

  it('is an intent in shadow', async () => {
    const { activities } = binding('intent');
    const account = 'bound-shadow';
    const input = { mode: 'shadow' as const, rules: offlineRules };
    await withAd({ env, account, activities, input }, async (handle) => {
      const offline = await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(offline).toMatchObject({ intents: 1, reprices: 0 });
    });
  });
});

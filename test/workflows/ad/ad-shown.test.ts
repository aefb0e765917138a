import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { market, me, quietAt, setTo, viewOf, withAd } from './ad-fixture.ts';
import { decision } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

describe('design 6: what is shown of an ad is true', () => {
  it('rank, why and price are those of the last look that came back, with its time', async () => {
    const worse = { ...decision('9.60'), action: 'keep' as const, rank: 11, reason: 'at-target' as const };
    const { watchMarket, inputs } = market([
      quietAt('9.50', { atMs: 1_000 }),
      quietAt('9.60', { decision: worse, atMs: 2_000 }),
    ]);
    await withAd({ env, account: 'shown-look', activities: { watchMarket } }, async (handle) => {
      const view = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 2_000);
      expect(view).toMatchObject({ rank: 11, price: '9.60' });
      const last = await untilView(
        async () => inputs.at(-1),
        (input) => input?.shown?.atMs === 2_000,
      );
      expect(last?.shown).toEqual({ rank: 11, reason: 'at-target', boundSinceMs: null, isAlarmed: false, atMs: 2_000 });
    });
  });

  it('a command answers with the state after one look', async () => {
    let rests = false;
    const watchMarket: NonNullable<FakeActivities['watchMarket']> = async ({ rules, periodMs }) => {
      rests = periodMs > 0;
      if (rests) return heldUntilCancelled();
      return quietAt(rules.limits.floor === '9.20' ? '9.77' : '9.50');
    };
    await withAd({ env, account: 'shown-command', activities: { watchMarket } }, async (handle) => {
      await viewOf(handle, () => rests);
      const limits = { floor: '9.20', ceiling: '10.00' };
      const answer = await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ limits }] });
      expect(answer).toMatchObject({ price: '9.77', rules: { limits } });
    });
  });

  it('a problem that is over, and a price by hand that has ended, are not', async () => {
    const message = 'search: -1000 busy';
    const { watchMarket, inputs } = market([
      quietAt('9.50'),
      { kind: 'problem', category: 'RETRIABLE_WITH_BACKOFF', code: '-1000', message, untilMs: 0 },
    ]);
    await withAd({ env, account: 'shown-over', activities: { watchMarket } }, async (handle) => {
      // Looked, told of the problem, looked again, and now at rest.
      await viewOf(handle, ({ lastProblem }) => lastProblem === null && inputs.length === 4);
      const wish = { price: '9.60', forMs: 60_000 };
      const answer = await handle.executeUpdate(definitions.adCommands.overridePrice.update, { args: [wish] });
      expect(answer.override).toMatchObject({ price: '9.60' });
    });
    let rests = false;
    const ended: NonNullable<FakeActivities['watchMarket']> = async ({ override, periodMs }) => {
      if (override !== null) return quietAt('9.50', { atMs: override.untilMs });
      if (periodMs === 0) return quietAt('9.50');
      rests = true;
      return heldUntilCancelled();
    };
    await withAd({ env, account: 'shown-ended', activities: { watchMarket: ended } }, async (handle) => {
      await viewOf(handle, ({ lookedAtMs }) => lookedAtMs !== null && rests);
      const wish = { price: '9.60', forMs: 60_000 };
      expect(
        (await handle.executeUpdate(definitions.adCommands.overridePrice.update, { args: [wish] })).override,
      ).toBeNull();
    });
  });
});

describe('design 6: a limit that binds for long is a human’s', () => {
  const bound = { ...decision('10.00'), target: '10.94', bound: 'ceiling' as const };

  it('is said with the reason after the time of the settings, and no more when it is over', async () => {
    const since = { boundSinceMs: 1_000, decision: bound };
    const { watchMarket, inputs } = market([
      setTo('10.00', { ...since, atMs: 1_000 }),
      quietAt('10.00', { ...since, atMs: 120_999 }),
      quietAt('10.00', { ...since, atMs: 121_000 }),
    ]);
    const over = Promise.withResolvers<void>();
    const lookedOn: NonNullable<FakeActivities['watchMarket']> = async (input) => {
      if (input.shown?.isAlarmed === true) {
        await over.promise;
        return quietAt('10.00', { atMs: 200_000 });
      }
      return watchMarket(input);
    };
    const updateAdPrice = async () => ({ kind: 'applied' as const, atMs: 1_000 });
    const activities = { watchMarket: lookedOn, updateAdPrice };
    await withAd({ env, account: 'bound-ceiling', activities }, async (handle) => {
      const alarmed = await viewOf(handle, ({ needsHuman }) => needsHuman);
      const ask = 'the ceiling 10.00 binds: the rules want 10.94, so the ad sells below the market';
      expect(alarmed).toMatchObject({ asks: [ask], lookedAtMs: 121_000, state: { kind: 'running' } });
      expect(inputs.map(({ shown }) => shown?.boundSinceMs ?? null)).toEqual([null, 1_000, 1_000]);
      over.resolve();
      expect(await viewOf(handle, ({ needsHuman }) => !needsHuman)).toMatchObject({ asks: [], lookedAtMs: 200_000 });
    });
  });

  it('limits that are far from the market look mistyped: refused, unless they are confirmed', async () => {
    const { watchMarket, inputs } = market([]);
    await withAd({ env, account: 'bound-typo', activities: { watchMarket } }, async (handle) => {
      await viewOf(handle, () => inputs.length === 2);
      const limits = { floor: '116', ceiling: '120' };
      const set = (confirm: object) =>
        handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ limits, ...confirm }] });
      const message =
        'the floor 116 is above the market at 9.50 by more than 10 %: if it is meant, say so (confirm: true)';
      await expect(set({})).rejects.toMatchObject({ cause: { type: 'REFUSED', message } });
      expect((await set({ confirm: true })).rules.limits).toEqual(limits);
      const back = { limits: { floor: '9.00', ceiling: '10.00' } };
      expect(
        (await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [back] })).rules.limits,
      ).toEqual(back.limits);
      await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] });
    });
  });

  it('U12: a start with limits far from the market sets no price: the ad is paused and asks, until a human resumes it', async () => {
    const { watchMarket, inputs } = market([setTo('8.00'), setTo('8.00')]);
    const written: string[] = [];
    const updateAdPrice: NonNullable<FakeActivities['updateAdPrice']> = async ({ price }) => {
      written.push(price);
      return { kind: 'applied', atMs: 1 };
    };
    const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '7.00', ceiling: '8.00' } } as const;
    const activities = { watchMarket, updateAdPrice };
    await withAd({ env, account: 'start-typo', activities, input: { rules } }, async (handle) => {
      const view = await viewOf(handle, ({ state }) => state.kind === 'paused');
      const ask = 'the ceiling 8.00 is below the market at 9.50 by more than 10 %';
      expect(view).toMatchObject({ needsHuman: true, asks: [expect.stringContaining(ask)], reprices: 0 });
      expect([written, inputs.length]).toEqual([[], 1]);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      const meant = await viewOf(handle, ({ reprices }) => reprices === 1);
      expect(meant).toMatchObject({ state: { kind: 'running' }, needsHuman: false, asks: [] });
      expect(written).toEqual(['8.00']);
    });
  });

  it('U12: a fixed price outside the limits looks mistyped: refused, unless it is confirmed', async () => {
    const { watchMarket, inputs } = market([]);
    await withAd({ env, account: 'fixed-typo', activities: { watchMarket } }, async (handle) => {
      await viewOf(handle, () => inputs.length === 2);
      const set = (part: object) =>
        handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ ...part }] });
      const { floor, ceiling } = (await handle.query(definitions.adStateQuery)).rules.limits;
      const strategy = { kind: 'fixed', price: '1.02' };
      const message = `the fixed price 1.02 is outside the limits ${floor} to ${ceiling}: if it is meant, say so (confirm: true)`;
      await expect(set({ strategy })).rejects.toMatchObject({ cause: { type: 'REFUSED', message } });
      await set({ strategy: { kind: 'fixed', price: ceiling } });
      await expect(set({ limits: { floor, ceiling: floor } })).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      expect((await set({ minimumHoldMs: 1 })).rules.strategy).toEqual({ kind: 'fixed', price: ceiling });
      expect((await set({ strategy, confirm: true })).rules.strategy).toEqual(strategy);
      expect((await set({ minimumHoldMs: 0 })).rules.strategy).toEqual(strategy);
      await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] });
    });
  });
});

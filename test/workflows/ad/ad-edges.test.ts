import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdStatusInput } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { decision, rules } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView } from '../workflow-harness.ts';
import { market, me, quietAt, setTo, viewOf, withAd } from './ad-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

describe('design 6: the edges of a market', () => {
  it.each([
    ['rival', 'a competitor is beyond the limits 9.00 to 10.00'],
    ['no-competitor', 'no competitor is left to go by'],
  ] as const)('%s, which only rules that take the ad offline report, does so when it lasts', async (bound, text) => {
    const look = (atMs: number) =>
      quietAt('9.50', { decision: { ...decision('9.50'), bound }, boundSinceMs: 1_000, atMs });
    const { watchMarket } = market([look(1_000), look(121_000)]);
    const offline: AdStatusInput[] = [];
    const activities = {
      watchMarket,
      watchBusiness: async () => heldUntilCancelled(),
      takeAdOffline: async (input: AdStatusInput) => {
        offline.push(input);
        return { kind: 'applied' as const, atMs: 121_000 };
      },
    };
    await withAd({ env, account: `edge-${bound}`, activities }, async (handle) => {
      const view = await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(view).toMatchObject({
        state: { cause: 'limit', bound: { code: bound } },
        why: expect.stringMatching(`^${text}: taken offline`),
      });
      expect(offline).toHaveLength(1);
    });
  });

  it('guards that are hit too often pause the ad, and a resume begins to count afresh', async () => {
    const pauseAfterHits = { hits: 3, withinMs: 60_000 };
    const hits = { ...decision('9.50'), hits: ['margin' as const] };
    const guardHits = { atMs: [1, 2, 3], isHit: true };
    const { watchMarket, inputs } = market([quietAt('9.50', { decision: hits, guardHits })]);
    const input = { rules: { ...rules, pauseAfterHits } };
    await withAd({ env, account: 'edge-hits', activities: { watchMarket }, input }, async (handle) => {
      const paused = await viewOf(handle, ({ state }) => state.kind === 'paused');
      expect(paused).toMatchObject({
        state: { by: 'peerdesk' },
        asks: [
          'guards changed the price 3 times within 60 s, now margin: look at the market and the rules, then resume',
        ],
      });
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      const back = await viewOf(handle, ({ state }) => state.kind === 'running');
      expect(back.asks).toEqual([]);
      expect(inputs.slice(0, 2).map((watch) => watch.guardHits?.atMs)).toEqual([[], []]);
    });
  });

  it('an ad that pauses itself leaves the market where its rules require it', async () => {
    const hits = { ...decision('9.50'), hits: ['margin' as const] };
    const guardHits = { atMs: [1, 2, 3], isHit: true };
    const { watchMarket } = market([quietAt('9.50', { decision: hits, guardHits })]);
    const offline: string[] = [];
    const activities = {
      watchMarket,
      watchBusiness: async () => heldUntilCancelled(),
      takeAdOffline: async ({ adNumber }: AdStatusInput) => {
        offline.push(adNumber);
        return { kind: 'applied' as const, atMs: 1 };
      },
    };
    const pauseAfterHits = { hits: 3, withinMs: 60_000 };
    const input = { rules: { ...rules, pauseAfterHits, whenPaused: 'offline' as const } };
    await withAd({ env, account: 'edge-hits-off', activities, input }, async (handle) => {
      const view = await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(view.state).toMatchObject({ cause: 'command', by: 'peerdesk', paused: { by: 'peerdesk' } });
      expect(
        await untilView(
          async () => offline.length,
          (calls) => calls > 0,
        ),
      ).toBe(1);
    });
  });

  it('answers to a rival are counted from one watch to the next, which knows the price that was set', async () => {
    const answer = (price: string) => setTo(price, { decision: { ...decision(price), isAnswer: true } });
    const { watchMarket, inputs } = market([answer('9.49'), answer('9.48'), setTo('9.60')]);
    let atMs = 1_000_000;
    const updateAdPrice = async () => ({ kind: 'applied' as const, atMs: (atMs += 1_000) });
    await withAd({ env, account: 'edge-answers', activities: { watchMarket, updateAdPrice } }, async () => {
      await untilView(
        async () => inputs.length,
        (watches) => watches >= 4,
      );
      expect(inputs.slice(0, 4).map(({ answers }) => answers)).toEqual([0, 1, 2, 2]);
      expect(inputs.slice(0, 4).map(({ setPrice }) => setPrice)).toEqual([undefined, '9.49', '9.48', '9.60']);
    });
  });
});

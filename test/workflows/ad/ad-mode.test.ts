import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adControl } from '../../../src/client/index.ts';
import { adCommands, type AdView } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { market, me, setTo, viewOf, withAd } from './ad-fixture.ts';
import { stockWorld } from './stock-world.ts';
import { rules } from '../fixtures.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

// A real server: the one that skips time loses a task that cancels an activity and continues as new.
beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** Accepts each price according to its mode, and records its inputs. */
function writing() {
  const writes: { mode: string; price: string }[] = [];
  const updateAdPrice: NonNullable<FakeActivities['updateAdPrice']> = async ({ mode, price }) => {
    writes.push({ mode, price });
    return { kind: mode === 'shadow' ? 'intent' : 'applied', atMs: 5 };
  };
  return { writes, updateAdPrice };
}

describe('design 2: an ad goes on in another mode', () => {
  it('shadow to live, in a new run with the same rules; a command that the server refuses meanwhile is sent again', async () => {
    const account = 'ad-mode';
    const { watchMarket, inputs } = market([setTo('9.49')]);
    const { writes, updateAdPrice } = writing();
    const activities = { watchMarket, updateAdPrice };
    await withAd({ env, account, activities, input: { mode: 'shadow' } }, async (first) => {
      const handle = env.client.workflow.getHandle(first.workflowId) as typeof first;
      const ad = adControl(env.client, account, (await viewOf(handle, () => true)).adNumber);
      await viewOf(handle, ({ intents, intendedPrice }) => intents === 1 && intendedPrice === '9.49');
      await expect(ad.changeMode('shadow', me)).rejects.toThrow('the ad is kept in mode shadow already');
      await ad.setRules({ minimumChangeTicks: 2 });
      // The end of the watch that the pause cancels reaches the workflow while it begins its new run.
      await ad.pause(me);
      const looks = inputs.length;
      expect(await ad.changeMode('live', me)).toMatchObject({ mode: 'live' });
      const live = await ad.state();
      expect(live).toMatchObject({ mode: 'live', intendedPrice: null, state: { kind: 'paused' }, intents: 1 });
      expect(live.rules.minimumChangeTicks).toBe(2);
      expect((await handle.describe()).runId).not.toBe(first.firstExecutionRunId);
      await ad.resume(me);
      await viewOf(handle, () => inputs.length > looks);
      expect(inputs.at(-1)).toMatchObject({ assumedPrice: null, lastChangeAtMs: null });
    });
    expect(writes).toEqual([{ mode: 'shadow', price: '9.49' }]);
  });

  it('a demotion takes back a promotion that has not begun its run', async () => {
    const account = 'ad-mode-back';
    const { watchMarket } = market([setTo('9.49')]);
    const { writes, updateAdPrice } = writing();
    const [left, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: typeof updateAdPrice = async (input) => {
      left.resolve();
      await answered.promise;
      return updateAdPrice(input);
    };
    await withAd(
      { env, account, activities: { watchMarket, updateAdPrice: slow }, input: { mode: 'shadow' } },
      async (handle) => {
        await left.promise;
        const { signal } = adCommands.changeMode;
        for (const mode of ['live', 'shadow'] as const) await handle.signal(signal, { mode, by: 'ana' });
        await viewOf(handle, () => true);
        answered.resolve();
        expect(await viewOf(handle, ({ intents }) => intents === 1)).toMatchObject({
          mode: 'shadow',
          refused: { count: 0 },
        });
        expect((await handle.describe()).runId).toBe(handle.firstExecutionRunId);
      },
    );
    expect(writes).toEqual([{ mode: 'shadow', price: '9.49' }]);
  });
});

describe('ads#the-quantity, ads#shadow-beside-what-stands: the stock of an ad in shadow', () => {
  const inventory = { target: '500', refillBelow: '300', total: '500', offlineBelow: '50' };
  const hours = { open: 'Mon-Sat 08:00-22:00', timezone: 'America/La_Paz' };
  const stocked = pricingRulesSchema.parse({ ...rules, inventory, hours });
  const isOut = ({ state }: AdView): boolean => state.kind === 'offline' && state.cause === 'stock';

  it('it leaves and comes back in words alone; in the next mode it begins where it stands', async () => {
    const account = 'ad-mode-stock';
    const at = stockWorld('intent');
    const input = { rules: stocked, mode: 'shadow' as const };
    await withAd({ env, account, activities: at.activities, input }, async (first) => {
      const handle = env.client.workflow.getHandle(first.workflowId) as typeof first;
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      await viewOf(handle, isOut);
      at.turn({ isEmpty: false });
      await viewOf(handle, ({ state, intents }) => state.kind === 'running' && intents === 2);
      expect([at.status, at.writes]).toEqual(['online', ['offline', 'online']]);
      at.turn({ isEmpty: true });
      const { adNumber, why } = await viewOf(handle, (view) => isOut(view) && view.intents === 3);
      expect(why).toMatch(/^nothing is sent in shadow, so at the service it stays as it is: taken offline: /);
      const watches = at.watches.length;
      expect(await adControl(env.client, account, adNumber).changeMode('live', me)).toMatchObject({ mode: 'live' });
      await untilView(
        async () => at.watches.length,
        (count) => count > watches,
      );
      expect(at.watches[watches]?.stock).toMatchObject({ intended: null, lastChangeAtMs: null, offlineSinceMs: null });
      expect(at.put).toHaveLength(1);
    });
  });
});

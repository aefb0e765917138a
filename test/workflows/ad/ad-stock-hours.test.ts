import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventoryRuleSchema } from '../../../src/domain/ads/inventory.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { me, viewOf, withAd, type AdHandle } from './ad-fixture.ts';
import { awake, day, hours, night } from './hours-world.ts';
import { stockWorld, type StockWorld } from './stock-world.ts';
import { rules as plainRules } from '../fixtures.ts';
import { quietRuntime, untilView } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const inventory = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '500', offlineBelow: '50' });
const stocked = pricingRulesSchema.parse({ ...plainRules, inventory });
const both = pricingRulesSchema.parse({ ...stocked, hours });

const run = (account: string, { activities }: StockWorld, rules = both) => ({
  env,
  account,
  activities,
  input: { rules },
});

const told = (handle: AdHandle, name: 'resume' | 'online' | 'pause' | 'offline') =>
  handle.executeUpdate<definitions.AdView, [never]>(definitions.adCommands[name].name, { args: [me as never] });

/** Off the market for that cause, as a read has shown. */
const off =
  (cause: string) =>
  ({ state, why }: definitions.AdView): boolean =>
    state.kind === 'offline' && state.cause === cause && why.includes('taken offline') && !why.includes('being taken');
const out = off('stock');
const asleep = off('hours');
const onlineCalls = ({ writes }: StockWorld): number => writes.filter((write) => write === 'online').length;

describe('ads#active-hours, ads#the-quantity: the stock of an ad and its hours', () => {
  it('hours that end while it is without stock: refilled at night it waits for the opening, and comes back priced', async () => {
    const at = stockWorld();
    await withAd(run('both-refilled', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      const view = await viewOf(handle, out);
      expect(view.why).toBe(
        'taken offline: 40 left, less than 50: the service refused a change; it comes back by itself once there is enough, within its hours',
      );
      at.turn({ opening: night });
      at.turn({ isEmpty: false });
      const sleeping = await viewOf(handle, (now) => asleep(now) && now.opening?.isOpen === false);
      expect(sleeping).toMatchObject({ needsHuman: false, opening: night });
      expect(onlineCalls(at)).toBe(0);
      at.turn({ opening: day });
      await viewOf(handle, awake);
      expect(onlineCalls(at)).toBe(1);
      expect(at.put).toMatchObject([{ hours, inventory: { rule: inventory }, pricing: { rules: both } }]);
    });
  });

  it('sold out in the night it is not put online in the morning, but once there is enough', async () => {
    const at = stockWorld();
    at.opening = night;
    await withAd(run('both-sold-out', at), async (handle) => {
      await viewOf(handle, asleep);
      at.turn({ isEmpty: true });
      at.turn({ opening: day });
      expect(await viewOf(handle, out)).toMatchObject({ needsHuman: false });
      expect(onlineCalls(at)).toBe(0);
      at.turn({ isEmpty: false });
      await viewOf(handle, awake);
      expect(at.put).toMatchObject([{ pricing: { rules: both } }]);
    });
  });

  it.each(['offline', 'pause'] as const)(
    'a person’s %s is stronger than both: neither the morning nor the stock ends it, resume does',
    async (word) => {
      const at = stockWorld();
      await withAd(run(`both-${word}`, at), async (handle) => {
        await viewOf(handle, ({ price }) => price !== null);
        at.turn({ isEmpty: true });
        await viewOf(handle, out);
        at.turn({ opening: night });
        await told(handle, word);
        at.turn({ isEmpty: false });
        at.turn({ opening: day });
        await viewOf(handle, ({ why }) => why.includes('only') && why.includes('resume'));
        expect(onlineCalls(at)).toBe(0);
        await told(handle, 'resume');
        await viewOf(handle, awake);
        expect(onlineCalls(at)).toBe(1);
      });
    },
  );

  it('a kill switch that was engaged meanwhile keeps it off, and lifting it brings nothing back', async () => {
    const at = stockWorld();
    await withAd(run('both-switch', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      await viewOf(handle, out);
      at.turn({ isSwitchedOff: true, isEmpty: false });
      await viewOf(handle, off('command'));
      at.turn({ isSwitchedOff: false, opening: night });
      at.turn({ opening: day });
      expect(await viewOf(handle, off('command'))).toMatchObject({ state: { by: 'kill switch ads' } });
      expect(onlineCalls(at)).toBe(0);
    });
  });

  it('a resume without stock puts nothing online that would leave at the next look', async () => {
    const at = stockWorld();
    await withAd(run('both-resume', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      await viewOf(handle, out);
      await told(handle, 'resume');
      await untilView(
        async () => at.writes,
        (writes) => writes.includes('no: OUT_OF_STOCK'),
      );
      await viewOf(handle, out);
      expect(onlineCalls(at)).toBe(0);
    });
  });

  it('put online in the app without stock it is left there; taken off there again it is the merchant’s', async () => {
    const at = stockWorld();
    await withAd(run('both-app', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      await viewOf(handle, out);
      at.turn({ status: 'online' });
      await viewOf(handle, ({ why }) => why.includes('the ad is online at the service although'));
      at.turn({ status: 'offline' });
      await viewOf(handle, ({ state }) => state.kind === 'offline' && state.cause === 'ad');
      at.turn({ isEmpty: false });
      expect(at.writes).toEqual(['offline']);
    });
  });
});

describe('ads#the-quantity: the price of an ad that comes back', () => {
  it('by itself, also without hours, it is priced before it is online', async () => {
    const at = stockWorld();
    await withAd(run('back-priced', at, stocked), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      await viewOf(handle, out);
      at.turn({ isEmpty: false });
      await viewOf(handle, awake);
      expect(at.put).toMatchObject([{ pricing: { rules: stocked } }]);
      expect(at.put[0]).not.toHaveProperty('hours');
      // What a person takes off and puts back keeps its price.
      await told(handle, 'offline');
      await viewOf(handle, off('command'));
      await told(handle, 'resume');
      await viewOf(handle, awake);
      expect(at.put[1]).not.toHaveProperty('pricing');
    });
  });

  it('whose rules keep no quantity any more, too', async () => {
    const at = stockWorld();
    await withAd(run('back-ruled', at, stocked), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.turn({ isEmpty: true });
      await viewOf(handle, out);
      await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ inventory: null }] });
      await viewOf(handle, awake);
      expect(at.put).toMatchObject([{ pricing: { rules: { ...stocked, inventory: null } } }]);
      expect(at.put[0]).not.toHaveProperty('inventory');
    });
  });
});

import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchBusinessInput, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import type { UpdateAdStockInput } from '../../../src/activities/ad/stock-contract.ts';
import { inventoryRuleSchema, type StockDecision } from '../../../src/domain/ads/inventory.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { blockedMs, me, quietAt, refusal, viewOf, withAd } from './ad-fixture.ts';
import { newsService, type NewsService, type WriteKind } from './news-service.ts';
import { adFacts, rules } from '../fixtures.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const inventory = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '2000', offlineBelow: '50' });
const stocked = { rules: { ...rules, inventory } };
const note = { code: 'refill', from: '40', to: '500', below: '300' } as const;
const short = { code: 'too-little', left: '40', below: '50', barrier: { code: 'used-up', total: '2000' } } as const;
const seen = { quantity: '500', remaining: '40', walletCovers: true, note, atMs: 9 };
const refill: StockDecision = { kind: 'change', quantity: '960', remaining: '500', note };
const empty: StockDecision = { kind: 'empty', note: short };
const back: StockDecision = { kind: 'stocked', note: { code: 'left', left: '400' } };
const found = (decision: StockDecision): WatchMarketVerdict => ({ kind: 'stock', ad: adFacts(), decision, seen });

interface Service extends NewsService<StockDecision> {
  changes: UpdateAdStockInput[];
}

function service(verdicts: WatchMarketVerdict[], kind: WriteKind = 'applied'): Service {
  const asks = ({ inventory: asked }: WatchBusinessInput): boolean => asked !== undefined;
  const report = (decision: StockDecision) => ({ stock: { decision, seen } });
  const plain = newsService<StockDecision>(verdicts, { kind, asks, report });
  const changes: UpdateAdStockInput[] = [];
  plain.activities.updateAdStock = async (input) => {
    changes.push(input);
    plain.answered();
    return { kind, atMs: 1_000, quantity: '960' };
  };
  return Object.assign(plain, { changes });
}

const isOut = ({ state, why }: definitions.AdView): boolean => state.kind === 'offline' && why.startsWith('taken');

describe('ads#the-quantity: an ad keeps its quantity', () => {
  it('changes it by its rules, remembers when, and shows it', async () => {
    const at = service([found(refill)]);
    await withAd({ env, account: 'stock-refill', activities: at.activities, input: stocked }, async (handle) => {
      const view = await viewOf(handle, () => at.market.inputs.length >= 3);
      expect(view).toMatchObject({ state: { kind: 'running' }, stock: seen, needsHuman: false });
      const untouched = { lastChangeAtMs: null, refusedUntilMs: null, intended: null, offlineSinceMs: null };
      expect(at.changes).toEqual([{ mode: 'sim', adNumber: view.adNumber, rule: inventory, wish: untouched }]);
      expect(at.market.inputs.at(-1)?.stock).toEqual({ ...untouched, lastChangeAtMs: 1_000 });
    });
  });

  it('an ad without such rules asks for nothing', async () => {
    const at = service([]);
    await withAd({ env, account: 'stock-none', activities: at.activities }, async (handle) => {
      const view = await viewOf(handle, () => at.market.inputs.length >= 2);
      expect(view.stock).toBeNull();
      expect(at.market.inputs.map(({ stock }) => stock)).toEqual(at.market.inputs.map(() => undefined));
    });
  });

  it('remembers in shadow what it would have set', async () => {
    const at = service([found(refill)], 'intent');
    const input = { ...stocked, mode: 'shadow' as const };
    await withAd({ env, account: 'stock-shadow', activities: at.activities, input }, async (handle) => {
      const view = await viewOf(handle, () => at.market.inputs.length >= 3);
      expect(view).toMatchObject({ intents: 1, reprices: 0 });
      expect(at.market.inputs.at(-1)?.stock?.intended).toBe('960');
    });
  });

  it('7.4: a refused change is not repeated at each look: its block ends, prices go on, and it waits longer', async () => {
    const at = service([found(refill), quietAt('9.50'), found(refill)]);
    const updateAdStock: FakeActivities['updateAdStock'] = async () => {
      throw refusal('NON_RETRIABLE_BUSINESS', '-2019', 'Margin is insufficient.');
    };
    const activities = { ...at.activities, updateAdStock };
    await withAd({ env, account: 'stock-refused', activities, input: stocked }, async (handle) => {
      const goOn = () => handle.executeUpdate(definitions.adCommands.repriceNow.update, { args: [me] });
      const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(blocked).toMatchObject({ needsHuman: true, lastProblem: { code: '-2019' } });
      expect(blockedMs(blocked)).toBe(300_000);
      await goOn();
      await viewOf(handle, () => at.market.inputs.length >= 4);
      const wait = (at.market.inputs[2]?.stock?.refusedUntilMs ?? 0) - (blocked.lastProblem?.atMs ?? 0);
      expect(wait).toBe(600_000);
      const again = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      await goOn();
      const running = await viewOf(handle, ({ lastProblem }) => lastProblem === null);
      expect(running).toMatchObject({ state: { kind: 'running' }, needsHuman: false });
      await viewOf(handle, () => at.market.inputs.length >= 5);
      expect((at.market.inputs[4]?.stock?.refusedUntilMs ?? 0) - (again.lastProblem?.atMs ?? 0)).toBe(1_200_000);
    });
  });

  it('a decision that was stale is no refusal', async () => {
    const at = service([found(refill)]);
    const updateAdStock: FakeActivities['updateAdStock'] = async () => {
      throw refusal('STALE_DECISION', null, 'nothing to change any more');
    };
    const activities = { ...at.activities, updateAdStock };
    await withAd({ env, account: 'stock-stale', activities, input: stocked }, async (handle) => {
      const view = await viewOf(handle, () => at.market.inputs.length >= 3);
      expect(view).toMatchObject({ state: { kind: 'running' }, needsHuman: false, lastProblem: null });
      expect(at.market.inputs.at(-1)?.stock?.refusedUntilMs).toBeGreaterThan(0);
    });
  });
});

describe('ads#the-quantity: an ad without stock leaves the market, and comes back by itself', () => {
  it('says why, asks no one, and is online again once there is enough', async () => {
    const at = service([found(empty)]);
    await withAd({ env, account: 'stock-empty', activities: at.activities, input: stocked }, async (handle) => {
      const out = await viewOf(handle, isOut);
      expect(out).toMatchObject({
        state: { cause: 'stock', note: short },
        why: 'taken offline: 40 left, less than 50: all 2000 that it may offer are used up; it comes back by itself once there is enough',
        needsHuman: false,
      });
      expect(at.writes).toEqual(['offline']);
      at.news = [back];
      // A reload of the rules begins another watch.
      await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ minimumChangeTicks: 2 }] });
      await viewOf(handle, ({ state, why }) => state.kind === 'running' && !why.includes('being put'));
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it('is refilled while it is away, where its rules allow more', async () => {
    const at = service([found(empty)]);
    at.news = [refill, back];
    await withAd({ env, account: 'stock-away', activities: at.activities, input: stocked }, async (handle) => {
      await untilView(
        async () => at.writes.join(' '),
        (writes) => writes === 'offline online',
      );
      await viewOf(handle, ({ state }) => state.kind === 'running');
      expect(at.changes).toHaveLength(1);
      const [wish] = at.looks.flatMap(({ inventory: asked }) => asked?.wish ?? []);
      expect(wish?.offlineSinceMs).toBeGreaterThan(0);
    });
  });

  it('comes back when its rules keep no quantity any more', async () => {
    const at = service([found(empty)]);
    await withAd({ env, account: 'stock-ruled', activities: at.activities, input: stocked }, async (handle) => {
      await viewOf(handle, isOut);
      await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ inventory: null }] });
      await viewOf(handle, ({ state }) => state.kind === 'running');
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it.each(['offline', 'pause'] as const)('stays away after a human has said %s', async (name) => {
    const at = service([found(empty)]);
    const account = `stock-${name}`;
    await withAd({ env, account, activities: at.activities, input: stocked }, async (handle) => {
      await viewOf(handle, isOut);
      at.news = [back];
      await handle.executeUpdate<definitions.AdView, [never]>(definitions.adCommands[name].name, {
        args: [me as never],
      });
      await viewOf(handle, ({ why }) => why.includes('only'));
      // The look for its stock may begin late.
      await untilView(
        async () => at.looks.at(-1),
        (look) => look !== undefined && look.inventory === undefined,
      );
      expect(at.writes.filter((write) => write === 'online')).toEqual([]);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      await viewOf(handle, ({ state }) => state.kind === 'running');
      expect(at.writes.at(-1)).toBe('online');
    });
  });
});

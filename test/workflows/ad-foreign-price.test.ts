/** A price of an ad that this desk did not write: who is asked, when, and when not. */
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UpdateAdPriceInput, WatchMarketVerdict } from '../../src/activities/activity-contract.ts';
import { adCommands, type AdView } from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { adFacts, adInput } from './fixtures.ts';
import { quietRuntime, untilView, withWorkers, type FakeActivities } from './workflow-harness.ts';
import {
  market,
  me,
  quietAt,
  refusal,
  setTo,
  startAdWorkflow,
  stopAd,
  viewOf,
  withAd,
  type AdHandle,
} from './ad/ad-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const seenAt = (price: string, s: number, to = '9.49'): WatchMarketVerdict =>
  setTo(to, { ad: adFacts({ price }), atMs: s * 1_000 });

interface Market {
  activities: FakeActivities;
  verdicts: WatchMarketVerdict[];
  /** How many looks have been asked for. */
  looks: () => number;
}

/** Looks one after the other, which know of the reset that asked for them, and writes a second apart. */
function marketOf(verdicts: WatchMarketVerdict[], lose: (price: string) => boolean = () => false): Market {
  const { watchMarket, inputs } = market(verdicts);
  let atMs = 0;
  const updateAdPrice = async ({ price }: UpdateAdPriceInput) => {
    if (lose(price)) throw refusal('UNKNOWN', null, 'the answer was lost');
    return { kind: 'applied' as const, atMs: (atMs += 1_000) };
  };
  const activities: FakeActivities = {
    watchMarket: async (input) => {
      const { resetId } = input;
      return { ...(await watchMarket(input)), ...(resetId === undefined ? {} : { resetId }) };
    },
    updateAdPrice,
  };
  return { activities, verdicts, looks: () => inputs.length };
}

const afterWrites = (handle: AdHandle, count: number): Promise<AdView> =>
  viewOf(handle, ({ reprices }) => reprices === count);

describe('design 6, promise 4: a price of ours that we did not write is a need', () => {
  it('asks once, with a count, goes on pricing, and asks no more once a person knows of it', async () => {
    const { activities } = marketOf([seenAt('9.50', 1), seenAt('9.20', 10), seenAt('9.19', 20)]);
    await withAd({ env, account: 'foreign-count', activities }, async (handle) => {
      const view = await afterWrites(handle, 3);
      expect(view).toMatchObject({ state: { kind: 'running' }, price: '9.49', needsHuman: true });
      expect(view.foreignPrices).toMatchObject({ count: 2, sinceMs: 10_000 });
      expect(view.asks).toEqual([
        'its price was 9.19 at 1970-01-01 00:00:20 UTC, and this desk had written 9.49 at 1970-01-01 00:00:02 UTC, 2 times since 1970-01-01 00:00:10 UTC: ' +
          'another program with the API key, or a person in the app? The desk goes on pricing it; pause keeps its hands off, resume says that it is known',
      ]);
      const resumed = await handle.executeUpdate(adCommands.resume.update, { args: [me] });
      expect(resumed).toMatchObject({ asks: [], foreignPrices: null });
    });
  });

  it.each([
    ['pause', adCommands.pause, me],
    ['a demotion', adCommands.changeMode, { ...me, mode: 'shadow' as const }],
  ])('%s ends the question, too', async (name, command, args) => {
    const { activities } = marketOf([seenAt('9.50', 1), seenAt('9.20', 10)]);
    await withAd({ env, account: `foreign-${name.replace(' ', '-')}`, activities }, async (handle) => {
      expect((await afterWrites(handle, 2)).asks).toHaveLength(1);
      await handle.executeUpdate(command.update as typeof adCommands.pause.update, { args: [args] });
      const current = env.client.workflow.getHandle(handle.workflowId) as AdHandle;
      expect((await viewOf(current, ({ foreignPrices }) => foreignPrices === null)).asks).toEqual([]);
    });
  });

  it('ends by itself an hour after the last one', async () => {
    const { activities } = marketOf([seenAt('9.50', 1), seenAt('9.20', 10), quietAt('9.49', { atMs: 3_610_000 })]);
    await withAd({ env, account: 'foreign-rest', activities }, async (handle) => {
      const view = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 3_610_000);
      expect(view).toMatchObject({ reprices: 2, asks: [], needsHuman: false });
    });
  });
});

describe('design 6, promise 4: what may be ours, or is the merchant’s to set, is no need', () => {
  it('a write whose answer was lost, and that took effect', async () => {
    const looks = [seenAt('9.50', 1), seenAt('9.49', 2, '9.45'), quietAt('9.45', { atMs: 900_000 })];
    const { activities } = marketOf(looks, (price) => price === '9.45');
    const input = { settings: { backoffCapMs: 50 } };
    await withAd({ env, account: 'foreign-lost', activities, input }, async (handle) => {
      const view = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 900_000);
      expect(view).toMatchObject({ reprices: 1, price: '9.45', asks: [], foreignPrices: null });
    });
  });

  it('the price of an ad that was paused meanwhile', async () => {
    const { activities, verdicts } = marketOf([seenAt('9.50', 1)]);
    await withAd({ env, account: 'foreign-paused', activities }, async (handle) => {
      await afterWrites(handle, 1);
      await handle.executeUpdate(adCommands.pause.update, { args: [me] });
      verdicts.push(quietAt('9.10', { atMs: 600_000 }));
      await handle.executeUpdate(adCommands.resume.update, { args: [me] });
      const resumed = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 600_000);
      expect(resumed).toMatchObject({ price: '9.10', asks: [] });
    });
  });

  it('the price of an ad that was off the market meanwhile', async () => {
    const off: WatchMarketVerdict = { kind: 'ad-not-online', ad: adFacts({ status: 'offline' }) };
    const { activities } = marketOf([seenAt('9.50', 1), off, quietAt('9.10', { atMs: 600_000 })]);
    const watchBusiness = async () => ({ status: 'open', adStatus: 'online' as const });
    const all = { ...activities, watchBusiness };
    await withAd({ env, account: 'foreign-off', activities: all }, async (handle) => {
      const view = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 600_000);
      expect(view).toMatchObject({ price: '9.10', asks: [] });
    });
  });

  it('one that was set while repricing was switched off', async () => {
    const held = { ...seenAt('9.10', 600), wasHeld: true as const };
    const { activities } = marketOf([seenAt('9.50', 1), held, quietAt('9.49', { atMs: 610_000 })]);
    await withAd({ env, account: 'foreign-held', activities }, async (handle) => {
      expect(await afterWrites(handle, 2)).toMatchObject({ asks: [], foreignPrices: null });
    });
  });

  it('in shadow nothing is written, so that every price is of others', async () => {
    const { activities } = marketOf([seenAt('9.50', 1), seenAt('9.20', 10), quietAt('9.10', { atMs: 600_000 })]);
    const updateAdPrice = async () => ({ kind: 'intent' as const, atMs: 1 });
    const all = { ...activities, updateAdPrice };
    await withAd({ env, account: 'foreign-shadow', activities: all, input: { mode: 'shadow' } }, async (handle) => {
      const view = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 600_000);
      expect(view).toMatchObject({ intents: 2, asks: [], foreignPrices: null });
    });
  });

  it('nor in a process that holds the ad in shadow, whatever its workflow says', async () => {
    const { activities } = marketOf([seenAt('9.50', 1), seenAt('9.20', 10), quietAt('9.10', { atMs: 600_000 })]);
    let writes = 0;
    const updateAdPrice = async () => ({
      kind: (writes += 1) === 1 ? ('applied' as const) : ('intent' as const),
      atMs: 1,
    });
    await withAd({ env, account: 'foreign-kept', activities: { ...activities, updateAdPrice } }, async (handle) => {
      const view = await viewOf(handle, ({ lookedAtMs }) => lookedAtMs === 600_000);
      expect(view).toMatchObject({ reprices: 1, intents: 1, asks: [], foreignPrices: null });
    });
  });

  it('after a reset, what was written since its point; a later one is a need again', async () => {
    const { activities, verdicts, looks } = marketOf([seenAt('9.50', 1), seenAt('9.49', 2, '9.45')]);
    const account = 'foreign-reset';
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startAdWorkflow(env, adInput(account));
      await afterWrites(handle, 2);
      // The next look waits: what is pushed now is for the run after the reset.
      await begun(looks, 3);
      verdicts.push(quietAt('9.45', { atMs: 600_000 }));
      await resetBeforeLastWrite(handle);
      const current = env.client.workflow.getHandle(handle.workflowId) as AdHandle;
      const silent = await viewOf(current, ({ lookedAtMs }) => lookedAtMs === 600_000);
      expect(silent).toMatchObject({ reprices: 1, price: '9.45', asks: [], foreignPrices: null });
      await begun(looks, 5);
      verdicts.push(seenAt('9.45', 610, '9.40'), seenAt('9.11', 620, '9.40'));
      await current.executeUpdate(adCommands.repriceNow.update, { args: [me] });
      expect(await afterWrites(current, 3)).toMatchObject({ foreignPrices: { count: 1, found: { place: '9.11' } } });
      await stopAd(current);
    });
  });
});

const begun = (looks: () => number, count: number): Promise<number> =>
  untilView(
    async () => looks(),
    (seen) => seen >= count,
  );

/** Resets the ad to the end of the task that began the look after its first write. */
async function resetBeforeLastWrite(handle: AdHandle): Promise<void> {
  const { events } = await handle.fetchHistory();
  const scheduled = (events ?? []).filter(
    ({ activityTaskScheduledEventAttributes: task }) => task?.activityType?.name === 'updateAdPrice',
  );
  const second = scheduled.at(1)?.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId;
  const ends = (events ?? []).filter(({ workflowTaskCompletedEventAttributes: task }) => (task ?? null) !== null);
  const point = ends.filter(({ eventId }) => Number(eventId) < Number(second)).at(-1)?.eventId;
  await env.client.workflowService.resetWorkflowExecution({
    namespace: env.namespace ?? 'default',
    workflowExecution: { workflowId: handle.workflowId, runId: (await handle.describe()).runId },
    workflowTaskFinishEventId: point ?? null,
    reason: 'a test',
    requestId: randomUUID(),
  });
}

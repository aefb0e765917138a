import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchMarketInput, WatchMarketVerdict } from '../../src/activities/activity-contract.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type { AdMaintenanceInput, AdView } from '../../src/workflows/contract/definitions.ts';
import { createTimeSkippingEnv } from '../setup/time-skipping-env.ts';
import { adFacts, adInput, decision, rules } from './fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers } from './workflow-harness.ts';
import type { FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createTimeSkippingEnv();
});
afterAll(() => env.teardown());

function start(input: AdMaintenanceInput) {
  return env.client.workflow.start('adMaintenance', {
    workflowId: definitions.adWorkflowId(input.account, input.adNumber),
    taskQueue: definitions.accountTaskQueue(input.account),
    args: [input],
  });
}

type Handle = Awaited<ReturnType<typeof start>>;

function view(handle: Handle, holds: (view: AdView) => boolean): Promise<AdView> {
  return untilView(() => handle.query(definitions.adStateQuery), holds);
}

const me = { by: 'ana' };

function setTo(price: string): WatchMarketVerdict {
  return { kind: 'set', decision: decision(price), ad: adFacts(), referencePrice: '9.50', atMs: 0 };
}

/** A market that gives the verdicts one after the other, and then stays quiet. */
function market(verdicts: WatchMarketVerdict[]) {
  const inputs: WatchMarketInput[] = [];
  const watchMarket: FakeActivities['watchMarket'] = async (input) => {
    inputs.push(input);
    const verdict = verdicts.shift();
    if (verdict !== undefined) return verdict;
    if (input.periodMs === 0) return { kind: 'quiet', decision: decision('9.50'), ad: adFacts() };
    return heldUntilCancelled();
  };
  return { inputs, watchMarket };
}

function refusal(type: string, code: string | null, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type, { code, endpoint: 'update', message, retryAfterMs: null });
}

function overlapAt(atMs: number): ApplicationFailure {
  const details = { code: '187055', endpoint: 'update', message: 'Price overlap', retryAfterMs: null, atMs };
  return ApplicationFailure.nonRetryable(details.message, 'SPECIAL_HANDLER', details);
}

async function stopped(handle: Handle): Promise<void> {
  await handle.executeUpdate(definitions.stopUpdate, { args: [me] });
  await handle.result();
}

describe('design 6: adMaintenance', () => {
  it('EP-7: a decision is applied once, and the ad is watched again from its new price', async () => {
    const account = 'ad-apply';
    const { watchMarket } = market([setTo('9.49')]);
    const prices: string[] = [];
    const updateAdPrice: FakeActivities['updateAdPrice'] = async ({ price }) => {
      prices.push(price);
      return { kind: 'applied', atMs: 1 };
    };
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account));
      const now = await view(handle, (ad) => ad.reprices === 1);
      expect(now).toMatchObject({ price: '9.49', state: { kind: 'running' }, lastProblem: null });
      await stopped(handle);
    });
    expect(prices).toEqual(['9.49']);
  });

  it('shadow: an intent changes the assumed price, never the ad', async () => {
    const account = 'ad-shadow';
    const { watchMarket, inputs } = market([setTo('9.49')]);
    const updateAdPrice: FakeActivities['updateAdPrice'] = async () => ({ kind: 'intent', atMs: 1 });
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account, { mode: 'shadow' }));
      expect(await view(handle, (ad) => ad.reprices === 1)).toMatchObject({ price: '9.49', mode: 'shadow' });
      await untilView(
        async () => inputs,
        (seen) => seen.at(-1)?.assumedPrice === '9.49',
      );
      await stopped(handle);
    });
  });

  it('I20, 7.4 AD_OFFLINE: 83230 pauses with its reason; the status is shown, and only resume continues', async () => {
    const account = 'ad-offline';
    const { watchMarket } = market([setTo('9.49')]);
    const statuses = ['taking a break', 'open'];
    const activities: FakeActivities = {
      watchMarket,
      updateAdPrice: async () => {
        throw refusal('AD_OFFLINE', '83230', 'Taking a break');
      },
      watchBusiness: async () => statuses.shift() ?? heldUntilCancelled(),
    };
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(adInput(account));
      const offline = await view(handle, (ad) => ad.businessStatus === 'open');
      expect(offline.state).toMatchObject({ kind: 'offline', reason: 'Taking a break' });
      await handle.executeUpdate(definitions.resumeUpdate, { args: [me] });
      await view(handle, (ad) => ad.state.kind === 'running');
      await stopped(handle);
    });
  });

  it('7.4 NON_RETRIABLE_BUSINESS: a block of 300 s that the operator sees, and may end early', async () => {
    const account = 'ad-block';
    const { watchMarket, inputs } = market([setTo('9.49')]);
    const updateAdPrice: FakeActivities['updateAdPrice'] = async () => {
      throw refusal('NON_RETRIABLE_BUSINESS', '-2015', 'Invalid API key');
    };
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account));
      const blocked = await view(handle, (ad) => ad.state.kind === 'blocked');
      const untilMs = blocked.state.kind === 'blocked' ? blocked.state.untilMs : 0;
      const leftMs = untilMs - (blocked.lastProblem?.atMs ?? 0);
      expect(leftMs).toBe(300_000);
      const before = inputs.length;
      await handle.executeUpdate(definitions.repriceNowUpdate, { args: [me] });
      await untilView(
        async () => inputs.length,
        (count) => count > before,
      );
      await view(handle, (ad) => ad.state.kind === 'running');
      await stopped(handle);
    });
  });

  it('7.4 PRICE_RANGE_LIMIT: the range in the message is believed by the next watch', async () => {
    const account = 'ad-range';
    const { watchMarket, inputs } = market([setTo('9.49')]);
    const updateAdPrice: FakeActivities['updateAdPrice'] = async () => {
      throw refusal('PRICE_RANGE_LIMIT', '-9000', 'rango limitado 9.55-10.45');
    };
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account));
      const seen = await untilView(
        async () => inputs,
        (list) => (list.at(-1)?.learnedRange ?? null) !== null,
      );
      expect(seen.at(-1)?.learnedRange?.range).toEqual({ low: '9.55', high: '10.45' });
      await stopped(handle);
    });
  });

  it('I16, 187055: five overlap retries, then a cooldown, then the ad runs again', async () => {
    const account = 'ad-overlap';
    const { watchMarket } = market(Array.from({ length: 6 }, () => setTo('9.49')));
    let attempts = 0;
    const updateAdPrice: FakeActivities['updateAdPrice'] = async () => {
      attempts += 1;
      throw refusal('SPECIAL_HANDLER', '187055', 'Price overlap');
    };
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account, { settings: { overlapCooldownMs: 1_500 } }));
      await view(handle, (ad) => ad.state.kind === 'cooling');
      expect(attempts).toBe(6);
      await view(handle, (ad) => ad.state.kind === 'running');
      await stopped(handle);
    });
  });

  it('I16: the window counts by the moments in the failures, because a replay may read another clock', async () => {
    const account = 'ad-overlap-apart';
    const { watchMarket, inputs } = market(Array.from({ length: 8 }, () => setTo('9.49')));
    let attempts = 0;
    const updateAdPrice: FakeActivities['updateAdPrice'] = async () => {
      attempts += 1;
      throw overlapAt(attempts * 20_000);
    };
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account));
      const seen = await view(handle, () => inputs.length === 9);
      expect(seen.state.kind).toBe('running');
      await stopped(handle);
    });
  });

  it('7.7: an ad that stays unknown to the service is dead, and its workflow ends', async () => {
    const account = 'ad-dead';
    const { watchMarket } = market([
      { kind: 'ad-missing', dead: false, untilMs: 0 },
      { kind: 'ad-missing', dead: true, untilMs: 0 },
    ]);
    await withWorkers(env, { account, activities: { watchMarket } }, async () => {
      const handle = await start(adInput(account));
      expect(await handle.result()).toMatchObject({ state: 'dead', reprices: 0 });
    });
  });

  it('I18: pause cancels the watch at once, its late verdict is dropped, and resume starts a new watch', async () => {
    const account = 'ad-pause';
    const { watchMarket, inputs } = market([]);
    await withWorkers(env, { account, activities: { watchMarket } }, async () => {
      const handle = await start(adInput(account));
      await untilView(
        async () => inputs.length,
        (count) => count === 2,
      );
      expect(await handle.executeUpdate(definitions.pauseUpdate, { args: [me] })).toMatchObject({
        state: { kind: 'paused', by: 'ana' },
      });
      await handle.signal(definitions.resumeSignal, me);
      await untilView(
        async () => inputs.length,
        (count) => count === 3,
      );
      await stopped(handle);
    });
  });

  it('design 6: wrong input is refused with a reason; the signal twin of a refused command changes nothing', async () => {
    const account = 'ad-validate';
    const { watchMarket } = market([]);
    await withWorkers(env, { account, activities: { watchMarket } }, async () => {
      const handle = await start(adInput(account));
      const limits = { floor: '10.00', ceiling: '9.00' };
      await expect(handle.executeUpdate(definitions.setRulesUpdate, { args: [{ limits }] })).rejects.toMatchObject({
        cause: { type: 'REFUSED', message: expect.stringContaining('floor') },
      });
      await expect(
        handle.executeUpdate(definitions.overridePriceUpdate, { args: [{ price: '10.01', forMs: 60_000 }] }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('above the ceiling 10.00') } });
      await handle.signal(definitions.setRulesSignal, { limits });
      const seen = await view(handle, (ad) => ad.lastProblem?.category === 'REFUSED');
      expect(seen.rules.limits).toEqual(rules.limits);
      await stopped(handle);
    });
  });

  it('I35: memory survives continue-as-new', async () => {
    const account = 'ad-memory';
    const { watchMarket, inputs } = market([]);
    const memory = {
      state: { kind: 'running' as const },
      rules,
      override: null,
      ad: adFacts({ price: '9.77' }),
      assumedPrice: null,
      lastChangeAtMs: 5,
      lastDecision: null,
      lastProblem: null,
      learnedRange: null,
      overlap: { retries: [] },
      reprices: 41,
      refusalsInARow: 0,
      businessStatus: null,
    };
    await withWorkers(env, { account, activities: { watchMarket } }, async () => {
      const handle = await start(adInput(account, { memory }));
      expect(await view(handle, () => true)).toMatchObject({ reprices: 41, price: '9.77', lastChangeAtMs: 5 });
      await untilView(
        async () => inputs.length,
        (count) => count === 1,
      );
      expect(inputs[0]).toMatchObject({ lastChangeAtMs: 5 });
      await stopped(handle);
    });
  });
});

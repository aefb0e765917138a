import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusinessLook } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AdMaintenanceInput } from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { market, me, refusal, setTo, startAdWorkflow, viewOf, type AdHandle } from './ad-fixture.ts';
import { adInput, rules } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const start = (input: AdMaintenanceInput) => startAdWorkflow(env, input);
const view = viewOf;

function overlapAt(atMs: number): ApplicationFailure {
  const details = { code: '187055', endpoint: 'update', message: 'Price overlap', retryAfterMs: null, atMs };
  return ApplicationFailure.nonRetryable(details.message, 'SPECIAL_HANDLER', details);
}

async function stopped(handle: AdHandle): Promise<void> {
  await handle.executeUpdate(definitions.adCommands.stop.update, { args: [me] });
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

  it('shadow: an intent changes the assumed price, never the ad, and counts as no price change', async () => {
    const account = 'ad-shadow';
    const { watchMarket, inputs } = market([setTo('9.49')]);
    const updateAdPrice: FakeActivities['updateAdPrice'] = async () => ({ kind: 'intent', atMs: 1 });
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const handle = await start(adInput(account, { mode: 'shadow' }));
      const seen = await view(handle, (ad) => ad.intents === 1);
      expect(seen).toMatchObject({ price: '9.50', intendedPrice: '9.49', reprices: 0, mode: 'shadow' });
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
    const looks: BusinessLook[] = [
      { status: 'taking a break', adStatus: 'online' },
      { status: 'open', adStatus: 'online' },
    ];
    const activities: FakeActivities = {
      watchMarket,
      updateAdPrice: async () => {
        throw refusal('AD_OFFLINE', '83230', 'Taking a break');
      },
      watchBusiness: async () => looks.shift() ?? heldUntilCancelled(),
    };
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(adInput(account));
      const offline = await view(handle, (ad) => ad.businessStatus === 'open');
      expect(offline).toMatchObject({ state: { kind: 'offline', business: 'break' }, needsHuman: true });
      expect(offline.asks).toEqual(['Taking a break; continues when a human resumes']);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
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
      await handle.executeUpdate(definitions.adCommands.repriceNow.update, { args: [me] });
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
      const seen = await view(handle, ({ state }) => attempts === 8 && state.kind === 'running' && inputs.length > 8);
      expect(seen.state.kind).toBe('running');
      await stopped(handle);
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
      expect(await handle.executeUpdate(definitions.adCommands.pause.update, { args: [me] })).toMatchObject({
        state: { kind: 'paused', by: 'ana' },
      });
      await handle.signal(definitions.adCommands.resume.signal, me);
      await untilView(
        async () => inputs.length,
        (count) => count >= 3,
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
      await expect(
        handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ limits }] }),
      ).rejects.toMatchObject({
        cause: { type: 'REFUSED', message: expect.stringContaining('floor') },
      });
      await expect(
        handle.executeUpdate(definitions.adCommands.overridePrice.update, {
          args: [{ price: '10.01', forMs: 60_000 }],
        }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining('above the ceiling 10.00') } });
      await handle.signal(definitions.adCommands.setRules.signal, { limits });
      const seen = await view(handle, (ad) => ad.refused.count === 1);
      expect(seen.refused.last).toMatchObject({ message: 'setRules', reason: expect.stringContaining('floor') });
      expect(seen.rules.limits).toEqual(rules.limits);
      await stopped(handle);
    });
  });
});

import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaultScript } from '../../../src/simulator/world/fault-script.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import type { ActivityWorld } from '../../activities/activity-fixture.ts';
import { addCappedAd, methodsOf, ordered } from '../../activities/ad/caps-world.ts';
import { quietRuntime } from '../workflow-harness.ts';
import { blockedMs, me, viewOf } from './ad-fixture.ts';
import { withKeptAd } from './ad-world.ts';
import { lookNowAndThen, zoneOfMorning } from './caps-day.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

type Refusal = readonly [code: number, message?: string];

/** The service refuses the first price updates, one after the other, and takes the next. */
const refusing = (...refusals: readonly Refusal[]): FaultScript =>
  refusals.map(([code, message = 'no'], index) => ({
    operation: 'update',
    when: { nth: index + 1, count: 1 },
    fault: { kind: 'error', code, message },
  }));

const times = (count: number, refusal: Refusal): Refusal[] => Array.from({ length: count }, () => refusal);

describe('7.3, 7.4: every code of a category, by the ledger', () => {
  it.each([
    ['187049, 187040, 187031', refusing([187_049], [187_040], [187_031])],
    ['-9000 around each of them', refusing([-9000, 'code 187049'], [-9000, '187040: no'], [-9000, '(187031)'])],
  ])('RETRY_WITH_VOLUME_SYNC: %s', async (_, faults) => {
    // No listing is due by its age: the refusals are what renews it.
    const settings = { marketIntervalMs: 6_000 };
    await withKeptAd({ env, faults, settings }, async ({ world, priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(updates()).toBe(4);
      expect(await waits()).toEqual([300, 300, 300]);
      const calls = world.calls.filter((call) => call === 'ads/update' || call === 'ads/listWithPagination').join(' ');
      expect(calls).not.toContain('ads/update ads/update');
    });
  });

  it('NON_RETRIABLE_BUSINESS: -2019, -2015, -3026, -1013, -1111, -1102 and -1104 each block for 300 s, and ask a human', async () => {
    const codes = [-2019, -2015, -3026, -1013, -1111, -1102, -1104];
    const faults = refusing(...codes.map((code) => [code] as const));
    await withKeptAd({ env, faults }, async ({ handle, priced, updates }) => {
      for (const [index, code] of codes.entries()) {
        const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked' && updates() > index);
        expect(blocked.lastProblem).toMatchObject({ code: String(code) });
        expect(blocked).toMatchObject({ state: { category: 'NON_RETRIABLE_BUSINESS' }, needsHuman: true });
        expect(blockedMs(blocked)).toBe(300_000);
        expect(updates()).toBe(index + 1);
        await handle.executeUpdate(definitions.adCommands.repriceNow.update, { args: [me] });
      }
      expect(await priced()).toEqual(['10.04']);
    });
  });

  it('RETRY_WITH_SYNC: -1022 is signed again, as -1021 is', async () => {
    await withKeptAd({ env, faults: refusing([-1022]) }, async ({ handle, priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(updates()).toBe(2);
      expect(await waits()).toEqual([]);
      const { events } = await handle.fetchHistory();
      const attempts = (events ?? []).flatMap((event) => event.activityTaskStartedEventAttributes?.attempt ?? []);
      expect(new Set(attempts)).toEqual(new Set([1]));
    });
  });

  it('RETRIABLE_WITH_BACKOFF: what -9000 wraps and nothing names is tried again, without a block', async () => {
    await withKeptAd({ env, faults: refusing([-9000, 'system busy']) }, async ({ priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(updates()).toBe(2);
      expect(await waits()).toEqual([]);
    });
  });

  it('AD_OFFLINE of a read: nothing is sent, and only a human resumes', async () => {
    const fault = { kind: 'error', code: 83_230, message: 'Taking a break' } as const;
    const faults: FaultScript = [{ operation: 'search', when: { nth: 1, count: 1 }, fault }];
    await withKeptAd({ env, faults, settings: { offlineCheckIntervalMs: 20 } }, async ({ handle, priced, updates }) => {
      const offline = await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(offline).toMatchObject({ state: { cause: 'business', business: 'break' }, needsHuman: true });
      await viewOf(handle, ({ businessStatus }) => businessStatus === 'open');
      expect(updates()).toBe(0);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      expect(await priced()).toEqual(['10.04']);
    });
  });
});

describe('7.4, 8: the zone and the range, by the ledger', () => {
  it.each([
    ['above', '10.08', '10.13'],
    ['below', '10.00', '10.05'],
  ])('an own ad of its side four ticks %s it, at %s: it goes to %s', async (_, beside, price) => {
    const prepare = (world: ActivityWorld): string => {
      world.addAd({ price: beside });
      return world.addAd({ price: '10.40' });
    };
    await withKeptAd({ env, prepare }, async ({ priced, world, updates }) => {
      expect(await priced()).toEqual([price]);
      expect(world.simulator.ledger()).toMatchObject({ pricesInZone: 0, rejected: {} });
      expect(updates()).toBe(1);
    });
  });

  it('SPECIAL_HANDLER: retries count for 60 s: a sixth within them cools down, one after them does not', async () => {
    const overlap = [187_055] as const;
    // After five of them 187049 waits 30 s, and a refusal of the business five minutes.
    const faults = refusing(...times(5, overlap), [187_049], ...times(5, overlap), [-1013], overlap, overlap);
    await withKeptAd({ env, faults }, async ({ priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(updates()).toBe(15);
      expect(await waits()).toEqual([30_000, 30_000, 300_000]);
    });
  });

  it.each([
    { side: 'SELL', far: '11.80', limits: ['7.00', '13.00'], price: '11.00' },
    { side: 'BUY', far: '8.20', limits: ['7.00', '13.00'], price: '9.00' },
    { side: 'SELL', far: '11.80', limits: ['7.00', '10.90'], price: '10.90' },
    { side: 'BUY', far: '8.20', limits: ['9.30', '13.00'], price: '9.30' },
  ] as const)(
    'PRICE_RANGE_LIMIT: $side at $far within $limits: a tenth about the reference and the limits hold before the first attempt: $price',
    async ({ side, far, limits: [floor, ceiling], price }) => {
      const prepare = (world: ActivityWorld): string => world.addAd({ side, price: '10.20' });
      const rules = { strategy: { kind: 'fixed', price: far }, limits: { floor, ceiling } };
      await withKeptAd({ env, prepare, rules }, async ({ priced, world, updates }) => {
        expect(await priced()).toEqual([price]);
        expect(updates()).toBe(1);
        expect(world.simulator.ledger()).toMatchObject({ rejected: {}, pricesOutsideLimits: 0 });
      });
    },
  );

  it('PRICE_RANGE_LIMIT: the words count in a refusal of any other code', async () => {
    const rules = { strategy: { kind: 'fixed', price: '10.90' }, limits: { floor: '7.00', ceiling: '13.00' } };
    const faults = refusing([187_020, 'The price is not in the price range 9.40 - 10.70.']);
    await withKeptAd({ env, faults, rules }, async ({ priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.70']);
      expect(updates()).toBe(2);
      expect(await waits()).toEqual([]);
    });
  });
});

it('ads#payment-caps: a day of payments: one method leaves, then the ad; the next day brings both back, at its price', async () => {
  const ids = { bank: 0, wise: 0 };
  const prepare = async (world: ActivityWorld): Promise<string> => {
    const { adNumber, ...methods } = await addCappedAd(world);
    Object.assign(ids, methods);
    return adNumber;
  };
  const caps = ['BANK', 'Wise'].map((method) => ({ method, daily: '1000', fiat: 'BOB' }));
  const timezone = zoneOfMorning(await env.currentTimeMs());
  const given = { strategy: { kind: 'fixed', price: '10.10' }, paymentCaps: { timezone, caps } };
  await withKeptAd({ env, prepare, rules: given, instead: lookNowAndThen }, async ({ world, handle }) => {
    const { adNumber } = await handle.query(definitions.adStateQuery);
    const after = async (hours: number): Promise<definitions.AdView> => {
      for (let hour = 0; hour < hours; hour += 1) await env.sleep('1 hour');
      world.clock.set(Math.max(world.clock.now(), await env.currentTimeMs()));
      return handle.query(definitions.adStateQuery);
    };
    const shown = () => world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber);
    ordered(world, adNumber, ['500', ids.bank]);
    ordered(world, adNumber, ['450', ids.bank]);
    expect(await after(1)).toMatchObject({ state: { kind: 'running' }, withheld: [{ identifier: 'BANK' }] });
    expect(methodsOf(world, adNumber)).toEqual([ids.wise]);
    ordered(world, adNumber, ['910', ids.wise]);
    const out = { state: { kind: 'offline', cause: 'caps' }, needsHuman: false };
    expect(await after(1)).toMatchObject(out);
    expect(shown()).toMatchObject({ status: SimAdStatus.OFFLINE, price: '10.00' });
    // It is between ten and eleven in the evening.
    expect(await after(10)).toMatchObject(out);
    const back = await after(4);
    expect(back).toMatchObject({ state: { kind: 'running' }, withheld: [], needsHuman: false });
    expect(shown()).toMatchObject({ status: SimAdStatus.ONLINE, price: '10.10' });
    expect(new Set(methodsOf(world, adNumber))).toEqual(new Set([ids.bank, ids.wise]));
    const kinds = world.simulator.ledger().entries.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'arrive')).toEqual(['ad-status', 'reprice', 'ad-status']);
  });
});

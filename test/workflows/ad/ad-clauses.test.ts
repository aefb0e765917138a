import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaultScript } from '../../../src/simulator/world/fault-script.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { watchBeatMs } from '../../../src/activities/kit/pause.ts';
import type { ActivityWorld } from '../../activities/activity-fixture.ts';
import { quietRuntime } from '../workflow-harness.ts';
import { blockedMs, me, viewOf } from './ad-fixture.ts';
import { withKeptAd } from './ad-world.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

/** The service refuses the next price updates. */
const refusing = (code: number, count: number, message = 'no'): FaultScript => [
  { operation: 'update', when: { nth: 1, count }, fault: { kind: 'error', code, message } },
];

/** An own ad of the other side, whose zone holds 10.04, the price that the ad wants. */
const neighbour = { side: 'BUY', price: '10.00' } as const;

describe('7.4, 8: SPECIAL_HANDLER, by the ledger', () => {
  it('a price keeps more than 4 ticks from own ads before the first attempt', async () => {
    const prepare = (world: ActivityWorld): string => {
      world.addAd(neighbour);
      return world.addAd({ price: '10.20' });
    };
    await withKeptAd({ env, prepare }, async ({ priced, world, updates }) => {
      expect(await priced()).toEqual(['10.05']);
      expect(world.simulator.ledger()).toMatchObject({ pricesInZone: 0, rejected: {} });
      expect(updates()).toBe(1);
    });
  });

  it('the fifth retry is the last one that follows at once', async () => {
    const faults = refusing(187055, 5);
    await withKeptAd({ env, faults }, async ({ priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(updates()).toBe(6);
      expect(await waits()).toEqual([]);
    });
  });

  it('an own ad that the listing does not show yet: five retries, 30 s of rest, and then a price beside it', async () => {
    // The listing is 10 s old: it shows the neighbour after the cooldown, and the price that was set after two rounds.
    const faults: FaultScript = [{ operation: 'listWithPagination', fault: { kind: 'stale', ms: 10_000 } }];
    const settings = { marketIntervalMs: 6_000 };
    const prepare = (world: ActivityWorld): string => {
      const nowMs = world.clock.now();
      world.clock.set(nowMs - 60_000);
      const adNumber = world.addAd({ price: '10.20' });
      world.clock.set(nowMs);
      world.addAd(neighbour);
      return adNumber;
    };
    await withKeptAd({ env, faults, prepare, settings }, async ({ handle, world, priced, waits }) => {
      await viewOf(handle, ({ state }) => state.kind === 'cooling');
      const refused = { pricesInZone: 6, rejected: { 187055: 6 }, reprices: 0 };
      await env.sleep(29_000);
      expect(world.simulator.ledger()).toMatchObject(refused);
      expect(await priced()).toEqual(['10.05']);
      expect(world.simulator.ledger()).toMatchObject({ ...refused, reprices: 1 });
      expect(await waits()).toEqual([30_000]);
    });
  });
});

describe('7.4, 8: what a refused price costs, by the ledger', () => {
  it('RETRY_WITH_VOLUME_SYNC: 0.3 s, a fresh look, the price alone; longer when it keeps coming back', async () => {
    const faults = refusing(-9000, 7, '187049');
    await withKeptAd({ env, faults }, async ({ handle, world, priced, updates, waits }) => {
      for (const count of [4, 5, 6, 7]) {
        await viewOf(handle, () => updates() === count);
        await viewOf(handle, ({ state }) => state.kind === 'blocked');
        await env.sleep(count === 7 ? 300_000 : 30_000);
      }
      expect(await priced()).toEqual(['10.04']);
      expect(await waits()).toEqual([300, 300, 300, 30_000, 30_000, 30_000, 300_000]);
      const calls = world.calls.filter((call) => call === 'ads/update' || call === 'ads/listWithPagination').join(' ');
      expect(calls).not.toContain('ads/update ads/update');
      expect(world.simulator.ledger()).toMatchObject({ rejected: {}, reprices: 1 });
    });
  });

  it('NON_RETRIABLE_BUSINESS: nothing is sent for 300 s, and a human is asked', async () => {
    await withKeptAd({ env, faults: refusing(-1013, 1) }, async ({ handle, priced, updates, waits }) => {
      const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(blocked).toMatchObject({ needsHuman: true, lastProblem: { code: '-1013' } });
      await env.sleep(298_000);
      expect(updates()).toBe(1);
      expect(await priced()).toEqual(['10.04']);
      expect(await waits()).toEqual([300_000]);
    });
  });

  it('ADR 0031: a watch may be silent for 60 s, well above the 18 s between two of its heartbeats', async () => {
    await withKeptAd({ env }, async ({ handle, priced }) => {
      expect(await priced()).toEqual(['10.04']);
      const { events } = await handle.fetchHistory();
      const scheduled = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
      const watches = scheduled.filter(({ activityType }) => activityType?.name === 'watchMarket');
      expect(new Set(watches.map(({ heartbeatTimeout }) => Number(heartbeatTimeout?.seconds)))).toEqual(new Set([60]));
      expect(watchBeatMs).toBe(18_000);
    });
  });

  it('RETRY_WITH_SYNC: the time is fetched and the same price is signed again within the attempt', async () => {
    const faults: FaultScript = [{ operation: 'update', when: { nth: 1 }, fault: { kind: 'skew', ms: 60_000 } }];
    await withKeptAd({ env, faults }, async ({ handle, world, priced, updates }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(world.simulator.ledger()).toMatchObject({ rejected: { '-1021': 1 }, reprices: 1 });
      expect(updates()).toBe(2);
      const { events } = await handle.fetchHistory();
      const attempts = (events ?? []).flatMap((event) => event.activityTaskStartedEventAttributes?.attempt ?? []);
      expect(new Set(attempts)).toEqual(new Set([1]));
    });
  });
});

describe('7.1, 7.4, 8: what keeps an ad waiting, by the ledger', () => {
  it.each([
    ['closed', '83229'],
    ['break', '83230'],
  ] as const)('AD_OFFLINE, a business on %s: %s, and only a human resumes', async (status, code) => {
    const prepare = (world: ActivityWorld): string => {
      world.simulator.setMerchant('acme', status, world.clock.now() + 86_400_000);
      return world.addAd({ price: '10.20' });
    };
    const settings = { offlineCheckIntervalMs: 20 };
    await withKeptAd({ env, prepare, settings }, async ({ handle, world, priced, updates }) => {
      const offline = await viewOf(handle, ({ state }) => state.kind === 'offline');
      expect(offline).toMatchObject({ state: { cause: 'business', business: status }, needsHuman: true });
      expect(offline.state).toMatchObject({ sinceMs: offline.lastProblem?.atMs });
      world.simulator.setMerchant('acme', 'open');
      await viewOf(handle, ({ businessStatus }) => businessStatus === 'open');
      expect(updates()).toBe(1);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      expect(await priced()).toEqual(['10.04']);
      expect(world.simulator.ledger().rejected).toEqual({ [code]: 1 });
    });
  });

  it.each([35, 90])(
    '429: a Retry-After that is longer than the longest backoff is a block of that length: %i s',
    async (retryAfterS) => {
      const fault = { kind: 'http', status: 429, retryAfterS } as const;
      const faults: FaultScript = [{ operation: 'update', when: { nth: 1 }, fault }];
      await withKeptAd({ env, faults }, async ({ handle, updates }) => {
        const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
        expect(blocked.state).toMatchObject({ category: 'RATE_LIMITED' });
        expect(blockedMs(blocked)).toBe(1_000 * retryAfterS);
        expect(updates()).toBe(1);
      });
    },
  );

  it('NON_RETRIABLE_BUSINESS of a read: the watch blocks the ad for 300 s, and a human is asked', async () => {
    const faults: FaultScript = [{ operation: 'search', fault: { kind: 'error', code: -2015 } }];
    await withKeptAd({ env, faults }, async ({ handle, world, updates }) => {
      const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(blocked).toMatchObject({ needsHuman: true, lastProblem: { code: '-2015' } });
      // From the moment of the look, which the workflow hears of later.
      expect(Math.round(blockedMs(blocked) / 10_000)).toBe(30);
      expect(world.callsOf('ads/search')).toBe(1);
      expect(updates()).toBe(0);
    });
  });

  it('7.7: an ad that is gone is asked for once a minute, and is dead after an hour of it', async () => {
    const prepare = (): string => '19999999999999999999';
    await withKeptAd({ env, prepare }, async ({ handle, world }) => {
      expect(await handle.result()).toMatchObject({ state: 'dead' });
      expect(world.callsOf('ads/getDetailByNo')).toBe(61);
    });
  });
});

describe('7.4, 8: PRICE_RANGE_LIMIT, by the ledger', () => {
  const wide = { priceRangeMarginRatio: '0.30' };
  const fixed = (price: string) => ({
    strategy: { kind: 'fixed', price },
    limits: { floor: '7.00', ceiling: '13.00' },
  });

  it.each([
    ['SELL', '11.80', '11.00'],
    ['BUY', '8.20', '9.00'],
  ] as const)(
    '%s at %s: the range in the refusal is parsed, the price is clamped to %s and sent again',
    async (side, far, price) => {
      const prepare = (world: ActivityWorld): string => world.addAd({ side, price: '10.20' });
      const wish = { env, prepare, rules: fixed(far), settings: wide };
      await withKeptAd(wish, async ({ world, priced, updates }) => {
        expect(await priced()).toEqual([price]);
        expect(updates()).toBe(2);
        expect(Object.values(world.simulator.ledger().rejected)).toEqual([1]);
      });
    },
  );

  it.each([
    ['SELL', '11.80', '10.95'],
    ['BUY', '8.20', '9.05'],
  ] as const)('%s at %s: a range that cannot be read is 0.905 to 1.095 of the rate: %s', async (side, far, price) => {
    const prepare = (world: ActivityWorld): string => world.addAd({ side, price: '10.20' });
    const faults = refusing(-9000, 1, 'rango limitado');
    const wish = { env, prepare, faults, rules: fixed(far), settings: wide };
    await withKeptAd(wish, async ({ priced, updates }) => {
      expect(await priced()).toEqual([price]);
      expect(updates()).toBe(2);
    });
  });

  it('a comma that may stand for thousands is read beside the price that the ad has', async () => {
    const faults = refusing(-9000, 1, 'limited range 9,105-10,905');
    await withKeptAd({ env, faults, rules: fixed('11.80'), settings: wide }, async ({ priced }) => {
      expect(await priced()).toEqual(['10.90']);
    });
  });
});

describe('7.4: what is tried again, by the ledger', () => {
  it('RETRIABLE_WITH_BACKOFF and UNKNOWN: the same price is tried four times, without a block', async () => {
    const unknown = { operation: 'update', when: { nth: 3 }, fault: { kind: 'error', code: 987_654 } } as const;
    const faults: FaultScript = [...refusing(-1000, 2), unknown];
    await withKeptAd({ env, faults }, async ({ priced, updates, waits }) => {
      expect(await priced()).toEqual(['10.04']);
      expect(updates()).toBe(4);
      expect(await waits()).toEqual([]);
    });
  });

  it('7.1, IP_BAN: without a Retry-After nothing is called for two hours, or until a human clears it', async () => {
    const faults: FaultScript = [{ operation: 'update', when: { nth: 1 }, fault: { kind: 'http', status: 418 } }];
    await withKeptAd({ env, faults }, async ({ handle, world, priced }) => {
      const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      expect(blocked.state).toMatchObject({ category: 'IP_BAN' });
      expect(blockedMs(blocked)).toBe(7_200_000);
      const { requests } = world.simulator.ledger();
      await env.sleep(150_000);
      expect(world.simulator.ledger()).toMatchObject({ requests, callsDuringBan: 0 });
      world.exchange.gate.clearBan();
      expect(await priced()).toEqual(['10.04']);
    });
  });
});

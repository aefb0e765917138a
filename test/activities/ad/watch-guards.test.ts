import { describe, expect, it, vi } from 'vitest';
import type { WatchMarketInput, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { input } from './watch-fixture.ts';

function look(
  world: ActivityWorld,
  adNumber: string,
  { periodMs = 3_600_000, ...ruleChanges }: { periodMs?: number; [rule: string]: unknown },
): Promise<WatchMarketVerdict> {
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.50', ceiling: '10.50' },
    ...ruleChanges,
  });
  const fresh = { override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null, shown: null };
  const asked: WatchMarketInput = { adNumber, rules, ...fresh, periodMs };
  return world.scheduled().run(world.watching.watchMarket, asked) as Promise<WatchMarketVerdict>;
}

describe('design 6: what a watch needs for its guards', () => {
  it('interface 4.5: the fee is read for a margin, and for no other ad', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    expect(await look(world, adNumber, {})).toMatchObject({ kind: 'set', decision: { price: '10.04' } });
    expect(world.callsOf('commission-rate/overview')).toBe(0);
    // The reference is 10.00: 10.00 x 1.006 x 1.001 = 10.07006.
    expect(await look(world, adNumber, { minimumMargin: '0.6%' })).toMatchObject({
      kind: 'set',
      decision: { price: '10.08', hits: ['margin'] },
    });
    expect(world.callsOf('commission-rate/overview')).toBe(1);
  });

  it('EP-6: the market shows user number, kind, payment methods and identity check of a competitor', async () => {
    const world = await openActivityWorld();
    const { offers } = await world.deps.market.snapshot({ asset: 'USDT', fiat: 'BOB', side: 'SELL' });
    expect(offers[0]).toMatchObject({ payMethods: ['BANK'], additionalKyc: false });
    expect(offers.every(({ userNo, userType }) => userNo !== null && userType !== null)).toBe(true);
  });

  it('EP-4: the own ad’s methods and limits decide who competes with it', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const shared = { filter: { payMethods: 'shared', limitsOverlap: true } };
    expect(await look(world, adNumber, shared)).toMatchObject({ kind: 'set', decision: { price: '10.04' } });
    const other = await look(world, adNumber, {
      filter: { payMethods: ['Yape'] },
      fallback: { kind: 'price', price: '10.10' },
    });
    expect(other).toMatchObject({ kind: 'set', decision: { price: '10.10', rank: null } });
  });

  it('design 6: the time for which a limit binds does not begin again with the worker that looks', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '9.90' });
    const sinceMs = world.clock.now() - 60_000;
    const env = world.scheduled({ heartbeatDetails: { boundSinceMs: sinceMs } });
    const rules = pricingRulesSchema.parse({
      strategy: { kind: 'undercut', ticks: 1 },
      limits: { floor: '9.50', ceiling: '9.90' },
    });
    const looked = await env.run(world.watching.watchMarket, input(adNumber, { rules, periodMs: 0 }));
    expect(looked).toMatchObject({ kind: 'quiet', boundSinceMs: sinceMs });
  });

  it('design 6: a watch comes back as soon as its guards were hit too often', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.30' });
    const rules = { limits: { floor: '10.30', ceiling: '10.50' }, pauseAfterHits: { hits: 1, withinMs: 60_000 } };
    const verdict = await look(world, adNumber, rules);
    expect(verdict).toMatchObject({ kind: 'quiet', decision: { hits: ['limits'] }, guardHits: { isHit: true } });
    expect(verdict).toHaveProperty('guardHits.atMs.length', 1);
  });
});

describe('I15: what a desk decides on is no older than its settings say', () => {
  const settings = { marketIntervalMs: 5_000, marketMaxAgeMs: 120_000, priceRangeTtlMs: 60_000 };

  const slow = { marketIntervalMs: 60_000 };
  it.each([
    ['a market', { ageMs: { readAtMs: 120_000 } }, 'set'],
    ['a market', { ageMs: { readAtMs: 120_001 } }, 'quiet'],
    ['a reference price', { ageMs: { referenceAtMs: 180_000 } }, 'set'],
    ['a reference price', { ageMs: { referenceAtMs: 180_001 } }, 'quiet'],
    ['a market of three slow rounds', { ageMs: { readAtMs: 180_000 }, part: slow }, 'set'],
    ['a market of more', { ageMs: { readAtMs: 180_001 }, part: slow }, 'quiet'],
  ])('%s, %j: %s', async (_, { ageMs, part = {} }: { ageMs: object; part?: object }, kind) => {
    const world = await openActivityWorld({ settings: { ...settings, ...part } });
    const { market, clock } = world.deps;
    const snapshot = await market.snapshot({ asset: 'USDT', fiat: 'BOB', side: 'SELL' });
    const aged = Object.entries(ageMs).map(([moment, ms]) => [moment, clock.now() - Number(ms)] as const);
    vi.spyOn(market, 'snapshot').mockResolvedValue({ ...snapshot, ...Object.fromEntries(aged) });
    const verdict = await look(world, world.addAd({ price: '10.20' }), { periodMs: 0 });
    const decision = kind === 'set' ? { price: '10.04' } : { action: 'keep', reason: 'stale', price: '10.20' };
    expect(verdict).toMatchObject({ kind, decision });
  });
});

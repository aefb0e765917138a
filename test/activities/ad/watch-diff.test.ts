import { describe, expect, it } from 'vitest';
import type { WatchMarketInput } from '../../../src/activities/activity-contract.ts';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { cancelled, input, watch } from './watch-fixture.ts';

describe('ads#shadow-beside-what-stands: a watch reports what it saw of intended and actual prices', () => {
  const start = { stampMs: 7, last: null };

  it('its beats and its verdict carry it, from the last look that the workflow knows; without a start, nothing', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const quiet = watch(world, input(adNumber, { assumedPrice: '10.04', periodMs: 100, diff: start }));
    const { diff } = await quiet.verdict;
    expect(diff).toMatchObject({
      stampMs: 7,
      points: [{ intended: '10.04', actual: '10.20', best: '10.05', why: 'at-target' }],
      hours: [{ equalMs: 0, departures: 1, largest: '0.16' }],
    });
    const [hour] = diff?.hours ?? [];
    expect(hour?.watchedMs).toBe((diff?.last?.atMs ?? 0) - (diff?.points[0]?.atMs ?? 0));
    expect(hour?.behindMs).toBe(hour?.watchedMs);
    expect(quiet.beats.at(-1)?.diff).toMatchObject({ stampMs: 7, hours: [{ largest: '0.16' }] });
    expect(await watch(world, input(adNumber, { periodMs: 0 })).verdict).not.toHaveProperty('diff');
  });

  it('what a cancelled watch saw is in the next one’s verdict, unless the workflow began afresh', async () => {
    const world = await openActivityWorld();
    const wish = input(world.addAd({ price: '10.04' }), { diff: start });
    const first = watch(world, wish);
    await eventually('three beats', () => first.beats.length >= 3);
    await cancelled(first);
    const watchedMs = async (part: Partial<WatchMarketInput>) =>
      (await watch(world, { ...wish, periodMs: 0, ...part }).verdict).diff?.hours[0]?.watchedMs;
    expect(await watchedMs({})).toBeGreaterThanOrEqual(40);
    expect(await watchedMs({ diff: { ...start, stampMs: 8 } })).toBeUndefined();
  });

  it('a price by hand, a held price and an ad off the market intend nothing', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.04' });
    const byHand = { price: '10.30', untilMs: world.clock.now() + 60_000 };
    const set = await watch(world, input(adNumber, { override: byHand, diff: start })).verdict;
    expect(set).toMatchObject({ kind: 'set', diff: { last: null, hours: [], points: [] } });
    const seen = await watch(world, input(adNumber, { periodMs: 0, diff: start })).verdict;
    expect(seen.diff?.last).toMatchObject({ actual: '10.04', intended: '10.04' });
    world.fakeDesk.switches.repricing = 'closed';
    const held = await watch(world, input(adNumber, { periodMs: 0, diff: start })).verdict;
    expect(held).toMatchObject({ kind: 'quiet', diff: { last: null } });
    world.fakeDesk.switches.ads = 'closed';
    world.fakeGuard.silent = true;
    const off = await watch(world, input(adNumber, { diff: { stampMs: 9, last: seen.diff?.last ?? null } })).verdict;
    expect(off).toMatchObject({ kind: 'switched-off', diff: { stampMs: 9, last: null } });
  });
});

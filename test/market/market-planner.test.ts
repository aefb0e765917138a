import { describe, expect, it } from 'vitest';
import { MarketPlanner } from '../../src/market/market-planner.ts';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activities/activity-fixture.ts';
import { input, watch } from '../activities/ad/watch-fixture.ts';

const intervalMs = 1_000;
const open = () => openActivityWorld({ settings: { marketIntervalMs: intervalMs, priceRangeTtlMs: 60_000 } });

const looked = (world: ActivityWorld, adNumber: string) => watch(world, input(adNumber, { periodMs: 0 })).verdict;

describe('design 6: the own ads of a market are priced together', () => {
  it('the first look of a process waits a round for the other own ads, and no longer', async () => {
    const world = await open();
    const [first] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
    expect(await looked(world, first)).toMatchObject({ kind: 'quiet', decision: null });
    world.clock.advance(intervalMs);
    expect(await looked(world, first)).toMatchObject({ kind: 'set', decision: { price: '10.04' } });
  });

  it('I16: an own ad that is offline keeps no place, and none is waited for', async () => {
    const world = await open();
    world.addAd({ price: '10.04', status: SimAdStatus.OFFLINE });
    expect(await looked(world, world.addAd({ price: '10.20' }))).toMatchObject({
      kind: 'set',
      decision: { price: '10.04' },
    });
  });

  it('an ad whose watch does not come back counts where it stands, not where it was going', async () => {
    const world = await open();
    const [first, second] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
    await looked(world, second);
    world.clock.advance(intervalMs);
    expect(await looked(world, first)).toMatchObject({ decision: { price: '10.04' } });
    expect(await looked(world, second)).toMatchObject({ decision: { price: '10.09' } });
    world.clock.advance(3 * intervalMs - 1);
    expect(await looked(world, second)).toMatchObject({ decision: { price: '10.09' } });
    world.clock.advance(intervalMs);
    expect(await looked(world, second)).toMatchObject({ decision: { price: '10.04' } });
  });

  it('design 6, promise 4: a look returns the ad as it was planned, when its listing was renewed meanwhile', async () => {
    const world = await open();
    const adNumber = world.addAd({ price: '10.20' });
    const ad = (await world.deps.ownAds.listing()).find(adNumber);
    if (ad === undefined) throw new Error('the ad is not listed');
    const wish = new MarketPlanner(world.deps).hold(input(adNumber));
    expect(await wish.decide({ ...ad, price: '10.04' })).toMatchObject({ ad, decision: { action: 'set' } });
  });

  it('a watch that began last, and was given up, takes the ad from no watch that goes on', async () => {
    const world = await open();
    const planner = new MarketPlanner(world.deps);
    const adNumber = world.addAd({ price: '10.20' });
    const ad = (await world.deps.ownAds.listing()).find(adNumber);
    if (ad === undefined) throw new Error('the ad is not listed');
    const goesOn = planner.hold(input(adNumber));
    for (const comesBack of [false, true]) {
      const givenUp = planner.hold(input(adNumber));
      expect(await goesOn.decide(ad)).toMatchObject({ decision: { price: '10.04' } });
      givenUp.end(comesBack);
      // Past the time for which the wish of an ended watch counts.
      world.clock.advance(10 * intervalMs);
      expect(await goesOn.decide(ad)).toMatchObject({ decision: { action: 'set', price: '10.04' } });
    }
    goesOn.end(false);
    expect(await planner.hold(input(adNumber, { assumedPrice: '10.04' })).decide(ad)).toMatchObject({
      decision: { action: 'keep' },
    });
  });
});

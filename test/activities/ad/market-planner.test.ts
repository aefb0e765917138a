import { describe, expect, it } from 'vitest';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { input, watch } from './watch-fixture.ts';

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
});

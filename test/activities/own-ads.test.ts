import { describe, expect, it } from 'vitest';
import { openActivityWorld } from './activity-fixture.ts';

describe('design 6: one own-ads listing an account', () => {
  it('a thousand looks in a round cost one listing, of as many pages as there are ads', async () => {
    const world = await openActivityWorld();
    for (let index = 0; index < 41; index += 1) world.addAd({ price: '10.20', asset: `COIN${index}` });
    const { ownAds } = world.deps;
    const looks = await Promise.all(Array.from({ length: 1_000 }, () => ownAds.all()));
    expect(looks.every((ads) => ads.length === 41)).toBe(true);
    expect(world.callsOf('ads/listWithPagination')).toBe(3);
  });

  it('I16: a write of this process is known at once, and for two rounds, whatever a late listing says', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const { ownAds } = world.deps;
    const price = async (): Promise<string | undefined> =>
      (await ownAds.all()).find((ad) => ad.adNumber === adNumber)?.price;
    expect(await price()).toBe('10.20');
    ownAds.noteWrite(adNumber, '10.14');
    expect(await price()).toBe('10.14');
    world.clock.advance(40);
    expect(await price()).toBe('10.14');
    // The service has had two rounds to show it: from now on its word counts.
    world.clock.advance(1);
    expect(await price()).toBe('10.20');
  });

  it('187049: forgetting makes the next look read anew within the round', async () => {
    const world = await openActivityWorld();
    await world.deps.ownAds.all();
    world.deps.ownAds.forget();
    await world.deps.ownAds.all();
    expect(world.callsOf('ads/listWithPagination')).toBe(2);
  });

  it('I16: price writes of one account run one after the other, in the order they came, also after a failure', async () => {
    const world = await openActivityWorld();
    const { ownAds } = world.deps;
    const steps: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = ownAds.inTurn(async () => {
      steps.push('first begins');
      await gate.promise;
      steps.push('first fails');
      throw new Error('refused');
    });
    const second = ownAds.inTurn(async () => {
      steps.push('second');
      return 2;
    });
    const third = ownAds.inTurn(async () => {
      steps.push('third');
    });
    await Promise.resolve();
    gate.resolve();
    await expect(first).rejects.toThrow('refused');
    expect(await second).toBe(2);
    await third;
    expect(steps).toEqual(['first begins', 'first fails', 'second', 'third']);
  });
});

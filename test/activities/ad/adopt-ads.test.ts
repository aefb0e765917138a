import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it, vi } from 'vitest';
import type { AdoptAdsInput } from '../../../src/activities/activity-contract.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import type { Adoption } from '../../../src/workflows/contract/desk-contract.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const { limits: _limits, ...rules } = pricingRulesSchema.parse({
  strategy: { kind: 'match' },
  limits: { floor: '1', ceiling: '2' },
});
const input: AdoptAdsInput = { rules, limitRatio: '0.02' };

const nothingDone: Adoption = { adopted: [], leftAlone: [] };

function adopt(world: ActivityWorld, heartbeatDetails?: unknown) {
  const env = world.scheduled({ heartbeatDetails });
  const beats: Adoption[] = [];
  env.on('heartbeat', (beat: Adoption) => beats.push(structuredClone(beat)));
  return { env, beats, adoption: env.run(world.watching.adoptAds, input) as Promise<Adoption> };
}

describe('desk start --adopt-ads', () => {
  it('keeps each online ad with a fixed price, within limits around its present price, on tick', async () => {
    const world = await openActivityWorld();
    const kept = world.addAd({ price: '10.21' });
    world.addAd({ price: '10.40', status: SimAdStatus.OFFLINE });
    world.addAd({ side: 'BUY', price: '9.50', floatingRatio: '95' });
    expect(await adopt(world).adoption).toEqual({ adopted: [kept], leftAlone: [] });
    // 10.21 ± 0.2042, rounded inwards.
    expect(world.fakeDesk.kept).toEqual([
      { adNumber: kept, rules: { ...rules, limits: { floor: '10.01', ceiling: '10.41' } } },
    ]);
  });

  it('ads#a-floating-ad-by-its-ratio: rules that keep a ratio adopt the floating ads, and no others', async () => {
    const world = await openActivityWorld();
    world.addAd({ price: '10.21' });
    const floating = world.addAd({ side: 'BUY', price: '9.50', floatingRatio: '95' });
    const strategy = { kind: 'floating', ratio: '95' } as const;
    const adoption = world.scheduled().run(world.watching.adoptAds, { ...input, rules: { ...rules, strategy } });
    expect(await adoption).toEqual({ adopted: [floating], leftAlone: [] });
  });

  it('an ad that runs in another mode is reported, and not counted as adopted', async () => {
    const world = await openActivityWorld();
    const [kept, other] = [world.addAd({ price: '10.21' }), world.addAd({ price: '10.40' })];
    world.fakeDesk.otherwiseKept.set(other, 'it runs in shadow since yesterday');
    expect(await adopt(world).adoption).toEqual({
      adopted: [kept],
      leftAlone: [{ adNumber: other, why: 'it runs in shadow since yesterday' }],
    });
  });

  it('design 6: heartbeats after each ad; an attempt after one that died leaves out what is done', async () => {
    const world = await openActivityWorld();
    const numbers = Array.from({ length: 45 }, (_, index) => world.addAd({ price: `${20 + index}.00` }));
    const first = adopt(world);
    expect((await first.adoption).adopted).toEqual(expect.arrayContaining(numbers));
    expect(world.callsOf('ads/listWithPagination')).toBe(3);
    expect(first.beats).toHaveLength(1 + numbers.length);
    expect(first.beats[0]).toEqual(nothingDone);
    const died = first.beats[1 + 20];
    world.fakeDesk.kept = [];
    expect((await adopt(world, died).adoption).adopted.toSorted()).toEqual(numbers.toSorted());
    expect(world.fakeDesk.kept).toHaveLength(numbers.length - (died?.adopted.length ?? 0));
  });

  it('a listing whose pages are always full ends after a hundred of them, and one more shows that it goes on', async () => {
    const world = await openActivityWorld();
    world.addAd({ price: '10.21', status: SimAdStatus.OFFLINE });
    const { ads } = world.exchange;
    const page = await ads.listWithPagination({ page: 1, rows: 20 }, { priority: 'market' });
    const [ad] = page.items;
    if (ad === undefined) throw new Error('no ad');
    const asked = vi.spyOn(ads, 'listWithPagination').mockImplementation((asks) => {
      const items = Array.from({ length: 20 }, (_, row) => ({ ...ad, advNo: `${asks.page}${row + 10}` }));
      return Promise.resolve({ ...page, items, total: null });
    });
    expect(await adopt(world).adoption).toEqual({
      ...nothingDone,
      leftAlone: [{ adNumber: 'row 2001 of the list', why: 'cannot be read: the list goes on after 2000 rows' }],
    });
    expect(asked).toHaveBeenCalledTimes(101);
  });

  it('a stop ends it before the next ad', async () => {
    const world = await openActivityWorld();
    for (const price of ['20.00', '30.00', '40.00']) world.addAd({ price });
    const running = adopt(world);
    running.env.on('heartbeat', ({ adopted }: Adoption) => adopted.length === 1 && running.env.cancel());
    await expect(running.adoption).rejects.toBeInstanceOf(CancelledFailure);
    expect(world.fakeDesk.kept).toHaveLength(1);
  });
});

/** Ads that a listing or a search shows and that cannot be read. */
import { describe, expect, it } from 'vitest';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { askAdNo } from '../simulator/sim-fixture.ts';
import { eventually, openActivityWorld, type ActivityWorld } from '../activities/activity-fixture.ts';
import { cancelled, input, watch } from '../activities/ad/watch-fixture.ts';

const sells = { asset: 'USDT', fiat: 'BOB', side: 'SELL' } as const;

interface Spoiling {
  /** Absent: of all rows. */
  readonly where?: Record<string, string>;
  readonly fields: Record<string, unknown>;
}

function spoil({ simulator }: ActivityWorld, operation: string, { where = {}, fields }: Spoiling): void {
  simulator.setFaults([{ operation, fault: { kind: 'answer', where, fields } }]);
}

describe('an own ad whose price is none', () => {
  it.each(['0', '-10.20'])('%s is odd: it is not priced, and no other is priced by it', async (price) => {
    const world = await openActivityWorld();
    const [odd, other] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.30' })];
    spoil(world, 'listWithPagination', { where: { advNo: odd }, fields: { price } });
    const [watching, pricing] = [watch(world, input(odd)), watch(world, input(other))];
    expect(await pricing.verdict).toMatchObject({ kind: 'set' });
    await eventually('a note', () => watching.beats.some(({ note }) => note?.includes(`the price ${price}`)));
    expect(world.deps.ownAds.odd).toMatchObject([{ subject: odd }]);
    await cancelled(watching);
  });

  it('goes offline all the same: a status needs no price', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([{ operation: 'getDetailByNo', fault: { kind: 'answer', fields: { price: '0' } } }]);
    const leaving = world.asAd(adNumber).run(world.acting.takeAdOffline, { mode: 'sim' as const, adNumber });
    expect(await leaving).toMatchObject({ kind: 'applied' });
  });
});

describe('an own ad that cannot be read', () => {
  it('is no missing one: its own watch says so, and the others go on', async () => {
    const world = await openActivityWorld();
    const [odd, other] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.30' })];
    spoil(world, 'listWithPagination', { where: { advNo: odd }, fields: { price: '--' } });
    const [watching, pricing] = [watch(world, input(odd)), watch(world, input(other))];
    expect(await pricing.verdict).toMatchObject({ kind: 'set' });
    await eventually('a note', () => watching.beats.some(({ note }) => note?.includes('price: not a decimal')));
    expect(watching.beats.every(({ note }) => note === null || note.includes(odd))).toBe(true);
    expect(world.callsOf('ads/getDetailByNo')).toBe(0);
    await cancelled(watching);
  });

  it('may not be written, stays where it was last seen for the others, and is no competitor', async () => {
    const world = await openActivityWorld();
    const [odd, other] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.30' })];
    const { ownAds } = world.deps;
    await ownAds.listing();
    spoil(world, 'listWithPagination', { where: { advNo: odd }, fields: { surplusAmount: {} } });
    ownAds.forget();
    const listing = await ownAds.listing();
    expect(listing.ads.map(({ adNumber }) => adNumber)).toEqual([other]);
    expect(() => listing.find(odd)).toThrow(`the answer cannot be read: ${odd}: surplusAmount: not a decimal`);
    expect(listing.find('7')).toBeUndefined();
    expect(ownAds.odd).toMatchObject([{ subject: odd }]);
    expect(listing.doubtfulOfPair('USDT/BOB')).toEqual([{ adNumber: odd, side: 'SELL', price: '10.20' }]);
    await expect(ownAds.reserve({ adNumber: odd, price: '10.10' }, () => null)).rejects.toThrow(odd);
    const asked: unknown[] = [];
    await ownAds.reserve({ adNumber: other, price: '10.21' }, (_, others) => {
      asked.push(...others);
      return 'no';
    });
    expect(asked).toEqual([{ adNumber: odd, side: 'SELL', price: '10.20' }]);
  });

  it('is read again once it can be', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20', status: SimAdStatus.ONLINE });
    spoil(world, 'listWithPagination', { where: { advNo: adNumber }, fields: { price: null } });
    await world.deps.ownAds.listing();
    world.simulator.setFaults([]);
    world.deps.ownAds.forget();
    expect((await world.deps.ownAds.listing()).find(adNumber)?.price).toBe('10.20');
    expect(world.deps.ownAds.odd).toEqual([]);
  });
});

describe('EP-6: an offer that cannot be read', () => {
  it('is left out of the market, and counted among the dropped ones of the decision', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    spoil(world, 'search', { where: { 'adv.advNo': askAdNo }, fields: { 'adv.price': '--' } });
    const { offers, unread } = await world.deps.market.snapshot(sells);
    expect(offers.map((offer) => offer.adNumber)).not.toContain(askAdNo);
    expect(unread).toEqual([{ adNumber: askAdNo, why: 'adv.price: not a decimal' }]);
    const watching = watch(world, input(adNumber));
    const dropped = [{ adNumber: askAdNo, reason: 'unreadable', why: 'adv.price: not a decimal' }];
    expect(await watching.verdict).toMatchObject({
      decision: { dropped: expect.arrayContaining(dropped.map(partly)) as unknown },
    });
  });

  it('a market of which nothing can be read is not an empty one', async () => {
    const world = await openActivityWorld();
    spoil(world, 'search', { fields: { 'adv.price': '--' } });
    await expect(world.deps.market.snapshot(sells)).rejects.toThrow('adv.price: not a decimal');
  });
});

it.each(['0', '-10'])('EP-3: a reference of %s is none: no range around it holds a price', async (referencePrice) => {
  const world = await openActivityWorld();
  const adNumber = world.addAd({ price: '10.20' });
  world.simulator.setFaults([
    { operation: 'getReferencePrice', fault: { kind: 'answer', fields: { referencePrice } } },
  ]);
  expect((await world.deps.market.snapshot(sells)).referencePrice).toBeNull();
  expect(await watch(world, input(adNumber)).verdict).toMatchObject({ kind: 'set' });
});

const partly = (fields: object): unknown => expect.objectContaining(fields);

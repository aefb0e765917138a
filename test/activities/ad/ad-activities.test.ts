import { describe, expect, it, vi } from 'vitest';
import type { UpdateAdPriceInput, WriteReceipt } from '../../../src/activities/activity-contract.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { ExchangeError } from '../../../src/exchange/index.ts';
import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';
import { openActivityWorld, realService, type ActivityWorld } from '../activity-fixture.ts';

function input(adNumber: string, part: Partial<UpdateAdPriceInput> = {}): UpdateAdPriceInput {
  return { mode: 'sim', adNumber, price: '10.15', limits: { floor: '9.50', ceiling: '10.50' }, ...part };
}

function update(world: ActivityWorld, updateInput: UpdateAdPriceInput): Promise<WriteReceipt> {
  return world.asAd(updateInput.adNumber).run(world.acting.updateAdPrice, updateInput) as Promise<WriteReceipt>;
}

const priceOf = (world: ActivityWorld, adNumber: string): string | undefined =>
  world.simulator.snapshot().ads.find((ad) => ad.advNo === adNumber)?.price;

describe('EP-7: a price is set by number and price alone', () => {
  it('I14: the body has exactly these two, and the receipt says when', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const sent = vi.spyOn(world.exchange.ads, 'update');
    expect(await update(world, input(adNumber))).toEqual({ kind: 'applied', atMs: world.clock.now() });
    expect(sent.mock.calls.map(([body]) => body)).toEqual([{ advNo: adNumber, price: '10.15' }]);
    expect(priceOf(world, adNumber)).toBe('10.15');
    expect(world.simulator.ledger()).toMatchObject({ reprices: 1, pricesInZone: 0, pricesOutsideLimits: 0 });
  });

  it('I17: what one write set is known to the next before any listing shows it', async () => {
    const world = await openActivityWorld();
    const [first, second] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
    const ends = await Promise.allSettled([
      update(world, input(first, { price: '10.30' })),
      update(world, input(second, { price: '10.28' })),
    ]);
    expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected']);
    expect(ends[1]).toMatchObject({ reason: { type: 'STALE_DECISION' } });
    expect(world.simulator.ledger()).toMatchObject({ reprices: 1, pricesInZone: 0 });
  });

  it('design 8: writes of different ads do not wait for each other’s calls', async () => {
    const world = await openActivityWorld();
    const ads = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
    const answers = Promise.withResolvers<void>();
    const sent: string[] = [];
    vi.spyOn(world.exchange.ads, 'update').mockImplementation(async ({ advNo }) => {
      sent.push(String(advNo));
      await answers.promise;
      return true;
    });
    const writes = ads.map((adNumber, index) => update(world, input(adNumber, { price: `10.${index + 2}5` })));
    await vi.waitUntil(() => sent.length === 2, { timeout: 5_000 });
    answers.resolve();
    expect((await Promise.all(writes)).map(({ kind }) => kind)).toEqual(['applied', 'applied']);
  });

  it('I16: while a write is on its way both its prices are taken; one that is refused frees its price', async () => {
    const world = await openActivityWorld();
    const [first, second] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
    const answer = Promise.withResolvers<void>();
    const sending = vi.spyOn(world.exchange.ads, 'update').mockImplementationOnce(async () => {
      await answer.promise;
      throw new ExchangeError({ message: 'failed', endpoint: 'update', sent: 'yes', code: '187031', httpStatus: 400 });
    });
    const failing = update(world, input(first, { price: '10.30' }));
    await vi.waitUntil(() => sending.mock.calls.length === 1, { timeout: 5_000 });
    const blocked = { type: 'STALE_DECISION' };
    await expect(update(world, input(second, { price: '10.32' }))).rejects.toMatchObject(blocked);
    await expect(update(world, input(second, { price: '10.22' }))).rejects.toMatchObject(blocked);
    answer.resolve();
    await expect(failing).rejects.toThrow('failed');
    expect(await update(world, input(second, { price: '10.32' }))).toMatchObject({ kind: 'applied' });
  });

  it.each([
    ['an attempt before this one, in a process that is gone, may have set', { attempt: 2 }, { httpStatus: 400 }],
    ['a refusal that only a broken answer (HTTP 502) names may have set', {}, { httpStatus: 502 }],
  ])('I16: a price that %s is taken, though the call failed', async (_, info, { httpStatus }) => {
    const world = await openActivityWorld();
    const [first, second] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.40' })];
    vi.spyOn(world.exchange.ads, 'update').mockRejectedValueOnce(
      new ExchangeError({ message: 'failed', endpoint: 'update', sent: 'yes', code: '187049', httpStatus }),
    );
    const failing = world.asAd(first, info).run(world.acting.updateAdPrice, input(first, { price: '10.30' }));
    await expect(failing).rejects.toMatchObject({ type: 'RETRY_WITH_VOLUME_SYNC' });
    const beside = update(world, input(second, { price: '10.32' }));
    await expect(beside).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(await update(world, input(second, { price: '10.35' }))).toMatchObject({ kind: 'applied' });
  });

  it('shadow: an intent keeps the limits, and no distance to where the other ads really stand', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.addAd({ price: '10.30' });
    const intent = input(adNumber, { mode: 'shadow', price: '10.30' });
    expect(await update(world, intent)).toMatchObject({ kind: 'intent' });
    await expect(update(world, { ...intent, price: '10.51' })).rejects.toMatchObject({ type: 'STALE_DECISION' });
  });

  it('shadow: an intent is recorded, and nothing is sent', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    expect(await update(world, input(adNumber, { mode: 'shadow' }))).toMatchObject({ kind: 'intent' });
    expect(world.intents).toEqual([{ operation: 'ads/update', subject: adNumber, detail: { price: '10.15' } }]);
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('design 2: a mode that this process does not allow is refused before anything is sent', async () => {
    const world = await openActivityWorld({ parts: realService });
    const live = update(world, input(world.addAd(), { mode: 'live' }));
    await expect(live).rejects.toMatchObject({ type: 'MODE_NOT_ALLOWED', nonRetryable: true });
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('design 2, ads#one-ad-after-the-other: an ad that this worker holds in shadow is not written, although someone started it live, but leaves the market when someone says so', async () => {
    const held = { shadowAds: [] as string[] };
    const isIntentOnly = createWriteGuard({ allowLive: true, shadowAds: held.shadowAds, service: () => 'real' });
    const world = await openActivityWorld({ parts: { isIntentOnly } });
    const adNumber = world.addAd();
    held.shadowAds.push(adNumber);
    const refused = { type: 'MODE_NOT_ALLOWED', nonRetryable: true };
    const limits = { floor: '9.50', ceiling: '10.50' };
    const asAd = <T>(run: (input: never) => Promise<T>, given: object) =>
      world.asAd(adNumber).run(run as (input: object) => Promise<T>, given);
    await expect(update(world, input(adNumber, { mode: 'live' }))).rejects.toMatchObject(refused);
    for (const run of [world.acting.takeAdOffline, world.acting.putAdOnline]) {
      await expect(asAd(run, { mode: 'live', adNumber, limits })).rejects.toMatchObject(refused);
    }
    expect(await update(world, input(adNumber, { mode: 'shadow' }))).toMatchObject({ kind: 'intent' });
    expect(world.callsOf('ads/update') + world.callsOf('ads/updateStatus')).toBe(0);
    const shadowed = { mode: 'shadow', adNumber, commanded: true };
    expect(await asAd(world.acting.takeAdOffline, shadowed)).toMatchObject({ kind: 'intent' });
    const said = { mode: 'live', adNumber, commanded: true };
    expect(await asAd(world.acting.takeAdOffline, said)).toMatchObject({ kind: 'applied' });
    expect(world.callsOf('ads/updateStatus')).toBe(1);
    await expect(asAd(world.acting.putAdOnline, { ...said, limits })).rejects.toMatchObject(refused);
    held.shadowAds.length = 0;
    expect(await asAd(world.acting.putAdOnline, { mode: 'live', adNumber, limits })).toMatchObject({ kind: 'applied' });
    expect(await update(world, input(adNumber, { mode: 'live' }))).toMatchObject({ kind: 'applied' });
  });

  it('187049: a refused write makes the next look read the listing again', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    world.simulator.setFaults([
      { operation: 'update', when: { nth: 1 }, fault: { kind: 'error', code: -9000, message: '187049' } },
    ]);
    await expect(update(world, input(adNumber))).rejects.toMatchObject({ type: 'RETRY_WITH_VOLUME_SYNC' });
    expect(world.callsOf('ads/listWithPagination')).toBe(1);
    await world.deps.ownAds.listing();
    expect(world.callsOf('ads/listWithPagination')).toBe(2);
  });

  it('promise 6: only the workflow of the ad sets its price', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    for (const env of [world.scheduled(), world.asAd('11000000000000000009'), world.asOrder(adNumber)]) {
      const set = env.run(world.acting.updateAdPrice, input(adNumber));
      await expect(set).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED', nonRetryable: true });
    }
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('I18: a price that had to wait longer than its attempt lasts is not sent any more', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const late = world.asAd(adNumber, { currentAttemptScheduledTimestampMs: world.clock.now() - 9_001 });
    const waiting = late.run(world.acting.updateAdPrice, input(adNumber));
    await expect(waiting).rejects.toMatchObject({ details: [{ code: 'FENCED' }] });
    expect(world.callsOf('ads/update')).toBe(0);
    // Its reservation is free again.
    expect(await update(world, input(adNumber))).toMatchObject({ kind: 'applied' });
  });
});

describe('promise 3: a decision that no longer holds is refused before it is sent', () => {
  const stale = { type: 'STALE_DECISION', nonRetryable: true };

  it.each([
    ['below the floor', '9.49'],
    ['above the ceiling', '10.51'],
  ])('I15: %s', async (_name, price) => {
    const world = await openActivityWorld();
    await expect(update(world, input(world.addAd(), { price }))).rejects.toMatchObject(stale);
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('I16: within ± 4 ticks of an own ad of the pair, either side; five ticks are fine', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.addAd({ side: 'BUY', price: '10.00' });
    await expect(update(world, input(adNumber, { price: '10.04' }))).rejects.toMatchObject(stale);
    expect(await update(world, input(adNumber, { price: '10.05' }))).toMatchObject({ kind: 'applied' });
  });

  it('I16: own ads that are offline or of another pair keep no distance', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.addAd({ side: 'BUY', price: '10.10', status: SimAdStatus.OFFLINE });
    world.addAd({ asset: 'BTC', price: '10.10' });
    expect(await update(world, input(adNumber, { price: '10.10' }))).toMatchObject({ kind: 'applied' });
  });

  it.each(['closed', 'unknown'] as const)('kill switch %s: nothing is sent', async (state) => {
    const world = await openActivityWorld();
    world.fakeDesk.switches.repricing = state;
    await expect(update(world, input(world.addAd()))).rejects.toMatchObject(stale);
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('an ad that left the listing', async () => {
    const world = await openActivityWorld();
    await expect(update(world, input('19999999999999999999'))).rejects.toMatchObject(stale);
  });
});

describe('7.1: the end of a ban', () => {
  it('is asked of the gate alone: a failure that is tried again in 20 s while it lasts, then true', async () => {
    const world = await openActivityWorld();
    const { gate } = world.exchange;
    const before = world.simulator.ledger().requests;
    const ask = () => world.scheduled().run(world.acting.confirmNoBan);
    gate.setBan(world.clock.now() + 7_200_000);
    await expect(ask()).rejects.toMatchObject({ type: 'IP_BAN', nonRetryable: false, nextRetryDelay: 20_000 });
    gate.clearBan();
    expect(await ask()).toBe(true);
    expect(world.simulator.ledger().requests).toBe(before);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type {
  CheckPublicationInput,
  FindPublishedAdInput,
  PublicationCheck,
  PublishAdInput,
} from '../../../src/activities/publication/publication-contract.ts';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import type { ExchangeClient } from '../../../src/exchange/index.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { checkInput, publishInput, terms } from './publication-fixture.ts';
import { untilShownMs } from '../money/money-fixture.ts';

const check = (world: ActivityWorld, part: Partial<CheckPublicationInput> = {}): Promise<PublicationCheck> =>
  world.scheduled().run(world.acting.checkPublication, checkInput(part)) as Promise<PublicationCheck>;
const publish = (world: ActivityWorld, part: Partial<PublishAdInput> = {}): Promise<MoneyAttempt> =>
  world
    .asPublication(part.name ?? 'usdt-bob')
    .run(world.money.publishAd, publishInput(world, part)) as Promise<MoneyAttempt>;
const find = async (world: ActivityWorld, part: Partial<FindPublishedAdInput> = {}): Promise<string | null> => {
  const input = { name: 'usdt-bob', terms, known: [], sinceMs: world.clock.now(), ...part };
  const found = (await world.asPublication(input.name).run(world.money.findPublishedAd, input)) as {
    adNumber: string | null;
  };
  return found.adNumber;
};
type Listed = Awaited<ReturnType<ExchangeClient['ads']['listWithPagination']>>;
const ads = (world: ActivityWorld) => world.simulator.snapshot().ads;

describe('design 6: a publication that may have left ends by what its own workflow finds', () => {
  const state = async (world: ActivityWorld) => (await world.rows('publish')).map((row) => row.state);

  it('found, or said by a person: the name owns the ad, and is never sent again', async () => {
    const [found, said] = [await openActivityWorld(), await openActivityWorld()];
    for (const world of [found, said]) await publish(world);
    await find(found);
    const claim = { name: 'usdt-bob', adNumber: ads(said)[0]?.advNo ?? '' };
    expect(await said.asPublication('usdt-bob').run(said.acting.claimPublishedAd, claim)).toEqual(claim);
    for (const world of [found, said]) {
      expect(await state(world)).toEqual(['done']);
      world.clock.advance(10 * untilShownMs);
      expect(await publish(world, { price: '10.20' })).toMatchObject({ category: 'REQUEST_USED' });
      world.fakeGuard.memory = emptyGuardMemory;
      expect(await check(world)).toMatchObject({ kind: 'sent' });
    }
  });

  it('an ad that another name owns says nothing of this one', async () => {
    const world = await openActivityWorld();
    await publish(world);
    const adNumber = ads(world)[0]?.advNo ?? '';
    const publications = [{ name: 'other', adNumber, atMs: 0 }];
    world.fakeGuard.memory = { ...world.fakeGuard.memory, publications };
    const claim = { name: 'usdt-bob', adNumber };
    const owner = await world.asPublication('usdt-bob').run(world.acting.claimPublishedAd, claim);
    expect(owner).toEqual({ name: 'other', adNumber });
    expect(await state(world)).toEqual(['leaving']);
  });

  it('not found twice after it could have shown: its name may be sent again', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'post', when: { nth: 1 }, fault: { kind: 'reset', when: 'before' } }]);
    await publish(world);
    await find(world);
    for (const [ms, states] of [
      [untilShownMs, ['leaving']],
      [1_000, ['not-done']],
    ] as const) {
      expect(await publish(world)).toMatchObject({ category: 'REQUEST_USED' });
      world.clock.advance(ms);
      expect(await find(world)).toBeNull();
      expect(await state(world)).toEqual(states);
    }
    expect(await check(world)).toMatchObject({ kind: 'ready' });
    expect(await publish(world)).toMatchObject({ kind: 'executed' });
  });

  it.each([
    ['counts ads that it does not show', (page: Listed) => ({ ...page, total: page.items.length + 1 })],
    ['cannot show some', (page: Listed) => ({ ...page, odd: [{ index: 9, subject: null, why: 'no number' }] })],
  ])('a listing that %s denies nothing', async (_what, changed) => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'post', when: { nth: 1 }, fault: { kind: 'reset', when: 'before' } }]);
    await publish(world);
    const { ads } = world.exchange;
    const list = ads.listWithPagination.bind(ads);
    vi.spyOn(ads, 'listWithPagination').mockImplementation(async (wish, options) => {
      const page = await list(wish, options);
      return wish.page === 1 ? changed(page) : { ...page, total: null };
    });
    for (let time = 0; time < 3; time += 1) {
      expect(await find(world)).toBeNull();
      world.clock.advance(untilShownMs);
    }
    expect(await state(world)).toEqual(['leaving']);
  });

  it('an ad of its terms without a time, after a lost run, may be the one: only a person frees the name', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([
      { operation: 'post', fault: { kind: 'reset', when: 'after' } },
      { operation: 'listWithPagination', fault: { kind: 'answer', where: {}, fields: { createTime: null } } },
    ]);
    await publish(world);
    for (const ms of [untilShownMs, 1_000, 1_000]) {
      world.clock.advance(ms);
      expect(await find(world, { known: null })).toBeNull();
    }
    expect(await state(world)).toEqual(['leaving']);
    for (const ms of [1_000, 1_000]) {
      world.clock.advance(ms);
      expect(await find(world, { known: null, terms: { ...terms, quantity: '501' } })).toBeNull();
    }
    expect(await state(world)).toEqual(['not-done']);
  });

  it('its workflow learns whether the call may have left, and changes nothing of it', async () => {
    const world = await openActivityWorld();
    const unsettled = () =>
      world.asPublication('usdt-bob').run(world.acting.unsettledPublication, { name: 'usdt-bob' });
    expect(await unsettled()).toBe(false);
    await publish(world);
    expect(await unsettled()).toBe(true);
    expect(await state(world)).toEqual(['leaving']);
  });

  it('S4: for another workflow nothing is looked up or claimed', async () => {
    const world = await openActivityWorld();
    await publish(world);
    const [before, memory] = [world.calls.length, world.fakeGuard.memory];
    const name = 'usdt-bob';
    for (const env of [world.scheduled(), world.asPublication('other'), world.asAd(name)]) {
      const asked = [
        env.run(world.money.findPublishedAd, { name, terms, known: [], sinceMs: 0 }),
        env.run(world.acting.claimPublishedAd, { name, adNumber: '7' }),
        env.run(world.acting.unsettledPublication, { name }),
      ];
      for (const ask of asked) {
        await expect(ask).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED', nonRetryable: true });
      }
    }
    expect(world.calls).toHaveLength(before);
    expect(world.fakeGuard.memory).toBe(memory);
    expect(await state(world)).toEqual(['leaving']);
  });
});

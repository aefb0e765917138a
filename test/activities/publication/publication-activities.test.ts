import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import type {
  CheckPublicationInput,
  FindPublishedAdInput,
  PublicationCheck,
  PublishAdInput,
} from '../../../src/activities/publication/publication-contract.ts';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { paymentMethodOf } from '../../../src/simulator/trade/payment-method.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { checkInput, publishInput, rules, terms } from './publication-fixture.ts';

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

const ads = (world: ActivityWorld) => world.simulator.snapshot().ads;
const methodOf = ({ deps }: ActivityWorld) => paymentMethodOf(deps.account);

describe('interface 4.2, EP-5: what is looked up before an ad is published', () => {
  it('its price comes from its rules, its payment method from EP-37, and the ads that are there are remembered', async () => {
    const world = await openActivityWorld();
    const known = [world.addAd({ price: '10.40' })];
    const { payId } = methodOf(world);
    expect(await check(world)).toEqual({
      kind: 'ready',
      ready: {
        price: '10.04',
        priceScale: 2,
        note: { code: 'better', user: null, at: '10.05', size: { ticks: 1 }, price: '10.04' },
        referencePrice: '10.00',
        category: 'mass',
        methods: [{ payId: String(payId), identifier: 'BANK', name: 'Bank Transfer' }],
        known,
      },
    });
    expect(world.simulator.ledger().entries).toEqual([]);
  });

  it('ads#a-floating-ad-by-its-ratio: by rules that keep a ratio it floats (priceType 2), at the ratio of its rules or of its limit', async () => {
    const world = await openActivityWorld();
    const floating = (ratio: string) => ({ rules: { ...rules, strategy: { kind: 'floating', ratio } as const } });
    expect(await check(world, floating('120'))).toMatchObject({ ready: { price: '10.50', floatingRatio: '105' } });
    const found = await check(world, floating('100.5'));
    expect(found).toMatchObject({ ready: { price: '10.05', floatingRatio: '100.5' } });
    const sent = vi.spyOn(world.exchange.ads, 'post');
    await publish(world, { price: '10.05', floatingRatio: '100.5' });
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ priceType: 2, priceFloatingRatio: '100.5' });
    expect(sent.mock.calls[0]?.[0]).not.toHaveProperty('price');
    expect(ads(world)).toMatchObject([{ price: '10.05', floatingRatio: '100.5' }]);
  });

  it('a buyer names a method of the catalogue (EP-38), by its name as well', async () => {
    const world = await openActivityWorld();
    const found = await check(world, { terms: { ...terms, side: 'BUY', payMethods: ['tigo money'] } });
    expect(found).toMatchObject({ ready: { price: '9.96', methods: [{ identifier: 'TigoMoney' }] } });
  });

  it('0036: outside its hours an ad is not published, and one with a resting price is published at it', async () => {
    const world = await openActivityWorld();
    const never = { open: 'always', timezone: 'UTC', exceptions: [], restingPrice: null };
    const nowMs = world.clock.now();
    const closed = [0, 1].map((day) => new Date(nowMs + day * 86_400_000).toISOString().slice(0, 10));
    const off = await check(world, { rules: { ...rules, hours: { ...never, closed } } });
    expect(off).toEqual({ kind: 'unpublishable', why: expect.stringMatching(/^outside its hours until .* \(UTC\)/) });
    const resting = { ...never, closed, restingPrice: '10.30' };
    expect(await check(world, { rules: { ...rules, hours: resting } })).toMatchObject({ ready: { price: '10.30' } });
    const nowhere = { ...never, closed, timezone: 'America/Atlantis' };
    expect(await check(world, { rules: { ...rules, hours: nowhere } })).toMatchObject({ kind: 'unpublishable' });
  });

  it.each<[string, Partial<CheckPublicationInput>, string]>([
    [
      'a payment method that the account has not',
      { terms: { ...terms, payMethods: ['Zelle'] } },
      'Zelle is not known: there are BANK',
    ],
    ['a market that there is not', { terms: { ...terms, fiat: 'EUR' } }, 'no market USDT/EUR'],
    [
      'more decimals than the asset has',
      { terms: { ...terms, quantity: '1.001' } },
      'quantity 1.001 has more than the 2 decimals of USDT',
    ],
    [
      'more decimals than the fiat has',
      { terms: { ...terms, maxOrder: '1000.001' } },
      'max_order 1000.001 has more than the 2',
    ],
    ['less than the smallest order', { terms: { ...terms, quantity: '5' } }, 'less than the smallest order, 100 BOB'],
    [
      'limits outside the service range',
      { rules: { ...rules, limits: { floor: '20.00', ceiling: '21.00' } } },
      'no price satisfies its limits',
    ],
  ])('%s is refused before anything is sent', async (...[, part, words]) => {
    const world = await openActivityWorld();
    expect(await check(world, part)).toEqual({ kind: 'unpublishable', why: expect.stringContaining(words) });
    expect(world.callsOf('ads/post')).toBe(0);
  });

  it('EP-1: a category that the account may not publish is refused', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([
      { operation: 'getAvailableAdsCategory', fault: { kind: 'answer', fields: { advClassifies: ['mass'] } } },
    ]);
    expect(await check(world, { terms: { ...terms, category: 'block' } })).toMatchObject({
      kind: 'unpublishable',
      why: 'this account may not publish ads of category block: it may publish mass',
    });
  });

  it('7.4 PRICE_RANGE_LIMIT, SPECIAL_HANDLER: a learned range and the zones of own ads hold from the first attempt', async () => {
    const world = await openActivityWorld();
    const learnedRange = { range: { low: '10.20', high: '10.60' }, untilMs: world.clock.now() + 1 };
    expect(await check(world, { learnedRange })).toMatchObject({ ready: { price: '10.20' } });
    world.addAd({ price: '10.18' });
    expect(await check(world, { learnedRange })).toMatchObject({ ready: { price: '10.23' } });
    world.clock.advance(1);
    expect(await check(world, { learnedRange })).toMatchObject({ ready: { price: '10.04' } });
  });

  it('I3: the answer says what the name owns, or that an ad was sent whose number was never written down', async () => {
    const world = await openActivityWorld();
    const atMs = world.clock.now();
    await publish(world);
    world.clock.advance(1_000);
    expect(await check(world)).toEqual({ kind: 'sent', atMs });
    const entry = { name: 'usdt-bob', atMs: 5 };
    world.fakeGuard.memory = { ...emptyGuardMemory, publications: [{ ...entry, adNumber: '77' }] };
    expect(await check(world)).toEqual({ kind: 'owned', adNumber: '77' });
    world.fakeGuard.silent = true;
    await expect(check(world)).rejects.toMatchObject({ type: 'GUARD_SILENT' });
  });
});

describe('I3: an ad that is there already is not published once more', () => {
  const like = { initAmount: '500', minFiat: '100', maxFiat: '2000' };

  it('an own ad of the same terms that no name owns may be this one: a human says so, and nothing is sent', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.40', ...like, status: SimAdStatus.OFFLINE });
    expect(await check(world)).toEqual({
      kind: 'unpublishable',
      why: `ad ${adNumber}, offline, has the same terms and no name: keep it by number = "${adNumber}" in [ads.usdt-bob], or close it`,
    });
  });

  it('ads of other names, of other terms and closed ones do not count', async () => {
    const world = await openActivityWorld();
    const owned = world.addAd({ price: '10.40', ...like });
    world.addAd({ price: '10.30', ...like, initAmount: '501' });
    world.addAd({ price: '10.20', ...like, status: SimAdStatus.CLOSED });
    world.fakeGuard.memory = { ...emptyGuardMemory, publications: [{ name: 'other', adNumber: owned, atMs: 0 }] };
    expect(await check(world)).toMatchObject({ kind: 'ready' });
  });

  it('of a lost run the ad is told by its time: one without a time may be of last year, and a human is asked', async () => {
    const world = await openActivityWorld();
    const old = world.addAd({ price: '10.40', ...like });
    expect(await find(world, { known: null })).toBe(old);
    world.fakeGuard.memory = emptyGuardMemory;
    const fault = { kind: 'answer', where: { advNo: old }, fields: { createTime: null } } as const;
    world.simulator.setFaults([{ operation: 'listWithPagination', fault }]);
    expect(await find(world, { known: null })).toBeNull();
    expect(await find(world, { known: [] })).toBe(old);
  });
});

describe('EP-5: the call that publishes', () => {
  it('publishes with the looked-up methods and terms, at the price, online or not; the ledger has it once', async () => {
    const world = await openActivityWorld();
    const full = {
      ...terms,
      payTimeMinutes: 30,
      remarks: 'no third parties',
      autoReply: 'hello',
      buyerKyc: true,
      extraKyc: true,
      minRegisterDays: 7,
    };
    const end = await publish(world, { terms: full, category: 'profession', online: false });
    const [ad] = ads(world);
    expect(end).toEqual({ kind: 'executed', orderNumber: ad?.advNo });
    expect(ad).toMatchObject({
      account: 'acme',
      side: 'SELL',
      price: '10.04',
      initAmount: '500',
      minFiat: '100',
      maxFiat: '2000',
      classify: 'profession',
      status: SimAdStatus.OFFLINE,
      payTimeLimitMinutes: 30,
      remarks: 'no third parties',
      autoReply: 'hello',
      additionalKyc: true,
      terms: { buyerKycLimit: 1, buyerRegDaysLimit: 7 },
      paymentMethods: [{ payId: methodOf(world).payId }],
    });
    expect(world.simulator.ledger().entries).toMatchObject([{ kind: 'ad-post', adNumber: ad?.advNo, price: '10.04' }]);
    expect(world.fakeGuard.asked).toMatchObject([{ step: 'publish', subject: 'usdt-bob', number: 1 }]);
    const total = { total: '5020', fiat: 'BOB' };
    expect(await world.rows('publish')).toMatchObject([{ subject: 'usdt-bob', state: 'leaving', ...total }]);
  });

  it('I3: the same name is never sent twice, whatever asks for it again', async () => {
    const world = await openActivityWorld();
    await publish(world);
    expect(await publish(world, { price: '10.20' })).toMatchObject({ kind: 'rejected', category: 'REQUEST_USED' });
    expect(world.callsOf('ads/post')).toBe(1);
  });

  it('S4: only the publication of that name may ask', async () => {
    const world = await openActivityWorld();
    const foreign = world.asPublication('other').run(world.money.publishAd, publishInput(world));
    expect(await foreign).toMatchObject({ kind: 'rejected', category: 'CALLER_NOT_ALLOWED' });
    expect(world.calls).toEqual([]);
  });

  it('7.4 SPECIAL_HANDLER: an own ad that came near meanwhile is seen before the call, which is not made', async () => {
    const world = await openActivityWorld();
    world.addAd({ price: '10.07' });
    expect(await publish(world)).toMatchObject({ kind: 'rejected', category: 'STALE_DECISION' });
    expect(world.simulator.ledger()).toMatchObject({ pricesInZone: 0, entries: [] });
    expect(world.callsOf('ads/post')).toBe(0);
  });

  it.each<[string, object]>([
    ['a price above its limits', { price: '10.51' }],
    ['a price below its limits', { price: '9.49' }],
    ['a price that is none', { price: 'all' }],
    ['no method', { methods: [] }],
    ['a field too many', { surplusAmount: '1' }],
  ])('I14: %s is not sent', async (...[, part]) => {
    const world = await openActivityWorld();
    expect(await publish(world, part)).toMatchObject({ kind: 'rejected', category: 'INVARIANT' });
    expect(world.callsOf('ads/post')).toBe(0);
  });
});

describe('I3, I4: whether it was published is looked up', () => {
  it('an answer that was lost: the ad is found by its terms among those that were not there before', async () => {
    const world = await openActivityWorld();
    const known = [world.addAd({ price: '10.40', initAmount: '500', minFiat: '100', maxFiat: '2000' })];
    world.simulator.setFaults([{ operation: 'post', fault: { kind: 'reset', when: 'after' } }]);
    expect(await publish(world)).toMatchObject({ kind: 'unknown' });
    const published = ads(world).find(({ advNo }) => !known.includes(advNo))?.advNo;
    expect(await find(world, { known })).toBe(published);
    expect(world.fakeGuard.memory.publications).toMatchObject([{ name: 'usdt-bob', adNumber: published }]);
    expect(world.simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post')).toHaveLength(1);
  });

  it('not among ads of other terms, older ones, closed ones, or one that another name owns', async () => {
    const world = await openActivityWorld();
    const like = { initAmount: '500', minFiat: '100', maxFiat: '2000' };
    world.addAd({ price: '10.40', ...like, status: SimAdStatus.CLOSED });
    world.addAd({ price: '10.40', ...like, initAmount: '501' });
    const owned = world.addAd({ price: '10.30', ...like });
    world.fakeGuard.memory = { ...emptyGuardMemory, publications: [{ name: 'other', adNumber: owned, atMs: 0 }] };
    expect(await find(world)).toBeNull();
    const old = world.addAd({ price: '10.20', ...like });
    expect(await find(world, { sinceMs: world.clock.now() + 60_001 })).toBeNull();
    expect(await find(world)).toBe(old);
  });

  it('beyond the first page of the listing', async () => {
    const world = await openActivityWorld();
    const wanted = world.addAd({ price: '9.00', initAmount: '500', minFiat: '100', maxFiat: '2000' });
    for (let at = 0; at < 20; at += 1) world.addAd({ price: `${11 + at}.00` });
    expect(await find(world)).toBe(wanted);
    expect(world.callsOf('ads/listWithPagination')).toBe(2);
  });
});

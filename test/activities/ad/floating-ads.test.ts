import { describe, expect, it, vi } from 'vitest';
import type { PutAdOnlineInput, UpdateAdPriceInput, WriteReceipt } from '../../../src/activities/activity-contract.ts';
import { priceTypeProblem } from '../../../src/activities/ad/price-type.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { floatingRules as rules, movingReference } from './floating-world.ts';
import { cancelled, input, watch } from './watch-fixture.ts';

const { limits } = rules;
const fixedRules = pricingRulesSchema.parse({ strategy: { kind: 'fixed', price: '10.10' }, limits });

const adOf = (world: ActivityWorld, adNumber: string) => {
  const { status, price, floatingRatio } = world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber) ?? {};
  return { status, price, floatingRatio };
};

async function floatingWorld(floatingRatio = '99') {
  const { feed, move } = movingReference();
  const world = await openActivityWorld({ simulator: { market: feed } });
  return { world, move, adNumber: world.addAd({ floatingRatio }) };
}

describe('ads#a-floating-ad-by-its-ratio: a look at a floating ad', () => {
  it('returns the ratio to set, with the price that it is worth', async () => {
    const { world, adNumber } = await floatingWorld();
    expect(await watch(world, input(adNumber, { rules })).verdict).toMatchObject({
      kind: 'set',
      decision: { action: 'set', price: '10.05', floatingRatio: '100.5' },
      ad: { price: '9.90', floatingRatio: '99.00000000' },
    });
  });

  it('I19: what the reference alone moves costs no verdict, until the price that the service shows breaks a limit', async () => {
    const { world, move, adNumber } = await floatingWorld('100.5');
    const quiet = watch(world, input(adNumber, { rules }));
    await vi.waitUntil(() => quiet.beats.length >= 2, { timeout: 5_000 });
    move('9.80');
    await vi.waitUntil(() => quiet.beats.some(({ price }) => price === '9.84'), { timeout: 5_000 });
    move('9.40');
    expect(await quiet.verdict).toMatchObject({
      kind: 'set',
      // By the reference if that is as new as the listing, and else by what the listing implies.
      decision: { price: '9.50', reason: 'guards-broken', floatingRatio: expect.stringMatching(/^101\.(07|14)$/) },
    });
  });

  it('goes by the price at the service where the reference was read before it moved', async () => {
    const { feed, move } = movingReference();
    const world = await openActivityWorld({ simulator: { market: feed }, settings: { priceRangeTtlMs: 600_000 } });
    const quiet = watch(world, input(world.addAd({ floatingRatio: '100.5' }), { rules }));
    await vi.waitUntil(() => quiet.beats.length >= 2, { timeout: 5_000 });
    move('9.40');
    const verdict = await quiet.verdict;
    // The reference is 10.00 for this process still; 9.44 at 100.5 % implies 9.393…
    expect(verdict).toMatchObject({ referencePrice: '10.00', decision: { price: '9.50', floatingRatio: '101.14' } });
  });

  it('shadow: the assumed ratio stands in for the ad’s real one', async () => {
    const { world, move, adNumber } = await floatingWorld();
    const assumed = { rules, assumedPrice: '10.05', assumedRatio: '100.5' };
    const quiet = watch(world, input(adNumber, assumed));
    await vi.waitUntil(() => quiet.beats.length >= 2, { timeout: 5_000 });
    move('9.80');
    await vi.waitUntil(() => quiet.beats.some(({ decision }) => decision?.price === '9.84'), { timeout: 5_000 });
    await cancelled(quiet);
  });

  it('0036: at rest it keeps a price, as a ratio', async () => {
    const { world, adNumber } = await floatingWorld();
    const closed = [new Date(world.clock.now()).toISOString().slice(0, 10)];
    const hours = { open: 'always', timezone: 'UTC', closed, exceptions: [], restingPrice: '10.40' };
    const resting = pricingRulesSchema.parse({ ...rules, hours });
    expect(await watch(world, input(adNumber, { rules: resting })).verdict).toMatchObject({
      decision: { price: '10.40', floatingRatio: '104' },
    });
  });

  it.each([
    ['99', fixedRules, /^the ad has a floating price.*strategy.kind=floating/],
    [null, rules, /^the ad has a fixed price.*strategy.kind=reference/],
  ])(
    'with a ratio of %s, under rules of the other kind, it is refused: why, and what to do',
    async (floatingRatio, adRules, message) => {
      const { world } = await floatingWorld();
      const adNumber = world.addAd({ price: '10.20', floatingRatio });
      expect(await watch(world, input(adNumber, { rules: adRules })).verdict).toMatchObject({
        kind: 'problem',
        category: 'NON_RETRIABLE_BUSINESS',
        message: expect.stringMatching(message),
      });
    },
  );

  it('a floating ad without a ratio at the service is refused: no write of it could be confirmed', () => {
    const hidden = { priceType: 'floating', floatingRatio: null } as const;
    expect(priceTypeProblem(hidden, rules)).toMatch(/^the service does not show the ratio/);
    expect(priceTypeProblem({ ...hidden, floatingRatio: '99' }, rules)).toBeNull();
  });
});

const update = (world: ActivityWorld, adNumber: string, part: Partial<UpdateAdPriceInput> = {}) =>
  world.asAd(adNumber).run(world.acting.updateAdPrice, {
    mode: 'sim' as const,
    adNumber,
    price: '10.05',
    floatingRatio: '100.5',
    limits,
    ...part,
  }) as Promise<WriteReceipt>;

describe('interface 4.2 rule 2: a ratio is set by number and ratio alone', () => {
  it('EP-7: the body has exactly these two', async () => {
    const { world, adNumber } = await floatingWorld();
    const sent = vi.spyOn(world.exchange.ads, 'update');
    expect(await update(world, adNumber)).toMatchObject({ kind: 'applied' });
    expect(sent.mock.calls.map(([body]) => body)).toEqual([{ advNo: adNumber, priceFloatingRatio: '100.5' }]);
    expect(adOf(world, adNumber)).toMatchObject({ price: '10.05', floatingRatio: '100.5' });
  });

  it('I14: neither a price is sent for a floating ad nor a ratio for a fixed one', async () => {
    const { world, adNumber } = await floatingWorld();
    const { floatingRatio: _, ...price } = {
      mode: 'sim' as const,
      adNumber,
      price: '10.05',
      floatingRatio: '1',
      limits,
    };
    await expect(world.asAd(adNumber).run(world.acting.updateAdPrice, price)).rejects.toMatchObject({
      type: 'STALE_DECISION',
      message: 'the ad has a floating price now',
    });
    await expect(update(world, world.addAd({ price: '10.30' }))).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('shadow: the intent has the ratio', async () => {
    const { world, adNumber } = await floatingWorld();
    expect(await update(world, adNumber, { mode: 'shadow' })).toMatchObject({ kind: 'intent' });
    const detail = { price: '10.05', floatingRatio: '100.5' };
    expect(world.intents).toEqual([{ operation: 'ads/update', subject: adNumber, detail }]);
  });
});

describe('I16: a written ratio is confirmed by the ratio that a listing shows', () => {
  it('its price has moved by then, and is no contradiction; until then both prices are doubtful', async () => {
    const { world, move, adNumber } = await floatingWorld();
    const { ownAds } = world.deps;
    await ownAds.listing();
    await update(world, adNumber);
    const known = await ownAds.listing();
    expect(known.find(adNumber)).toMatchObject({ price: '10.05', floatingRatio: '100.5' });
    expect(known.doubtfulOfPair('USDT/BOB')).toEqual([{ adNumber, side: 'SELL', price: '9.90' }]);
    move('10.10');
    world.clock.advance(60);
    await vi.waitUntil(async () => (await ownAds.listing()).find(adNumber)?.price === '10.15', { timeout: 5_000 });
    expect((await ownAds.listing()).doubtfulOfPair('USDT/BOB')).toEqual([]);
  });

  it('a write of the process before this one is known by its ratio', async () => {
    const { world, adNumber } = await floatingWorld();
    await world.deps.ownAds.listing();
    const set = { setPrice: '10.05', setRatio: '100.5', lastChangeAtMs: world.clock.now() - 1 };
    const quiet = watch(world, input(adNumber, { rules, periodMs: 0, ...set }));
    expect(await quiet.verdict).toMatchObject({ kind: 'quiet', ad: { price: '10.05', floatingRatio: '100.5' } });
  });
});

describe('EP-8: a floating ad comes online with a ratio, never with a price', () => {
  const comeBack = (world: ActivityWorld, adNumber: string, part: Partial<PutAdOnlineInput> = {}) =>
    world
      .asAd(adNumber)
      .run(world.acting.putAdOnline, { mode: 'sim' as const, adNumber, limits, ...part }) as Promise<WriteReceipt>;
  const pricing = { rules, override: null, learnedRange: null };

  async function away(floatingRatio: string) {
    const { world, move } = await floatingWorld();
    const sent = vi.spyOn(world.exchange.ads, 'update');
    const adNumber = world.addAd({ asset: 'USDT', floatingRatio, status: SimAdStatus.OFFLINE });
    await world.admin(`ads/${world.simulator.snapshot().ads[0]?.advNo}`, { status: 'offline' });
    return { world, move, sent, adNumber };
  }

  it('its rules’, where it is priced again', async () => {
    const { world, sent, adNumber } = await away('103');
    await comeBack(world, adNumber, { pricing });
    expect(sent.mock.calls.map(([body]) => body)).toEqual([{ advNo: adNumber, priceFloatingRatio: '100.5' }]);
    expect(adOf(world, adNumber)).toMatchObject({ status: SimAdStatus.ONLINE, price: '10.05' });
  });

  it('none, where it has that already', async () => {
    const { world, sent, adNumber } = await away('100.5');
    await comeBack(world, adNumber, { pricing });
    await comeBack(world, adNumber);
    expect(sent).not.toHaveBeenCalled();
    expect(adOf(world, adNumber)).toMatchObject({ status: SimAdStatus.ONLINE });
  });

  it('the one that is clear of the other own ads, and within its limits, where a person puts it back', async () => {
    const { world, sent, adNumber } = await away('106');
    await comeBack(world, adNumber);
    expect(sent.mock.calls.map(([body]) => body)).toEqual([{ advNo: adNumber, priceFloatingRatio: '105' }]);
  });

  it('not at all under rules that set a price', async () => {
    const { world, adNumber } = await away('100.5');
    const back = comeBack(world, adNumber, { pricing: { ...pricing, rules: fixedRules } });
    await expect(back).rejects.toMatchObject({ message: expect.stringContaining('the ad has a floating price') });
    expect(adOf(world, adNumber)).toMatchObject({ status: SimAdStatus.OFFLINE });
  });
});

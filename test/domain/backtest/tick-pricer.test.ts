import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { qualifiedBook, rulesPricer, type MarketLook } from '../../../src/domain/backtest/rules-pricer.ts';
import { competitorTicks, maxDeviationOf } from '../../../src/domain/backtest/tick-book.ts';
import { compileRules, placeAmong, type TickAd, type TickMarket } from '../../../src/domain/backtest/tick-pricer.ts';
import { priceOfTicks, ticksOf } from '../../../src/domain/backtest/ticks.ts';
import { check } from '../seeded.ts';
import { offer, rules } from '../pricing/pricing-fixture.ts';

const scale = 2;
const sides = fc.constantFrom('SELL', 'BUY');
const ticks = fc.integer({ min: 1, max: 400 });
const maybeTicks = fc.oneof(ticks, fc.constant(null));

function offersAt(prices: readonly number[]): MarketOffer[] {
  return prices.map((price, index) => offer(priceOfTicks(price, scale), { adNumber: `competitor-${index}` }));
}

function lookOf(prices: readonly number[], reference: number | null): MarketLook {
  const referencePrice = reference === null ? null : priceOfTicks(reference, scale);
  return { atMs: 1_000_000, reference, referencePrice, offers: offersAt(prices), ownAdNumbers: [] };
}

const ranges = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 0, max: 10_000 }));

/** Some with a range of the service whose ends lie between two ticks, or that leaves no tick at all. */
const looks = fc
  .tuple(
    fc.array(ticks, { maxLength: 8 }),
    maybeTicks,
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: ranges }),
  )
  .map(([prices, ref, range]): MarketLook => {
    if (range === null) return lookOf(prices, ref);
    const [low, width] = range;
    return { ...lookOf(prices, ref), serviceRange: { low: priceOfTicks(low, 4), high: priceOfTicks(low + width, 4) } };
  });

/** Limits of up to four decimals, so that some lie between two ticks and some leave no tick at all. */
const limits = fc
  .tuple(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 0, max: 20_000 }))
  .map(([low, width]) => ({ floor: priceOfTicks(low, 4), ceiling: priceOfTicks(low + width, 4) }));

const plainRules = fc.record({
  strategy: fc.oneof(
    fc.record({ kind: fc.constant('undercut'), ticks: fc.integer({ min: 1, max: 5 }) }),
    fc.constant({ kind: 'match' }),
    fc.record({ kind: fc.constant('trail'), ticks: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('rank'), rank: fc.integer({ min: 1, max: 6 }) }),
  ),
  limits,
  filter: fc.record({ maxDeviationRatio: fc.constantFrom(null, '0.05', '0.5', '0.125') }),
  minimumChangeTicks: fc.integer({ min: 0, max: 10 }),
  minimumHoldMs: fc.constantFrom(0, 1_000, 60_000),
  answerHoldMs: fc.constantFrom(0, 10_000, 40_000),
});

const ads = fc.record({
  ticks,
  changedAtMs: fc.oneof(fc.constant(null), fc.integer({ min: 300_000, max: 1_100_000 })),
  answers: fc.integer({ min: 0, max: 8 }),
});

const situations = fc.record({ side: sides, input: plainRules, look: looks, ad: ads });

describe('rules in ticks', () => {
  it('decide as decidePrice does, whatever the book, the limits and the time of the last change', () => {
    check(
      fc.property(situations, ({ side, input, look, ad }) => {
        const market: TickMarket = { side, priceScale: scale };
        const wanted = rulesPricer(rules(input), market)(look, ad);
        const compiled = compileRules(rules(input), market);
        expect(compiled?.(qualifiedBook(look, rules(input), market), ad)).toEqual(wanted);
      }),
      3_000,
    );
  });

  it('choose the competitors of a recording of prices as findCompetitors does', () => {
    check(
      fc.property(sides, looks, fc.constantFrom(null, '0.05', '0.5', '0.125'), (side, look, maxDeviationRatio) => {
        const wanted = qualifiedBook(look, rules({ filter: { maxDeviationRatio } }), { side, priceScale: scale });
        const prices = look.offers.map(({ price }) => ticksOf(price, scale) ?? 0);
        const maxDeviation = maxDeviationOf(maxDeviationRatio) ?? null;
        expect(competitorTicks({ ...look, prices }, side, maxDeviation)).toEqual(wanted.prices);
      }),
      2_000,
    );
  });
});

describe('rules that are not compiled', () => {
  const market: TickMarket = { side: 'SELL', priceScale: scale };

  it.each([
    ['a fixed price', rules({ strategy: { kind: 'fixed', price: '9.155' } })],
    ['a percentage', rules({ strategy: { kind: 'undercut', percent: '0.2' } })],
    ['a largest step', rules({ maximumStep: { ticks: 5 } })],
    ['limits too long for a number', rules({ limits: { floor: '1', ceiling: '999999999999999999' } })],
    ['a field that has an effect of its own', { ...rules(), unheardOf: 1 }],
  ])('%s', (_, unusual) => {
    expect(compileRules(unusual, market)).toBeNull();
  });

  it('are decided row by row, here a fixed price between two ticks', () => {
    const fixed = rules({ strategy: { kind: 'fixed', price: '9.155' } });
    const ad: TickAd = { ticks: 1_000, changedAtMs: null, answers: 0 };
    expect(rulesPricer(fixed, market)(lookOf([920], 915), ad)).toMatchObject({ isSet: true, ticks: 916, best: 920 });
  });

  it('interface 7.4: keep out of the zones of other own ads', () => {
    const ad: TickAd = { ticks: 1_000, changedAtMs: null, answers: 0 };
    const ownPrices = [{ adNumber: '2', price: '9.18', side: 'SELL' as const }];
    const look = { ...lookOf([920], 915), ownPrices };
    expect(rulesPricer(rules(), market)(look, ad)).toMatchObject({ isSet: true, ticks: 923, rank: 2 });
  });

  it('keep the price of an ad without any competitor', () => {
    const ad: TickAd = { ticks: 1_000, changedAtMs: null, answers: 0 };
    const decision = rulesPricer(rules(), market)(lookOf([], null), ad);
    expect(decision).toEqual({
      isSet: false,
      ticks: 1_000,
      reason: 'no-competitor',
      isAnswer: false,
      rank: null,
      place: null,
      bound: null,
      best: null,
    });
  });

  it.each([
    ['SELL', 915, 1],
    ['SELL', 920, 2],
    ['SELL', 921, 2],
    ['BUY', 931, 1],
    ['BUY', 930, 2],
  ] as const)('%s at %s: equal prices come first, so its place is %s', (side, price, place) => {
    expect(placeAmong(price, side === 'SELL' ? [920, 930] : [930, 920], side)).toBe(place);
  });

  it('see no competitor in an offer between two ticks', () => {
    const look = { ...lookOf([], null), offers: [offer('9.155'), offer('9.16', { adNumber: 'other' })] };
    expect(qualifiedBook(look, rules(), market).prices).toEqual([916]);
  });

  it('a ratio with more digits than nine is not exact in ticks', () => {
    expect(maxDeviationOf('0.0123456789')).toBeUndefined();
    expect(maxDeviationOf('0.05')).toEqual({ part: 50_000_000, whole: 1_000_000_000 });
  });
});

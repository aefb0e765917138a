import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { compare, Decimal, roundToScale, tickOf } from '../../../src/domain/decimal.ts';
import {
  inExclusionZone,
  nearestAllowedPrice,
  type AllowedPriceSearch,
} from '../../../src/domain/pricing/exclusion-zone.ts';
import { decidePrice, type PricingInput } from '../../../src/domain/pricing/pricing.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { check } from '../seeded.ts';

/** A price near `units` ticks of the scale, sometimes between two ticks. */
function priceText(units: number, scale: number, offTick = 0): string {
  return new Decimal(units).plus(new Decimal(offTick).dividedBy(10)).times(tickOf(scale)).toFixed();
}

function prices(scale: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom(0, 0, 0, 3, 5))
    .map(([units, offTick]) => priceText(units, scale, offTick));
}

function orderedPair(scale: number): fc.Arbitrary<readonly [string, string]> {
  return fc
    .tuple(prices(scale), prices(scale))
    .map(([left, right]) => (compare(left, right) <= 0 ? [left, right] : [right, left]));
}

/** What a hostile book may hold besides prices. */
const badPrices = fc.constantFrom(
  '',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e9',
  '0x1',
  '9,10',
  '9'.repeat(79),
  '0.'.padEnd(70, '0'),
);

function hostileOffers(scale: number): fc.Arbitrary<MarketOffer[]> {
  const offer: fc.Arbitrary<MarketOffer> = fc.record({
    adNumber: fc.constantFrom('own', 'other-0', 'other-1', 'a', 'b', 'c', 'd', 'e', 'f', 'g', '__proto__'),
    price: fc.oneof({ weight: 6, arbitrary: prices(scale) }, { weight: 1, arbitrary: badPrices }),
    nickname: fc.constantFrom('ana', 'luis', 'constructor', ''),
    remaining: fc.constantFrom('0', '100', '100000', 'lots'),
    minFiat: fc.constant('1'),
    maxFiat: fc.constant('100'),
    orderCount: fc.option(fc.nat({ max: 1_000 })),
    finishRate: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    tradable: fc.option(fc.boolean()),
  });
  return fc.array(offer, { maxLength: 12 });
}

function strategies(scale: number): fc.Arbitrary<object> {
  return fc.oneof(
    fc.record({ kind: fc.constant('undercut'), ticks: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ kind: fc.constant('match') }),
    fc.record({ kind: fc.constant('rank'), rank: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ kind: fc.constant('fixed'), price: prices(scale) }),
  );
}

function inputs(scale: number): fc.Arbitrary<PricingInput> {
  const rules = fc
    .record({
      strategy: strategies(scale),
      limits: orderedPair(scale).map(([floor, ceiling]) => ({ floor, ceiling })),
      filter: fc.record({
        maxDeviationRatio: fc.constantFrom(null, '0.05', '0.5'),
        minOrderCount: fc.constantFrom(null, 100),
        minRemaining: fc.constantFrom(null, '50'),
      }),
      minimumChangeTicks: fc.constantFrom(0, 1, 3),
      minimumHoldMs: fc.constantFrom(0, 60_000),
    })
    .map((draw) => pricingRulesSchema.parse(draw));
  return fc.record({
    adNumber: fc.constant('own'),
    side: fc.constantFrom('SELL' as const, 'BUY' as const),
    currentPrice: prices(scale),
    priceScale: fc.constant(scale),
    rules,
    serviceRange: fc.option(orderedPair(scale).map(([low, high]) => ({ low, high }))),
    ownPrices: fc
      .array(prices(scale), { maxLength: 5 })
      .map((list) => list.map((price, index) => ({ adNumber: `other-${index}`, price }))),
    offers: hostileOffers(scale),
    ownAdNumbers: fc.constant(['own']),
    referencePrice: fc.oneof(fc.constantFrom(null, '0', 'none'), prices(scale)),
    lastChangeAtMs: fc.option(fc.nat({ max: 200_000 })),
    nowMs: fc.nat({ max: 200_000 }),
    override: fc.option(fc.record({ price: prices(scale), untilMs: fc.nat({ max: 200_000 }) })),
    zoneTicks: fc.constantFrom(0, 4, 20),
  });
}

const anyInput = fc.constantFrom(0, 2, 3, 8).chain(inputs);

/** Each guard written a second time, from the outside. */
function brokenGuards(price: string, input: PricingInput): string[] {
  const { rules, serviceRange, ownPrices, priceScale, zoneTicks } = input;
  const reach = new Decimal(10).pow(-priceScale).times(zoneTicks);
  const value = new Decimal(price);
  const broken: (readonly [string, boolean])[] = [
    ['floor', value.lessThan(rules.limits.floor)],
    ['ceiling', value.greaterThan(rules.limits.ceiling)],
    ['range', serviceRange !== null && (value.lessThan(serviceRange.low) || value.greaterThan(serviceRange.high))],
    ['zone', ownPrices.some((own) => value.minus(own.price).abs().lessThanOrEqualTo(reach))],
    ['positive', !value.greaterThan(0)],
  ];
  return broken.filter(([, holds]) => holds).map(([name]) => name);
}

/** Every price on a tick that breaks nothing; the arena is 300 ticks wide. */
function somePriceFits(input: PricingInput): boolean {
  const { priceScale } = input;
  return Array.from({ length: 330 }, (_, units) => priceText(units, priceScale)).some(
    (price) => brokenGuards(price, input).length === 0,
  );
}

describe('I15, I16: decidePrice under hostile books', () => {
  it('I15, I16: a price that is set breaks no guard, is on a tick, and differs from the current one', () => {
    check(
      fc.property(anyInput, (input) => {
        const decision = decidePrice(input);
        if (decision.action === 'keep') {
          expect(decision.price).toBe(input.currentPrice);
          return;
        }
        expect(brokenGuards(decision.price, input)).toEqual([]);
        expect(decision.price).toBe(roundToScale(decision.price, input.priceScale, 'nearest'));
        expect(compare(decision.price, input.currentPrice)).not.toBe(0);
      }),
      4_000,
    );
  });

  it('I15: a current price that breaks a guard stays only when no price satisfies all of them', () => {
    check(
      fc.property(anyInput, (input) => {
        const decision = decidePrice(input);
        if (decision.action === 'set' || brokenGuards(input.currentPrice, input).length === 0) return;
        expect(decision.reason).toBe('no-price-satisfies');
        expect(somePriceFits(input)).toBe(false);
      }),
      600,
    );
  });

  it('I19: deciding again right after a change changes nothing', () => {
    check(
      fc.property(anyInput, (input) => {
        const first = decidePrice(input);
        const again = decidePrice({ ...input, currentPrice: first.price, lastChangeAtMs: input.nowMs });
        expect(again.price).toBe(first.price);
        if (first.action === 'set') expect(again.action).toBe('keep');
      }),
      2_000,
    );
  });

  it('design 6: every decision explains itself, and every offer is either counted or dropped', () => {
    check(
      fc.property(anyInput, (input) => {
        const decision = decidePrice(input);
        expect(decision.steps[0]?.name).toBe('target');
        expect(decision.steps.every((step) => step.note !== '')).toBe(true);
        expect(decision.dropped.every((item) => item.reason !== '' && item.note !== '')).toBe(true);
        expect(decision.dropped.length).toBeLessThanOrEqual(input.offers.length);
        const counted = input.offers.length - decision.dropped.length;
        expect(decision.rank === null).toBe(counted === 0);
        expect(decision.rank ?? 1).toBeLessThanOrEqual(counted + 1);
        expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
      }),
      2_000,
    );
  });

  it('I16: two own ads that follow the same competitor come to rest', () => {
    const start = fc.record({
      side: fc.constantFrom('SELL' as const, 'BUY' as const),
      first: fc.integer({ min: 100, max: 200 }),
      second: fc.integer({ min: 100, max: 200 }),
      rival: fc.integer({ min: 130, max: 170 }),
    });
    const rules = pricingRulesSchema.parse({
      strategy: { kind: 'undercut', ticks: 1 },
      limits: { floor: '1.00', ceiling: '2.50' },
      filter: { maxDeviationRatio: null },
    });
    check(
      fc.property(start, fc.context(), ({ side, first, second, rival }, context) => {
        const ads = [priceText(first, 2), priceText(second, 2)];
        const decideFor = (index: number): boolean => {
          const decision = decidePrice({
            adNumber: `ad-${index}`,
            side,
            currentPrice: ads[index] ?? '',
            priceScale: 2,
            rules,
            serviceRange: null,
            ownPrices: [{ adNumber: `ad-${1 - index}`, price: ads[1 - index] ?? '' }],
            offers: [
              {
                adNumber: 'rival',
                price: priceText(rival, 2),
                nickname: 'rival',
                remaining: '1',
                minFiat: '1',
                maxFiat: '2',
                orderCount: null,
                finishRate: null,
                tradable: null,
              },
            ],
            ownAdNumbers: ['ad-0', 'ad-1'],
            referencePrice: null,
            lastChangeAtMs: null,
            nowMs: 0,
            override: null,
            zoneTicks: 4,
          });
          context.log(`${index}: ${decision.action} ${decision.price}`);
          ads[index] = decision.price;
          return decision.action === 'set';
        };
        for (let round = 0; round < 4; round += 1) [0, 1].forEach(decideFor);
        expect([0, 1].some(decideFor)).toBe(false);
      }),
    );
  });
});

describe('7.4 SPECIAL_HANDLER: the nearest allowed price', () => {
  const searches = fc.constantFrom(0, 2, 3, 8).chain((scale) =>
    fc.record({
      target: prices(scale),
      search: fc.record({
        scale: fc.constant(scale),
        zoneTicks: fc.constantFrom(0, 4, 20),
        ownPrices: fc.array(prices(scale), { maxLength: 12 }),
        range: fc.option(orderedPair(scale).map(([low, high]) => ({ low, high }))),
        first: fc.constantFrom('lower' as const, 'higher' as const),
      }),
    }),
  );

  function isAllowed(price: string, { range, ownPrices, scale, zoneTicks }: AllowedPriceSearch): boolean {
    const inside = range === null || (compare(price, range.low) >= 0 && compare(price, range.high) <= 0);
    return inside && compare(price, '0') > 0 && !inExclusionZone(price, ownPrices, { scale, zoneTicks });
  }

  it('7.4: it is never in a zone, always in the range and on a tick, and none is missed', () => {
    check(
      fc.property(searches, ({ target, search }) => {
        const found = nearestAllowedPrice(target, search);
        const ticks = Array.from({ length: 800 }, (_, units) => priceText(units, search.scale));
        const allowed = ticks.filter((price) => isAllowed(price, search));
        if (found === null) {
          expect(allowed).toEqual([]);
          return;
        }
        expect(isAllowed(found, search)).toBe(true);
        expect(found).toBe(roundToScale(found, search.scale, 'nearest'));
        // On its side, nothing allowed lies between the target and it.
        const [from, to] = compare(found, target) < 0 ? [found, target] : [target, found];
        const between = allowed.filter((price) => compare(price, from) > 0 && compare(price, to) < 0);
        expect(between).toEqual([]);
      }),
      150,
    );
  });
});

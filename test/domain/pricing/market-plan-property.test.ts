import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { compare, Decimal } from '../../../src/domain/decimal.ts';
import { planMarket, type AdWish, type MarketPlanInput, type PlanAd } from '../../../src/domain/pricing/market-plan.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { check } from '../seeded.ts';
import { offer } from './pricing-fixture.ts';

const ticks = (units: number): string => new Decimal(units).dividedBy(100).toFixed(2);

function offerAt(units: number): MarketOffer {
  const price = ticks(units);
  return offer(price, { adNumber: `rival-${price}` });
}

const strategies = fc.oneof(
  fc.record({ kind: fc.constant('undercut' as const), ticks: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ kind: fc.constant('match' as const) }),
  fc.record({ kind: fc.constant('rank' as const), rank: fc.integer({ min: 1, max: 4 }) }),
  fc.integer({ min: 950, max: 1_050 }).map((units) => ({ kind: 'fixed' as const, price: ticks(units) })),
);

interface Bounds {
  /** Room on both sides, so that every ad finds a place. */
  wide: boolean;
}

function wishes({ wide }: Bounds): fc.Arbitrary<AdWish> {
  const limits = wide
    ? fc.constant({ floor: '5.00', ceiling: '20.00' })
    : fc
        .tuple(fc.integer({ min: 950, max: 1_050 }), fc.integer({ min: 0, max: 60 }))
        .map(([floor, width]) => ({ floor: ticks(floor), ceiling: ticks(floor + width) }));
  const none = fc.constant(null);
  return fc.record({
    rules: fc
      .record({
        strategy: strategies,
        limits,
        minimumChangeTicks: wide ? fc.constantFrom(0, 1) : fc.constantFrom(0, 1, 3, 20),
        minimumHoldMs: wide ? fc.constant(0) : fc.constantFrom(0, 60_000),
        order: fc.option(fc.integer({ min: 1, max: 3 })),
        behindOwn: fc.constantFrom('merchant' as const, 'taker' as const),
        filter: fc.constant({ maxDeviationRatio: null }),
      })
      .map((draw) => pricingRulesSchema.parse(draw)),
    override: wide
      ? none
      : fc.option(fc.record({ price: fc.integer({ min: 950, max: 1_050 }).map(ticks), untilMs: fc.constant(9e9) })),
    lastChangeAtMs: none,
    answers: fc.constant(0),
    serviceRange: wide ? none : fc.option(fc.constant({ low: '9.60', high: '10.40' })),
  });
}

function markets(bounds: Bounds): fc.Arbitrary<MarketPlanInput> {
  // The ads stand apart, as the service had them: it refuses prices that collide.
  const places = fc.shuffledSubarray([950, 957, 962, 967, 975, 990, 995, 1_000, 1_005, 1_010, 1_030], {
    minLength: 1,
    maxLength: 6,
  });
  const kept = bounds.wide ? wishes(bounds) : fc.option(wishes(bounds));
  const ads = places.chain((units) =>
    fc.tuple(
      ...units.map((unit, index) =>
        kept.map((wish): PlanAd => ({
          adNumber: `${index}`,
          currentPrice: ticks(unit),
          priceScale: 2,
          terms: null,
          wish,
        })),
      ),
    ),
  );
  return fc.record({
    side: fc.constantFrom('SELL' as const, 'BUY' as const),
    ads,
    opposite: fc.constant([]),
    ownAdNumbers: fc.constant([]),
    offers: fc.array(fc.integer({ min: 940, max: 1_060 }).map(offerAt), { maxLength: 5 }),
    referencePrice: fc.constant(null),
    makerFee: fc.constant(null),
    anchors: fc.constant([]),
    readAt: fc.constant(null),
    nowMs: fc.constant(1_000_000),
    zoneTicks: fc.constantFrom(0, 4),
  });
}

function collisions(ads: readonly PlanAd[], zoneTicks: number): string[] {
  const reach = new Decimal(zoneTicks).dividedBy(100);
  return ads.flatMap((ad, index) =>
    ads
      .slice(index + 1)
      .filter((other) => new Decimal(ad.currentPrice).minus(other.currentPrice).abs().lessThanOrEqualTo(reach))
      .map((other) => `${ad.adNumber} at ${ad.currentPrice} and ${other.adNumber} at ${other.currentPrice}`),
  );
}

interface Run {
  ads: readonly PlanAd[];
  writes: number;
}

/**
 * Writes decisions, one ad after the other, each write followed by a fresh plan; picks by `seed` among those that may.
 */
function run(input: MarketPlanInput, seed: number, onWrite: (ads: readonly PlanAd[]) => void = () => undefined): Run {
  let { ads } = input;
  for (let writes = 0; writes <= 4 * ads.length + 4; writes += 1) {
    const ready = planMarket({ ...input, ads }).filter(({ decision }) => decision.action === 'set');
    const next = ready[seed % Math.max(1, ready.length)];
    if (next === undefined) return { ads, writes };
    ads = ads.map((ad) => {
      const written = {
        currentPrice: next.decision.price,
        wish: ad.wish === null ? null : { ...ad.wish, lastChangeAtMs: input.nowMs },
      };
      return ad.adNumber === next.adNumber ? { ...ad, ...written } : ad;
    });
    onWrite(ads);
  }
  throw new Error('the ads never come to rest');
}

/** One rule for all. */
const undercutting: AdWish = {
  rules: pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '5.00', ceiling: '20.00' },
    filter: { maxDeviationRatio: null },
  }),
  override: null,
  lastChangeAtMs: null,
  answers: 0,
  serviceRange: null,
};

describe('design 6, I16: own ads of a market are priced together', () => {
  it('I16, I19: whichever ad writes first, no write collides, and all come to rest', () => {
    check(
      fc.property(
        fc.boolean().chain((wide) => markets({ wide })),
        fc.nat({ max: 5 }),
        (input, seed) => {
          if (collisions(input.ads, input.zoneTicks).length > 0) return;
          const { ads } = run(input, seed, (now) => expect(collisions(now, input.zoneTicks)).toEqual([]));
          expect(planMarket({ ...input, ads }).filter(({ decision }) => decision.action === 'set')).toEqual([]);
        },
      ),
      400,
    );
  });

  it('design 6: with room, an ad ends where the first plan put it, whichever ad writes first', () => {
    check(
      fc.property(markets({ wide: true }), fc.nat({ max: 5 }), fc.nat({ max: 5 }), (input, left, right) => {
        if (collisions(input.ads, input.zoneTicks).length > 0) return;
        const pricesOf = ({ ads }: Run): string[] => ads.map(({ currentPrice }) => new Decimal(currentPrice).toFixed());
        expect(pricesOf(run(input, left))).toEqual(pricesOf(run(input, right)));
      }),
      250,
    );
  });

  it('I16: no own ad undercuts another: with one rule for all, the first in order has the price best for the taker', () => {
    check(
      fc.property(markets({ wide: true }), (draw) => {
        const input = {
          ...draw,
          ads: draw.ads.map((ad) => ({ ...ad, wish: undercutting })),
          offers: [...draw.offers, offerAt(1_000)],
        };
        const { ads } = run(input, 0);
        const prices = ads.map(({ currentPrice }) => currentPrice);
        const sorted = prices.toSorted((left, right) => (input.side === 'SELL' ? 1 : -1) * compare(left, right));
        expect(prices).toEqual(sorted);
        const gap = new Decimal(input.zoneTicks + 1).dividedBy(100).times(ads.length - 1);
        const spread = new Decimal(prices.at(-1) ?? 0).minus(prices[0] ?? 0).abs();
        expect(spread.lessThanOrEqualTo(gap)).toBe(true);
      }),
      150,
    );
  });

  it('I16: whichever ad writes first, none passes an own ad that has the best price of the market', () => {
    check(
      fc.property(markets({ wide: true }), fc.nat({ max: 5 }), (draw, seed) => {
        if (collisions(draw.ads, draw.zoneTicks).length > 0) return;
        const offers = [...draw.offers, offerAt(1_000)];
        let ads: readonly PlanAd[] = draw.ads.map((ad) => ({ ...ad, wish: undercutting }));
        run({ ...draw, ads, offers }, seed, (now) => {
          expect(undercuts(ads, now, { side: draw.side, offers })).toEqual([]);
          ads = now;
        });
      }),
      150,
    );
  });
});

/** Ads that a write put before an own ad which no rival had beaten. */
function undercuts(
  before: readonly PlanAd[],
  after: readonly PlanAd[],
  { side, offers }: Pick<MarketPlanInput, 'side' | 'offers'>,
): string[] {
  const isBetter = (price: string, other: string): boolean => (side === 'SELL' ? 1 : -1) * compare(other, price) > 0;
  const leaders = before.filter((ad) => offers.every(({ price }) => isBetter(ad.currentPrice, price)));
  return after.flatMap((ad, index) => {
    const old = before[index]?.currentPrice ?? ad.currentPrice;
    const passed = leaders.find(
      (leader) =>
        leader.adNumber !== ad.adNumber &&
        isBetter(ad.currentPrice, leader.currentPrice) &&
        !isBetter(old, leader.currentPrice),
    );
    return passed === undefined ? [] : [`${ad.adNumber} at ${ad.currentPrice} before ${passed.adNumber}`];
  });
}

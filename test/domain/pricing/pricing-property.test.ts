import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { droppedText } from '../../../src/words/ads/rival-words.ts';
import { compare, Decimal, roundToScale } from '../../../src/domain/decimal.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { check } from '../seeded.ts';
import { anyInput, orderedPair, priceText, prices } from './pricing-arbitrary.ts';
import { brokenGuards, offer } from './pricing-fixture.ts';
import { inExclusionZone, nearestAllowedPrice, type AllowedPriceSearch, wordedSteps } from '../pricing-by-text.ts';

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
        if (decision.reason === 'stale') return;
        if (decision.reason === 'no-basis') {
          expect(decision.steps.at(-1)).toMatchObject({ name: 'margin', price: null });
          return;
        }
        expect(decision.reason).toBe('no-price-satisfies');
        expect(somePriceFits(input)).toBe(false);
      }),
      600,
    );
  });

  it('design 6: a largest step holds for every change that no guard and no human demands', () => {
    check(
      fc.property(anyInput, (input) => {
        const { action, reason, price } = decidePrice(input);
        const { maximumStep: maxStep } = input.rules;
        if (action === 'keep' || reason !== 'target' || maxStep === null) return;
        const tick = new Decimal(10).pow(-input.priceScale);
        const share = new Decimal(input.currentPrice).times(maxStep.percent ?? 0).dividedBy(100);
        const allowed = maxStep.ticks === undefined ? Decimal.max(tick, share) : tick.times(maxStep.ticks);
        expect(new Decimal(price).minus(input.currentPrice).abs().lessThanOrEqualTo(allowed)).toBe(true);
      }),
      2_000,
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
        expect(wordedSteps(decision).every(({ note }) => note !== '' && !/undefined|null/.test(note))).toBe(true);
        expect(decision.dropped.every((offer) => droppedText(offer) !== '')).toBe(true);
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
            offers: [offer(priceText(rival, 2), { adNumber: 'rival' })],
            ownAdNumbers: ['ad-0', 'ad-1'],
            referencePrice: null,
            makerFee: null,
            anchors: [],
            readAt: null,
            terms: null,
            answers: 0,
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

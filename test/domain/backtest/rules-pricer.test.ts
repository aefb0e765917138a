import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksOfPrices } from '../../../src/domain/backtest/price-rows.ts';
import type { ReplayedAd, ReplayedDecision, TickMarket } from '../../../src/domain/backtest/replayed-ad.ts';
import { judgedLook, rulesPricer, type MarketLook } from '../../../src/domain/backtest/rules-pricer.ts';
import { priceAt } from '../../../src/domain/price.ts';
import { preparedFilter } from '../../../src/domain/pricing/competitors/competitor-rule.ts';
import { positivePrice, pricedOffers } from '../../../src/domain/pricing/competitors/competitor.ts';
import { limitsInTicks, placesOf } from '../../../src/domain/pricing/own-spread.ts';
import { rangeInTicks } from '../../../src/domain/pricing/price-range.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import type { PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';
import { anyInput } from '../pricing/pricing-arbitrary.ts';
import { pricingInput, rules } from '../pricing/pricing-fixture.ts';
import { check } from '../seeded.ts';

const market: TickMarket = { side: 'SELL', priceScale: 2 };
const start: ReplayedAd = { ticks: 1_000, changedAtMs: null, answers: 0 };

function lookAt(prices: readonly number[], reference: number | null = null): MarketLook {
  const [look] = looksOfPrices([{ atMs: 1_000_000, prices, reference }], market.priceScale);
  if (look === undefined) throw new RangeError('no row');
  return look;
}

function replayed(given: PricingRules, look: MarketLook, { ad = start, side = market.side } = {}): ReplayedDecision {
  const there = { ...market, side };
  return rulesPricer(given, there)(judgedLook(look, preparedFilter(given.filter, null), there), ad);
}

describe('a row of a recording', () => {
  it('is decided as the desk decides the same market', () => {
    const places = fc.record({ input: anyInput, ticks: fc.integer({ min: 1, max: 300 }) });
    check(
      fc.property(places, ({ input: drawn, ticks }) => {
        const { priceScale: scale, side, serviceRange } = drawn;
        const currentPrice = priceAt(ticks, scale).text;
        const asRecorded = { anchors: [], readAt: null, override: null, terms: null, makerFee: '0', zoneTicks: 4 };
        const input = { ...drawn, ...asRecorded, currentPrice };
        const look: MarketLook = {
          atMs: input.nowMs,
          reference: null,
          referencePrice: positivePrice(input.referencePrice, scale),
          offers: pricedOffers(input.offers, scale),
          ownAdNumbers: [...input.ownAdNumbers, input.adNumber],
          ownPrices: placesOf(input.ownPrices, scale),
          ...(serviceRange === null ? {} : { serviceRange: rangeInTicks(serviceRange, scale) }),
        };
        const wanted = decidePrice(input);
        const there = { side, priceScale: scale };
        const judged = judgedLook(look, preparedFilter(input.rules.filter, null), there);
        const ad = { ticks, changedAtMs: input.lastChangeAtMs, answers: input.answers };
        const { isSet, ticks: now, reason, rank, bound, isAnswer } = rulesPricer(input.rules, there)(judged, ad);
        expect(priceAt(now, scale).text).toBe(wanted.price);
        expect({ action: isSet ? 'set' : 'keep', reason, rank, bound, isAnswer }).toEqual({
          action: wanted.action,
          reason: wanted.reason,
          rank: wanted.rank,
          bound: wanted.bound,
          isAnswer: wanted.isAnswer,
        });
      }),
      500,
    );
  });

  it('of a fixed price between two ticks ends on a tick', () => {
    const fixed = rules({ strategy: { kind: 'fixed', price: '9.155' } });
    expect(replayed(fixed, lookAt([920], 915))).toMatchObject({ isSet: true, ticks: 916, best: 920 });
  });

  it('interface 7.4: keeps out of the zones of other own ads', () => {
    const ownPrices = placesOf([{ adNumber: '2', price: '9.18', side: 'SELL' }], market.priceScale);
    expect(replayed(rules(), { ...lookAt([920], 915), ownPrices })).toMatchObject({ isSet: true, ticks: 923, rank: 2 });
  });

  it('without any competitor keeps the price', () => {
    expect(replayed(rules(), lookAt([]))).toEqual({
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
  ] as const)('%s at %s: equal prices come first, so its place is %s', (side, ticks, place) => {
    const held = rules({ strategy: { kind: 'fixed', price: priceAt(ticks, 2).text } });
    expect(replayed(held, lookAt([920, 930]), { ad: { ...start, ticks }, side })).toMatchObject({ ticks, place });
  });

  it('whose price would be beyond what a number holds says so', () => {
    const far = rules({
      strategy: { kind: 'fixed', price: '90071992547409.93' },
      limits: { floor: '1', ceiling: '9'.repeat(20) },
    });
    expect(() => replayed(far, lookAt([920]))).toThrow('90071992547409.93 is no whole number of ticks at 2 decimals');
  });
});

it('a desk decides a price beyond what a number holds all the same, by decimals', () => {
  const limits = { floor: '1', ceiling: '9'.repeat(20) };
  const far = rules({ strategy: { kind: 'fixed', price: '90071992547409.935' }, limits });
  expect(limitsInTicks(limits, 2).ceiling.isOnTick).toBe(false);
  expect(decidePrice(pricingInput({ rules: far }))).toMatchObject({ action: 'set', price: '90071992547409.94' });
});

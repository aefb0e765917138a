import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, Decimal, tickOf } from '../../../src/domain/decimal.ts';
import { answersAfter } from '../../../src/domain/pricing/price-change.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import { pricingRulesSchema, type PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';
import { check } from '../seeded.ts';
import { offer, pricingInput } from './pricing-fixture.ts';

const lookMs = 5_000;
const looksAnHour = 3_600_000 / lookMs;

type Side = 'SELL' | 'BUY';

/** One who competes on a market of two, by its rules or by one simple thought. */
interface Trader {
  price: string;
  updates: number;
  look(rivalPrice: string, nowMs: number): void;
}

/** A desk with its rules, which remembers what a workflow would. */
function desk(price: string, side: Side, rules: PricingRules): Trader {
  let lastChangeAtMs: number | null = null;
  let answers = 0;
  const trader: Trader = {
    price,
    updates: 0,
    look: (rivalPrice, nowMs) => {
      const input = pricingInput({
        side,
        rules,
        currentPrice: trader.price,
        offers: [offer(rivalPrice)],
        referencePrice: null,
        lastChangeAtMs,
        answers,
        nowMs,
      });
      const decision = decidePrice(input);
      if (decision.action === 'keep') return;
      answers = answersAfter(decision, { answers, lastChangeAtMs, nowMs });
      lastChangeAtMs = nowMs;
      trader.price = decision.price;
      trader.updates += 1;
    },
  };
  return trader;
}

/** Undercuts by a tick at every look, forever. */
function shark(price: string, side: Side): Trader {
  const step = new Decimal(tickOf(2)).times(side === 'SELL' ? -1 : 1);
  const trader: Trader = {
    price,
    updates: 0,
    look: (rivalPrice) => {
      const isBeaten = compare(trader.price, rivalPrice) !== (side === 'SELL' ? -1 : 1);
      if (!isBeaten) return;
      trader.price = new Decimal(rivalPrice).plus(step).toFixed(2);
      trader.updates += 1;
    },
  };
  return trader;
}

function runHour(first: Trader, second: Trader): void {
  for (let look = 0; look < looksAnHour; look += 1) {
    first.look(second.price, look * lookMs);
    second.look(first.price, look * lookMs + 1);
  }
}

const drawn = fc.record({
  side: fc.constantFrom<Side>('SELL', 'BUY'),
  ticks: fc.integer({ min: 1, max: 5 }),
  start: fc.integer({ min: 1_400, max: 1_600 }),
});

function rulesOf(ticks: number): PricingRules {
  return pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks },
    limits: { floor: '5.00', ceiling: '25.00' },
    filter: { maxDeviationRatio: null },
  });
}

const text = (units: number): string => new Decimal(units).dividedBy(100).toFixed(2);

describe('design 6: the defaults do not race', () => {
  it('design 6: a rival that undercuts by a tick forever gets at most one update for each of its moves, and 20 an hour', () => {
    let most = 0;
    check(
      fc.property(drawn, ({ side, ticks, start }) => {
        const own = desk(text(start), side, rulesOf(ticks));
        const rival = shark(text(start), side);
        runHour(own, rival);
        most = Math.max(most, own.updates);
        expect(own.updates).toBeLessThanOrEqual(rival.updates + 1);
        expect(own.updates).toBeLessThanOrEqual(20);
      }),
      8,
    );
    console.log(`a rival that undercuts forever: at most ${most} updates of ours in an hour`);
  });

  it('design 6: two desks with the defaults change 40 times an hour at most, and lose little of their price', () => {
    let most = 0;
    check(
      fc.property(drawn, ({ side, ticks, start }) => {
        const first = desk(text(start), side, rulesOf(ticks));
        const second = desk(text(start), side, rulesOf(ticks));
        runHour(first, second);
        most = Math.max(most, first.updates + second.updates);
        expect(first.updates + second.updates).toBeLessThanOrEqual(40);
        const away = new Decimal(first.price).minus(text(start)).abs();
        expect(away.lessThanOrEqualTo(new Decimal(42 * ticks).dividedBy(100))).toBe(true);
      }),
      8,
    );
    console.log(`two desks: at most ${most} updates in an hour`);
  });

  it('design 6: two desks come to rest at their floors', () => {
    const tight = { ...rulesOf(1), limits: { floor: '14.95', ceiling: '25.00' } };
    const first = desk('15.00', 'SELL', tight);
    const second = desk('15.00', 'SELL', tight);
    runHour(first, second);
    const before = [first.updates, second.updates];
    runHour(first, second);
    expect([first.price, second.price]).toEqual(['14.95', '14.95']);
    expect([first.updates, second.updates]).toEqual(before);
  });

  it('design 6: a market that moves by more than a small step is followed at each look', () => {
    const own = desk('15.00', 'SELL', rulesOf(1));
    for (let look = 1; look <= 40; look += 1) {
      const market = text(1_500 - 10 * look);
      own.look(market, look * lookMs);
      expect(own.price).toBe(text(1_500 - 10 * look - 1));
    }
    expect(own.updates).toBe(40);
  });

  it('design 6: behind a market that falls slowly the ad is never more than a small step late', () => {
    const own = desk('14.99', 'SELL', rulesOf(1));
    const late: number[] = [];
    for (let look = 1; look <= looksAnHour; look += 1) {
      const market = text(1_500 - Math.floor(look / 12));
      own.look(market, look * lookMs);
      late.push(new Decimal(own.price).minus(market).times(100).toNumber());
    }
    expect(Math.max(...late)).toBeLessThanOrEqual(4);
    expect(own.updates).toBeLessThanOrEqual(30);
  });
});

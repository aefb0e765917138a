import { describe, expect, it } from 'vitest';
import {
  priceStrategySchema,
  strategyTarget,
  strategyWords,
  type PriceLadder,
  type PriceStrategy,
} from '../../../src/domain/pricing/price-strategy.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

const selling: PriceLadder = { side: 'SELL', priceScale: 2, prices: ['10.00', '10.10', '10.20'] };
const buying: PriceLadder = { side: 'BUY', priceScale: 2, prices: ['10.20', '10.10', '10.00'] };

function target(strategy: PriceStrategy, ladder: PriceLadder = selling): string | undefined {
  return strategyTarget(strategy, ladder)?.price;
}

describe('design 6: strategies', () => {
  it('design 6: undercut is better than the best by its ticks', () => {
    expect(target({ kind: 'undercut', ticks: 1 })).toBe('9.99');
    expect(target({ kind: 'undercut', ticks: 3 }, buying)).toBe('10.23');
    expect(strategyTarget({ kind: 'undercut', ticks: 1 }, selling)?.note).toContain('1 tick better is 9.99');
    expect(strategyTarget({ kind: 'undercut', ticks: 3 }, buying)?.note).toContain('3 ticks better is 10.23');
  });

  it('design 6: match is the best price', () => {
    expect(target({ kind: 'match' })).toBe('10.00');
    expect(target({ kind: 'match' }, buying)).toBe('10.20');
  });

  it('design 6: fixed needs no competitor', () => {
    expect(target({ kind: 'fixed', price: '11' }, { ...selling, prices: [] })).toBe('11');
  });

  it('design 6: rank goes a tick ahead of the one it displaces', () => {
    expect(target({ kind: 'rank', rank: 1 })).toBe('9.99');
    expect(target({ kind: 'rank', rank: 2 })).toBe('10.09');
    expect(target({ kind: 'rank', rank: 3 }, buying)).toBe('10.01');
  });

  it('design 6: rank never passes the competitor that is to stay ahead', () => {
    expect(target({ kind: 'rank', rank: 2 }, { ...selling, prices: ['10.00', '10.00'] })).toBe('10.00');
    expect(target({ kind: 'rank', rank: 2 }, { ...buying, prices: ['10.00', '10.00'] })).toBe('10.00');
  });

  it('design 6: with fewer competitors than the rank it goes a tick behind the last', () => {
    expect(target({ kind: 'rank', rank: 9 })).toBe('10.21');
    expect(target({ kind: 'rank', rank: 4 }, buying)).toBe('9.99');
  });

  it.each<PriceStrategy>([{ kind: 'undercut', ticks: 1 }, { kind: 'match' }, { kind: 'rank', rank: 1 }])(
    'design 6: $kind has no target without competitors',
    (strategy) => {
      expect(strategyTarget(strategy, { ...selling, prices: [] })).toBeNull();
    },
  );

  it.each([
    { kind: 'undercut', ticks: 0 },
    { kind: 'undercut' },
    { kind: 'rank', rank: 0.5 },
    { kind: 'fixed', price: '0' },
    { kind: 'fixed', price: '1e3' },
    { kind: 'match', ticks: 1 },
    { kind: 'cheapest' },
  ])('design 6: %j is refused', (strategy) => {
    expect(priceStrategySchema.safeParse(strategy).success).toBe(false);
  });
});

describe('a strategy in words', () => {
  it.each<[PriceStrategy, string]>([
    [{ kind: 'undercut', ticks: 1 }, 'undercut the best by 1 tick'],
    [{ kind: 'undercut', ticks: 3 }, 'undercut the best by 3 ticks'],
    [{ kind: 'match' }, 'match the best'],
    [{ kind: 'rank', rank: 2 }, 'hold rank 2'],
    [{ kind: 'fixed', price: '10.30' }, 'fixed at 10.30'],
  ])('%o', (strategy, words) => {
    expect(strategyWords(strategy)).toBe(words);
  });
});

describe('design 6: pricing rules', () => {
  const least = { strategy: { kind: 'match' }, limits: { floor: '9', ceiling: '11' } };

  it('design 6: everything but strategy and limits has a default', () => {
    expect(pricingRulesSchema.parse(least)).toEqual({
      ...least,
      filter: {
        minFinishRate: null,
        minOrderCount: null,
        minRemaining: null,
        maxDeviationRatio: '0.05',
        ignoreNicknames: [],
      },
      minimumChangeTicks: 1,
      minimumHoldMs: 0,
      order: null,
      behindOwn: 'merchant',
      whenBound: 'keep',
    });
  });

  it.each([
    { limits: { floor: '11', ceiling: '9' } },
    { limits: { floor: 'low', ceiling: '9' } },
    { limits: { floor: '9', ceiling: '-1' } },
    { limits: { floor: '0', ceiling: '1' } },
    { minimumChangeTicks: -1 },
    { minimumHold: 5 },
  ])('design 6: %j is refused', (change) => {
    expect(pricingRulesSchema.safeParse({ ...least, ...change }).success).toBe(false);
  });

  it('design 6: floor and ceiling may be equal', () => {
    expect(pricingRulesSchema.safeParse({ ...least, limits: { floor: '9.0', ceiling: '9' } }).success).toBe(true);
  });
});

import { strategyWords } from '../../../src/words/rule-words.ts';
import { describe, expect, it } from 'vitest';
import { partsOf, priceStrategySchema, type PriceStrategy } from '../../../src/domain/pricing/price-strategy.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

describe('design 6: the strategies', () => {
  it.each([
    { kind: 'undercut', ticks: 0 },
    { kind: 'undercut' },
    { kind: 'undercut', ticks: 1, percent: '1' },
    { kind: 'undercut', percent: '50' },
    { kind: 'undercut', percent: '0' },
    { kind: 'trail' },
    { kind: 'rank', rank: 0.5 },
    { kind: 'rank', rank: 201 },
    { kind: 'fixed', price: '0' },
    { kind: 'fixed', price: '1e3' },
    { kind: 'match', ticks: 1 },
    { kind: 'follow', users: [] },
    { kind: 'follow', users: ['s1'], position: { kind: 'rank', rank: 1 } },
    { kind: 'reference', percent: '1.5' },
    { kind: 'reference', percent: '200.01' },
    { kind: 'reference', percent: '49.99' },
    { kind: 'reference', percent: 'all' },
    { kind: 'own-ad', adNumber: 'no number', percent: '101' },
    { kind: 'combine', take: 'first', of: [{ kind: 'match' }] },
    { kind: 'combine', take: 'best', of: [{ kind: 'match' }, { kind: 'match' }] },
    { kind: 'floating', ratio: '0.5' },
    { kind: 'floating', percent: '100' },
    { kind: 'combine', take: 'first', of: [{ kind: 'match' }, { kind: 'floating', ratio: '100' }] },
    { kind: 'cheapest' },
  ])('design 6: %j is refused', (strategy) => {
    expect(priceStrategySchema.safeParse(strategy).success).toBe(false);
  });

  it.each([
    [{ kind: 'undercut' }, 'needs ticks or percent, and not both'],
    [{ kind: 'trail', ticks: 1, percent: '1' }, 'needs ticks or percent, and not both'],
    [{ kind: 'own-ad', adNumber: 'no number', percent: '101' }, 'must be an ad number'],
    [{ kind: 'spot', symbol: 'usdt-brl' }, 'must be the name of a spot market, such as USDTBRL'],
  ])('design 6: what is wrong with %j is said', (strategy, message) => {
    expect(priceStrategySchema.safeParse(strategy).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  const match = { kind: 'match' };
  it.each([
    { kind: 'undercut', ticks: 1 },
    match,
    { kind: 'trail', percent: '0.2' },
    { kind: 'rank', rank: 200 },
    { kind: 'follow', users: Array(20).fill('s1'), position: match },
    { kind: 'reference', percent: '50' },
    { kind: 'spot', symbol: 'USDTBRL', percent: '200' },
    { kind: 'own-ad', adNumber: '42', percent: '98' },
    { kind: 'floating', ratio: '100.5' },
    { kind: 'combine', take: 'first', of: [match, match] },
    { kind: 'combine', take: 'merchant', of: Array(6).fill(match) },
    { kind: 'combine', take: 'taker', of: [match, match] },
  ])('design 6: %j is taken as it is', (strategy) => {
    expect(priceStrategySchema.parse(strategy)).toEqual(strategy);
  });

  it.each([
    { kind: 'follow', users: Array(21).fill('s1') },
    { kind: 'combine', take: 'first', of: Array(7).fill(match) },
  ])('design 6: a list that is too long is refused: %j', (strategy) => {
    expect(priceStrategySchema.safeParse(strategy).success).toBe(false);
  });

  it('ads#a-floating-ad-by-its-ratio: what floats goes by no other strategy', () => {
    expect(partsOf({ kind: 'floating', ratio: '100.5' })).toEqual([]);
  });

  it('design 6: a level far from 100 percent is refused with what is meant', () => {
    const { error } = priceStrategySchema.safeParse({ kind: 'reference', percent: '1.5' });
    expect(error?.issues[0]?.message).toContain('"101.5" is 1.5 % above it');
  });

  it('design 6: by default a rate counts whole and a follower matches', () => {
    expect(priceStrategySchema.parse({ kind: 'rate', rate: '9.40' })).toEqual({
      kind: 'rate',
      rate: '9.40',
      percent: '100',
    });
    expect(priceStrategySchema.parse({ kind: 'spot', symbol: 'USDTBRL' })).toMatchObject({ percent: '100' });
    expect(priceStrategySchema.parse({ kind: 'follow', users: ['s1'] })).toMatchObject({ position: { kind: 'match' } });
  });
});

describe('a strategy in words', () => {
  it.each<[PriceStrategy, string]>([
    [{ kind: 'undercut', ticks: 1 }, 'undercut the best by 1 tick'],
    [{ kind: 'undercut', ticks: 3 }, 'undercut the best by 3 ticks'],
    [{ kind: 'undercut', percent: '0.2' }, 'undercut the best by 0.2 %'],
    [{ kind: 'match' }, 'match the best'],
    [{ kind: 'trail', ticks: 2 }, 'stay 2 ticks behind the best'],
    [{ kind: 'rank', rank: 2 }, 'hold rank 2'],
    [{ kind: 'follow', users: ['s1', 's2'], position: { kind: 'match' } }, 'match merchant s1, else s2'],
    [{ kind: 'reference', percent: '101.5' }, '101.5 % of the reference price'],
    [{ kind: 'spot', symbol: 'USDTBRL', percent: '101' }, '101 % of the spot price of USDTBRL'],
    [{ kind: 'rate', rate: '9.40', percent: '100' }, '100 % of the rate 9.40'],
    [{ kind: 'own-ad', adNumber: '42', percent: '98' }, '98 % of own ad 42'],
    [{ kind: 'fixed', price: '10.30' }, 'fixed at 10.30'],
    [{ kind: 'floating', ratio: '100.5' }, 'floating at 100.5 % of the reference price'],
    [
      {
        kind: 'combine',
        take: 'first',
        of: [
          { kind: 'rank', rank: 2 },
          { kind: 'fixed', price: '9' },
        ],
      },
      'hold rank 2, or else fixed at 9',
    ],
    [
      { kind: 'combine', take: 'merchant', of: [{ kind: 'match' }, { kind: 'reference', percent: '101' }] },
      'what is best for you: match the best, or 101 % of the reference price',
    ],
    [
      { kind: 'combine', take: 'taker', of: [{ kind: 'match' }, { kind: 'fixed', price: '9' }] },
      'what is best for the taker: match the best, or fixed at 9',
    ],
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
        maxMedianDeviationRatio: null,
        minOrderSizeRatio: null,
        ignoreNicknames: [],
        ignoreUsers: [],
        onlyUsers: [],
        merchantsOnly: false,
        withoutExtraKyc: false,
        limitsOverlap: false,
        payMethods: 'any',
      },
      fallback: { kind: 'hold' },
      minimumMargin: null,
      maximumStep: null,
      minimumChangeTicks: 1,
      minimumHoldMs: 0,
      answerHoldMs: 10_000,
      order: null,
      behindOwn: 'merchant',
      whenRivalBeyond: 'limit',
      whenBound: 'keep',
      whenPaused: 'keep',
      pauseAfterHits: null,
      hours: null,
      inventory: null,
      paymentCaps: null,
    });
  });

  it.each([
    { limits: { floor: '11', ceiling: '9' } },
    { limits: { floor: 'low', ceiling: '9' } },
    { limits: { floor: '9', ceiling: '-1' } },
    { limits: { floor: '0', ceiling: '1' } },
    { minimumChangeTicks: -1 },
    { minimumHold: 5 },
    { fallback: { kind: 'price' } },
    { minimumMargin: '0.6' },
    { minimumMargin: '60 %%' },
    { minimumMargin: '50%' },
    { minimumMargin: '-50%' },
    { maximumStep: {} },
    { maximumStep: { ticks: 1, percent: '1' } },
    { pauseAfterHits: { hits: 0, withinMs: 1 } },
    { filter: { payMethods: [] } },
    { filter: { onlyUsers: [''] } },
  ])('design 6: %j is refused', (change) => {
    expect(pricingRulesSchema.safeParse({ ...least, ...change }).success).toBe(false);
  });

  it.each([
    [{ floor: '11', ceiling: '9' }, ['floor must not be above ceiling']],
    [{ floor: '9', ceiling: 'high' }, ['must be a decimal above zero, such as "9.15"']],
    [{ floor: 'low', ceiling: '9' }, ['must be a decimal above zero, such as "9.15"']],
  ])('design 6: what is wrong with the limits %j is said once', (limits, messages) => {
    const { error } = pricingRulesSchema.safeParse({ ...least, limits });
    expect(error?.issues.map(({ message }) => message)).toEqual(messages);
  });

  it('design 6: a hold is a day at most', () => {
    const takes = (minimumHoldMs: number) => pricingRulesSchema.safeParse({ ...least, minimumHoldMs }).success;
    expect([takes(86_400_000), takes(86_400_001)]).toEqual([true, false]);
  });

  it.each([
    { whenBound: 'keep', whenPaused: 'keep' },
    { whenBound: 'offline', whenPaused: 'offline' },
  ])('design 6: %j is taken', (change) => {
    expect(pricingRulesSchema.parse({ ...least, ...change })).toMatchObject(change);
  });

  it('design 6: floor and ceiling may be equal', () => {
    expect(pricingRulesSchema.safeParse({ ...least, limits: { floor: '9.0', ceiling: '9' } }).success).toBe(true);
  });

  it.each(['0.6%', '-0.2 %', '12.5%'])('design 6: a margin of %s is taken', (minimumMargin) => {
    expect(pricingRulesSchema.safeParse({ ...least, minimumMargin }).success).toBe(true);
  });
});

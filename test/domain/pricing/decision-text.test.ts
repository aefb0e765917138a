import { describe, expect, it } from 'vitest';
import { boundIn } from '../../../src/domain/pricing/bound.ts';
import { boundText, decisionText } from '../../../src/words/ads/pricing-words.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { pricingRulesPartSchema, doubtLimits } from '../../../src/domain/pricing/pricing-rules.ts';
import { offers, pricingInput, rules } from './pricing-fixture.ts';

const decide = (changes: Partial<PricingInput> = {}) => decidePrice(pricingInput(changes));
const { limits } = rules();

describe('design 6: a decision in words', () => {
  it('says where it aims, and each step that moved it', () => {
    expect(decisionText(decide())).toBe('the best competitor is 10.20; 1 tick better is 10.19');
    expect(decisionText(decide({ offers: offers('15'), referencePrice: null }))).toBe(
      'the best competitor is 15; 1 tick better is 14.99; 14.99 is outside 9.00 to 12.00: 12.00',
    );
  });

  it('says what kept it back', () => {
    const held = { rules: rules({ minimumHoldMs: 60_000 }), nowMs: 100_000, lastChangeAtMs: 90_000 };
    expect(decisionText(decide(held))).toContain('last changed 10 s ago, minimum hold 60 s');
    const calm = { currentPrice: '10.20', rules: rules({ minimumChangeTicks: 3 }) };
    expect(decisionText(decide(calm))).toContain('10.19 is 1 tick from 10.20, at least 3 wanted');
  });

  it('says which price is missing, and its reason when no step does', () => {
    expect(decisionText(decide({ offers: [] }))).toBe('no competitor is left to go by');
    expect(decisionText(decide({ serviceRange: { low: '7', high: '8.5' } }))).toContain('the floor 9.00 is above');
    expect(decisionText({ ...decide(), steps: [] })).toBe('target');
    expect(decisionText({ ...decide(), action: 'keep', reason: 'at-target', steps: [] })).toBe('at-target');
  });
});

describe('design 6: a limit that binds, in words', () => {
  it.each<[Partial<PricingInput>, string | null]>([
    [{}, null],
    [{ offers: offers('15'), referencePrice: null }, 'the ceiling 12.00 binds: the rules want 14.99, so the ad sells'],
    [
      { side: 'BUY', offers: offers('8'), referencePrice: null },
      'the floor 9.00 binds: the rules want 8.01, so the ad buys',
    ],
    [
      { serviceRange: { low: '7', high: '8.5' } },
      'no price satisfies all limits, so the ad keeps its own: the floor 9.00',
    ],
  ])('%o', (changes, text) => {
    const bound = boundIn(decide(changes), limits);
    if (text === null) expect(bound).toBeNull();
    else expect(bound && boundText(bound)).toContain(text);
  });

  it('needs no step and no rival', () => {
    const bare = { ...decide(), steps: [], rivals: [] };
    expect(boundIn({ ...bare, bound: 'no-price' }, limits)).toEqual({ code: 'no-price', last: null });
    expect(boundIn({ ...bare, bound: 'rival' }, limits)).toEqual({ code: 'rival', price: null, limits });
  });
});

describe('limits that look mistyped', () => {
  it.each([
    ['11.01', '120', 'floor'],
    ['11.00', '120', null],
    ['1', '8.99', 'ceiling'],
    ['1', '9.00', null],
  ] as const)('%s to %s beside a market at 10.00', (floor, ceiling, limit) => {
    const far = { code: 'far-limit', limit, price: limit === 'floor' ? floor : ceiling, marketPrice: '10.00' };
    expect(doubtLimits({ floor, ceiling }, '10.00')).toEqual(limit === null ? null : far);
  });
});

describe('a change of rules', () => {
  it('fills in nothing that is absent: what is absent stays', () => {
    expect(pricingRulesPartSchema.parse({})).toEqual({});
    expect(pricingRulesPartSchema.parse({ order: null })).toEqual({ order: null });
    expect(pricingRulesPartSchema.safeParse({ floor: '9.00' }).success).toBe(false);
    expect(pricingRulesPartSchema.safeParse(null).success).toBe(false);
  });
});

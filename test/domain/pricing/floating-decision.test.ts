import { describe, expect, it } from 'vitest';
import { noteOf, wordedSteps } from '../pricing-by-text.ts';
import { planMarket } from '../../../src/domain/pricing/market-plan.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import { firstPrice } from '../../../src/domain/pricing/first-price.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { floatingPrice, indexOf } from '../../../src/domain/pricing/floating/floating-ratio.ts';
import { pricingInput, rules } from './pricing-fixture.ts';

const floatingRules = (changes: object = {}) => rules({ strategy: { kind: 'floating', ratio: '100.5' }, ...changes });

/** A floating ad between 9.00 and 12.00 whose rules want 100.5 %, in a market whose reference is 10.20. */
function floatingInput(ratio: string, changes: Partial<PricingInput> = {}): PricingInput {
  const input = pricingInput({ rules: floatingRules(), ...changes });
  const index = input.referencePrice === '0' ? null : input.referencePrice;
  const currentPrice = floatingPrice(ratio, { ...input, index }) ?? '10.50';
  return { ...input, currentPrice, floating: { ratio, index }, ...changes };
}

describe('ads#a-floating-ad-by-its-ratio: a floating ad is kept by its ratio', () => {
  it('the wanted ratio is written as the rules have it', () => {
    const decision = decidePrice(floatingInput('99'));
    expect({ ...decision, steps: wordedSteps(decision) }).toMatchObject({
      action: 'set',
      reason: 'target',
      price: '10.25',
      floatingRatio: '100.5',
      steps: expect.arrayContaining([
        { name: 'target', price: '10.25', note: '100.5 % of the index 10.20, cut to a tick, is 10.25' },
        { name: 'ratio', price: '10.25', note: 'a ratio of 100.5 % of the index 10.20 is 10.25 now' },
      ]),
    });
  });

  it.each(['10.20', '10.60', '9.10'])(
    'nothing is written while the ratio is there: the reference %s moves the price alone',
    (referencePrice) => {
      const decision = decidePrice(floatingInput('100.50000000', { referencePrice }));
      expect(decision).toMatchObject({
        action: 'keep',
        reason: 'at-target',
        floatingRatio: '100.50000000',
        bound: null,
      });
    },
  );

  it('a ratio that is worth the same tick stays', () => {
    expect(decidePrice(floatingInput('100.52'))).toMatchObject({ action: 'keep', reason: 'at-target' });
  });

  it('design 6: at a limit the ratio is the one that is worth the limit, and comes back with the reference', () => {
    const bound = decidePrice(floatingInput('100.5', { referencePrice: '8.80' }));
    expect(bound).toMatchObject({ action: 'set', reason: 'guards-broken', price: '9.00', floatingRatio: '102.28' });
    const back = decidePrice(floatingInput('102.28', { referencePrice: '9.40' }));
    expect(back).toMatchObject({ action: 'set', reason: 'target', price: '9.44', floatingRatio: '100.5' });
  });

  it('design 6: a buyer’s ad is bound at its ceiling in the same way', () => {
    const bound = decidePrice(floatingInput('100.5', { side: 'BUY', referencePrice: '12.30' }));
    expect(bound).toMatchObject({ action: 'set', price: '12.00', floatingRatio: '97.57' });
    expect(floatingPrice('97.57', { index: '12.30', priceScale: 2 })).toBe('12.00');
  });

  it('design 6: the rules that keep a price back keep a ratio back', () => {
    const held = floatingInput('100.8', { lastChangeAtMs: 999_000, answers: 3 });
    expect(decidePrice(held)).toMatchObject({ action: 'keep', reason: 'held', price: '10.28', floatingRatio: '100.8' });
    const step = floatingInput('110', { rules: floatingRules({ maximumStep: { ticks: 5 } }) });
    expect(decidePrice(step)).toMatchObject({ action: 'set', price: '11.17', floatingRatio: '109.51' });
  });

  it('a price by hand is a ratio, too', () => {
    const byHand = floatingInput('100.5', { override: { price: '11.00', untilMs: 2_000_000 } });
    expect(decidePrice(byHand)).toMatchObject({ reason: 'override', price: '11.00', floatingRatio: '107.85' });
  });

  it('a fixed price of the rules is a ratio, too', () => {
    const strategy = { kind: 'fixed', price: '11.00' };
    expect(decidePrice(floatingInput('99', { rules: rules({ strategy }) }))).toMatchObject({ floatingRatio: '107.85' });
  });

  it('a ratio that is there already is no answer to a rival, and leaves nothing bound', () => {
    const late = decidePrice(floatingInput('100.5', { currentPrice: '10.27' }));
    expect(late).toMatchObject({ action: 'keep', reason: 'at-target', isAnswer: false, bound: null });
    expect(late.steps[0]?.name).toBe('target');
    expect(late.steps.at(-1)).toMatchObject({ name: 'ratio', price: '10.27' });
    const broken = decidePrice(floatingInput('100.5', { currentPrice: '8.00' }));
    expect(broken).toMatchObject({ action: 'keep', reason: 'at-target', bound: null });
  });

  it('where the reference does not explain the price at the service, the ratio follows from what that implies', () => {
    // The service shows 8.70 at 100.5 %, whatever the reference of 10.20 says: 103.97 % of 8.6567... is 9.00.
    const index = indexOf({ ratio: '100.5', price: '8.70' }, { referencePrice: '10.20', priceScale: 2 });
    const odd = floatingInput('100.5', { currentPrice: '8.70', floating: { ratio: '100.5', index } });
    expect(decidePrice(odd)).toMatchObject({ reason: 'guards-broken', price: '9.00', floatingRatio: '103.97' });
  });
});

describe('ads#a-floating-ad-by-its-ratio: without a reference no ratio follows', () => {
  it.each([null, '0'])(
    'a reference of %s moves nothing, also where a limit is broken or a human set a price',
    (referencePrice) => {
      const blind = floatingInput('99', { referencePrice });
      expect(decidePrice(blind)).toMatchObject({
        action: 'keep',
        reason: 'no-basis',
        bound: null,
        floatingRatio: '99',
      });
      const broken = { ...blind, currentPrice: '8.00' };
      expect(decidePrice(broken)).toMatchObject({
        action: 'keep',
        reason: 'no-basis',
        price: '8.00',
        bound: 'no-price',
      });
      const byHand = decidePrice({ ...blind, override: { price: '11.00', untilMs: 2_000_000 } });
      expect(byHand).toMatchObject({ action: 'keep', reason: 'no-basis', bound: null });
      const brokenByHand = decidePrice({ ...broken, override: { price: '11.00', untilMs: 2_000_000 } });
      expect(brokenByHand).toMatchObject({ action: 'keep', reason: 'no-basis', bound: 'no-price' });
      expect(noteOf(byHand, 'ratio')).toBe('no ratio for 11.00: the service has no reference price');
    },
  );

  it('an old reference moves nothing: neither does a price by hand, which it would make a ratio of', () => {
    const readAt = { offersAtMs: 1_000_000, maxOffersAgeMs: 60_000, referenceAtMs: 900_000, maxReferenceAgeMs: 60_000 };
    expect(decidePrice(floatingInput('99', { readAt }))).toMatchObject({ action: 'keep', reason: 'stale' });
    const byHand = decidePrice(floatingInput('99', { readAt, override: { price: '11.00', untilMs: 2_000_000 } }));
    expect(byHand).toMatchObject({ action: 'keep', reason: 'stale', price: '10.09' });
    expect(noteOf(byHand, 'ratio')).toContain('the reference price was read 100 s ago');
  });
});

describe('ads#a-floating-ad-by-its-ratio: where a tick is finer than the finest ratio', () => {
  const fine = {
    priceScale: 8,
    referencePrice: '123456',
    rules: floatingRules({
      limits: { floor: '123456.00000001', ceiling: '200000' },
      strategy: { kind: 'floating', ratio: '90' },
    }),
  };

  it('design 6: the price ends on the merchant’s side of its limit, and stays there', () => {
    const first = decidePrice(floatingInput('90', fine));
    expect(first).toMatchObject({ action: 'set', price: '123456.00001234', floatingRatio: '100.00000001' });
    expect(decidePrice(floatingInput('100.00000001', fine))).toMatchObject({ action: 'keep', reason: 'at-target' });
  });

  it('a buyer’s price ends below its ceiling', () => {
    const limits = { floor: '1', ceiling: '123456.00000001' };
    const buying = { ...fine, side: 'BUY' as const, rules: floatingRules({ limits }) };
    expect(decidePrice(floatingInput('101', buying))).toMatchObject({ price: '123456.00000000', floatingRatio: '100' });
  });

  it('design 6: where both ratios beside a price are free, the one in the merchant’s favour is written', () => {
    const override = { price: '130000.00000001', untilMs: 2_000_000 };
    const byHand = (side: 'BUY' | 'SELL') =>
      Number(decidePrice(floatingInput('101', { ...fine, side, override })).price);
    expect(byHand('SELL')).toBeGreaterThan(130_000.000_000_01);
    expect(byHand('BUY')).toBeLessThan(130_000.000_000_01);
  });

  it('no ratio is written where each would break a guard', () => {
    const limits = { floor: '123456.00000001', ceiling: '123456.00000002' };
    const decision = decidePrice(floatingInput('90', { ...fine, rules: floatingRules({ limits }) }));
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies', bound: 'no-price' });
    expect(noteOf(decision, 'ratio')).toBe('no ratio is worth 123456.00000002 at the index 123456');
    const override = { price: '123456.00000002', untilMs: 2_000_000 };
    const within = { ...fine, rules: floatingRules({ limits }), override, currentPrice: '123456.00000001' };
    expect(decidePrice(floatingInput('90', within))).toMatchObject({ reason: 'no-price-satisfies', bound: 'no-price' });
  });
});

describe('ads#a-floating-ad-by-its-ratio: the ratio that an ad is published with', () => {
  const { currentPrice: _, ...newcomer } = pricingInput({
    rules: floatingRules(),
    floating: { ratio: null, index: '10.20' },
  });

  const from = (referencePrice: string | null) => ({
    ...newcomer,
    referencePrice,
    floating: { ratio: null, index: referencePrice },
  });

  it('is that of its rules', () => {
    expect(firstPrice(newcomer)).toMatchObject({ price: '10.25', ratio: '100.5' });
  });

  it('is the one that is worth the limit, where that binds', () => {
    const first = firstPrice(from('8.80'));
    expect(first).toMatchObject({ price: '9.00', ratio: '102.28' });
  });

  it('is the one of the limit also where that is the target already', () => {
    const first = firstPrice(from('12.60'));
    expect(first).toMatchObject({ price: '12.00', ratio: '95.24', decision: { action: 'keep' } });
    expect(first).not.toMatchObject({ decision: { floatingRatio: null } });
  });

  it('is none without a reference', () => {
    expect(firstPrice(from(null))).toEqual({ price: null, why: 'no-basis' });
    const resting = rules({ strategy: { kind: 'fixed', price: '12.00' } });
    expect(firstPrice({ ...from(null), rules: resting })).toMatchObject({ price: null });
  });

  it('is absent from an ad whose price is fixed', () => {
    expect(firstPrice({ ...newcomer, rules: rules(), floating: null })).toMatchObject({ ratio: null });
  });
});

describe('design 6, I16: floating ads beside other own ads', () => {
  const plan = { side: 'SELL' as const, opposite: [], ownAdNumbers: ['1', '2'], offers: [], makerFee: null };
  const market = { ...plan, referencePrice: '10.00', anchors: [], readAt: null, nowMs: 1_000_000, zoneTicks: 4 };
  const wish = { override: null, lastChangeAtMs: null, answers: 0, serviceRange: null };
  const ad = (adNumber: string, ratio: string, wanted: string) => {
    const price = floatingPrice(ratio, { index: '10.00', priceScale: 2 }) ?? '';
    const floats = floatingRules({ strategy: { kind: 'floating', ratio: wanted } });
    const own = { adNumber, currentPrice: price, priceScale: 2, terms: null, wish: { ...wish, rules: floats } };
    return { ...own, floating: { ratio, index: '10.00' } };
  };

  it('the later one keeps its distance, at the ratio that is worth it', () => {
    const [, second] = planMarket({ ...market, ads: [ad('1', '100', '100'), ad('2', '103', '100.2')] });
    expect(second?.decision).toMatchObject({ action: 'set', price: '10.05', floatingRatio: '100.5' });
  });

  it('ads that want each other’s places go one after the other: one waits at its ratio, one steps aside to a new one', () => {
    const swapped = [ad('1', '100', '101'), ad('2', '101', '100')];
    const decisions = planMarket({ ...market, ads: swapped }).map(({ decision }) => decision);
    expect(decisions).toMatchObject([
      { action: 'keep', reason: 'waits-for-own-ad', price: '10.00', floatingRatio: '100' },
      { action: 'set', reason: 'steps-aside', price: '10.05', floatingRatio: '100.5' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { wordedSteps } from '../pricing-by-text.ts';
import { boundIn } from '../../../src/domain/pricing/bound.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import { offer, offers, pricingInput, rules } from './pricing-fixture.ts';

const limits = { floor: '10.22', ceiling: '12.00' };

function decide(ruleChanges: Record<string, unknown>, changes: Partial<PricingInput> = {}): PricingDecision {
  return decidePrice(pricingInput({ rules: rules({ limits, ...ruleChanges }), ...changes }));
}

describe('design 6: a rival beyond the own limit', () => {
  it('design 6: the ad stands at its limit', () => {
    expect(decide({})).toMatchObject({ action: 'set', price: '10.22', rank: 2, bound: null, hits: ['limits'] });
  });

  it('design 6: or goes by the next one, and says whom it leaves out', () => {
    const decision = decide({ whenRivalBeyond: 'next' });
    expect(decision).toMatchObject({ action: 'set', price: '10.24', rank: 1, hits: [] });
    expect(decision.dropped).toMatchObject([{ price: '10.20', reason: 'beyond-limit', limit: 'floor', at: '10.22' }]);
  });

  it('design 6: whom it leaves out comes after those that are no competitors', () => {
    const book = [offer('10.15', { adNumber: 'own-ad' }), ...offers('10.20', '10.25')];
    const { dropped } = decide({ whenRivalBeyond: 'next' }, { offers: book });
    expect(dropped.map(({ price, reason }) => [price, reason])).toEqual([
      ['10.15', 'own'],
      ['10.20', 'beyond-limit'],
    ]);
  });

  it('design 6: buying, the ceiling is the limit, and at the limit is within it', () => {
    const buying = { side: 'BUY' as const, currentPrice: '10.00', offers: offers('10.20', '10.25', '10.30') };
    const rule = { whenRivalBeyond: 'next', limits: { floor: '9.00', ceiling: '10.25' } };
    const decision = decide(rule, buying);
    expect(decision).toMatchObject({ price: '10.25', rank: 1 });
    expect(decision.dropped).toMatchObject([{ price: '10.30', limit: 'ceiling', at: '10.25' }]);
  });

  it('design 6: a margin is a limit, too', () => {
    const rule = { whenRivalBeyond: 'next', limits: { floor: '9.00', ceiling: '12.00' }, minimumMargin: '0%' };
    // 10.20 x 1.001 = 10.2102: the competitor at 10.20 is beyond it.
    expect(decide(rule)).toMatchObject({ price: '10.24' });
  });

  it('design 6: or reports it, which takes the ad offline when it lasts', () => {
    const decision = decide({ whenRivalBeyond: 'offline' });
    expect(decision).toMatchObject({ price: '10.22', bound: 'rival' });
    expect(boundIn(decision, limits)).toEqual({ code: 'rival', price: '10.20', limits });
    expect(decide({ whenRivalBeyond: 'offline' }, { offers: offers('10.22') }).bound).toBeNull();
    expect(decide({ whenRivalBeyond: 'offline' }, { offers: [] }).bound).toBeNull();
    const strategy = { kind: 'fixed', price: '10.80' };
    expect(decide({ whenRivalBeyond: 'offline', strategy }, { offers: [] })).toMatchObject({
      action: 'set',
      bound: null,
    });
  });
});

describe('design 6: no competitor is left', () => {
  const empty = { offers: [], currentPrice: '10.50' };

  it('design 6: the ad holds its price', () => {
    expect(decide({}, empty)).toMatchObject({ action: 'keep', reason: 'no-competitor', bound: null });
  });

  it('design 6: or takes a price, within its limits', () => {
    const decision = decide({ fallback: { kind: 'price', price: '10.80' } }, empty);
    expect(decision).toMatchObject({ action: 'set', price: '10.80', rank: null });
    expect(wordedSteps(decision)[0]?.note).toBe('no competitor is left to go by: the fallback price is 10.80');
    expect(decide({ fallback: { kind: 'price', price: '13' } }, empty).price).toBe('12.00');
  });

  it('design 6: or reports it, which takes the ad offline when it lasts', () => {
    const decision = decide({ fallback: { kind: 'offline' } }, empty);
    expect(decision).toMatchObject({ action: 'keep', bound: 'no-competitor' });
    expect(boundIn(decision, limits)).toEqual({ code: 'no-competitor' });
  });

  it('design 6: a basis that is not known is no empty book', () => {
    const rule = { strategy: { kind: 'reference', percent: '101' }, fallback: { kind: 'price', price: '10.80' } };
    expect(decide(rule, { referencePrice: null })).toMatchObject({ action: 'keep', reason: 'no-basis', bound: null });
  });

  it('design 6: the ad never follows itself', () => {
    const anchors = [{ adNumber: 'own-ad', price: '10.50', isDerived: false }];
    const rule = { strategy: { kind: 'own-ad', adNumber: 'own-ad', percent: '101' } };
    expect(decide(rule, { anchors })).toMatchObject({ action: 'keep', reason: 'no-basis' });
  });
});

describe('I15: what is stale moves no price', () => {
  const readAt = { offersAtMs: 940_000, maxOffersAgeMs: 60_000, referenceAtMs: 880_000, maxReferenceAgeMs: 120_000 };

  it('I15: market and reference each have their age', () => {
    expect(decide({}, { readAt }).action).toBe('set');
    const market = decide({}, { readAt: { ...readAt, offersAtMs: 939_999 } });
    expect(market).toMatchObject({ action: 'keep', reason: 'stale', price: '10.50' });
    expect(wordedSteps(market)).toEqual([
      { name: 'target', price: null, note: 'the market was read 60 s ago: no price follows from it' },
    ]);
    const reference = decide({}, { readAt: { ...readAt, referenceAtMs: 879_000 } });
    expect(wordedSteps(reference)[0]?.note).toBe('the reference price was read 121 s ago: no price follows from it');
  });

  it('I15: a human’s price does not come from the market', () => {
    const override = { price: '10.90', untilMs: 2_000_000 };
    expect(decide({}, { readAt: { ...readAt, offersAtMs: 0 }, override })).toMatchObject({
      action: 'set',
      price: '10.90',
    });
  });
});

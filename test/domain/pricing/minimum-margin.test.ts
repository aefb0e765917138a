import { describe, expect, it } from 'vitest';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import { offers, pricingInput, rules } from './pricing-fixture.ts';
import { limitsWithMargin, marginLimit, wordedSteps } from '../pricing-by-text.ts';

const margin = (minimumMargin: string | null, changes: object = {}) =>
  marginLimit({ side: 'SELL', referencePrice: '10', makerFee: '0.001', rules: { minimumMargin }, ...changes });

describe('design 6: the smallest margin, after the fee', () => {
  it('design 6: a seller pays the fee on top: reference x 1.006 x 1.001', () => {
    expect(margin('0.6%')).toEqual({
      price: '10.07006',
      note: '0.6 % net of the reference 10 after a fee of 0.1 % is at least 10.07006',
    });
  });

  it('design 6: a buyer receives that much less: reference x 0.994 x 0.999', () => {
    expect(margin('0.6%', { side: 'BUY' })).toEqual({
      price: '9.93006',
      note: '0.6 % net of the reference 10 after a fee of 0.1 % is at most 9.93006',
    });
  });

  it('design 6: a negative margin is a loss that is allowed', () => {
    expect(margin('-2 %', { makerFee: '0' })?.price).toBe('9.8');
  });

  it('design 6: without a rule there is no margin', () => {
    expect(margin(null)).toBeNull();
  });

  it.each([
    ['the service has no reference price', { referencePrice: null }],
    ['the service has no reference price', { referencePrice: '0' }],
    ['the maker’s fee is not known', { makerFee: null }],
    ['the maker’s fee is not known', { makerFee: 'free' }],
    ['the maker’s fee is not known', { makerFee: '1' }],
    ['the maker’s fee is not known', { makerFee: '-0.01' }],
  ])('design 6: it cannot be checked: %s', (why, changes) => {
    expect(margin('0.6%', changes)).toEqual({ price: null, note: `0.6 % net cannot be checked: ${why}` });
  });

  it('design 6: it narrows the limits, and never widens them', () => {
    const limits = { floor: '9', ceiling: '11' };
    expect(limitsWithMargin(limits, '10', 'SELL')).toEqual({ floor: '10', ceiling: '11' });
    expect(limitsWithMargin(limits, '8', 'SELL')).toEqual(limits);
    expect(limitsWithMargin(limits, '10', 'BUY')).toEqual({ floor: '9', ceiling: '10' });
    expect(limitsWithMargin(limits, '12', 'BUY')).toEqual(limits);
    expect(limitsWithMargin(limits, null, 'BUY')).toEqual(limits);
    expect(limitsWithMargin(limits, '9.0', 'SELL')).toEqual(limits);
    expect(limitsWithMargin(limits, '11.0', 'BUY')).toEqual(limits);
  });
});

describe('I15: a decision never earns less than the margin', () => {
  const decide = (changes: object = {}, more: object = {}) =>
    decidePrice(
      pricingInput({ referencePrice: '10.20', rules: rules({ minimumMargin: '0.6%', ...changes }), ...more }),
    );

  it('I15: the target rises to it, with a step of its own and a hit', () => {
    const decision = decide();
    // 10.20 x 1.006 x 1.001 = 10.2714612, in the merchant's favour 10.28.
    expect(decision).toMatchObject({ action: 'set', price: '10.28', target: '10.19', hits: ['margin'] });
    expect(decision.steps[1]).toMatchObject({ name: 'margin', price: '10.2714612' });
  });

  it('I15: buying, the target falls to it', () => {
    const buying = decide({}, { side: 'BUY', currentPrice: '10.00' });
    // 10.20 x 0.994 x 0.999 = 10.1286612, in the merchant's favour 10.12.
    expect(buying).toMatchObject({ action: 'set', price: '10.12', hits: ['margin'] });
  });

  it('I15: a price below it moves at once', () => {
    const decision = decide({ minimumHoldMs: 60_000 }, { currentPrice: '10.20', lastChangeAtMs: 999_999 });
    expect(decision).toMatchObject({ action: 'set', reason: 'guards-broken', price: '10.28' });
  });

  it('I15: where it is not known, no price follows, and the last step says so', () => {
    const decision = decide({}, { makerFee: null });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-basis', price: '10.50', bound: null });
    expect(decision.steps.at(-1)).toMatchObject({ name: 'margin', price: null });
  });

  it('I15: a margin above the ceiling leaves no price', () => {
    const decision = decide({ limits: { floor: '9.00', ceiling: '10.25' } });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies', bound: 'no-price' });
    expect(wordedSteps(decision).at(-1)?.note).toBe('no price is left: the margin would need 10.2714612 to 10.25');
  });

  it('I15: buying, a margin below the floor leaves no price', () => {
    const limits = { floor: '10.20', ceiling: '12.00' };
    const decision = decide({ limits }, { side: 'BUY' });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies', bound: 'no-price' });
    expect(wordedSteps(decision).at(-1)?.note).toBe('no price is left: the margin would need 10.20 to 10.1286612');
  });

  it('I16: own ads of the other side may leave no price, and are named', () => {
    const ownPrices = [{ adNumber: '2', price: '11.99', side: 'BUY' as const }];
    const decision = decidePrice(pricingInput({ ownPrices, offers: offers('10.20') }));
    expect(wordedSteps(decision).at(-1)?.note).toBe('no price is left: own ads would need 12.04 to 12.00');
  });
});

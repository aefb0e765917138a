import { describe, expect, it } from 'vitest';
import { firstPrice } from '../../../src/domain/pricing/first-price.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { firstPriceWords } from '../../../src/words/ads/pricing-words.ts';
import { pricingInput, rules } from './pricing-fixture.ts';

function first(changes: Partial<PricingInput> = {}) {
  const { currentPrice: _none, ...input } = pricingInput(changes);
  const found = firstPrice(input);
  return found.price === null ? firstPriceWords[found.why] : found.price;
}
const own = (price: string, side?: 'BUY' | 'SELL') => [
  { adNumber: 'x', price, ...(side === undefined ? {} : { side }) },
];

describe('design 6: the price of an ad that is not published yet', () => {
  it('follows its rules at once, without the steps of an ad that stands', () => {
    expect(first()).toBe('10.19');
    expect(first({ side: 'BUY' })).toBe('10.31');
    expect(first({ rules: rules({ maximumStep: { ticks: 1 } }) })).toBe('10.19');
  });

  it('earns the margin of its rules', () => {
    expect(first({ rules: rules({ minimumMargin: '0.6%' }) })).toBe('10.28');
  });

  it('keeps limits, service range and the zones of own ads', () => {
    expect(first({ rules: rules({ limits: { floor: '10.25', ceiling: '12.00' } }) })).toBe('10.25');
    expect(first({ serviceRange: { low: '10.40', high: '11.00' } })).toBe('10.40');
    expect(Number(first({ ownPrices: own('10.19') }))).toBeGreaterThan(10.23);
  });

  it('without a target it is the limit that is best for the merchant, in the service range and off own zones', () => {
    const alone = { offers: [], rules: rules({ limits: { floor: '9.00', ceiling: '12.00' } }) };
    expect(first(alone)).toBe('12.00');
    expect(first({ ...alone, side: 'BUY' })).toBe('9.00');
    expect(first({ ...alone, serviceRange: { low: '9.50', high: '11.00' } })).toBe('11.00');
    expect(first({ ...alone, ownPrices: own('12.00') })).toBe('11.95');
    expect(first({ ...alone, side: 'BUY', ownPrices: own('9.00') })).toBe('9.05');
  });

  it('there is none when no price satisfies, the market is old, or its basis is not known', () => {
    const none = 'no price satisfies its limits, the service range and the own other ads';
    expect(first({ serviceRange: { low: '20.00', high: '21.00' } })).toBe(none);
    expect(first({ rules: rules({ limits: { floor: '10.19', ceiling: '10.19' } }), ownPrices: own('10.19') })).toBe(
      none,
    );
    const readAt = { offersAtMs: 0, maxOffersAgeMs: 1, referenceAtMs: 0, maxReferenceAgeMs: 1 };
    expect(first({ readAt, nowMs: 60_000 })).toBe('the market was read too long ago');
    const basis = 'what its rules go by is not known yet';
    expect(first({ referencePrice: null, rules: rules({ strategy: { kind: 'reference', percent: '101' } }) })).toBe(
      basis,
    );
    expect(first({ makerFee: null, offers: [], rules: rules({ minimumMargin: '0.6%' }) })).toBe(basis);
  });
});

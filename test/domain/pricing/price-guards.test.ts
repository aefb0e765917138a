import { describe, expect, it } from 'vitest';
import { brokenGuard, guardPrice, type PriceGuards } from '../pricing-by-text.ts';

/** Selling between 9.00 and 12.00 with two decimals, and no other own ads. */
function guards(changes: Partial<PriceGuards> = {}): PriceGuards {
  return {
    side: 'SELL',
    priceScale: 2,
    limits: { floor: '9.00', ceiling: '12.00' },
    crossing: null,
    margin: null,
    serviceRange: null,
    ownPrices: [],
    zoneTicks: 4,
    behindOwn: 'merchant',
    ...changes,
  };
}

const serviceRange = { low: '9.50', high: '11.50' };
const narrowed = {
  limits: { floor: '9.40', ceiling: '10.60' },
  crossing: { adNumber: '8', does: 'buys', at: '9.35' } as const,
};

function stepOf(target: string, changes: Partial<PriceGuards>, name: string) {
  return guardPrice(target, guards(changes)).find((step) => step.name === name);
}

describe('I15: the guard that a price breaks', () => {
  it.each(['9.00', '10.00', '12.00'])('I15: %s is within the limits, whose ends are part of them', (price) => {
    expect(brokenGuard(price, guards())).toBeNull();
  });

  it.each(['9.50', '10.00', '11.50'])('I15: %s is within the service range, whose ends are part of it', (price) => {
    expect(brokenGuard(price, guards({ serviceRange }))).toBeNull();
  });

  it.each([
    ['8.99', {}, '8.99 is outside the limits 9.00 to 12.00'],
    ['12.01', {}, '12.01 is outside the limits 9.00 to 12.00'],
    ['9.49', { serviceRange }, '9.49 is outside the service range 9.50 to 11.50'],
    ['11.51', { serviceRange }, '11.51 is outside the service range 9.50 to 11.50'],
    ['10.04', { ownPrices: ['10.00'] }, '10.04 is within 4 ticks of an own ad'],
  ])('I15: %s is outside, and the words say of what', (price, changes, words) => {
    expect(brokenGuard(price, guards(changes))).toBe(words);
  });

  it('I16: an own ad of the other side is named on the side that it narrows', () => {
    const outside = (price: string, side: 'BUY' | 'SELL') => brokenGuard(price, guards({ ...narrowed, side }));
    expect(outside('9.39', 'SELL')).toBe('9.39 is outside the limits 9.40 to 10.60, as own ad 8 buys at 9.35');
    expect(outside('10.61', 'SELL')).toBe('10.61 is outside the limits 9.40 to 10.60');
    expect(outside('10.61', 'BUY')).toBe('10.61 is outside the limits 9.40 to 10.60, as own ad 8 buys at 9.35');
    expect(outside('9.39', 'BUY')).toBe('9.39 is outside the limits 9.40 to 10.60');
  });
});

describe('design 6: the steps of the guards', () => {
  it.each([
    ['SELL', '9.40'],
    ['BUY', '10.60'],
  ] as const)('I16: %s, a target on a narrowed limit breaks nothing, and names no own ad', (side, price) => {
    expect(stepOf(price, { ...narrowed, side }, 'limits')?.note).toBe(`${price} is within 9.40 to 10.60`);
  });

  it('I15: a floor at the ceiling leaves that price', () => {
    const steps = guardPrice('9.90', guards({ limits: { floor: '10.00', ceiling: '10.00' } }));
    expect(steps.at(-1)).toEqual({ name: 'tick', price: '10.00', note: '10.00 is on a tick' });
  });

  it('I16: where own ads narrow the limits more than the margin does, they are what leaves no price', () => {
    const note = { code: 'margin-unchecked', percent: '1', lacks: 'fee' } as const;
    const margin = { price: '9.60', note };
    const left = (floor: string) => guardPrice('10.00', guards({ margin, limits: { floor, ceiling: '9.50' } })).at(-1);
    const words = 'no price is left:';
    expect(left('9.60')).toEqual({
      name: 'limits',
      price: null,
      note: `${words} the margin would need 9.60 to 9.50`,
    });
    expect(left('9.70')).toEqual({ name: 'limits', price: null, note: `${words} own ads would need 9.70 to 9.50` });
  });

  it('I16: zones that fill the limits leave no price, and the step says so', () => {
    const full = { limits: { floor: '9.97', ceiling: '10.03' }, ownPrices: ['10.00'] };
    expect(guardPrice('10.00', guards(full)).at(-1)).toEqual({
      name: 'exclusion-zone',
      price: null,
      note: '10.00 is within 4 ticks of an own ad: no price outside the zones satisfies limits and range',
    });
  });
});

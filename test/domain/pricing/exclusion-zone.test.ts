import { describe, expect, it } from 'vitest';
import { inExclusionZone, nearestAllowedPrice, type AllowedPriceSearch } from '../pricing-by-text.ts';

const shape = { scale: 2, zoneTicks: 4 };

function search(changes: Partial<AllowedPriceSearch> = {}): AllowedPriceSearch {
  return { ...shape, ownPrices: ['10.00'], range: null, first: 'lower', ...changes };
}

describe('7.4 SPECIAL_HANDLER: the exclusion zone is ± 4 ticks', () => {
  it.each([
    ['9.95', false],
    ['9.96', true],
    ['10', true],
    ['10.04', true],
    ['10.05', false],
  ])('7.4: %s beside an own 10.00 is inside: %s', (price, inside) => {
    expect(inExclusionZone(price, ['10.00'], shape)).toBe(inside);
  });

  it('7.4: the zone scales with the tick', () => {
    expect(inExclusionZone('104', ['100'], { scale: 0, zoneTicks: 4 })).toBe(true);
    expect(inExclusionZone('105', ['100'], { scale: 0, zoneTicks: 4 })).toBe(false);
    expect(inExclusionZone('0.00000104', ['0.00000100'], { scale: 8, zoneTicks: 4 })).toBe(true);
    expect(inExclusionZone('0.00000105', ['0.00000100'], { scale: 8, zoneTicks: 4 })).toBe(false);
  });

  it('7.4: without own ads nothing is excluded', () => {
    expect(inExclusionZone('10', [], shape)).toBe(false);
  });
});

describe('7.4 SPECIAL_HANDLER: the nearest allowed price', () => {
  it('7.4: a free target stays, on a tick', () => {
    expect(nearestAllowedPrice('11.004', search())).toBe('11.00');
  });

  it('7.4: the first direction comes first', () => {
    expect(nearestAllowedPrice('10.03', search())).toBe('9.95');
    expect(nearestAllowedPrice('9.97', search({ first: 'higher' }))).toBe('10.05');
  });

  it('7.4: the other direction is taken when the first one leaves the range', () => {
    expect(nearestAllowedPrice('10.00', search({ range: { low: '9.96', high: '12' } }))).toBe('10.05');
    expect(nearestAllowedPrice('10.00', search({ first: 'higher', range: { low: '9', high: '10.04' } }))).toBe('9.95');
  });

  it('7.4: a row of zones is passed as a whole', () => {
    expect(nearestAllowedPrice('10.00', search({ ownPrices: ['10.00', '9.95', '9.88', '9.80'] }))).toBe('9.75');
  });

  it('7.4: an own price off the tick keeps its whole zone', () => {
    expect(nearestAllowedPrice('10.00', search({ ownPrices: ['10.005'] }))).toBe('9.96');
    expect(nearestAllowedPrice('10.00', search({ ownPrices: ['10.005'], first: 'higher' }))).toBe('10.05');
  });

  it('7.4: zones that fill the range leave nothing', () => {
    expect(nearestAllowedPrice('10.00', search({ range: { low: '9.96', high: '10.04' } }))).toBeNull();
  });

  it('7.4: a target outside the range starts at its end', () => {
    expect(nearestAllowedPrice('20', search({ range: { low: '9', high: '11.009' } }))).toBe('11.00');
    expect(nearestAllowedPrice('1', search({ range: { low: '9.001', high: '11' } }))).toBe('9.01');
  });

  it('7.4: a range without a tick leaves nothing', () => {
    expect(nearestAllowedPrice('9', search({ range: { low: '9.001', high: '9.009' } }))).toBeNull();
  });

  it('7.4: no price is zero or below', () => {
    expect(nearestAllowedPrice('-5', search({ ownPrices: [] }))).toBe('0.01');
    expect(nearestAllowedPrice('0.02', search({ ownPrices: ['0.02'] }))).toBe('0.07');
    expect(nearestAllowedPrice('1', search({ ownPrices: [], range: { low: '-2', high: '0' } }))).toBeNull();
  });

  it('7.4: a zone of no ticks still forbids the own price itself', () => {
    expect(nearestAllowedPrice('10.00', search({ zoneTicks: 0 }))).toBe('9.99');
  });
});

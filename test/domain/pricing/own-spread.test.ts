import { describe, expect, it } from 'vitest';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { offer } from './pricing-fixture.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { limitsWithoutCrossing, crossingOf, noteOf } from '../pricing-by-text.ts';

const limits = { floor: '9.00', ceiling: '10.00' };
const place = { priceScale: 2, zoneTicks: 4, limits };

describe('design 6: a desk never sells below what it buys for', () => {
  it('SELL: the floor rises above the dearest own buying price, by the zone and a tick', () => {
    const ownPrices = [
      { adNumber: '1', price: '9.10', side: 'BUY' as const },
      { adNumber: '2', price: '9.40', side: 'BUY' as const },
    ];
    expect(limitsWithoutCrossing({ ...place, side: 'SELL', ownPrices })).toEqual({ floor: '9.45', ceiling: '10.00' });
  });

  it('BUY: the ceiling sinks below the cheapest own selling price, by the zone and a tick', () => {
    const ownPrices = [
      { adNumber: '1', price: '9.80', side: 'SELL' as const },
      { adNumber: '2', price: '9.60', side: 'SELL' as const },
    ];
    expect(limitsWithoutCrossing({ ...place, side: 'BUY', ownPrices })).toEqual({ floor: '9.00', ceiling: '9.55' });
  });

  it('ads of the own side, of no side, or far away leave the limits alone', () => {
    const ownPrices = [
      { adNumber: '1', price: '9.60', side: 'SELL' as const },
      { adNumber: '2', price: '9.70' },
      { adNumber: '3', price: '8.00', side: 'BUY' as const },
    ];
    expect(limitsWithoutCrossing({ ...place, side: 'SELL', ownPrices })).toEqual(limits);
    const far = [{ adNumber: '4', price: '11.00', side: 'SELL' as const }];
    expect(limitsWithoutCrossing({ ...place, side: 'BUY', ownPrices: far })).toEqual(limits);
  });

  const crossed: PricingInput = {
    adNumber: '7',
    side: 'SELL',
    currentPrice: '9.09',
    priceScale: 2,
    rules: pricingRulesSchema.parse({ strategy: { kind: 'match' }, limits }),
    serviceRange: null,
    ownPrices: [{ adNumber: '8', price: '9.14', side: 'BUY' }],
    ownAdNumbers: ['7', '8'],
    offers: [offer('9.09', { adNumber: '9' })],
    referencePrice: '9.10',
    makerFee: null,
    anchors: [],
    readAt: null,
    terms: null,
    answers: 0,
    lastChangeAtMs: null,
    nowMs: 0,
    override: null,
    zoneTicks: 4,
  };

  it.each([
    { side: 'SELL', near: '9.14', far: '8.00', note: '9.09 is outside 9.19 to 10.00: 9.19, as own ad 8 buys at 9.14' },
    { side: 'BUY', near: '9.10', far: '11.00', note: '9.09 is outside 9.00 to 9.05: 9.05, as own ad 8 sells at 9.10' },
  ] as const)(
    '$side: limits that an own ad of the other side narrows name the nearest one',
    ({ side, near, far, note }) => {
      const opposite = side === 'SELL' ? 'BUY' : 'SELL';
      const noteBeside = (...prices: string[]): string | undefined => {
        const ownPrices = prices.map((price, at) => ({ adNumber: String(8 + at), price, side: opposite }) as const);
        return noteOf(decidePrice({ ...crossed, side, ownPrices }), 'limits');
      };
      expect(noteBeside(near, far)).toBe(note);
      expect(noteBeside(far)).toBe('9.09 is within 9.00 to 10.00');
    },
  );

  it.each([
    ['SELL', '8.94', null],
    ['SELL', '8.95', null],
    ['SELL', '8.96', { adNumber: '8', does: 'buys', at: '8.96' }],
    ['BUY', '10.06', null],
    ['BUY', '10.05', null],
    ['BUY', '10.04', { adNumber: '8', does: 'sells', at: '10.04' }],
  ] as const)('%s: an own ad at %s narrows the limits only beyond their end', (side, price, crossing) => {
    const ownPrices = [{ adNumber: '8', price, side: side === 'SELL' ? ('BUY' as const) : ('SELL' as const) }];
    expect(crossingOf({ ...place, side, ownPrices })).toEqual(crossing);
  });

  it('limits that an own ad narrows have all decimals of the price', () => {
    const ownPrices = [{ adNumber: '8', price: '9.35', side: 'BUY' as const }];
    expect(limitsWithoutCrossing({ ...place, side: 'SELL', ownPrices }).floor).toBe('9.40');
  });

  it('a price that crosses an own ad is moved at once, whatever the market does', () => {
    expect(decidePrice(crossed)).toMatchObject({ action: 'set', price: '9.19', reason: 'guards-broken' });
  });

  it('when the limits leave no price that does not cross, the ad keeps its own and says so', () => {
    const ownPrices = [{ adNumber: '8', price: '9.98', side: 'BUY' as const }];
    expect(decidePrice({ ...crossed, ownPrices })).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
  });
});

import { describe, expect, it } from 'vitest';
import { looksOfPrices, priceRow, rulesForPrices } from '../../../src/domain/backtest/price-rows.ts';
import { lookOf, ownPricesOf, recordedLookSchema } from '../../../src/domain/backtest/recorded-look.ts';
import { offer, rules } from '../pricing/pricing-fixture.ts';

describe('a row of recorded prices', () => {
  const row = priceRow({ atMs: 5, prices: ['9.14', '9.20'], reference: '9.1' }, 2);

  it('is in ticks', () => {
    expect(row).toEqual({ atMs: 5, prices: [914, 920], reference: 910 });
    expect(priceRow({ atMs: 5, prices: [], reference: null }, 2).reference).toBeNull();
  });

  it('becomes offers of which nothing but the price is known', () => {
    const [look] = looksOfPrices([row], 2);
    expect(look).toMatchObject({ atMs: 5, reference: 910, referencePrice: { ticks: 910 }, ownAdNumbers: [] });
    expect(look?.referencePrice?.text).toBe('9.10');
    expect(look?.offers.map(({ offer: { adNumber, price } }) => [adNumber, price])).toEqual([
      ['best', '9.14'],
      ['usual', '9.20'],
    ]);
    expect(look?.offers[0]?.offer).toMatchObject({ orderCount: null, finishRate: null, tradable: null });
    expect(looksOfPrices([{ ...row, reference: null }], 2)[0]?.referencePrice).toBeNull();
  });

  it('of more than three prices names the others by their place', () => {
    const four = priceRow({ atMs: 5, prices: ['1', '2', '3', '4'], reference: null }, 0);
    expect(looksOfPrices([four], 0)[0]?.offers.at(-1)?.offer.adNumber).toBe('3');
  });

  it('cannot judge conditions on competitors, which are left out and named', () => {
    const wanted = rules({ filter: { minFinishRate: 0.9, ignoreNicknames: ['x'], maxDeviationRatio: '0.02' } });
    const { rules: kept, ignored } = rulesForPrices(wanted);
    expect(ignored.toSorted()).toEqual(['ignoreNicknames', 'minFinishRate']);
    expect(kept).toEqual(rules({ filter: { maxDeviationRatio: '0.02' } }));
    expect(rulesForPrices(rules()).ignored).toEqual([]);
  });
});

describe('a recorded look', () => {
  const line = {
    v: 1,
    atMs: 1_770_000_000_000,
    asset: 'USDT',
    fiat: 'BOB',
    side: 'SELL',
    priceScale: 2,
    referencePrice: '9.125',
    ownAdNumbers: ['1'],
    offers: [{ ...offer('9.15'), later: true }],
  } as const;

  it('keeps what a later version records of an offer', () => {
    expect(recordedLookSchema.parse(line).offers[0]).toMatchObject({ price: '9.15', later: true });
    expect(recordedLookSchema.safeParse({ ...line, v: 2 }).success).toBe(false);
  });

  it('interface 8: has the service’s range about its reference price', () => {
    const { serviceRange } = lookOf(recordedLookSchema.parse({ ...line, referencePrice: '9.10' }));
    expect([serviceRange?.low.text, serviceRange?.high.text]).toEqual(['8.19', '10.01']);
    expect(lookOf(recordedLookSchema.parse({ ...line, referencePrice: null }))).not.toHaveProperty('serviceRange');
  });

  it('interface 7.4: shows where own ads were, but not the one that is replayed', () => {
    const own = (adNumber: string, price: string) => offer(price, { adNumber });
    const look = recordedLookSchema.parse({
      ...line,
      ownAdNumbers: ['1', '2', '3', '4'],
      offers: [own('1', '9.10'), own('2', '9.20'), own('3', 'odd'), own('9', '9.30')],
    });
    expect(ownPricesOf(look, '1')).toEqual([{ adNumber: '2', price: '9.20', side: 'SELL' }]);
  });

  it('becomes a row whose reference may lie between two ticks', () => {
    const { reference, referencePrice } = lookOf(recordedLookSchema.parse(line));
    expect([reference, referencePrice?.text]).toEqual([912.5, '9.125']);
    expect(lookOf(recordedLookSchema.parse({ ...line, referencePrice: '9.12' })).reference).toBe(912);
  });

  it('an offer between two ticks cannot be, and is left out', () => {
    const odd = [offer('9.155'), offer('9.16', { adNumber: 'other' }), offer('none', { adNumber: 'unreadable' })];
    const { offers } = lookOf(recordedLookSchema.parse({ ...line, offers: odd }));
    expect(offers.map((one) => one.price?.text)).toEqual(['9.16', undefined]);
  });

  it.each([null, '', '0', 'NaN'])('a reference price %j counts as missing', (referencePrice) => {
    expect(lookOf(recordedLookSchema.parse({ ...line, referencePrice }))).toMatchObject({
      reference: null,
      referencePrice: null,
    });
  });
});

import { describe, expect, it } from 'vitest';
import {
  ExchangeError,
  toAdFacts,
  toAdStatus,
  toCounterparty,
  toListedAd,
  toMarketOffer,
  toUnpricedAd,
  toUnpricedListedAd,
} from '../../../src/exchange/index.ts';
import { adSchema, searchItemSchema } from '../../../src/exchange/table/schemas/ad-schema.ts';
import { counterpartySchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { wireAd, wireSearchItem } from '../fixtures.ts';

describe('S8: what cannot be a share or a count is not known', () => {
  it.each([45, '98', 1.5, -0.1])('EP-19: a finish rate of %j', (finishRate) => {
    expect(toCounterparty(counterpartySchema.parse({ finishRate })).finishRate).toBeNull();
  });

  it('EP-19: counts below zero, and times in the place of counts', () => {
    const record = counterpartySchema.parse({ completedOrderNum: -1, registerDays: 1_795_000_000_000 });
    expect(toCounterparty(record)).toMatchObject({ completedOrders: null, registerDays: null });
  });

  it('wire-facts 12.5: of an offer of the market', () => {
    const row = { ...wireSearchItem, advertiser: { monthFinishRate: 98, monthOrderCount: -1 } };
    expect(toMarketOffer(searchItemSchema.parse(row))).toMatchObject({ finishRate: null, orderCount: null });
  });
});

describe('wire-facts 12.1: an own ad', () => {
  it.each(['0', '0.00', 0, '-11.62', '-0'])('a price of %j is none: nothing is priced from it', (price) => {
    const row = adSchema.parse({ ...wireAd, price });
    for (const read of [toAdFacts, toListedAd]) {
      expect(() => read(row)).toThrow(ExchangeError);
      expect(() => read(row)).toThrow(`ad ${wireAd.advNo} has the price ${price}, which is no price`);
    }
    // What its price has no part in goes on: its status, its quantity, its methods.
    expect([toAdStatus(row), toUnpricedAd(row).status, toUnpricedListedAd(row).adNumber]).toEqual([
      'online',
      'online',
      wireAd.advNo,
    ]);
  });
});
